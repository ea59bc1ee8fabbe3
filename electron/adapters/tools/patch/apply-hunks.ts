// A file's lines and the hunks for it → the lines it will have. Lines of context stay as the file has them, whatever the patch wrote. Pure.
import { LineFinder } from "./line-finder";
import type { Hunk, HunkLine } from "./parse-patch";
import type { TextLine } from "./text-lines";

export type Applied = { readonly ok: true; readonly lines: readonly TextLine[] } | { readonly ok: false; readonly why: string };

/** `why`: which hunk, the lines that were not found, and the nearest that are there. */
export function applyHunks(lines: readonly TextLine[], hunks: readonly Hunk[]): Applied {
  const finder = new LineFinder(lines.map(({ text }) => text));
  const made = new MadeLines(lines);
  let from = 0;
  for (const [index, hunk] of hunks.entries()) {
    const place = findHunk(hunk, { finder, from });
    if (!place.ok) return { ok: false, why: notFound(place, { finder, from, number: index + 1, of: hunks.length }) };
    made.keepTo(place.at);
    for (const block of blocksOf(place.lines)) made.put(block);
    from = made.taken;
  }
  made.keepTo(lines.length);
  return { ok: true, lines: withEndings(made.lines, lines) };
}

type HunkPlace =
  | { readonly ok: true; readonly at: number; readonly lines: readonly HunkLine[] }
  | { readonly ok: false; readonly missing: readonly string[]; readonly isContext: boolean; readonly isAtEnd: boolean };

/** Within a hunk, from the lines that `@@` names on. */
function findHunk(hunk: Hunk, { finder, from }: { readonly finder: LineFinder; readonly from: number }): HunkPlace {
  let start = from;
  for (const context of hunk.contexts) {
    const at = finder.find([context], start);
    if (at === null) return { ok: false, missing: [context], isContext: true, isAtEnd: false };
    start = at + 1;
  }
  const old = oldLines(hunk.lines);
  // Nothing to find: behind the line that `@@` names, else at the end.
  if (old.length === 0)
    return { ok: true, at: hunk.contexts.length > 0 && !hunk.isAtEnd ? start : finder.length, lines: hunk.lines };
  const at = finder.find(old, start, hunk.isAtEnd);
  if (at !== null) return { ok: true, at, lines: hunk.lines };
  const shorter = withoutBlankEnd(hunk.lines);
  const shorterAt = shorter === null ? null : finder.find(oldLines(shorter), start, hunk.isAtEnd);
  if (shorter !== null && shorterAt !== null) return { ok: true, at: shorterAt, lines: shorter };
  // The line that `@@` names is often the hunk's first as well.
  const again = hunk.contexts.length === 0 ? null : finder.find(old, start - 1, hunk.isAtEnd);
  if (again !== null) return { ok: true, at: again, lines: hunk.lines };
  return { ok: false, missing: old, isContext: false, isAtEnd: hunk.isAtEnd };
}

function oldLines(lines: readonly HunkLine[]): readonly string[] {
  return lines.filter(({ kind }) => kind !== "added").map(({ text }) => text);
}

/** A blank line at a hunk's end often belongs to the patch's layout. Null: there is none, or nothing else. */
function withoutBlankEnd(lines: readonly HunkLine[]): readonly HunkLine[] | null {
  const last = lines.at(-1);
  const rest = lines.slice(0, -1);
  return last?.kind === "context" && last.text === "" && oldLines(rest).length > 0 ? rest : null;
}

/** Kept lines, or what was removed and added together at one place. */
type Block =
  | { readonly type: "kept"; readonly count: number }
  | { readonly type: "changed"; readonly removed: number; readonly added: readonly string[] };

function blocksOf(lines: readonly HunkLine[]): readonly Block[] {
  const blocks: Block[] = [];
  for (const { kind, text } of lines) {
    const last = blocks.at(-1);
    if (kind === "context") {
      blocks.push({ type: "kept", count: 1 });
      continue;
    }
    const { removed, added } = last?.type === "changed" ? last : { removed: 0, added: [] };
    if (last?.type === "changed") blocks.pop();
    blocks.push({
      type: "changed",
      removed: removed + (kind === "removed" ? 1 : 0),
      added: kind === "added" ? [...added, text] : added,
    });
  }
  return blocks;
}

/** The new file as it grows; what is added has no ending yet where its neighbours have none. */
class MadeLines {
  readonly lines: TextLine[] = [];
  readonly #old: readonly TextLine[];
  /** Lines of the old file that are dealt with. */
  taken = 0;

  constructor(old: readonly TextLine[]) {
    this.#old = old;
  }

  keepTo(end: number): void {
    for (; this.taken < end; this.taken += 1) {
      const line = this.#old[this.taken];
      if (line !== undefined) this.lines.push(line);
    }
  }

  put(block: Block): void {
    if (block.type === "kept") return this.keepTo(this.taken + block.count);
    const removed = this.#old.slice(this.taken, this.taken + block.removed);
    const before = this.lines.at(-1);
    this.taken += block.removed;
    const after = this.#old[this.taken];
    for (const [index, text] of block.added.entries()) {
      const neighbour = removed[index] ?? removed.at(-1) ?? before ?? after;
      this.lines.push({ text, ending: neighbour?.ending ?? "" });
    }
  }
}

/** A file that no newline ended ends so again; every other line gets the ending of the nearest line above, or below, that has one. */
function withEndings(made: readonly TextLine[], old: readonly TextLine[]): readonly TextLine[] {
  const isOpen = old.at(-1)?.ending === "";
  let ending = old.find((line) => line.ending !== "")?.ending ?? "\n";
  return made.map((line, index) => {
    if (line.ending !== "") ending = line.ending;
    if (isOpen && index === made.length - 1) return line.ending === "" ? line : { ...line, ending: "" };
    return line.ending === "" ? { ...line, ending } : line;
  });
}

interface Search {
  readonly finder: LineFinder;
  readonly from: number;
  readonly number: number;
  readonly of: number;
}

function notFound(place: Extract<HunkPlace, { ok: false }>, { finder, from, number, of }: Search): string {
  const { missing, isContext, isAtEnd } = place;
  const what = isContext ? "the line that @@ names was not found" : "these lines were not found";
  const where = isAtEnd ? " at the end of the file" : from === 0 ? "" : ` below line ${from}`;
  return `hunk ${number} of ${of}: ${what}${where}:\n${excerpt(missing, null)}\n${hint(missing, { finder, from, isAtEnd })}`;
}

function hint(
  missing: readonly string[],
  { finder, from, isAtEnd }: Pick<Search, "finder" | "from"> & { readonly isAtEnd: boolean },
): string {
  const elsewhere = finder.find(missing, 0);
  if (elsewhere !== null && isAtEnd) return `They stand at line ${elsewhere + 1}, which is not the end.`;
  if (elsewhere !== null && elsewhere < from)
    return `They stand above, at line ${elsewhere + 1}: the hunks of a file must come in its order.`;
  const near = finder.nearest(missing);
  if (near === null) return finder.length === 0 ? "The file is empty." : "Nothing in the file is near them; read it again.";
  return `The nearest lines of the file are:\n${excerpt(finder.slice(near, near + missing.length), near + 1)}`;
}

const SHOWN_LINES = 12;
const SHOWN_CHARACTERS = 200;

/** `first`: the number of the first line; null: without numbers. */
function excerpt(lines: readonly string[], first: number | null): string {
  const shown = lines.slice(0, SHOWN_LINES).map((line, index) => {
    const text = line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
    return first === null ? `  ${text}` : `${String(first + index).padStart(6)}| ${text}`;
  });
  return [...shown, ...(lines.length > SHOWN_LINES ? [`  … and ${lines.length - SHOWN_LINES} more lines`] : [])].join("\n");
}
