// A translator's state as text, for the many checkpoints of an index. Most of it are hashes: as bytes they take less than half of what their digits do.
import type { LineTranslator } from "../codex-import/line-translator";
import type { TranslatorState } from "../codex-import/translator-state";
import type { RolloutRun } from "./rollout-run";

type Hashes = Pick<TranslatorState, "usedIds" | "closedCalls" | "shown">;
type StateText = Omit<TranslatorState, keyof Hashes> & Readonly<Record<keyof Hashes, string>>;

/** Null: that of a translator that has not begun. In our own lines there is nothing to know. */
export function stateText({ isOwn }: RolloutRun, translator: LineTranslator): string | null {
  return isOwn && !translator.isForeign ? null : textOf(translator.sharedState);
}

export function stateFromText(text: string | null): TranslatorState | undefined {
  if (text === null) return undefined;
  // It was written by the same version: the cache says so.
  const { usedIds, closedCalls, shown, ...rest } = JSON.parse(text) as StateText;
  return { ...rest, usedIds: hashesOf(usedIds), closedCalls: hashesOf(closedCalls), shown: hashesOf(shown) };
}

function textOf({ usedIds, closedCalls, shown, ...rest }: TranslatorState): string {
  const packed = { usedIds: bytesOf(usedIds), closedCalls: bytesOf(closedCalls), shown: bytesOf(shown) };
  return JSON.stringify({ ...rest, ...packed } satisfies StateText);
}

function bytesOf(hashes: readonly number[]): string {
  const bytes = Buffer.allocUnsafe(hashes.length * Int32Array.BYTES_PER_ELEMENT);
  for (const [index, hash] of hashes.entries()) bytes.writeInt32LE(hash, index * Int32Array.BYTES_PER_ELEMENT);
  return bytes.toString("base64");
}

function hashesOf(text: string): number[] {
  const bytes = Buffer.from(text, "base64");
  const count = Math.floor(bytes.length / Int32Array.BYTES_PER_ELEMENT);
  return Array.from({ length: count }, (_, index) => bytes.readInt32LE(index * Int32Array.BYTES_PER_ELEMENT));
}
