// Full text over all sessions of the catalog. Its index is a cache that follows the files; text is read back from them.
import type { SearchHit } from "../../../shared/protocol/past-session";

export interface SessionSearch {
  /** Newest first among equals. Throws CommandRefused `invalidParams` for a cursor that is not one of its own. */
  search(query: { readonly query: string; readonly cursor?: string; readonly limit: number }): Promise<{
    readonly hits: readonly SearchHit[];
    readonly nextCursor: string | null;
    readonly isComplete: boolean;
  }>;
}
