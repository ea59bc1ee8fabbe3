// The pages of an open thread: put in front or behind, dropped again when they are far from the reader, read anew when their lines are known.
import type { CommandResult, ItemPage } from "../../shared/protocol/command";
import type { Turn } from "../../shared/protocol/thread";
import type { TurnItem } from "../../shared/protocol/turn-item";
import { withOutputOf } from "../../shared/view/deferred-output";
import { appendPage, prependPage, type ThreadView } from "../../shared/view/thread-view";
import { type OpenThread, type Seam, type ShownThread, withSnapshot } from "./open-thread";
import { turnsInFront } from "./turns-in-front";

export const PAGE_SIZE = 100;
/** Items that may be held before another page is asked for; more than this are dropped at the far side, whole pages at a time. */
const HELD_ITEMS = 800;
const KEPT_ITEMS = 500;

export function withOlderPage(open: ShownThread, page: ItemPage): ShownThread {
  return {
    ...open,
    view: prependPage(open.view, page),
    seams: [...seamsAt(open.view.items[0], open.olderCursor), ...open.seams],
    olderCursor: page.nextCursor,
    isLoadingOlder: false,
    prependCount: open.prependCount + 1,
  };
}

export function withNewerPage(open: ShownThread, page: ItemPage): ShownThread {
  const known = new Set(open.view.items.map((item) => item.id));
  return {
    ...open,
    view: appendPage(open.view, page),
    seams: [
      ...open.seams,
      ...seamsAt(
        page.items.find((item) => !known.has(item.id)),
        open.newerCursor,
      ),
    ],
    newerCursor: page.nextCursor,
    isLoadingNewer: false,
  };
}

function seamsAt(item: { readonly id: Seam["itemId"] } | undefined, cursor: string | null): Seam[] {
  return item === undefined || cursor === null ? [] : [{ itemId: item.id, cursor }];
}

/** Before an older page is asked for: the newest pages go when there are many; scrolling down reads them again. */
export function withoutFarNewer(open: ShownThread): ShownThread {
  const { items } = open.view;
  if (items.length <= HELD_ITEMS || open.view.status.type === "active") return open;
  const places = placesOf(open);
  const cut = places.find(({ at }) => at >= KEPT_ITEMS);
  if (cut === undefined) return open;
  return {
    ...open,
    view: withItems(open.view, {
      items: items.slice(0, cut.at),
      from: 0,
      to: turnsInFront(open.view.turns, items.slice(cut.at)),
    }),
    newerCursor: cut.seam.cursor,
    seams: places.filter(({ at }) => at < cut.at).map(({ seam }) => seam),
  };
}

/** Before a newer page is asked for: the oldest pages go when there are many. */
export function withoutFarOlder(open: ShownThread): ShownThread {
  const { items } = open.view;
  if (items.length <= HELD_ITEMS) return open;
  const places = placesOf(open);
  const cut = places.findLast(({ at }) => items.length - at >= KEPT_ITEMS);
  if (cut === undefined || cut.at === 0) return open;
  return {
    ...open,
    view: withItems(open.view, {
      items: items.slice(cut.at),
      from: turnsInFront(open.view.turns, items.slice(cut.at)),
      to: Infinity,
    }),
    olderCursor: cut.seam.cursor,
    seams: places.filter(({ at }) => at > cut.at).map(({ seam }) => seam),
    prependCount: open.prependCount + 1,
  };
}

function placesOf({ seams, view }: ShownThread): { seam: Seam; at: number }[] {
  const indexes = new Map(view.items.map((item, index) => [item.id, index]));
  return seams.flatMap((seam) => {
    const at = indexes.get(seam.itemId);
    return at === undefined ? [] : [{ seam, at }];
  });
}

/** `from`, `to`: the turns that stand beside the items, with and without items of their own. */
interface Kept {
  readonly items: ThreadView["items"];
  readonly from: number;
  readonly to: number;
}

function withItems(view: ThreadView, { items, from, to }: Kept): ThreadView {
  const shown = new Set(items.map((item) => item.turnId));
  const isKept = (turn: Turn, index: number): boolean =>
    (index >= from && index < to) || shown.has(turn.id) || turn.status === "inProgress";
  return { ...view, items, turns: view.turns.filter(isKept) };
}

/** The pages around an item of the thread, in place of what was shown. */
export interface Place {
  readonly snapshot: CommandResult<"thread/resume">;
  /** Begins with the item. */
  readonly forward: ItemPage;
  readonly backward: ItemPage;
}

/** The thread opened at an item. Where the newest page holds it, that page is shown, and the thread goes on by events. */
export function withPlace(before: OpenThread | undefined, { snapshot, forward, backward }: Place): ShownThread {
  const place = { placeCount: placeCountOf(before) + 1, markedId: forward.items[0]?.id ?? null };
  const atEnd = { ...withSnapshot(withoutContent(before), snapshot), ...place };
  const isThere = snapshot.page.items.some((item) => item.id === place.markedId);
  if (isThere || place.markedId === null) return atEnd;
  const from = { ...atEnd.view, items: [...forward.items], turns: [...forward.turns] };
  return {
    ...atEnd,
    view: prependPage(from, backward),
    olderCursor: backward.nextCursor,
    newerCursor: forward.nextCursor,
    seams: [],
  };
}

/** The end of the thread, in place of what was shown. */
export function withEnd(open: ShownThread, snapshot: CommandResult<"thread/resume">): ShownThread {
  return { ...withSnapshot(withoutContent(open), snapshot), placeCount: open.placeCount + 1 };
}

function withoutContent(before: OpenThread | undefined): OpenThread {
  return { type: "opening", held: before === undefined || before.type === "failed" ? [] : before.held };
}

function placeCountOf(before: OpenThread | undefined): number {
  return before?.type === "shown" ? before.placeCount : 0;
}

/** Lines that are known by now, on items and turns that are on screen without them. */
export function withLines(open: ShownThread, page: Pick<ItemPage, "items" | "turns">): ShownThread {
  const items = new Map(page.items.map((item) => [item.id, item]));
  const turns = new Map(page.turns.map((turn) => [turn.id, turn]));
  const unnumbered = new Set(open.unnumbered);
  const numberedItems = open.view.items.map((item) => {
    const read = items.get(item.id);
    if (item.line !== undefined || read?.line === undefined) return item;
    unnumbered.add(item.id);
    return withOutputOf(item, read);
  });
  const numberedTurns = open.view.turns.map((turn) => (turn.line === undefined ? (turns.get(turn.id) ?? turn) : turn));
  return { ...open, view: { ...open.view, items: numberedItems, turns: numberedTurns }, unnumbered };
}

/** With an output that the page of its item left out. */
export function withOutput(open: ShownThread, whole: TurnItem): ShownThread {
  const items = open.view.items.map((item) => (item.id === whole.id ? withOutputOf(whole, item) : item));
  return { ...open, view: { ...open.view, items } };
}
