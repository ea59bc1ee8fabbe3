// A fair reader/writer lock: who came first is served first, so a waiting writer holds back later readers (runtime.md §6, gate).

export type LockMode = "shared" | "exclusive";

interface Waiter {
  readonly mode: LockMode;
  readonly admit: () => void;
}

export class OrderedLock {
  #readers = 0;
  #isWriting = false;
  #waiters: Waiter[] = [];

  /** Resolves with the function that releases the lock, or with null if the signal aborts first. Release exactly once. */
  acquire(mode: LockMode, signal: AbortSignal): Promise<(() => void) | null> {
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const onAbort = (): void => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        resolve(null);
        this.#admitNext();
      };
      const waiter: Waiter = {
        mode,
        admit: () => {
          signal.removeEventListener("abort", onAbort);
          resolve(() => this.#release(mode));
        },
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiters.push(waiter);
      this.#admitNext();
    });
  }

  #admitNext(): void {
    for (let next = this.#waiters[0]; next !== undefined && this.#isFree(next.mode); next = this.#waiters[0]) {
      this.#waiters.shift();
      if (next.mode === "shared") this.#readers += 1;
      else this.#isWriting = true;
      next.admit();
    }
  }

  #isFree(mode: LockMode): boolean {
    return !this.#isWriting && (mode === "shared" || this.#readers === 0);
  }

  #release(mode: LockMode): void {
    if (mode === "shared") this.#readers -= 1;
    else this.#isWriting = false;
    this.#admitNext();
  }
}
