// What a person types, line by line: one queue, one reader at a time. Apart because a reader that gives up must not take the line after it.
import { createInterface, type Interface } from "node:readline";
import type { Readable } from "node:stream";
import { setImmediate as nextLoop } from "node:timers/promises";

export class TerminalLines {
  readonly #interface: Interface;
  #early: string[] = [];
  #take: ((line: string | null) => void) | null = null;
  #hasEnded = false;

  /** `onEarly`: a line has come that nobody waits for yet. */
  constructor(input: Readable, onEarly: (line: string) => void = () => undefined) {
    this.#interface = createInterface({ input });
    this.#interface.on("line", (line) => {
      if (this.#take !== null) {
        this.#take(line);
        return;
      }
      this.#early.push(line);
      onEarly(line);
    });
    this.#interface.once("close", () => {
      this.#hasEnded = true;
      this.#take?.(null);
    });
  }

  /** The next line; null once the input has ended, or as soon as the signal aborts. Lines that came early wait their turn. */
  next(signal?: AbortSignal): Promise<string | null> {
    if (this.#take !== null) throw new Error("two cannot read the same line");
    if (signal?.aborted === true) return Promise.resolve(null);
    const early = this.#early.shift();
    if (early !== undefined) return Promise.resolve(early);
    if (this.#hasEnded) return Promise.resolve(null);
    return new Promise((resolve) => {
      const giveUp = (): void => this.#take?.(null);
      this.#take = (line) => {
        this.#take = null;
        signal?.removeEventListener("abort", giveUp);
        resolve(line);
      };
      signal?.addEventListener("abort", giveUp, { once: true });
    });
  }

  /** Forgets the lines that nobody has read yet, and returns them. */
  async forget(): Promise<readonly string[]> {
    // What the system holds for us arrives with the next whole round of the event loop; the first may be half over.
    await nextLoop();
    await nextLoop();
    const forgotten = this.#early;
    this.#early = [];
    return forgotten;
  }

  /** Ends the reading: whoever waits gets null. */
  close(): void {
    this.#interface.close();
  }
}
