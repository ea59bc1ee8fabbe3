// Turns a stream of events into few pushes: the window gets a batch at most once per frame, in order, nothing lost.

/** Milliseconds between two batches: one frame at 60 Hz. */
export const BATCH_INTERVAL_MS = 16;

/** Time as the batcher needs it. `soon` runs after the current task and its microtasks; both return what takes the task back. */
export interface BatchSchedule {
  nowMs(): number;
  soon(task: () => void): () => void;
  after(delayMs: number, task: () => void): () => void;
}

/**
 * The first event after a quiet interval goes out at once, though after the current task, so that the reply to an invoke that caused
 * it is sent before it. What comes within the interval is sent together at its end.
 */
export class EventBatcher {
  readonly #send: (batch: readonly unknown[]) => void;
  readonly #schedule: BatchSchedule;
  #pending: unknown[] = [];
  #takeBack: (() => void) | undefined;
  #sentAtMs = Number.NEGATIVE_INFINITY;

  constructor(send: (batch: readonly unknown[]) => void, schedule: BatchSchedule) {
    this.#send = send;
    this.#schedule = schedule;
  }

  push(event: unknown): void {
    this.#pending.push(event);
    this.#takeBack ??= this.#scheduleFlush();
  }

  /** Drops what is pending: its page is gone. */
  close(): void {
    this.#takeBack?.();
    this.#takeBack = undefined;
    this.#pending = [];
  }

  #scheduleFlush(): () => void {
    const dueInMs = this.#sentAtMs + BATCH_INTERVAL_MS - this.#schedule.nowMs();
    const flush = (): void => this.#flush();
    return dueInMs <= 0 ? this.#schedule.soon(flush) : this.#schedule.after(dueInMs, flush);
  }

  #flush(): void {
    const batch = this.#pending;
    this.#pending = [];
    this.#takeBack = undefined;
    this.#sentAtMs = this.#schedule.nowMs();
    this.#send(batch);
  }
}

/** The real schedule of a Node or Electron main process. */
export const processSchedule: BatchSchedule = {
  nowMs: () => performance.now(),
  soon: (task) => {
    const handle = setImmediate(task);
    return () => clearImmediate(handle);
  },
  after: (delayMs, task) => {
    const handle = setTimeout(task, delayMs);
    return () => clearTimeout(handle);
  },
};
