// A unified diff, or the whole text of an added or deleted file, as lines with their numbers and what ends them.
import type { FileChange } from "../../shared/protocol/turn-item";

/** `older`, `newer`: numbers in the two files; null where the line is not in it, or the hunk does not tell. */
export interface DiffTextLine {
  readonly kind: "add" | "delete" | "same";
  readonly older: number | null;
  readonly newer: number | null;
  /** Without what ends it. */
  readonly text: string;
  /** A carriage return stands before its end, as far as the diff holds it. */
  readonly hasReturn: boolean;
  /** It is the file's last line, and nothing ends it. */
  readonly isUnended: boolean;
}

/** What is no line of a file: where a hunk stands, names of the files, a word about the diff itself. */
export interface DiffRemark {
  readonly kind: "hunk" | "remark";
  readonly text: string;
}

export type DiffLine = DiffTextLine | DiffRemark;

export interface DiffCount {
  readonly added: number;
  readonly deleted: number;
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;
const UNENDED = /^\\ No newline at end of file\r?$/;
const SHORTENED = "\\ the rest is not shown here: ";

/** `limit`: lines that are read at most; `rest`: those left out. */
export function diffLines(
  { kind, diff }: FileChange,
  limit: number,
): { readonly lines: readonly DiffLine[]; readonly rest: number } {
  const texts = linesOf(diff);
  // What says that a line is not ended belongs to it.
  const end = UNENDED.test(texts[limit] ?? "") ? limit + 1 : limit;
  const shown = texts.slice(0, end);
  const rest = texts.length - shown.length;
  return { lines: kind === "update" ? hunkLines(shown) : wholeLines(kind, shown), rest };
}

function wholeLines(kind: "add" | "delete", texts: readonly string[]): DiffLine[] {
  return texts.map((text, index) => {
    if (isShortening(text, index, texts)) return { kind: "remark", text };
    const number = index + 1;
    return textLine(kind, text, kind === "add" ? { older: null, newer: number } : { older: number, newer: null });
  });
}

function hunkLines(texts: readonly string[]): DiffLine[] {
  let older: number | null = null;
  let newer: number | null = null;
  const lines: DiffLine[] = [];
  for (const text of texts) {
    const hunk = HUNK.exec(text);
    const last = lines.at(-1);
    if (hunk !== null || text.startsWith("@@")) {
      [older, newer] = hunk === null ? [null, null] : [Number(hunk[1]), Number(hunk[2])];
      lines.push({ kind: "hunk", text });
    } else if (UNENDED.test(text) && last !== undefined && isText(last)) {
      lines[lines.length - 1] = { ...last, isUnended: true };
    } else if (isFileHead(text, lines.length) || text.startsWith("\\")) {
      lines.push({ kind: "remark", text });
    } else if (text.startsWith("+")) {
      lines.push(textLine("add", text.slice(1), { older: null, newer }));
      newer = next(newer);
    } else if (text.startsWith("-")) {
      lines.push(textLine("delete", text.slice(1), { older, newer: null }));
      older = next(older);
    } else {
      lines.push(textLine("same", text.slice(1), { older, newer }));
      [older, newer] = [next(older), next(newer)];
    }
  }
  return lines;
}

export function isText(line: DiffLine): line is DiffTextLine {
  return line.kind !== "hunk" && line.kind !== "remark";
}

function textLine(kind: DiffTextLine["kind"], text: string, numbers: Pick<DiffTextLine, "older" | "newer">): DiffTextLine {
  const hasReturn = text.endsWith("\r");
  return { kind, ...numbers, text: hasReturn ? text.slice(0, -1) : text, hasReturn, isUnended: false };
}

/** Lines that came and lines that went. */
export function diffCount({ kind, diff }: FileChange): DiffCount {
  const texts = linesOf(diff);
  if (kind !== "update") {
    const count = isShortening(texts.at(-1) ?? "", texts.length - 1, texts) ? texts.length - 1 : texts.length;
    return kind === "add" ? { added: count, deleted: 0 } : { added: 0, deleted: count };
  }
  let [added, deleted] = [0, 0];
  for (const [index, text] of texts.entries()) {
    if (isFileHead(text, index)) continue;
    if (text.startsWith("+")) added += 1;
    else if (text.startsWith("-")) deleted += 1;
  }
  return { added, deleted };
}

// The two lines that name the files stand in front of the first hunk only; elsewhere they are text that begins with dashes.
function isFileHead(text: string, index: number): boolean {
  return index < 2 && (text.startsWith("--- ") || text.startsWith("+++ "));
}

// The recorder cuts a very long text, and says so in its last line.
function isShortening(text: string, index: number, texts: readonly string[]): boolean {
  return index === texts.length - 1 && text.startsWith(SHORTENED);
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

function next(number: number | null): number | null {
  return number === null ? null : number + 1;
}
