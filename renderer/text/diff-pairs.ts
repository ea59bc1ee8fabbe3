// Which deleted line became which added one, and what of it changed: for the marks within lines, and for two columns.
import { type DiffLine, type DiffTextLine, isText } from "./diff-lines";

/** One row of two columns; a hunk's head or a remark goes over both. */
export type DiffPair =
  | { readonly type: "across"; readonly line: Exclude<DiffLine, DiffTextLine> }
  | { readonly type: "pair"; readonly older: DiffTextLine | null; readonly newer: DiffTextLine | null };

/** Of a line: from where to where it differs from the one it is paired with, in UTF-16 units. */
export interface ChangedSpan {
  readonly from: number;
  readonly to: number;
}

/** Deleted lines and the added ones right behind them stand side by side, in order. */
export function diffPairs(lines: readonly DiffLine[]): DiffPair[] {
  const pairs: DiffPair[] = [];
  for (let index = 0; index < lines.length;) {
    const line = lines[index];
    if (line === undefined) break;
    if (!isText(line)) {
      pairs.push({ type: "across", line });
      index += 1;
    } else if (line.kind === "same") {
      pairs.push({ type: "pair", older: line, newer: line });
      index += 1;
    } else {
      const gone = run(lines, index, "delete");
      const come = run(lines, index + gone.length, "add");
      for (let row = 0; row < Math.max(gone.length, come.length); row += 1)
        pairs.push({ type: "pair", older: gone[row] ?? null, newer: come[row] ?? null });
      index += gone.length + come.length;
    }
  }
  return pairs;
}

function run(lines: readonly DiffLine[], from: number, kind: "add" | "delete"): DiffTextLine[] {
  const found: DiffTextLine[] = [];
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined || !isText(line) || line.kind !== kind) break;
    found.push(line);
  }
  return found;
}

/** Less in common than this share of the shorter line is chance, and marks would only disturb. */
const LEAST_COMMON = 0.3;
const COMPARED = 2000;

/** What lies between the common beginning and the common end of two lines; null: they are other lines, not one that was changed. */
export function changedSpans(older: string, newer: string): { readonly older: ChangedSpan; readonly newer: ChangedSpan } | null {
  const [a, b] = [older.slice(0, COMPARED), newer.slice(0, COMPARED)];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  if (isWithinPair(a, start) || isWithinPair(b, start)) start -= 1;
  let end = 0;
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end += 1;
  if (isWithinPair(a, a.length - end) || isWithinPair(b, b.length - end)) end -= 1;
  if (shorter > 0 && (start + end) / shorter < LEAST_COMMON) return null;
  // Indentation and a bracket in common make no pair either.
  if (common(a, start, end).trim() === "" && a.trim() !== "" && b.trim() !== "" && a.trim() !== b.trim()) return null;
  return { older: { from: start, to: a.length - end }, newer: { from: start, to: b.length - end } };
}

function common(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(text.length - end);
}

function isWithinPair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1));
}

/** Lines of one diff end in two ways, as far as it holds that. */
export function isMixed(lines: readonly DiffLine[]): boolean {
  const texts = lines.filter(isText);
  return texts.some(({ hasReturn }) => hasReturn) && texts.some(({ hasReturn }) => !hasReturn);
}

/** What ends a line, in words, where that matters; `other`: the line it is paired with. */
export function endWords(line: DiffTextLine, other: DiffTextLine | null, isMixedDiff: boolean): string {
  if (line.isUnended) return "no newline at end of file";
  const isChanged = line.kind !== "same" && other !== null;
  if (isChanged && line.hasReturn !== other.hasReturn) return line.hasReturn ? "CRLF" : "LF";
  // The same text twice, and both ended: the diff does not hold what ends them.
  if (isChanged && line.text === other.text && !other.isUnended) return "other line ending";
  return isMixedDiff && line.hasReturn ? "CRLF" : "";
}
