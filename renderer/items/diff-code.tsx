// One line of a diff: what changed within it, the blanks and characters that cannot be seen, and what ends it where that matters.
import { beginningOf } from "../../shared/text/beginning-of";
import { VisibleText } from "../components/visible-text";
import { grouped } from "../../shared/text/grouped";
import type { DiffTextLine } from "../text/diff-lines";
import { changedSpans, endWords } from "../text/diff-pairs";
import { diffPieces } from "../text/diff-whitespace";

/** Characters of one line that are drawn. */
const LINE_LENGTH = 2000;

interface DiffCodeProps {
  readonly line: DiffTextLine;
  /** The line it is paired with: what it was, or became. */
  readonly other: DiffTextLine | null;
  /** Lines of this diff end in two ways. */
  readonly isMixed: boolean;
}

export function DiffCode({ line, other, isMixed }: DiffCodeProps) {
  const isOlder = line.kind === "delete";
  const spans =
    line.kind === "same" || other === null
      ? null
      : changedSpans(isOlder ? line.text : other.text, isOlder ? other.text : line.text);
  const shown = beginningOf(line.text, LINE_LENGTH);
  const end = endWords(line, other, isMixed);
  return (
    <>
      {diffPieces(shown, spans?.[isOlder ? "older" : "newer"] ?? null, line.kind === "add").map((piece, index) => {
        const classes = [piece.isChanged ? "changed" : "", piece.isBlank ? (piece.text === "\t" ? "blank tab" : "blank") : ""];
        const name = classes.filter(Boolean).join(" ");
        return name === "" ? (
          <VisibleText key={index} text={piece.text} />
        ) : (
          <span key={index} className={name}>
            <VisibleText text={piece.text} />
          </span>
        );
      })}
      {line.text.length > LINE_LENGTH ? (
        <span className="line-end" data-added="">{`… ${grouped(line.text.length - shown.length)} characters more`}</span>
      ) : null}
      {end === "" ? null : (
        <span className="line-end" data-added="">
          {end}
        </span>
      )}
    </>
  );
}
