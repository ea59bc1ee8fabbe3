// What is remembered of a whole rollout so that any part of it can be read alone: sparse checkpoints, and the records that belong to one item although a
// checkpoint stands between them. Data and look-ups only; it is made in build-index.ts and kept by index-file.ts.
import { z } from "zod";
import { TurnId } from "../../../../shared/protocol/ids";
import { ThreadTokenUsage, Turn } from "../../../../shared/protocol/thread";

/** Where a record starts, and the number of its line. */
export const Spot = z.tuple([z.number(), z.number()]);
export type Spot = z.infer<typeof Spot>;

/**
 * `turnId`: the turn that the next line belongs to; `isActive`: it has not ended. `state`: the translator's, as JSON: there are many. `isSettled`: no line
 * before it waits for one behind it.
 */
export const Checkpoint = z.object({
  offset: z.number(),
  line: z.number(),
  turnId: TurnId.nullable(),
  isActive: z.boolean(),
  cwd: z.string(),
  isSettled: z.boolean(),
  state: z.string().nullable(),
});
export type Checkpoint = z.infer<typeof Checkpoint>;

/**
 * `strands`: records that make one item, or items that know of one another (calls issued together, their runs and outputs; an input and the message that it
 * became), in file order, where a checkpoint stands between the first and the last. `turns`: those that a checkpoint stands in or right behind.
 * `queueLines`: what the queue at the end is made of.
 */
export const IndexTables = z.object({
  checkpoints: z.array(Checkpoint),
  strands: z.array(z.array(Spot)),
  turns: z.array(Turn),
  queueLines: z.array(Spot),
  tokens: ThreadTokenUsage.nullable(),
});
export type IndexTables = z.infer<typeof IndexTables>;

/** `repairs`: the damaged lines, by number, in words. */
export interface OffsetIndex extends Readonly<IndexTables> {
  readonly size: number;
  readonly repairs: readonly string[];
}

/** The number of the checkpoint that the offset is behind, or at. */
export function checkpointAt(index: OffsetIndex, offset: number): number {
  return lastWhere(index.checkpoints, (checkpoint) => checkpoint.offset <= offset);
}

/** Likewise for a line's number. */
export function checkpointOfLine(index: OffsetIndex, line: number): number {
  return lastWhere(index.checkpoints, (checkpoint) => checkpoint.line <= line);
}

/** The records before `start` that an item behind it needs, in file order. */
export function recordsBefore(index: OffsetIndex, start: number): Spot[] {
  const crossing = index.strands.filter((strand) => isBefore(strand[0], start) && !isBefore(strand.at(-1), start));
  return inOrder(crossing.flatMap((strand) => strand.filter((spot) => isBefore(spot, start))));
}

/** The records from `end` on that belong to items between `start` and `end`, in file order. */
export function recordsBehind(index: OffsetIndex, { start, end }: { readonly start: number; readonly end: number }): Spot[] {
  const crossing = index.strands.filter((strand) => isBefore(strand[0], end) && !isBefore(strand.at(-1), end));
  const ours = crossing.filter((strand) => strand.some((spot) => !isBefore(spot, start) && isBefore(spot, end)));
  return inOrder(ours.flatMap((strand) => strand.filter((spot) => !isBefore(spot, end))));
}

function isBefore(spot: Spot | undefined, offset: number): boolean {
  return spot !== undefined && spot[0] < offset;
}

function inOrder(spots: readonly Spot[]): Spot[] {
  const once = new Map(spots.map((spot) => [spot[0], spot]));
  return [...once.values()].sort((one, other) => one[0] - other[0]);
}

function lastWhere<Entry>(sorted: readonly Entry[], holds: (entry: Entry) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = sorted[middle];
    if (entry !== undefined && holds(entry)) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
