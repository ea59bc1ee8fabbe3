// Finds a run of lines in a file as Codex does: exactly, else without spaces at the ends, without any around, with typographic signs made plain.

type Form = (line: string) => string;

const FORMS: readonly Form[] = [(line) => line, (line) => line.trimEnd(), (line) => line.trim(), plain];

/** Signs that models write as their ASCII likes, or the other way round. */
const PLAIN_SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "-": "‐‑‒–—―−",
    "'": "‘’‚‛",
    '"': "“”„‟",
    " ": "\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
  }).flatMap(([sign, likes]) => [...likes].map((like) => [like, sign] as const)),
);
const LIKES = new RegExp(`[${[...PLAIN_SIGNS.keys()].join("")}]`, "g");

function plain(line: string): string {
  return line.trim().replaceAll(LIKES, (sign) => PLAIN_SIGNS.get(sign) ?? sign);
}

export class LineFinder {
  readonly #forms: (readonly string[] | undefined)[];

  constructor(lines: readonly string[]) {
    this.#forms = [lines];
  }

  get length(): number {
    return this.#lines.length;
  }

  /** The first place from `from` on, the strictest form first. `isAtEnd`: only the place at the very end counts. Null: nowhere. An empty run is at `from`. */
  find(run: readonly string[], from: number, isAtEnd = false): number | null {
    const start = isAtEnd ? this.#lines.length - run.length : from;
    if (start < from || run.length > this.#lines.length - start) return null;
    for (const [level, form] of FORMS.entries()) {
      const found = indexOfRun(this.#inForm(level, form), run.map(form), start);
      if (found !== null) return found;
    }
    return null;
  }

  /** Where most of the run's lines stand as they should, or at least one that is much like the run's longest. Null: nothing is near. */
  nearest(run: readonly string[]): number | null {
    const lines = this.#inForm(2, (line) => line.trim());
    const placed = mostPlaced(
      lines,
      run.map((line) => line.trim()),
    );
    return placed ?? mostAlike(lines, run);
  }

  slice(from: number, to: number): readonly string[] {
    return this.#lines.slice(from, to);
  }

  get #lines(): readonly string[] {
    return this.#forms[0] ?? [];
  }

  #inForm(level: number, form: Form): readonly string[] {
    return (this.#forms[level] ??= this.#lines.map(form));
  }
}

/** In time of the sum of both lengths (Knuth, Morris, Pratt): a file of a million equal lines holds nobody up. */
function indexOfRun(lines: readonly string[], run: readonly string[], from: number): number | null {
  if (run.length === 0) return from;
  const borders = bordersOf(run);
  let matched = 0;
  for (let at = from; at < lines.length; at += 1) {
    while (matched > 0 && lines[at] !== run[matched]) matched = borders[matched - 1] ?? 0;
    if (lines[at] === run[matched]) matched += 1;
    if (matched === run.length) return at - matched + 1;
  }
  return null;
}

function bordersOf(run: readonly string[]): readonly number[] {
  const borders = [0];
  let length = 0;
  for (let at = 1; at < run.length; at += 1) {
    while (length > 0 && run[at] !== run[length]) length = borders[length - 1] ?? 0;
    if (run[at] === run[length]) length += 1;
    borders.push(length);
  }
  return borders;
}

const MOST_PLACES = 200;

function mostPlaced(lines: readonly string[], run: readonly string[]): number | null {
  const wanted = new Map<string, number>();
  for (const [index, line] of run.entries()) if (line.length > 2 && !wanted.has(line)) wanted.set(line, index);
  const votes = new Map<number, number>();
  const places = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    const index = wanted.get(line);
    if (index === undefined || at < index) continue;
    const count = (places.get(line) ?? 0) + 1;
    places.set(line, count);
    if (count <= MOST_PLACES) votes.set(at - index, (votes.get(at - index) ?? 0) + 1);
  }
  let best: { at: number; count: number } | null = null;
  for (const [at, count] of votes) if (best === null || count > best.count) best = { at, count };
  return best?.at ?? null;
}

const MOST_COMPARED = 20_000;

function mostAlike(lines: readonly string[], run: readonly string[]): number | null {
  const longest = run.reduce((found, line) => (line.trim().length > found.trim().length ? line : found), "");
  const wanted = wordsOf(longest);
  if (wanted.size === 0) return null;
  let best: { at: number; likeness: number } | null = null;
  for (const [at, line] of lines.slice(0, MOST_COMPARED).entries()) {
    const words = wordsOf(line);
    const shared = [...words].filter((word) => wanted.has(word)).length;
    const likeness = (2 * shared) / (words.size + wanted.size);
    if (likeness >= 0.5 && (best === null || likeness > best.likeness)) best = { at, likeness };
  }
  return best === null ? null : Math.max(0, best.at - run.indexOf(longest));
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(
    line
      .slice(0, 1000)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu),
  );
}
