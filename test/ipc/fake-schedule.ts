// A schedule that moves only when a test says so.
import type { BatchSchedule } from "../../electron/ipc/event-batcher";

export class FakeSchedule implements BatchSchedule {
  #nowMs = 0;
  #tasks: { dueAtMs: number; task: () => void }[] = [];

  nowMs(): number {
    return this.#nowMs;
  }

  soon(task: () => void): () => void {
    return this.after(0, task);
  }

  after(delayMs: number, task: () => void): () => void {
    const entry = { dueAtMs: this.#nowMs + delayMs, task };
    this.#tasks.push(entry);
    return () => {
      this.#tasks = this.#tasks.filter((other) => other !== entry);
    };
  }

  /** Runs what is due until then, in order of its time. */
  advance(byMs: number): void {
    const untilMs = this.#nowMs + byMs;
    for (let next = this.#takeNext(untilMs); next !== undefined; next = this.#takeNext(untilMs)) {
      this.#nowMs = next.dueAtMs;
      next.task();
    }
    this.#nowMs = untilMs;
  }

  #takeNext(untilMs: number): { dueAtMs: number; task: () => void } | undefined {
    const next = this.#tasks.toSorted((a, b) => a.dueAtMs - b.dueAtMs)[0];
    if (next === undefined || next.dueAtMs > untilMs) return undefined;
    this.#tasks = this.#tasks.filter((other) => other !== next);
    return next;
  }
}
