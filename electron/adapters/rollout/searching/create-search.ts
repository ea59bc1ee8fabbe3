// The search of this home: its index is made with the first question, and kept by one process at a time.
import { join } from "node:path";
import { CommandRefused, StorageError } from "../../../runtime/errors";
import type { SessionSearch } from "../../../runtime/ports/session-search";
import { acquireLock } from "../lock";
import { Search, type SearchParts } from "./search";
import { SearchDatabase } from "./search-database";

export interface SearchHomeParts extends Omit<SearchParts, "database"> {
  /** HOME/cache. */
  readonly folder: string;
  readonly nowMs: () => number;
}

/** While another process keeps the index, a search here is refused with words. */
export function createSearch({ folder, nowMs, ...parts }: SearchHomeParts): SessionSearch {
  let made: Promise<Search> | null = null;
  const make = async (): Promise<Search> => {
    try {
      await acquireLock(join(folder, "search.lock"), nowMs());
    } catch (error) {
      if (error instanceof StorageError && error.fault === "locked")
        throw new CommandRefused(
          "lockedByOther",
          "another Counterfoil keeps the search index of this home; search there, or close it",
        );
      throw error;
    }
    return new Search({ ...parts, database: new SearchDatabase(join(folder, "search.db")) });
  };
  return {
    search: async (query) => {
      made ??= make();
      try {
        return await (await made).search(query);
      } catch (error) {
        if (error instanceof CommandRefused && error.kind === "lockedByOther") made = null;
        throw error;
      }
    },
  };
}
