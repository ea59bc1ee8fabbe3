// One process at a time does something to a file that all of them may change: the others wait, as long as it lives and does not take too long.
import { setTimeout } from "node:timers/promises";
import { StorageError } from "../../runtime/errors";
import { acquireLock, type Lock } from "./lock";

const TRIES = 3000;
const PAUSE_MS = 10;

/** `path`: of the lock file. Within this process callers take turns themselves. Throws as `acquireLock` does, `locked` only after half a minute. */
export async function whileLocked<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const lock = await locked(path);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

async function locked(path: string): Promise<Lock> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await acquireLock(path, Date.now());
    } catch (error) {
      if (!(error instanceof StorageError && error.fault === "locked") || tries === TRIES) throw error;
    }
    await setTimeout(PAUSE_MS);
  }
}
