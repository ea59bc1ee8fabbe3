// A translator's state as text, for the many checkpoints of an index.
import type { LineTranslator } from "../codex-import/line-translator";
import type { TranslatorState } from "../codex-import/translator-state";
import type { RolloutRun } from "./rollout-run";

/** Null: that of a translator that has not begun. In our own lines there is nothing to know. */
export function stateText({ isOwn }: RolloutRun, translator: LineTranslator): string | null {
  return isOwn && !translator.isForeign ? null : translator.stateText;
}

export function stateFromText(text: string | null): TranslatorState | undefined {
  // It was written by the same version: the cache says so.
  return text === null ? undefined : (JSON.parse(text) as TranslatorState);
}
