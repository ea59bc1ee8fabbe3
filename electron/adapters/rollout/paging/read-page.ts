// A page out of stretches: as many items as asked for, in file order, wherever the stretches begin and end.
import type { ItemPage } from "../../../../shared/protocol/command";
import type { TurnId } from "../../../../shared/protocol/ids";
import type { Turn } from "../../../../shared/protocol/thread";
import { compareSpots, formatCursor, type ItemSpot } from "./page-cursor";
import type { PlacedItem, Stretch } from "./stretch";

/** A rollout in stretches that lie side by side. The same item is in the same stretch whoever asks. */
export interface Stretches {
  readonly size: number;
  /** One that ends there; `end` is above 0. */
  endingAt(end: number): Promise<Stretch>;
  /** One that begins there or before, and ends behind it; `offset` is below the size. */
  startingAt(offset: number): Promise<Stretch>;
  /** A turn as the whole file tells it; undefined where the stretches themselves do. */
  turn(id: TurnId): Turn | undefined;
}

export interface SpotQuery {
  /** Items from it on (forward), or before it (backward). */
  readonly spot: ItemSpot;
  readonly limit: number;
  readonly direction: "forward" | "backward";
}

/** Between the records that the first and the last item of a page begin with there is less: an item may be of any size. */
const PAGE_BYTES = 8 * 1024 * 1024;

/**
 * At most `limit` items, fewer where they are large, and one at least if there is any. `nextCursor`: forward the first item behind the page, backward the
 * first of the page; null when there is nothing further.
 */
export async function readPage(stretches: Stretches, query: SpotQuery): Promise<ItemPage> {
  const { items, turns } = query.direction === "forward" ? await forward(stretches, query) : await backward(stretches, query);
  if (query.direction === "forward") {
    const count = fitting(items, query.limit);
    return page(stretches, { items: items.slice(0, count), turns }, items[count]);
  }
  const count = fitting(items.toReversed(), query.limit);
  const shown = items.slice(items.length - count);
  return page(stretches, { items: shown, turns }, count < items.length ? shown[0] : undefined);
}

/** How many of them make a page, `items` being in the order of reading. */
function fitting(items: readonly PlacedItem[], limit: number): number {
  const first = items[0]?.spot.offset ?? 0;
  const beyond = items.findIndex(({ spot }) => Math.abs(spot.offset - first) >= PAGE_BYTES);
  return Math.min(limit, beyond === -1 ? items.length : beyond);
}

interface Found {
  readonly items: readonly PlacedItem[];
  readonly turns: ReadonlyMap<TurnId, Turn>;
}

// One more than fits: whether there is more is part of the answer.
async function forward(stretches: Stretches, { spot, limit }: SpotQuery): Promise<Found> {
  const items: PlacedItem[] = [];
  const turns = new Map<TurnId, Turn>();
  for (let offset = spot.offset; offset < stretches.size && fitting(items, limit) === items.length;) {
    const stretch = await stretches.startingAt(offset);
    items.push(...stretch.items.filter((item) => item.spot.offset >= offset && compareSpots(item.spot, spot) >= 0));
    for (const [id, turn] of stretch.turns) if (isBetter(turn, turns.get(id))) turns.set(id, turn);
    offset = stretch.end;
  }
  return { items, turns };
}

async function backward(stretches: Stretches, { spot, limit }: SpotQuery): Promise<Found> {
  let items: readonly PlacedItem[] = [];
  const turns = new Map<TurnId, Turn>();
  // The items of the record that the spot is in the middle of belong to the page.
  let end = Math.min(spot.nth === 0 ? spot.offset : spot.offset + 1, stretches.size);
  while (end > 0 && fitting(items.toReversed(), limit) === items.length) {
    const stretch = await stretches.endingAt(end);
    const before = end;
    const found = stretch.items.filter((item) => item.spot.offset < before && compareSpots(item.spot, spot) < 0);
    items = [...found, ...items];
    for (const [id, turn] of stretch.turns) if (isBetter(turn, turns.get(id))) turns.set(id, turn);
    end = stretch.start;
  }
  return { items, turns };
}

/** Whether it tells more of the turn: its end rather than its beginning alone. */
function isBetter(turn: Turn, known: Turn | undefined): boolean {
  return known === undefined || known.status === "inProgress";
}

function page(stretches: Stretches, { items, turns }: Found, next: PlacedItem | undefined): ItemPage {
  const ids = [...new Set(items.map(({ item }) => item.turnId))];
  return {
    items: items.map(({ item }) => item),
    turns: ids.flatMap((id) => stretches.turn(id) ?? turns.get(id) ?? []),
    nextCursor: next === undefined ? null : formatCursor(next.spot),
  };
}
