// Cursors of a past session's pages: `@OFFSET` (`@OFFSET.N` for the Nth further item of the same record), or `line:N`. Clients take them as they are.
import { CommandRefused } from "../../../runtime/errors";

/** A place between items: in front of the item `nth` of those that the record at `offset` makes. */
export interface ItemSpot {
  readonly offset: number;
  readonly nth: number;
}

export type PageCursor = { readonly type: "spot"; readonly spot: ItemSpot } | { readonly type: "line"; readonly line: number };

/** Throws CommandRefused `invalidParams`. */
export function parseCursor(cursor: string): PageCursor {
  const [, offset, nth, line] = /^(?:@(\d{1,15})(?:\.(\d{1,6}))?|line:(\d{1,15}))$/.exec(cursor) ?? [];
  if (line !== undefined) return { type: "line", line: Number(line) };
  if (offset !== undefined) return { type: "spot", spot: { offset: Number(offset), nth: Number(nth ?? 0) } };
  throw new CommandRefused("invalidParams", "the cursor is not one of this list");
}

export function formatCursor({ offset, nth }: ItemSpot): string {
  return nth === 0 ? `@${offset}` : `@${offset}.${nth}`;
}

/** Below 0: `one` stands before `other`. */
export function compareSpots(one: ItemSpot, other: ItemSpot): number {
  return one.offset - other.offset || one.nth - other.nth;
}
