// The text of a line of a diff in pieces: what is plain, what changed within the line, and blanks that would not be seen.
import type { ChangedSpan } from "./diff-pairs";

export interface DiffPiece {
  readonly text: string;
  readonly isChanged: boolean;
  /** One blank that is drawn with a sign. */
  readonly isBlank: boolean;
}

/** Blanks of one line that get a sign; a line of nothing else is no reason for thousands of elements. */
const SIGNED_BLANKS = 200;

/** `hasTail`: blanks at the line's end get signs too, as of a line that was added. The texts joined are the text again. */
export function diffPieces(text: string, span: ChangedSpan | null, hasTail: boolean): DiffPiece[] {
  const tail = hasTail ? text.length - (/[ \t]+$/.exec(text.slice(-SIGNED_BLANKS))?.[0].length ?? 0) : text.length;
  const from = Math.min(span?.from ?? text.length, text.length);
  const to = Math.min(span?.to ?? text.length, text.length);
  const pieces: DiffPiece[] = [];
  let signed = 0;
  const push = (part: string, isChanged: boolean, areBlanksSigned: boolean) => {
    for (const piece of areBlanksSigned ? part.split(/([ \t])/) : [part]) {
      if (piece === "") continue;
      const isBlank = areBlanksSigned && (piece === " " || piece === "\t") && signed < SIGNED_BLANKS;
      if (isBlank) signed += 1;
      const last = pieces.at(-1);
      if (!isBlank && last !== undefined && !last.isBlank && last.isChanged === isChanged)
        pieces[pieces.length - 1] = { ...last, text: last.text + piece };
      else pieces.push({ text: piece, isChanged, isBlank });
    }
  };
  const cuts = [0, from, to, tail, text.length].sort((a, b) => a - b);
  for (const [index, start] of cuts.entries()) {
    const end = cuts[index + 1];
    if (end === undefined || end === start) continue;
    const isChanged = start >= from && end <= to;
    push(text.slice(start, end), isChanged, start >= tail || (isChanged && hasOnlyBlanks(text.slice(from, to))));
  }
  return pieces;
}

// Blanks between words that changed are seen; a change of nothing but blanks is not.
function hasOnlyBlanks(text: string): boolean {
  return /^[ \t]+$/.test(text);
}
