// The lines of one text that match, found in stretches of many lines at once.
import type { LinePattern } from "./search-pattern";

/** Takes a found line; false: no more is wanted. */
export type TakeLine = (line: number, text: string) => boolean;

/** `firstLine`: the number of the text's first line. False: no more is wanted. */
export function searchText(
  text: string,
  pattern: LinePattern,
  { firstLine, take }: { firstLine: number; take: TakeLine },
): boolean {
  const { across, line: single } = pattern;
  let counted = 0;
  let number = firstLine;
  for (let from = 0; from < text.length;) {
    let at = from;
    if (across !== null) {
      across.lastIndex = from;
      const found = across.exec(text);
      if (found === null) return true;
      at = found.index;
    }
    const start = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
    // Behind the last line end there is no line.
    if (start === text.length) return true;
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, text[end - 1] === "\r" ? Math.max(start, end - 1) : end);
    if (single.test(line)) {
      for (let next = text.indexOf("\n", counted); next !== -1 && next < start; next = text.indexOf("\n", counted)) {
        number += 1;
        counted = next + 1;
      }
      if (!take(number, line)) return false;
    }
    from = end + 1;
  }
  return true;
}
