// The list of sessions as it stands on screen: pinned ones, then folder by folder, then the files that are listed on request. Pure.
import type { HiddenReason, Thread } from "../../shared/protocol/thread";
import { folderName } from "../text/folder-name";
import { HIDDEN_GROUPS, HIDDEN_ORDER, homePath } from "../text/session-words";

export type ListEntry =
  | {
      readonly type: "head";
      readonly key: string;
      readonly kind: "pinned" | "folder" | "hidden";
      readonly name: string;
      /** Where the folder lies; empty where there is none to tell. */
      readonly where: string;
      readonly path: string;
    }
  | { readonly type: "session"; readonly key: string; readonly thread: Thread };

/** Newest first, within a group and among the folders. */
export function listEntries(threads: readonly Thread[]): ListEntry[] {
  const pinned: Thread[] = [];
  const folders = new Map<string, Thread[]>();
  const hidden = new Map<HiddenReason, Thread[]>();
  for (const thread of [...threads].sort((a, b) => b.updatedAtMs - a.updatedAtMs)) {
    if (thread.hidden !== undefined) add(hidden, thread.hidden, thread);
    else if (thread.pinned) pinned.push(thread);
    else add(folders, thread.cwd, thread);
  }
  return [
    ...group({ kind: "pinned", name: "Pinned", where: "", path: "" }, pinned),
    ...Array.from(folders, ([path, inFolder]) => group(folderHead(path), inFolder)).flat(),
    ...HIDDEN_ORDER.flatMap((reason) =>
      group({ kind: "hidden", name: HIDDEN_GROUPS[reason], where: "", path: reason }, hidden.get(reason) ?? []),
    ),
  ];
}

type Head = Omit<Extract<ListEntry, { type: "head" }>, "type" | "key">;

function folderHead(path: string): Head {
  if (path === "") return { kind: "folder", name: "No folder", where: "", path };
  const { name, parent } = folderName(path);
  return { kind: "folder", name, where: homePath(parent), path };
}

function group(head: Head, threads: readonly Thread[]): ListEntry[] {
  if (threads.length === 0) return [];
  return [
    { type: "head", key: `${head.kind} ${head.path}`, ...head },
    ...threads.map((thread) => ({ type: "session" as const, key: thread.id, thread })),
  ];
}

function add<Key>(groups: Map<Key, Thread[]>, key: Key, thread: Thread): void {
  const known = groups.get(key);
  if (known === undefined) groups.set(key, [thread]);
  else known.push(thread);
}
