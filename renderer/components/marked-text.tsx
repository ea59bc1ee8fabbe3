// A text with what was found in it marked.
import type { ReactNode } from "react";
import { joinedRanges, type Range } from "../state/palette";

/** Text in which the ranges, [start, end) in UTF-16 units, are marked by weight and underline. */
export function MarkedText({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [start, end] of joinedRanges(ranges, text.length)) {
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  parts.push(text.slice(at));
  return parts;
}
