// The memory store's rollouts as files of a home, so that what reads files sees what the memory store has. One way: the store hears of no file.
import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { processWithPid } from "../../electron/adapters/rollout/process-identity";
import type { ThreadId } from "../../shared/protocol/ids";
import type { MemoryRolloutStore } from "./memory-rollout-store";

/** Brings the files up to date, with their times and the locks of others. What is under no UUID is a file of another name. */
export function mirrorOf(store: MemoryRolloutStore, home: string): () => Promise<void> {
  const written = new Map<ThreadId, Buffer>();
  let last: Promise<void> = Promise.resolve();
  const update = async (): Promise<void> => {
    for (const threadId of store.threadIds()) {
      const bytes = store.bytes(threadId);
      if (written.get(threadId) !== bytes) {
        const path = join(home, "sessions", "2026", "01", "02", `rollout-2026-01-02T04-04-05-${threadId}.jsonl`);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, bytes);
        await utimes(path, new Date(store.updatedAtMs(threadId)), new Date(store.updatedAtMs(threadId)));
        written.set(threadId, bytes);
      }
      await setLock(join(home, "locks", threadId), store.isLockedFromOutside(threadId));
    }
  };
  return () => (last = last.then(update));
}

/** The process that runs this one stands for the other. */
async function setLock(path: string, isLocked: boolean): Promise<void> {
  if (!isLocked) return rm(path, { force: true });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify({ ...(await processWithPid(process.ppid)), createdAtMs: 0, token: "outside" }));
}
