// The part of a text that shows why it was found, and where in it the words stand.

const BEFORE = 48;
const AFTER = 140;

export interface Snippet {
  readonly snippet: string;
  /** [start, end) in UTF-16 units. */
  readonly ranges: [number, number][];
}

/** `words`: in lower case. White space is drawn together; the snippet begins near the first place where a word stands. */
export function snippetOf(text: string, words: readonly string[]): Snippet | null {
  const first = firstPlace(text, words);
  if (first === -1) return null;
  const from = wholeFrom(text, Math.max(0, first - BEFORE));
  const to = wholeTo(text, Math.min(text.length, first + AFTER));
  const cut = text.slice(from, to).replace(/\s+/g, " ").trim();
  const snippet = `${from > 0 ? "…" : ""}${cut}${to < text.length ? "…" : ""}`;
  return { snippet, ranges: rangesIn(snippet, words) };
}

function firstPlace(text: string, words: readonly string[]): number {
  const lower = sameLengthLower(text);
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place !== -1);
  return places.length === 0 ? -1 : Math.min(...places);
}

function rangesIn(snippet: string, words: readonly string[]): [number, number][] {
  const lower = sameLengthLower(snippet);
  const found: [number, number][] = [];
  for (const word of words) {
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + word.length)) found.push([at, at + word.length]);
  }
  found.sort(([one], [other]) => one - other);
  const merged: [number, number][] = [];
  for (const [start, end] of found) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** Lower case without a change of length, so that places in it are places in the text: a few letters change theirs and stay as they are. */
function sameLengthLower(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter)).join("");
}

/** Never the second half of a pair of surrogates. */
function wholeFrom(text: string, index: number): number {
  return isLowSurrogate(text, index) ? index - 1 : index;
}

function wholeTo(text: string, index: number): number {
  return isLowSurrogate(text, index) ? index - 1 : index;
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
