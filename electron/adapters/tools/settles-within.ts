// Waiting for work, but not longer than a limit.
import type { Clock } from "../../runtime/ports/clock";

/** Whether the work settled within `limitMs`. Rejects when the work does; leaves no timer. */
export async function settlesWithin(work: Promise<unknown>, clock: Clock, limitMs: number): Promise<boolean> {
  const over = new AbortController();
  const lapse = clock.waitUntil(clock.nowMs() + limitMs, over.signal);
  try {
    return await Promise.race([work.then(() => true), lapse.then(() => false)]);
  } finally {
    over.abort();
  }
}
