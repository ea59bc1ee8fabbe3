// How long to wait before an attempt is repeated (runtime.md §11). Pure; chance is handed in.

const FIRST_RETRY_MS = 200;
const FIRST_NETWORK_WAIT_MS = 5_000;
/** The settings allow so many retries that doubling alone would wait for days. */
const LONGEST_WAIT_MS = 60_000;

/** 200 ms × 2ⁿ ± 10 %, and never more than a minute. `retry` counts from 1, `chance` lies in [0, 1). */
export function retryDelayMs(retry: number, chance: number): number {
  return Math.min(Math.round(FIRST_RETRY_MS * 2 ** (retry - 1) * (0.9 + 0.2 * chance)), LONGEST_WAIT_MS);
}

/** 5, 10, 20, 40, 60, 60 … seconds. `wait` counts from 1. */
export function networkDelayMs(wait: number): number {
  return Math.min(FIRST_NETWORK_WAIT_MS * 2 ** (wait - 1), LONGEST_WAIT_MS);
}
