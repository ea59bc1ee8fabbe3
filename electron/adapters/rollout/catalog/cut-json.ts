// JSON of which only the beginning was read → JSON: a header or an input of many MiB says what it is in its first bytes.

/** The brackets that are open, innermost first: shared, so that remembering them costs nothing at any depth. */
interface Open {
  readonly closer: "}" | "]";
  readonly outer: Open | null;
}

/** What is whole of the text, closed; null when nothing is. A text value that is cut keeps its beginning. No recursion: any depth is good. */
export function closeCutJson(text: string): string | null {
  let open: Open | null = null;
  let whole: { readonly end: number; readonly open: Open | null } = { end: 0, open };
  let isKeyNext = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const string = stringFrom(text, at);
      if (string.isCut && !isKeyNext) return `${text.slice(0, string.end)}"${closersOf(open)}`;
      if (string.isCut) break;
      at = string.end - 1;
      if (!isKeyNext) whole = { end: at + 1, open };
    } else if (character === "{" || character === "[") {
      open = { closer: character === "{" ? "}" : "]", outer: open };
      isKeyNext = character === "{";
      whole = { end: at + 1, open };
    } else if (character === "}" || character === "]") {
      open = outerOf(open);
      isKeyNext = false;
      whole = { end: at + 1, open };
      if (open === null) break;
    } else if (character === ",") {
      whole = { end: at, open };
      isKeyNext = open?.closer === "}";
    } else if (character === ":") isKeyNext = false;
  }
  return whole.end === 0 ? null : text.slice(0, whole.end) + closersOf(whole.open);
}

function outerOf(open: Open | null): Open | null {
  return open === null ? null : open.outer;
}

function closersOf(innermost: Open | null): string {
  const closers: string[] = [];
  for (let open = innermost; open !== null; open = open.outer) closers.push(open.closer);
  return closers.join("");
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
