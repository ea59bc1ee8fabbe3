// The part of a text that shows why it was found, and where in it the words stand.

const BEFORE = 48;
const AFTER = 140;

export interface Snippet {
  readonly snippet: string;
  /** [start, end) in UTF-16 units. */
  readonly ranges: [number, number][];
}

/** Enough to find the best of; a text may hold a word a thousand times. */
const MOST_PLACES = 500;

/** `words`: in lower case. White space is drawn together; the snippet begins near the first place where as many of the words as can be stand together. */
export function snippetOf(text: string, words: readonly string[]): Snippet | null {
  const first = bestPlace(text, words);
  if (first === null) return null;
  const from = wholeFrom(text, Math.max(0, first - BEFORE));
  const to = wholeTo(text, Math.min(text.length, first + AFTER));
  const cut = text.slice(from, to).replace(/\s+/g, " ").trim();
  const snippet = `${from > 0 ? "…" : ""}${cut}${to < text.length ? "…" : ""}`;
  return { snippet, ranges: rangesIn(snippet, words) };
}

interface Place {
  readonly word: string;
  readonly at: number;
}

function bestPlace(text: string, words: readonly string[]): number | null {
  const places = placesOf(text, words);
  let best: { readonly at: number; readonly count: number } | null = null;
  for (const [index, { at }] of places.entries()) {
    const near = new Set<string>();
    for (let next = index; (places[next]?.at ?? Infinity) < at + AFTER; next += 1) near.add(places[next]?.word ?? "");
    if (best === null || near.size > best.count) best = { at, count: near.size };
    if (best.count === words.length) break;
  }
  return best?.at ?? null;
}

/** Where the words begin, as the search means it, in order; where none does (letters that are folded), wherever they stand. */
function placesOf(text: string, words: readonly string[]): readonly Place[] {
  const lower = sameLengthLower(text);
  const anywhere = words.flatMap((word) => occurrences(lower, word).map((at): Place => ({ word, at })));
  const beginnings = anywhere.filter(({ at }) => isBeginning(lower, at));
  return (beginnings.length > 0 ? beginnings : anywhere).toSorted((one, other) => one.at - other.at);
}

function occurrences(text: string, word: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(word); at !== -1 && found.length < MOST_PLACES; at = text.indexOf(word, at + word.length))
    found.push(at);
  return found;
}

/** Chinese, Japanese and Korean are written without spaces: there a word begins anywhere. */
function isBeginning(text: string, at: number): boolean {
  const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? " ";
  return !/[\p{L}\p{N}\p{M}]/u.test(before) || CJK.test([...text.slice(at, at + 2)][0] ?? "") || CJK.test(before);
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

function rangesIn(snippet: string, words: readonly string[]): [number, number][] {
  const found = placesOf(snippet, words).map(({ word, at }): [number, number] => [at, at + word.length]);
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
