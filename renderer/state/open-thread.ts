// One thread as the window holds it, and every pure step it can take: opened from a snapshot, carried on by events, caught up after a gap.
import type { CommandResult, ItemPage } from "../../shared/protocol/command";
import type { Notification } from "../../shared/protocol/event";
import type { Thread } from "../../shared/protocol/thread";
import { emptyThreadView, prependPage, reduceThread, type ThreadView } from "../../shared/view/thread-view";

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
  readonly isLoadingOlder: boolean;
  /** Rises with each older page, so that the list knows the commit that prepends. */
  readonly prependCount: number;
  readonly isReadOnly: boolean;
  readonly repairs: readonly string[];
  /** live: events go in as they come. behind: one was missed. catchingUp: a snapshot was asked for. */
  readonly sync: "live" | "behind" | "catchingUp";
  readonly held: readonly ThreadEntry[];
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
  const { thread, page, seq, readOnly, repairs, queue } = snapshot;
  const held = open === undefined || open.type === "failed" ? [] : open.held;
  const before = open?.type === "shown" ? open : null;
  const older = before === null ? [] : itemsBefore(before.view, page);
  const view: ThreadView = {
    status: thread.status,
    items: [...older, ...page.items],
    turns: [...(before?.view.turns ?? []).filter((turn) => older.some((item) => item.turnId === turn.id)), ...page.turns].filter(
      (turn, index, turns) => turns.findLastIndex((other) => other.id === turn.id) === index,
    ),
    tokens: snapshot.tokenUsage,
    retry: null,
    queue,
  };
  const fresh = shown({ thread, view, seq });
  const next: ShownThread = {
    ...fresh,
    isReadOnly: readOnly,
    repairs,
    olderCursor: before !== null && older.length > 0 ? before.olderCursor : page.nextCursor,
    prependCount: before?.prependCount ?? 0,
  };
  return withEntries(next, held);
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
      return { ...open, view: reduceThread(open.view, accepted), seq, sync: "behind", held: entries.slice(index) };
    }
    seq = entry.seq;
    if (entry.notification !== null) accepted.push(entry.notification);
  }
  return { ...open, view: reduceThread(open.view, accepted), seq };
}

export function withOlderPage(open: ShownThread, page: ItemPage): ShownThread {
  return {
    ...open,
    view: prependPage(open.view, page),
    olderCursor: page.nextCursor,
    isLoadingOlder: false,
    prependCount: open.prependCount + 1,
  };
}

// Older pages that a reader has scrolled to stay, if the snapshot begins within what was on screen.
function itemsBefore(view: ThreadView, page: ItemPage): ThreadView["items"] {
  const first = page.items[0];
  const index = first === undefined ? -1 : view.items.findIndex((item) => item.id === first.id);
  return index <= 0 ? [] : view.items.slice(0, index);
}

function shown(base: Pick<ShownThread, "thread" | "view" | "seq">): ShownThread {
  return {
    ...base,
    type: "shown",
    olderCursor: null,
    isLoadingOlder: false,
    prependCount: 0,
    isReadOnly: base.thread.readOnly,
    repairs: [],
    sync: "live",
    held: [],
  };
}
