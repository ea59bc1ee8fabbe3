// How long to wait before an attempt is repeated (runtime.md §11). Pure; chance is handed in.

const FIRST_RETRY_MS = 200;
const FIRST_NETWORK_WAIT_MS = 5_000;
const LONGEST_NETWORK_WAIT_MS = 60_000;

/** 200 ms × 2ⁿ ± 10 %. `retry` counts from 1, `chance` lies in [0, 1). */
export function retryDelayMs(retry: number, chance: number): number {
  return Math.round(FIRST_RETRY_MS * 2 ** (retry - 1) * (0.9 + 0.2 * chance));
}

/** 5, 10, 20, 40, 60, 60 … seconds. `wait` counts from 1. */
export function networkDelayMs(wait: number): number {
  return Math.min(FIRST_NETWORK_WAIT_MS * 2 ** (wait - 1), LONGEST_NETWORK_WAIT_MS);
}
