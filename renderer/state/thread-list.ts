// The sessions of the sidebar: what the list command said, kept current by events.
import type { Notification } from "../../shared/protocol/event";
import type { Thread } from "../../shared/protocol/thread";
import { inputText } from "../../shared/protocol/user-input";

export interface ThreadList {
  readonly threads: readonly Thread[];
  readonly nextCursor: string | null;
  /** How many files are not in the list, by reason. */
  readonly hidden: Readonly<Record<string, number>>;
  readonly isLoaded: boolean;
}

export function emptyThreadList(): ThreadList {
  return { threads: [], nextCursor: null, hidden: {}, isLoaded: false };
}

export function withThread(list: ThreadList, thread: Thread): ThreadList {
  return { ...list, threads: [thread, ...list.threads.filter((known) => known.id !== thread.id)] };
}

/** A page of the list behind what is already there. */
export function withListPage(list: ThreadList, page: Omit<ThreadList, "isLoaded">): ThreadList {
  const known = new Set(list.threads.map((thread) => thread.id));
  return {
    threads: [...list.threads, ...page.threads.filter((thread) => !known.has(thread.id))],
    nextCursor: page.nextCursor,
    hidden: page.hidden,
    isLoaded: true,
  };
}

const PREVIEW_LENGTH = 120;

export function listAfter(list: ThreadList, notification: Notification): ThreadList {
  const { threadId, emittedAtMs } = notification.params;
  switch (notification.method) {
    case "thread/started":
      return withThread(list, notification.params.thread);
    case "thread/status/changed": {
      const { status } = notification.params;
      return changed(list, threadId, (thread) => ({ ...thread, status }));
    }
    case "turn/started":
    case "turn/completed":
      return changed(list, threadId, (thread) => ({ ...thread, updatedAtMs: emittedAtMs }));
    case "item/completed": {
      const { item } = notification.params;
      if (item.type !== "userMessage") return list;
      const preview = inputText(item.content).trim().slice(0, PREVIEW_LENGTH);
      return changed(list, threadId, (thread) => (thread.preview === "" ? { ...thread, preview } : thread));
    }
    default:
      return list;
  }
}

function changed(list: ThreadList, id: string, change: (thread: Thread) => Thread): ThreadList {
  const index = list.threads.findIndex((thread) => thread.id === id);
  const thread = list.threads[index];
  if (thread === undefined) return list;
  const next = change(thread);
  return next === thread ? list : { ...list, threads: list.threads.with(index, next) };
}

export interface FolderGroup {
  readonly cwd: string;
  readonly threads: readonly Thread[];
}

/** Newest first, within a folder and among the folders. */
export function groupByFolder(threads: readonly Thread[]): FolderGroup[] {
  const groups = new Map<string, Thread[]>();
  for (const thread of [...threads].sort((a, b) => b.updatedAtMs - a.updatedAtMs)) {
    const group = groups.get(thread.cwd);
    if (group === undefined) groups.set(thread.cwd, [thread]);
    else group.push(thread);
  }
  return Array.from(groups, ([cwd, grouped]) => ({ cwd, threads: grouped }));
}
