// RolloutStore on real files: HOME/sessions/YYYY/MM/DD/rollout-<local time>-<thread id>.jsonl, locks in HOME/locks (protocol.md §5).
import { join } from "node:path";
import type { ThreadId } from "../../../shared/protocol/ids";
import type { Clock } from "../../runtime/ports/clock";
import type { RolloutStore } from "../../runtime/ports/rollout-store";
import { JsonlWriter } from "./jsonl-writer";
import { lockedByOtherPid } from "./lock";
import { OwnSessions } from "./own-sessions";
import { type RolloutFile, readRolloutFile } from "./rollout-file";
import { newRolloutPath } from "./rollout-path";
import { storageFault, systemCode } from "./storage-fault";

/** `home`: the absolute path of HOME; it need not exist. `open` throws StorageError `io` when a file is there but cannot be read. */
export function createJsonlStore({
  home,
  clock,
}: {
  readonly home: string;
  readonly clock: Pick<Clock, "nowMs" | "describe">;
}): RolloutStore {
  const sessionsFolder = join(home, "sessions");
  const sessions = new OwnSessions(sessionsFolder);
  const nowMs = (): number => clock.nowMs();
  const lockPath = (threadId: ThreadId): string => join(home, "locks", threadId);

  /** Once more when the remembered file has moved. */
  const read = async (threadId: ThreadId): Promise<{ path: string; file: RolloutFile } | null> => {
    for (let tries = 0; tries < 2; tries += 1) {
      const path = await sessions.locate(threadId);
      if (path === null) return null;
      try {
        return { path, file: await readRolloutFile(path) };
      } catch (error) {
        if (systemCode(error) !== "ENOENT") throw storageFault(error, path);
        sessions.forget(threadId);
      }
    }
    return null;
  };

  return {
    create: (threadId, createdAtMs) => {
      const path = newRolloutPath(sessionsFolder, threadId, clock.describe(createdAtMs).local);
      return new JsonlWriter({ path, lockPath: lockPath(threadId), nowMs, read: null });
    },
    open: async (threadId) => {
      const found = await read(threadId);
      if (found === null) return null;
      const { path, file } = found;
      const { lines, repairs, updatedAtMs, stamp, physicalLines, needsNewline } = file;
      const lockedByOther = (await lockedByOtherPid(lockPath(threadId))) !== null;
      return {
        rollout: { path, lines, repairs, updatedAtMs, lockedByOther },
        writer: new JsonlWriter({
          path,
          lockPath: lockPath(threadId),
          nowMs,
          read: { stamp, physicalLines, needsNewline, lockedByOther },
        }),
      };
    },
    list: () => sessions.list(),
  };
}
