// One thread as the window holds it: a run of its items, anywhere in its file, and every pure step it can take: opened from a snapshot, carried
// on by events, caught up after a gap. Pages and their seams are in thread-pages.ts.
import type { CommandResult, ItemPage } from "../../shared/protocol/command";
import type { Notification } from "../../shared/protocol/event";
import type { ItemId } from "../../shared/protocol/ids";
import type { IndexProgress } from "../../shared/protocol/past-session";
import type { Thread, Turn } from "../../shared/protocol/thread";
import { withOutputOf } from "../../shared/view/deferred-output";
import { emptyThreadView, reduceThread, type ThreadView } from "../../shared/view/thread-view";
import { turnsInFront } from "./turns-in-front";

/** An event in a thread's sequence; null: of a kind this version does not know. */
export interface ThreadEntry {
  readonly seq: number;
  readonly notification: Notification | null;
}

export interface ShownThread {
  readonly type: "shown";
  readonly thread: Thread;
  readonly view: ThreadView;
  /** Of the last event in the view; null: the next event sets it. */
  readonly seq: number | null;
  /** Cursor of the page before the first item; null: the first item is the thread's first. */
  readonly olderCursor: string | null;
  /** Cursor of the page behind the last item; null: the end of the thread is there, and events go on from it. */
  readonly newerCursor: string | null;
  readonly isLoadingOlder: boolean;
  readonly isLoadingNewer: boolean;
  /** Where pages meet: the item that a page begins with and the cursor in front of it, in file order. */
  readonly seams: readonly Seam[];
  /** Rises with each change in front of the items that stay, so that the list knows the commit that makes it. */
  readonly prependCount: number;
  /** Rises when another place of the thread is shown, which begins at `markedId` or, without one, at the end. */
  readonly placeCount: number;
  /** The item that was asked for. */
  readonly markedId: ItemId | null;
  /** How far the file has been read; lines are numbered when all of it has been. */
  readonly index: IndexProgress;
  /** Items that were on screen before their line was known: what is said of calls issued at once is left as it was. */
  readonly unnumbered: ReadonlySet<ItemId>;
  readonly isReadOnly: boolean;
  readonly repairs: readonly string[];
  /** live: events go in as they come. behind: one was missed. catchingUp: a snapshot was asked for. */
  readonly sync: "live" | "behind" | "catchingUp";
  readonly held: readonly ThreadEntry[];
}

export interface Seam {
  readonly itemId: ItemId;
  readonly cursor: string;
}

export type OpenThread =
  | { readonly type: "opening"; readonly held: readonly ThreadEntry[] }
  | { readonly type: "failed"; readonly message: string }
  | ShownThread;

type Snapshot = CommandResult<"thread/resume">;

/** A thread that has just been started: nothing is in it yet, and the first event sets its sequence. */
export function startedThread(thread: Thread): ShownThread {
  return shown({ thread, view: { ...emptyThreadView(), status: thread.status }, seq: null });
}

/** The thread after `thread/resume` has answered. What came meanwhile and what is older on screen is kept. */
export function withSnapshot(open: OpenThread | undefined, snapshot: Snapshot): ShownThread {
  const { thread, seq, readOnly, repairs, queue, index } = snapshot;
  const held = open === undefined || open.type === "failed" ? [] : open.held;
  const before = open?.type === "shown" ? open : shown({ thread, view: emptyThreadView(), seq });
  const content = contentAfter(before, withShownOutputs(before, snapshot.page));
  const view = {
    items: content.items,
    turns: content.turns,
    status: thread.status,
    tokens: snapshot.tokenUsage,
    retry: null,
    queue,
  };
  const { olderCursor, newerCursor, seams } = content;
  const next: ShownThread = {
    ...before,
    ...{ thread, view, seq, repairs, index, olderCursor, newerCursor, seams },
    ...{ isReadOnly: readOnly, isLoadingOlder: false, isLoadingNewer: false, sync: "live", held: [] },
  };
  return withEntries(next, held);
}

/** An output that is on screen stays there although the page leaves it out. */
function withShownOutputs({ view }: ShownThread, page: ItemPage): ItemPage {
  const shown = new Map(view.items.map((item) => [item.id, item]));
  return { ...page, items: page.items.map((item) => withOutputOf(shown.get(item.id), item)) };
}

type Content = Pick<ShownThread, "olderCursor" | "newerCursor" | "seams"> & Pick<ThreadView, "items" | "turns">;

function contentAfter(before: ShownThread, page: ItemPage): Content {
  const { items, turns } = before.view;
  const first = page.items[0];
  const meets = first === undefined ? -1 : items.findIndex((item) => item.id === first.id);
  if (meets > 0) {
    // Older pages that a reader has scrolled to stay.
    const older = turns.slice(0, turnsInFront(turns, items.slice(meets)));
    return { items: [...items.slice(0, meets), ...page.items], turns: joinedTurns(older, page.turns), ...keptCursors(before) };
  }
  const shownFirst = items[0];
  const reaches = shownFirst === undefined ? -1 : page.items.findIndex((item) => item.id === shownFirst.id);
  if (reaches > 0) {
    // Nothing is put in front of what is on screen.
    return { items: page.items.slice(reaches), turns: page.turns, ...keptCursors(before) };
  }
  // Far from the end what is on screen stays; the end is another place.
  if (before.newerCursor !== null && meets === -1) return { ...before, items, turns };
  return { items: page.items, turns: page.turns, olderCursor: page.nextCursor, newerCursor: null, seams: [] };
}

function keptCursors({ olderCursor, seams }: ShownThread): Pick<Content, "olderCursor" | "newerCursor" | "seams"> {
  return { olderCursor, newerCursor: null, seams };
}

function joinedTurns(older: readonly Turn[], newer: readonly Turn[]): Turn[] {
  const replaced = new Set(newer.map((turn) => turn.id));
  return [...older.filter((turn) => !replaced.has(turn.id)), ...newer];
}

/** The thread after events. Those already in the view are dropped; after a gap the rest is held until a snapshot has come. */
export function withEntries<Open extends OpenThread>(open: Open, entries: readonly ThreadEntry[]): Open {
  if (open.type === "failed" || entries.length === 0) return open;
  if (open.type === "opening" || open.sync !== "live") return { ...open, held: [...open.held, ...entries] };
  const accepted: Notification[] = [];
  let seq = open.seq;
  for (const [index, entry] of entries.entries()) {
    if (seq !== null && entry.seq <= seq) continue;
    if (seq !== null && entry.seq > seq + 1) {
      return { ...open, view: viewAfter(open, accepted), seq, sync: "behind", held: entries.slice(index) };
    }
    seq = entry.seq;
    if (entry.notification !== null) accepted.push(entry.notification);
  }
  return { ...open, view: viewAfter(open, accepted), seq };
}

/** Where the end of the thread is not there, what happens at it is not put behind what is: it comes with its page. */
function viewAfter({ view, newerCursor }: ShownThread, events: readonly Notification[]): ThreadView {
  return reduceThread(view, newerCursor === null ? events : events.filter(({ method }) => !method.startsWith("item/")));
}

const NONE: ReadonlySet<ItemId> = new Set();

function shown(base: Pick<ShownThread, "thread" | "view" | "seq">): ShownThread {
  return {
    ...base,
    type: "shown",
    olderCursor: null,
    newerCursor: null,
    isLoadingOlder: false,
    isLoadingNewer: false,
    seams: [],
    prependCount: 0,
    placeCount: 0,
    markedId: null,
    index: { bytes: 0, totalBytes: 0 },
    unnumbered: NONE,
    isReadOnly: base.thread.readOnly,
    repairs: [],
    sync: "live",
    held: [],
  };
}
