// Who waits for a page goes first: work in the background stands still meanwhile.
import { signal, type Signal } from "../signal";

export class Foreground {
  #running = 0;
  #idle: Signal | null = null;

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    this.#enter();
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  /** Within `run`: what is awaited is done in the background, which must not wait for us in turn. */
  async waitFor<Result>(background: Promise<Result>): Promise<Result> {
    this.#leave();
    try {
      return await background;
    } finally {
      this.#enter();
    }
  }

  async idle(): Promise<void> {
    while (this.#running > 0) await (this.#idle ??= signal()).promise;
  }

  #enter(): void {
    this.#running += 1;
  }

  #leave(): void {
    this.#running -= 1;
    if (this.#running > 0) return;
    this.#idle?.resolve();
    this.#idle = null;
  }
}
