// The real clock and the real source of ids.
import { v7 } from "uuid";
import type { Clock, WaitEnd } from "../runtime/ports/clock";
import type { IdSource } from "../runtime/ports/id-source";

/** A timer stands still while the machine is suspended: no single one is longer than this, so that an overdue wait ends soon after waking. */
const LONGEST_TIMER_MS = 30_000;

export interface SystemClock extends Clock {
  /** The machine has woken up: waits that are overdue end now, not when their timer has caught up. */
  lookAgain(): void;
}

/** The Clock port on the machine's wall clock and Node's timers. */
export function createSystemClock(): SystemClock {
  const waits = new Set<() => void>();
  return {
    nowMs: () => Date.now(),
    waitUntil: (deadlineMs, signal) => waitUntil(deadlineMs, signal, waits),
    iso: (atMs) => new Date(atMs).toISOString(),
    describe,
    lookAgain: () => {
      for (const look of [...waits]) look();
    },
  };
}

/** UUIDv7; ids made by one process sort in the order they were made. */
export function createIdSource(): IdSource {
  return { uuid: () => v7() };
}

/** `waits` holds how each wait looks at the clock, for as long as it waits. */
function waitUntil(deadlineMs: number, signal: AbortSignal, waits: Set<() => void>): Promise<WaitEnd> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (how: WaitEnd) => {
      clearTimeout(timer);
      waits.delete(look);
      signal.removeEventListener("abort", onAbort);
      resolve(how);
    };
    const onAbort = () => end("aborted");
    const look = () => {
      clearTimeout(timer);
      const leftMs = deadlineMs - Date.now();
      if (leftMs <= 0) end("reached");
      else timer = setTimeout(look, Math.min(leftMs, LONGEST_TIMER_MS));
    };
    if (signal.aborted) return resolve("aborted");
    signal.addEventListener("abort", onAbort, { once: true });
    waits.add(look);
    look();
  });
}

function describe(atMs: number): { utc: string; local: string; zone: string } {
  const at = new Date(atMs);
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(twoDigits).join("-");
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(":");
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { utc: at.toISOString().slice(0, 19).replace("T", " "), local: `${day} ${time}`, zone };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
