// The sessions of the sidebar: what the list command said, page by page, kept current by events; which of them the person wants to see.
import { previewText } from "../../shared/text/preview-text";
import type { CommandParams, CommandResult } from "../../shared/protocol/command";
import type { Notification } from "../../shared/protocol/event";
import type { HiddenReason, Thread, ThreadOrigin } from "../../shared/protocol/thread";
import { inputText } from "../../shared/protocol/user-input";

type ListPage = CommandResult<"thread/list">;

export interface ListFilter {
  readonly isArchive: boolean;
  /** Null: of every origin. */
  readonly origin: ThreadOrigin | null;
  /** Files of these reasons are listed too. */
  readonly show: readonly HiddenReason[];
}

export interface ThreadList {
  readonly threads: readonly Thread[];
  readonly nextCursor: string | null;
  /** How many files are not in the list, by reason. */
  readonly hidden: ListPage["hidden"];
  readonly origins: NonNullable<ListPage["origins"]>;
  readonly isLoaded: boolean;
  /** False while files are still being looked at. */
  readonly isComplete: boolean;
  readonly filter: ListFilter;
  /** What was told while a page is being read: the page may not know of it. Null: none is being read. */
  readonly held: readonly Notification[] | null;
}

export const WHOLE_LIST: ListFilter = { isArchive: false, origin: null, show: [] };

export function emptyThreadList(): ThreadList {
  return {
    threads: [],
    nextCursor: null,
    hidden: {},
    origins: {},
    isLoaded: false,
    isComplete: true,
    filter: WHOLE_LIST,
    held: null,
  };
}

/** What is asked of `thread/list` for this filter. */
export function listParams({ isArchive, origin, show }: ListFilter): CommandParams<"thread/list"> {
  return {
    ...(isArchive ? { archived: true } : {}),
    ...(origin === null ? {} : { sources: [origin] }),
    ...(show.length === 0 ? {} : { show: [...show] }),
  };
}

export function isSameFilter(a: ListFilter, b: ListFilter): boolean {
  return a.isArchive === b.isArchive && a.origin === b.origin && a.show.join() === b.show.join();
}

/** In front of the others, where the filter lets it in. */
export function withThread(list: ThreadList, thread: Thread): ThreadList {
  const { isArchive, origin } = list.filter;
  if (thread.archived !== isArchive || (origin !== null && thread.origin !== origin)) return list;
  return { ...list, threads: [thread, ...list.threads.filter((known) => known.id !== thread.id)] };
}

export function withoutThread(list: ThreadList, id: string): ThreadList {
  return { ...list, threads: list.threads.filter((thread) => thread.id !== id) };
}

export function withChange(list: ThreadList, id: string, change: (thread: Thread) => Thread): ThreadList {
  const index = list.threads.findIndex((thread) => thread.id === id);
  const thread = list.threads[index];
  if (thread === undefined) return list;
  const next = change(thread);
  return next === thread ? list : { ...list, threads: list.threads.with(index, next) };
}

export function withName(thread: Thread, name: string): Thread {
  const { name: _before, ...unnamed } = thread;
  return name === "" ? unnamed : { ...unnamed, name };
}

/** A page of the list behind what is already there. */
export function withListPage(list: ThreadList, page: ListPage): ThreadList {
  const known = new Set(list.threads.map((thread) => thread.id));
  return withPages(list, page, [...list.threads, ...page.threads.filter((thread) => !known.has(thread.id))]);
}

/**
 * The list read anew from its beginning: `pages` take the place of all that was there. A session that has just begun stays: no file of it may be known yet,
 * and nothing need tell of it a second time.
 */
export function withFreshPages(list: ThreadList, pages: readonly ListPage[]): ThreadList {
  const last = pages.at(-1);
  if (last === undefined) return list;
  const byId = new Map(pages.flatMap((page) => page.threads.map((thread) => [thread.id, thread] as const)));
  const toldOf = new Set((list.held ?? []).map(({ params }) => params.threadId));
  const isBegun = (thread: Thread) => hasNoFile(thread) && (thread.preview === "" || toldOf.has(thread.id));
  const begun = list.threads.filter((thread) => isBegun(thread) && !byId.has(thread.id));
  return withPages(list, last, [...begun, ...byId.values()]);
}

function hasNoFile({ origin, hidden, sizeBytes }: Thread): boolean {
  return origin === "own" && hidden === undefined && sizeBytes === undefined;
}

function withPages(list: ThreadList, last: ListPage, threads: readonly Thread[]): ThreadList {
  const { nextCursor, hidden, origins = {}, isComplete } = last;
  const next: ThreadList = { ...list, threads, nextCursor, hidden, origins, isComplete, isLoaded: true, held: null };
  return (list.held ?? []).reduce(listAfter, next);
}

export function listAfter(list: ThreadList, notification: Notification): ThreadList {
  const next = changedBy(list, notification);
  return list.held === null ? next : { ...next, held: [...list.held, notification] };
}

function changedBy(list: ThreadList, notification: Notification): ThreadList {
  const { threadId, emittedAtMs } = notification.params;
  switch (notification.method) {
    case "thread/started":
      return withThread(list, notification.params.thread);
    case "thread/status/changed": {
      const { status } = notification.params;
      return withChange(list, threadId, (thread) => ({ ...thread, status }));
    }
    case "thread/name/updated": {
      const { name } = notification.params;
      return withChange(list, threadId, (thread) => withName(thread, name));
    }
    case "turn/started":
    case "turn/completed": {
      const lastTurn = notification.params.turn.status;
      return withChange(list, threadId, (thread) => ({ ...thread, updatedAtMs: emittedAtMs, lastTurn }));
    }
    case "item/completed": {
      const { item } = notification.params;
      if (item.type !== "userMessage") return list;
      const preview = previewText(inputText(item.content));
      return withChange(list, threadId, (thread) => (thread.preview === "" ? { ...thread, preview } : thread));
    }
    default:
      return list;
  }
}
