// Whether the file changes of a turn can be undone, as far as the window knows; the runtime has the last word.
import type { TurnId } from "../../shared/protocol/ids";
import type { TurnItem } from "../../shared/protocol/turn-item";
import type { OpenThread } from "./open-thread";

export type Undoing = "none" | "possible" | "done";

/** Of a session of ours that rests: what became of the turn's patches. */
export function undoing(open: OpenThread | undefined, turnId: TurnId): Undoing {
  if (open?.type !== "shown" || open.thread.origin !== "own") return "none";
  const { items, status } = open.view;
  // While a turn runs nothing can be undone, and nothing is looked for with each piece of text that comes.
  if (status.type === "active") return "none";
  if (items.some((item) => item.type === "fileChange" && item.undoOf === turnId)) return "done";
  return !open.isReadOnly && changedPaths(items, turnId).length > 0 ? "possible" : "none";
}

/** The files that the turn's patches changed, each once; of one that was cut off, too: it may have changed them. */
export function changedPaths(items: readonly TurnItem[], turnId: TurnId): string[] {
  const paths = items.flatMap((item) => {
    if (item.type !== "fileChange" || item.turnId !== turnId || item.undoOf !== undefined) return [];
    const hasChanged = item.status === "completed" || (item.status === "aborted" && item.startedAtMs !== undefined);
    if (!hasChanged) return [];
    return item.changes.flatMap(({ path, movePath }) => (movePath === undefined ? [path] : [path, movePath]));
  });
  return [...new Set(paths)];
}
