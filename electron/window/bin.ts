// The system's bin, as a place for sessions that are deleted.
import type { Shell } from "electron";
import { errorMessage } from "../runtime/errors";

/** One after the other; ends at the first that the system does not take, with the reason, and leaves that and those behind it where they are. */
export function createTrash(shell: Pick<Shell, "trashItem">): (paths: readonly string[]) => Promise<string | null> {
  return async (paths) => {
    try {
      for (const path of paths) await shell.trashItem(path);
      return null;
    } catch (error) {
      return errorMessage(error);
    }
  };
}
