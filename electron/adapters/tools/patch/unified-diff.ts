// Two forms of a file, line by line → unified hunks with line numbers. Pure.
import type { TextLine } from "./text-lines";

const CONTEXT_LINES = 3;
/** Lines that differ; beyond, the differing middle is told as one block, which is true as well. */
const MOST_CHANGES = 800;

/** `before` lines from `at` on were taken out, `added` put in. */
interface Edit {
  readonly at: number;
  readonly removed: number;
  readonly addedAt: number;
  readonly added: number;
}

/** Empty when the two are the same. A line that ends in CRLF keeps its CR, as in the file: else a change of endings alone would be told as none. */
export function unifiedDiff(before: readonly TextLine[], after: readonly TextLine[]): string {
  return grouped(editsBetween(before, after))
    .map((edits) => hunkText(edits, before, after))
    .join("\n");
}

function editsBetween(before: readonly TextLine[], after: readonly TextLine[]): readonly Edit[] {
  let start = 0;
  while (start < before.length && start < after.length && isSame(before[start], after[start])) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && isSame(before[before.length - 1 - end], after[after.length - 1 - end])) end += 1;
  const middle = { old: before.slice(start, before.length - end), new: after.slice(start, after.length - end) };
  if (middle.old.length === 0 && middle.new.length === 0) return [];
  const edits = shortestEdits(middle.old, middle.new) ?? [
    { at: 0, removed: middle.old.length, addedAt: 0, added: middle.new.length },
  ];
  return edits.map((edit) => ({ ...edit, at: edit.at + start, addedAt: edit.addedAt + start }));
}

function isSame(one: TextLine | undefined, other: TextLine | undefined): boolean {
  return one !== undefined && one.text === other?.text && one.ending === other.ending;
}

/** Myers: the fewest lines taken out and put in. Null: there are too many. */
function shortestEdits(old: readonly TextLine[], now: readonly TextLine[]): readonly Edit[] | null {
  const reached = new Map([[1, 0]]);
  const steps: ReadonlyMap<number, number>[] = [];
  for (let changes = 0; changes <= Math.min(MOST_CHANGES, old.length + now.length); changes += 1) {
    steps.push(new Map(reached));
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = isDown(reached, { diagonal, changes }) ? (reached.get(diagonal + 1) ?? 0) : (reached.get(diagonal - 1) ?? 0) + 1;
      while (x < old.length && x - diagonal < now.length && isSame(old[x], now[x - diagonal])) x += 1;
      reached.set(diagonal, x);
      if (x >= old.length && x - diagonal >= now.length) return walkBack(steps, { x: old.length, y: now.length });
    }
  }
  return null;
}

function isDown(reached: ReadonlyMap<number, number>, { diagonal, changes }: { diagonal: number; changes: number }): boolean {
  if (diagonal === -changes) return true;
  return diagonal !== changes && (reached.get(diagonal - 1) ?? 0) < (reached.get(diagonal + 1) ?? 0);
}

/** From the end to the beginning, one removed or added line for each step; neighbours become one edit. */
function walkBack(
  steps: readonly ReadonlyMap<number, number>[],
  end: { readonly x: number; readonly y: number },
): readonly Edit[] {
  const edits: Edit[] = [];
  let { x, y } = end;
  for (let changes = steps.length - 1; changes > 0; changes -= 1) {
    const reached = steps[changes] ?? new Map<number, number>();
    const diagonal = x - y;
    const down = isDown(reached, { diagonal, changes });
    const from = down ? diagonal + 1 : diagonal - 1;
    const fromX = reached.get(from) ?? 0;
    x = fromX;
    y = fromX - from;
    const one = down ? { at: x, removed: 0, addedAt: y, added: 1 } : { at: x, removed: 1, addedAt: y, added: 0 };
    const next = edits[0];
    if (next !== undefined && one.at + one.removed === next.at && one.addedAt + one.added === next.addedAt)
      edits[0] = { ...one, removed: one.removed + next.removed, added: one.added + next.added };
    else edits.unshift(one);
  }
  return edits;
}

/** Edits whose context would touch stand in one hunk. */
function grouped(edits: readonly Edit[]): readonly (readonly Edit[])[] {
  const groups: Edit[][] = [];
  for (const edit of edits) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && edit.at - (last.at + last.removed) <= 2 * CONTEXT_LINES) groups.at(-1)?.push(edit);
    else groups.push([edit]);
  }
  return groups;
}

function hunkText(edits: readonly Edit[], before: readonly TextLine[], after: readonly TextLine[]): string {
  const [first, last] = [edits[0], edits.at(-1)];
  if (first === undefined || last === undefined) return "";
  const lead = Math.min(CONTEXT_LINES, first.at);
  const tail = Math.min(CONTEXT_LINES, before.length - (last.at + last.removed));
  const rows: string[] = [];
  let at = first.at - lead;
  for (const edit of edits) {
    rows.push(...shown(" ", before.slice(at, edit.at)));
    rows.push(...shown("-", before.slice(edit.at, edit.at + edit.removed)));
    rows.push(...shown("+", after.slice(edit.addedAt, edit.addedAt + edit.added)));
    at = edit.at + edit.removed;
  }
  rows.push(...shown(" ", before.slice(at, at + tail)));
  const oldCount = at + tail - (first.at - lead);
  const newCount = oldCount + edits.reduce((sum, { removed, added }) => sum + added - removed, 0);
  const header = `@@ -${range(first.at - lead, oldCount)} +${range(first.addedAt - lead, newCount)} @@`;
  return [header, ...rows].join("\n");
}

/** A range without lines names the line in front of it. */
function range(at: number, count: number): string {
  return `${count === 0 ? at : at + 1},${count}`;
}

function shown(sign: string, lines: readonly TextLine[]): readonly string[] {
  return lines.flatMap(({ text, ending }) => {
    if (ending === "") return [sign + text, "\\ No newline at end of file"];
    return [sign + text + (ending === "\r\n" ? "\r" : "")];
  });
}
