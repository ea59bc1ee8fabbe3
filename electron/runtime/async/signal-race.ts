// Racing work against an abort, with nothing left behind: every listener and timer of a race is gone when it resolves.
import type { Clock } from "../ports/clock";

/** Resolves once the signal has aborted, or with "ended" once `until` has. */
export function whenAborted(signal: AbortSignal, until: AbortSignal): Promise<"aborted" | "ended"> {
  return new Promise((resolve) => {
    const settle = (): void => {
      signal.removeEventListener("abort", settle);
      until.removeEventListener("abort", settle);
      resolve(signal.aborted ? "aborted" : "ended");
    };
    if (signal.aborted || until.aborted) {
      settle();
      return;
    }
    signal.addEventListener("abort", settle, { once: true });
    until.addEventListener("abort", settle, { once: true });
  });
}

export type GraceEnd<Value> = { readonly settled: true; readonly value: Value } | { readonly settled: false };

/** The value of the work, or `settled: false` once it has ignored an abort for longer than the grace. The work must not reject. */
export async function raceWithGrace<Value>(
  work: Promise<Value>,
  limits: { readonly signal: AbortSignal; readonly graceMs: number; readonly clock: Clock },
): Promise<GraceEnd<Value>> {
  const over = new AbortController();
  const lapse = async (): Promise<GraceEnd<Value>> => {
    if ((await whenAborted(limits.signal, over.signal)) === "aborted") {
      await limits.clock.waitUntil(limits.clock.nowMs() + limits.graceMs, over.signal);
    }
    return { settled: false };
  };
  try {
    return await Promise.race([work.then((value): GraceEnd<Value> => ({ settled: true, value })), lapse()]);
  } finally {
    over.abort();
  }
}
