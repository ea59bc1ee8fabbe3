// A unified diff, or the whole text of an added or deleted file, as lines with their numbers and signs.
import type { FileChange } from "../../shared/protocol/turn-item";

export interface DiffLine {
  readonly kind: "add" | "delete" | "same" | "hunk" | "remark";
  /** Number in the new file, of a deleted line in the old one; null where the hunk does not tell. */
  readonly number: number | null;
  readonly text: string;
}

export interface DiffCount {
  readonly added: number;
  readonly deleted: number;
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** `limit`: lines that are made at most; `rest`: those left out. */
export function diffLines(
  { kind, diff }: FileChange,
  limit: number,
): { readonly lines: readonly DiffLine[]; readonly rest: number } {
  const texts = linesOf(diff);
  const shown = texts.slice(0, limit);
  const rest = texts.length - shown.length;
  if (kind !== "update") return { lines: shown.map((text, index) => ({ kind, number: index + 1, text })), rest };
  return { lines: hunkLines(shown), rest };
}

function hunkLines(texts: readonly string[]): DiffLine[] {
  let older: number | null = null;
  let newer: number | null = null;
  const lines: DiffLine[] = [];
  for (const text of texts) {
    const hunk = HUNK.exec(text);
    if (hunk !== null || text.startsWith("@@")) {
      [older, newer] = hunk === null ? [null, null] : [Number(hunk[1]), Number(hunk[2])];
      lines.push({ kind: "hunk", number: null, text });
      continue;
    }
    const rest = text.slice(1);
    if (isFileHead(text, lines.length) || text.startsWith("\\")) lines.push({ kind: "remark", number: null, text });
    else if (text.startsWith("+")) {
      lines.push({ kind: "add", number: newer, text: rest });
      newer = next(newer);
    } else if (text.startsWith("-")) {
      lines.push({ kind: "delete", number: older, text: rest });
      older = next(older);
    } else {
      lines.push({ kind: "same", number: newer, text: rest });
      [older, newer] = [next(older), next(newer)];
    }
  }
  return lines;
}

/** Lines that came and lines that went. */
export function diffCount({ kind, diff }: FileChange): DiffCount {
  if (kind === "add") return { added: lineCount(diff), deleted: 0 };
  if (kind === "delete") return { added: 0, deleted: lineCount(diff) };
  let [added, deleted, index] = [0, 0, 0];
  for (const text of linesOf(diff)) {
    if (!isFileHead(text, index)) {
      if (text.startsWith("+")) added += 1;
      else if (text.startsWith("-")) deleted += 1;
    }
    index += 1;
  }
  return { added, deleted };
}

// The two lines that name the files stand in front of the first hunk only; elsewhere they are text that begins with dashes.
function isFileHead(text: string, index: number): boolean {
  return index < 2 && (text.startsWith("--- ") || text.startsWith("+++ "));
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

function lineCount(text: string): number {
  return linesOf(text).length;
}

function next(number: number | null): number | null {
  return number === null ? null : number + 1;
}
