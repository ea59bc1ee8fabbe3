// The system's bin, as a place for sessions that are deleted.
import type { Shell } from "electron";

/** One after the other; rejects at the first that the system does not take, and leaves those behind it where they are. */
export function createTrash(shell: Pick<Shell, "trashItem">): (paths: readonly string[]) => Promise<void> {
  return async (paths) => {
    for (const path of paths) await shell.trashItem(path);
  };
}
