// JSON of which only the beginning was read → JSON: a header or an input of many MiB says what it is in its first bytes.

/** What is whole of the text, closed; null when nothing is. A text value that is cut keeps its beginning. No recursion: any depth is good. */
export function closeCutJson(text: string): string | null {
  const closers: string[] = [];
  let whole: { readonly end: number; readonly closers: string } | null = null;
  let isKeyNext = false;
  const mark = (end: number): void => {
    whole = { end, closers: closers.toReversed().join("") };
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const string = stringFrom(text, at);
      if (string.isCut) return isKeyNext ? closed(text, whole) : `${text.slice(0, string.end)}"${closers.toReversed().join("")}`;
      at = string.end - 1;
      if (!isKeyNext) mark(at + 1);
    } else if (character === "{" || character === "[") {
      closers.push(character === "{" ? "}" : "]");
      isKeyNext = character === "{";
      mark(at + 1);
    } else if (character === "}" || character === "]") {
      closers.pop();
      isKeyNext = false;
      mark(at + 1);
      if (closers.length === 0) break;
    } else if (character === ",") {
      mark(at);
      isKeyNext = closers.at(-1) === "}";
    } else if (character === ":") isKeyNext = false;
  }
  return closed(text, whole);
}

function closed(text: string, whole: { readonly end: number; readonly closers: string } | null): string | null {
  return whole === null ? null : text.slice(0, whole.end) + whole.closers;
}

/** `end`: behind the closing quote; of a cut one, where its last whole character ends. */
function stringFrom(text: string, start: number): { readonly end: number; readonly isCut: boolean } {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return { end: at + 1, isCut: false };
    if (text[at] !== "\\") continue;
    const length = text[at + 1] === "u" ? 6 : 2;
    if (at + length > text.length) return { end: at, isCut: true };
    at += length - 1;
  }
  return { end: text.length, isCut: true };
}
