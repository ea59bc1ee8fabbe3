// Our own search from outside: a worker that is ended when the person stops it, when a pattern gets nowhere, or after half a minute.
import { Worker } from "node:worker_threads";
import { ModelVisibleError } from "../../runtime/errors";
import type { Clock } from "../../runtime/ports/clock";
import type { SearchRequest, SearchResult, SearchRow } from "./search-row";
import { SearchWatch } from "./search-watch";
import type { SearchMessage, SearchStart } from "./search-worker";

const LOOK_MS = 250;
/** So long at one stretch of a file no sensible pattern takes. */
const STUCK_MS = 3000;
export const SEARCH_LIMIT_MS = 30_000;
const MEMORY_MIB = 256;

/** Null: aborted. Throws ModelVisibleError for a pattern or glob that cannot be understood. The worker has ended when it settles. */
export async function searchOurselves(
  request: SearchRequest,
  { workerFile, clock }: { readonly workerFile: string; readonly clock: Clock },
  signal: AbortSignal,
): Promise<SearchResult | null> {
  const watch = new SearchWatch();
  const start: SearchStart = { request, watch: watch.buffer };
  const worker = new Worker(workerFile, {
    workerData: start,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
    env: {},
    execArgv: [],
  });
  const over = new AbortController();
  const rows: SearchRow[] = [];
  try {
    const ended = new Promise<SearchMessage>((resolve, reject) => {
      worker.on("message", (message: SearchMessage) => (message.type === "rows" ? rows.push(...message.rows) : resolve(message)));
      worker.once("error", reject);
      worker.once("exit", (code) => reject(new Error(`the search has ended with code ${code}`)));
    });
    const stopped = whyStopped(watch, { clock, signal: AbortSignal.any([signal, over.signal]) });
    const first = await Promise.race([ended, stopped]);
    if (first === null) return null;
    if (typeof first === "string") return { rows, hasMore: false, unreadable: 0, stopped: first };
    if (first.type === "refused") throw new ModelVisibleError(first.problem);
    return first.type === "rows" ? null : { rows, hasMore: first.hasMore, unreadable: first.unreadable, stopped: null };
  } finally {
    over.abort();
    await worker.terminate();
  }
}

/** In words, once it has to be; null: aborted. */
async function whyStopped(
  watch: SearchWatch,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<string | null> {
  const startedAtMs = clock.nowMs();
  let seen = { count: watch.count, atMs: startedAtMs };
  for (;;) {
    if ((await clock.waitUntil(clock.nowMs() + LOOK_MS, signal)) === "aborted") return null;
    const nowMs = clock.nowMs();
    if (watch.count !== seen.count) seen = { count: watch.count, atMs: nowMs };
    if (nowMs - seen.atMs >= STUCK_MS)
      return `stopped: the pattern gets nowhere in ${watch.path}; repeats within repeats, as in (a+)+, take for ever. Write it more simply`;
    if (nowMs - startedAtMs >= SEARCH_LIMIT_MS)
      return `stopped after ${SEARCH_LIMIT_MS / 1000} s; search a smaller folder or with a glob`;
  }
}
