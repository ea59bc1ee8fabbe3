// The search of this home: its index is made with the first question, and kept by one process at a time.
import { join } from "node:path";
import { CommandRefused, StorageError } from "../../../runtime/errors";
import type { SessionSearch } from "../../../runtime/ports/session-search";
import { acquireLock, isLockHeld, lockedByOtherPid } from "../lock";
import { Search, type SearchParts } from "./search";
import { discardDatabase, isDatabaseFault, SearchDatabase } from "./search-database";

export interface SearchHomeParts extends Omit<SearchParts, "database"> {
  /** HOME/cache. */
  readonly folder: string;
  readonly nowMs: () => number;
}

/** While another process keeps the index, a search here is refused with words. An index that was deleted or damaged while in use is made anew. */
export function createSearch({ folder, nowMs, ...parts }: SearchHomeParts): SessionSearch {
  const lock = join(folder, "search.lock");
  const file = join(folder, "search.db");
  let isOurs = false;
  let made: Promise<Search> | null = null;
  const make = async (): Promise<Search> => {
    // Deleted with the cache, the lock is taken once more.
    if (!isOurs || !(await isLockHeld(lock)) || (await lockedByOtherPid(lock)) !== null) await takeLock(lock, nowMs());
    isOurs = true;
    return new Search({ ...parts, database: new SearchDatabase(file) });
  };
  const current = async (): Promise<Search> => {
    const making = (made ??= make());
    try {
      return await making;
    } catch (error) {
      if (made === making) made = null;
      throw error;
    }
  };
  const drop = async (broken: Search): Promise<void> => {
    const isLast = made !== null && (await made.catch(() => null)) === broken;
    if (!isLast) return;
    made = null;
    try {
      await broken.close();
    } catch (error) {
      parts.onProblem(error);
    }
    if ((await lockedByOtherPid(lock)) === null) discardDatabase(file);
  };
  return {
    search: async (query) => {
      const search = await current();
      try {
        return await search.search(query);
      } catch (error) {
        if (!isDatabaseFault(error)) throw error;
        await drop(search);
        return (await current()).search(query);
      }
    },
  };
}

async function takeLock(path: string, nowMs: number): Promise<void> {
  try {
    await acquireLock(path, nowMs);
  } catch (error) {
    if (error instanceof StorageError && error.fault === "locked")
      throw new CommandRefused(
        "lockedByOther",
        "another Counterfoil keeps the search index of this home; search there, or close it",
      );
    throw error;
  }
}
