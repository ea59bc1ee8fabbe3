// A page of a live thread's items. The cursor is a line number (`line:N`), so it stays good while the thread grows.
import type { ItemPage, OutputDeferral } from "../../shared/protocol/command";
import type { TurnItem } from "../../shared/protocol/turn-item";
import { pageItem } from "../../shared/view/page-item";
import type { ThreadView } from "../../shared/view/thread-view";
import { CommandRefused } from "../runtime/errors";

export const PAGE_SIZE = 100;

export interface PageQuery {
  readonly cursor?: string;
  readonly limit?: number;
  readonly direction: "forward" | "backward";
  readonly deferOutput?: OutputDeferral | undefined;
  /** Where the items in front of the view are found; null when the view holds them all. */
  readonly olderCursor: string | null;
}

/**
 * Items stand in file order, those still streaming last. `nextCursor` is null when there is nothing further in the direction. What streams has no line to
 * go on from, so it comes whole with the newest recorded items, beyond the limit.
 */
export function itemPage(
  view: Readonly<ThreadView>,
  { cursor, limit = PAGE_SIZE, direction, olderCursor, deferOutput }: PageQuery,
): ItemPage {
  const line = cursor === undefined ? null : lineOf(cursor);
  const recorded = view.items.findLastIndex((item) => item.line !== undefined) + 1;
  if (direction === "forward") {
    const start = line === null ? 0 : view.items.findIndex((item) => (item.line ?? Infinity) >= line);
    const isAtEnd = start === -1 || start + limit >= recorded;
    const items = start === -1 ? [] : view.items.slice(start, isAtEnd ? undefined : start + limit);
    const next = isAtEnd ? undefined : view.items[start + limit];
    return page(view, { items, nextCursor: cursorOf(next), deferOutput });
  }
  const end = line === null ? view.items.length : view.items.findLastIndex((item) => (item.line ?? Infinity) < line) + 1;
  const start = Math.max(0, Math.min(end, recorded) - limit);
  const items = view.items.slice(start, end);
  return page(view, { items, nextCursor: start === 0 ? olderCursor : cursorOf(items[0]), deferOutput });
}

/** Throws CommandRefused `invalidParams` for a cursor of another kind. */
export function lineOf(cursor: string): number {
  const line = /^line:(\d+)$/.exec(cursor)?.[1];
  if (line === undefined) throw new CommandRefused("invalidParams", "the cursor is not one of this list");
  return Number(line);
}

function cursorOf(item: TurnItem | undefined): string | null {
  return item?.line === undefined ? null : `line:${item.line}`;
}

interface PageParts extends Pick<ItemPage, "items" | "nextCursor"> {
  readonly deferOutput: OutputDeferral | undefined;
}

function page(view: Readonly<ThreadView>, { items, nextCursor, deferOutput }: PageParts): ItemPage {
  const turnIds = new Set(items.map((item) => item.turnId));
  return {
    items: items.map((item) => pageItem(item, { deferOutput, cursor: cursorOf(item) })),
    turns: view.turns.filter((turn) => turnIds.has(turn.id)),
    nextCursor,
  };
}
