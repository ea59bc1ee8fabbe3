// A page out of stretches: as many items as asked for, in file order, wherever the stretches begin and end.
import type { ItemPage, OutputDeferral } from "../../../../shared/protocol/command";
import type { TurnId } from "../../../../shared/protocol/ids";
import type { Turn } from "../../../../shared/protocol/thread";
import { textLength } from "../../../../shared/view/bounded-item";
import { pageItem } from "../../../../shared/view/page-item";
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
  readonly form: PageForm;
}

/** `whole`: items have all of their texts, whatever is asked to be left out. */
export type PageForm = "whole" | { readonly deferOutput: OutputDeferral | undefined };

/** Between the records that the first and the last item of a page begin with there is less: an item may be of any size. */
const PAGE_BYTES = 8 * 1024 * 1024;
/** UTF-16 units in all items of a page, unless one alone has more: whoever hands it on is not held up by it. */
const PAGE_TEXT = 2 * 1024 * 1024;

/**
 * At most `limit` items, fewer where they are large, and one at least if there is any. `nextCursor`: forward the first item behind the page, backward the
 * first of the page; null when there is nothing further.
 */
export async function readPage(stretches: Stretches, query: SpotQuery): Promise<ItemPage> {
  const found = query.direction === "forward" ? await forward(stretches, query) : await backward(stretches, query);
  const { items } = found;
  const { spot } = query;
  if (query.direction === "forward") {
    const count = fitting(items, query.limit);
    const next = items[count];
    const range = { from: spot.offset, to: next?.spot.offset ?? stretches.size };
    return page(stretches, { found: { ...found, items: items.slice(0, count) }, next, range });
  }
  const count = fitting(items.toReversed(), query.limit);
  const shown = items.slice(items.length - count);
  const next = count < items.length ? shown[0] : undefined;
  const range = { from: next?.spot.offset ?? 0, to: spot.offset };
  return page(stretches, { found: { ...found, items: shown }, next, range });
}

/** How many of them make a page, `items` being in the order of reading. */
function fitting(items: readonly PageItem[], limit: number): number {
  const first = items[0]?.spot.offset ?? 0;
  let sum = 0;
  const beyond = items.findIndex(({ spot, text }, index) => {
    sum += text;
    return index > 0 && (sum > PAGE_TEXT || Math.abs(spot.offset - first) >= PAGE_BYTES);
  });
  return Math.min(limit, beyond === -1 ? items.length : beyond);
}

/** `text`: UTF-16 units that count for the page. */
interface PageItem extends PlacedItem {
  readonly text: number;
}

function inForm(items: readonly PlacedItem[], form: PageForm): readonly PageItem[] {
  if (form === "whole") return items.map((placed) => ({ ...placed, text: 0 }));
  const { deferOutput } = form;
  return items.map(({ item: whole, spot }) => {
    const item = pageItem(whole, { deferOutput, cursor: formatCursor(spot) });
    return { spot, item, text: textLength(item) };
  });
}

/** `bare`: turns without an item, and where they start. */
interface Found {
  readonly items: readonly PageItem[];
  readonly turns: ReadonlyMap<TurnId, Turn>;
  readonly bare: ReadonlyMap<TurnId, number>;
}

// One more than fits: whether there is more is part of the answer.
async function forward(stretches: Stretches, query: SpotQuery): Promise<Found> {
  const { spot, limit, form } = query;
  const items: PageItem[] = [];
  const turns = new Map<TurnId, Turn>();
  const bare = new Map<TurnId, number>();
  for (let offset = spot.offset; offset < stretches.size && fitting(items, limit) === items.length;) {
    const stretch = await stretches.startingAt(offset);
    const from = stretch.items.filter((item) => item.spot.offset >= offset && compareSpots(item.spot, spot) >= 0);
    items.push(...inForm(from, form));
    for (const [id, turn] of stretch.turns) if (isBetter(turn, turns.get(id))) turns.set(id, turn);
    for (const [id, start] of stretch.bare) bare.set(id, start);
    offset = stretch.end;
  }
  return { items, turns, bare };
}

async function backward(stretches: Stretches, query: SpotQuery): Promise<Found> {
  const { spot, limit, form } = query;
  let items: readonly PageItem[] = [];
  const turns = new Map<TurnId, Turn>();
  const bare = new Map<TurnId, number>();
  // The items of the record that the spot is in the middle of belong to the page.
  let end = Math.min(spot.nth === 0 ? spot.offset : spot.offset + 1, stretches.size);
  while (end > 0 && fitting(items.toReversed(), limit) === items.length) {
    const stretch = await stretches.endingAt(end);
    const before = end;
    const found = stretch.items.filter((item) => item.spot.offset < before && compareSpots(item.spot, spot) < 0);
    items = [...inForm(found, form), ...items];
    for (const [id, turn] of stretch.turns) if (isBetter(turn, turns.get(id))) turns.set(id, turn);
    for (const [id, start] of stretch.bare) bare.set(id, start);
    end = stretch.start;
  }
  return { items, turns, bare };
}

/** Whether it tells more of the turn: its end rather than its beginning alone. */
function isBetter(turn: Turn, known: Turn | undefined): boolean {
  return known === undefined || known.status === "inProgress";
}

interface PageParts {
  readonly found: Found;
  /** The cursor of the page behind this one. */
  readonly next: PlacedItem | undefined;
  /** Turns without an item that start there belong to the page. */
  readonly range: { readonly from: number; readonly to: number };
}

function page(stretches: Stretches, { found: { items, turns, bare }, next, range }: PageParts): ItemPage {
  const starts = new Map<TurnId, number>();
  for (const [id, start] of bare) if (start >= range.from && start < range.to) starts.set(id, start);
  for (const { item, spot } of items) if (!starts.has(item.turnId)) starts.set(item.turnId, spot.offset);
  const ids = [...starts].sort(([, one], [, other]) => one - other).map(([id]) => id);
  return {
    items: items.map(({ item }) => item),
    turns: ids.flatMap((id) => stretches.turn(id) ?? turns.get(id) ?? []),
    nextCursor: next === undefined ? null : formatCursor(next.spot),
  };
}
