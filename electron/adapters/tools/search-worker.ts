// The worker in which our own search runs: one search, from its start to its end.
import { parentPort, workerData } from "node:worker_threads";
import { errorMessage } from "../../runtime/errors";
import { searchFiles } from "./search-files";
import type { SearchRequest, SearchRow } from "./search-row";
import { SearchWatch } from "./search-watch";

export interface SearchStart {
  readonly request: SearchRequest;
  readonly watch: SharedArrayBuffer;
}

/** The last one says how it ended. */
export type SearchMessage =
  | { readonly type: "rows"; readonly rows: readonly SearchRow[] }
  | { readonly type: "ended"; readonly hasMore: boolean; readonly unreadable: number }
  | { readonly type: "refused"; readonly problem: string };

const BATCH = 50;

// Both ends are one program.
run(workerData as SearchStart);

function run({ request, watch: buffer }: SearchStart): void {
  const watch = new SearchWatch(buffer);
  let batch: SearchRow[] = [];
  let count = 0;
  const flush = (): void => {
    if (batch.length > 0) send({ type: "rows", rows: batch });
    batch = [];
  };
  try {
    const { unreadable } = searchFiles(request, {
      alive: (path) => watch.alive(path),
      row: (row) => {
        count += 1;
        if (count > request.limit) return false;
        batch.push(row);
        if (batch.length === BATCH) flush();
        return true;
      },
    });
    flush();
    send({ type: "ended", hasMore: count > request.limit, unreadable });
  } catch (error) {
    send({ type: "refused", problem: errorMessage(error) });
  }
}

function send(message: SearchMessage): void {
  parentPort?.postMessage(message);
}
