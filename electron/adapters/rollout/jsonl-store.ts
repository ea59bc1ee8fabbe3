// RolloutStore on real files: HOME/sessions/YYYY/MM/DD/rollout-<local time>-<thread id>.jsonl, the archive beside it, locks in HOME/locks
// (protocol.md §5).
import { stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { ThreadId } from "../../../shared/protocol/ids";
import { StorageError } from "../../runtime/errors";
import type { Clock } from "../../runtime/ports/clock";
import type { LeftOut, RolloutStore, StoredLine } from "../../runtime/ports/rollout-store";
import { AppendedLines, isAllOurs } from "./continuing/appended-lines";
import type { ContinuationReader } from "./continuing/continuation-reader";
import { JsonlWriter } from "./jsonl-writer";
import { lockedByOtherPid } from "./lock";
import { OwnSessions } from "./own-sessions";
import { type RolloutFile, readRolloutFile } from "./rollout-file";
import { newRolloutPath } from "./rollout-path";
import { storageFault, systemCode } from "./storage-fault";

export interface JsonlStoreParts {
  /** The absolute path of HOME; it need not exist. */
  readonly home: string;
  readonly clock: Pick<Clock, "nowMs" | "describe">;
  readonly continuation: ContinuationReader;
}

/** A file up to this size is read as a whole. */
export const WHOLE_BYTES = 8 * 1024 * 1024;
/** What is parsed without a pause. */
const SLICE_UNITS = 128 * 1024;

interface ReadRollout extends RolloutFile {
  readonly leftOut: LeftOut | null;
}

/** `open` throws StorageError `io` when a file is there but cannot be read. */
export function createJsonlStore({ home, clock, continuation }: JsonlStoreParts): RolloutStore {
  const sessionsFolder = join(home, "sessions");
  const archiveFolder = join(home, "archived_sessions");
  const sessions = new OwnSessions([sessionsFolder, archiveFolder]);
  const nowMs = (): number => clock.nowMs();
  const lockPath = (threadId: ThreadId): string => join(home, "locks", threadId);

  /** Once more when the remembered file has moved. */
  const read = async (threadId: ThreadId): Promise<{ path: string; file: ReadRollout } | null> => {
    for (let tries = 0; tries < 2; tries += 1) {
      const path = await sessions.locate(threadId);
      if (path === null) return null;
      try {
        return { path, file: await readForContinuing(path, continuation) };
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
      const { lines, leftOut, repairs, updatedAtMs, stamp, physicalLines, needsNewline } = file;
      const lockedByOther = (await lockedByOtherPid(lockPath(threadId))) !== null;
      const isArchived = path.startsWith(archiveFolder + sep);
      return {
        rollout: { path, lines, slices: () => inSlices(lines), leftOut, repairs, updatedAtMs, isArchived, lockedByOther },
        writer: new JsonlWriter({
          path,
          lockPath: lockPath(threadId),
          nowMs,
          read: { stamp, physicalLines, needsNewline, lockedByOther },
        }),
      };
    },
  };
}

/** A file that was rewritten between the two readings has other bytes where the second begins; it is looked at anew. */
async function readForContinuing(path: string, continuation: ContinuationReader): Promise<ReadRollout> {
  for (let tries = 0; tries < 3; tries += 1) {
    const { size, ino } = await stat(path, { bigint: true });
    const found = size > WHOLE_BYTES ? await continuation.read(path) : null;
    if (found === null) return { ...(await readRolloutFile(path)), leftOut: null };
    const { facts, usedIds, rest } = found;
    const file = await readRolloutFile(path, rest);
    if (file.stamp.inode !== ino || file.stamp.size < size || file.lines[0]?.line !== rest.line) continue;
    return {
      ...file,
      lines: [...facts, ...file.lines],
      repairs: [...found.repairs, ...file.repairs],
      leftOut: { beforeLine: rest.line, usedIds: usedIds.split("\n") },
    };
  }
  throw new StorageError("changed", `${path} is being rewritten by another program. Open the session again when that has ended.`);
}

async function* inSlices(lines: readonly StoredLine[]): AsyncGenerator<readonly StoredLine[]> {
  if (isAllOurs(lines)) return yield* slicesOf(lines);
  const appended = new AppendedLines();
  for await (const slice of slicesOf(lines)) yield appended.take(slice);
  yield appended.end();
}

async function* slicesOf(lines: readonly StoredLine[]): AsyncGenerator<readonly StoredLine[]> {
  let units = 0;
  let start = 0;
  for (const [index, { text }] of lines.entries()) {
    units += text.length;
    if (units < SLICE_UNITS) continue;
    yield lines.slice(start, index + 1);
    await setImmediate();
    units = 0;
    start = index + 1;
  }
  if (start < lines.length) yield lines.slice(start);
}
