// A clock that moves only when a test says so. Starts at a fixed instant; its local zone is UTC+1 so that the two are never mixed up.
import type { Clock, WaitEnd } from "../../electron/runtime/ports/clock";

const START_MS = Date.UTC(2026, 0, 2, 3, 4, 5);
const ZONE_OFFSET_MS = 3_600_000;

interface Wait {
  readonly deadlineMs: number;
  end(how: WaitEnd): void;
}

export class FakeClock implements Clock {
  #nowMs: number;
  readonly #waits = new Set<Wait>();
  readonly #watchers = new Set<() => void>();

  constructor(startMs = START_MS) {
    this.#nowMs = startMs;
  }

  /** Waits that have neither been reached nor aborted. */
  get pending(): number {
    return this.#waits.size;
  }

  /** Deadlines of the pending waits, earliest first. */
  get deadlines(): number[] {
    return [...this.#waits].map((wait) => wait.deadlineMs).sort((a, b) => a - b);
  }

  nowMs(): number {
    return this.#nowMs;
  }

  waitUntil(deadlineMs: number, signal: AbortSignal): Promise<WaitEnd> {
    if (signal.aborted) return Promise.resolve("aborted");
    if (deadlineMs <= this.#nowMs) return Promise.resolve("reached");
    return new Promise((resolve) => {
      const onAbort = () => wait.end("aborted");
      const wait: Wait = {
        deadlineMs,
        end: (how) => {
          this.#waits.delete(wait);
          signal.removeEventListener("abort", onAbort);
          resolve(how);
        },
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waits.add(wait);
      for (const look of this.#watchers) look();
    });
  }

  /**
   * Moves time on by `ms`, ending due waits one by one, earliest first, each at its own deadline. What a wait's end sets off runs before
   * the next one is looked for, so a loop of short waits runs as often as it would have.
   */
  async advance(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    await settle();
    for (let due = this.#nextDue(untilMs); due !== undefined; due = this.#nextDue(untilMs)) {
      this.#nowMs = Math.max(this.#nowMs, due.deadlineMs);
      due.end("reached");
      await settle();
    }
    this.#nowMs = Math.max(this.#nowMs, untilMs);
  }

  /** The wall clock stands `ms` later all at once, as after a suspended machine wakes: what is overdue ends at the new time. */
  async jump(ms: number): Promise<void> {
    this.#nowMs += ms;
    await this.advance(0);
  }

  /** Resolves once at least `count` waits are pending: what is tested has come to its wait. */
  whenPending(count: number): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.#waits.size < count) return;
        this.#watchers.delete(look);
        resolve();
      };
      this.#watchers.add(look);
      look();
    });
  }

  iso(atMs: number): string {
    return new Date(atMs).toISOString();
  }

  describe(atMs: number): { utc: string; local: string; zone: string } {
    return { utc: plain(atMs), local: plain(atMs + ZONE_OFFSET_MS), zone: "Test/Plus_One" };
  }

  #nextDue(untilMs: number): Wait | undefined {
    let next: Wait | undefined;
    for (const wait of this.#waits) {
      if (wait.deadlineMs <= untilMs && (next === undefined || wait.deadlineMs < next.deadlineMs)) next = wait;
    }
    return next;
  }
}

function plain(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replace("T", " ");
}

/** Lets every promise that is already settled run its continuations. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
