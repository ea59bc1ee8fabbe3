// Random damage to bytes, and which lines it left whole: those must still be read.
import { isDamaged } from "../../../../electron/adapters/rollout/reading/file-record";
import type { ScannedLine } from "../../../../electron/adapters/rollout/reading/record-scanner";

/** `at`: where, from 0 to 1 of the bytes. `size`: of what is cut out, doubled or blanked. `byte`: what is written. */
export interface Mutation {
  readonly kind: "change" | "remove" | "insert" | "double" | "blank" | "cut";
  readonly at: number;
  readonly size: number;
  readonly byte: number;
}

export const MUTATION_KINDS: readonly Mutation["kind"][] = ["change", "remove", "insert", "double", "blank", "cut"];

export function mutated(bytes: Buffer, mutations: readonly Mutation[]): Buffer {
  return mutations.reduce((all, mutation) => mutate(all, mutation), bytes);
}

function mutate(bytes: Buffer, { kind, at, size, byte }: Mutation): Buffer {
  const start = Math.floor(at * bytes.length);
  const end = Math.min(bytes.length, start + size);
  const [before, hit, after] = [bytes.subarray(0, start), bytes.subarray(start, end), bytes.subarray(end)];
  switch (kind) {
    case "change":
      return Buffer.concat([before, Buffer.alloc(Math.min(1, hit.length), byte), bytes.subarray(start + 1)]);
    case "remove":
      return Buffer.concat([before, after]);
    case "insert":
      return Buffer.concat([before, Buffer.alloc(size, byte), hit, after]);
    case "double":
      return Buffer.concat([before, hit, hit, after]);
    case "blank":
      return Buffer.concat([before, Buffer.alloc(hit.length), after]);
    case "cut":
      return Buffer.from(before);
  }
}

/** What stands in lines of `bytes` that are lines of `original` and is not among what was read of it, in words. */
export function lostLines(original: Buffer, bytes: Buffer, read: readonly ScannedLine[]): string[] {
  const whole = new Set(splitLines(original).map(({ text }) => text));
  const found = new Map(read.filter((entry) => !isDamaged(entry)).map((entry) => [entry.place.offset, entry]));
  return splitLines(bytes).flatMap(({ offset, text }) => {
    if (!whole.has(text) || !isObject(text)) return [];
    const entry = found.get(offset);
    const isRead = entry !== undefined && !isDamaged(entry) && JSON.stringify(entry.record) === JSON.stringify(JSON.parse(text));
    return isRead ? [] : [`the line at byte ${offset} is lost: ${text.slice(0, 80)}`];
  });
}

function splitLines(bytes: Buffer): { offset: number; text: string }[] {
  const lines: { offset: number; text: string }[] = [];
  let start = 0;
  while (start < bytes.length) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline;
    lines.push({ offset: start, text: bytes.toString("utf8", start, end) });
    start = end + 1;
  }
  return lines;
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
