// A command, a pattern or a path as a person must read it before allowing it: every character in the order in which it will be read by the shell, nothing
// invisible, and no padding that pushes the rest out of sight. Pure.
import { beginningOf } from "../../shared/text/beginning-of";
import { grouped } from "../../shared/text/grouped";
import { textSegments, visibleLine } from "./invisible";

export type ExactPart =
  | { readonly type: "text"; readonly text: string }
  /** Letters that are written from right to left: they may turn among themselves, and nothing around them. */
  | { readonly type: "rightToLeft"; readonly text: string }
  | { readonly type: "invisible"; readonly code: string; readonly name: string; readonly count: number }
  /** More blanks than anybody writes to be read. */
  | { readonly type: "padding"; readonly words: string; readonly endsLine: boolean };

// Blanks within a line, or lines with nothing in them.
const PADDING = /[ \t]{41,}|\n(?:[ \t]*\n){4,}/g;
// Everything that the bidirectional algorithm takes from right to left, with the digits that go along.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]+/gu;

/** The parts, in order; joined (each part as often as it counts) they are the text again. */
export function exactParts(text: string): ExactPart[] {
  return split(text, { pattern: PADDING, matched: paddingPart, between: segmentParts });
}

/** Whether something in it would not be seen, or would push other things out of sight, if it were shown as it is. */
export function hasHidden(text: string): boolean {
  return exactParts(text).some(({ type }) => type === "invisible" || type === "padding");
}

/** How long it is, where that is more than is seen at a glance; else null. */
export function lengthWords(text: string): string | null {
  const lines = text.split("\n").length;
  if (text.length <= 800 && lines <= 10) return null;
  return `${grouped(text.length)} characters${lines === 1 ? "" : ` in ${grouped(lines)} lines`}`;
}

const SPOKEN = 300;

/** As it is read aloud: on one line, and no longer than anybody listens. */
export function spokenText(text: string): string {
  if (text.length <= SPOKEN) return visibleLine(text);
  return `${visibleLine(beginningOf(text, SPOKEN))} … and ${text.length - SPOKEN} more characters`;
}

function paddingPart(blanks: string): ExactPart {
  const lineEnds = blanks.split("\n").length - 1;
  if (lineEnds > 0) return { type: "padding", words: `${grouped(lineEnds)} line ends`, endsLine: true };
  const kind = blanks.includes("\t") ? (blanks.includes(" ") ? "spaces and tabs" : "tabs") : "spaces";
  return { type: "padding", words: `${grouped(blanks.length)} ${kind}`, endsLine: false };
}

function segmentParts(text: string): ExactPart[] {
  const parts: ExactPart[] = [];
  for (const segment of textSegments(text)) {
    const last = parts.at(-1);
    if (segment.type === "text") {
      const pieces = split(segment.text, { pattern: RIGHT_TO_LEFT, matched: rightToLeftPart, between: plainPart });
      for (const piece of pieces) parts.push(piece);
    } else if (last?.type === "invisible" && last.code === segment.code) {
      parts[parts.length - 1] = { ...last, count: last.count + 1 };
    } else {
      parts.push({ ...segment, count: 1 });
    }
  }
  return parts;
}

function rightToLeftPart(text: string): ExactPart {
  return { type: "rightToLeft", text };
}

function plainPart(text: string): ExactPart[] {
  return [{ type: "text", text }];
}

interface Splitting {
  readonly pattern: RegExp;
  readonly matched: (text: string) => ExactPart;
  readonly between: (text: string) => ExactPart[];
}

function split(text: string, { pattern, matched, between }: Splitting): ExactPart[] {
  const parts: ExactPart[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > from) for (const part of between(text.slice(from, match.index))) parts.push(part);
    parts.push(matched(match[0]));
    from = match.index + match[0].length;
  }
  if (from < text.length) for (const part of between(text.slice(from))) parts.push(part);
  return parts;
}
