// Writes objects as JSON lines, many per write. While the reader is slow, deltas of the same item that wait are joined, so the queue stays short.
import type { Writable } from "node:stream";

interface Delta {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>> & { readonly itemId: string; readonly delta: string };
}

export class LineWriter {
  readonly #output: Writable;
  #waiting: unknown[] = [];
  #isScheduled = false;
  #isBlocked = false;
  #isGone = false;
  #onFlushed: (() => void)[] = [];

  constructor(output: Writable) {
    this.#output = output;
    output.on("error", () => this.#end());
    output.on("close", () => this.#end());
  }

  write(message: unknown): void {
    if (this.#isGone) return;
    const last = this.#waiting.at(-1);
    const joined = this.#isBlocked ? joinDeltas(last, message) : null;
    if (joined === null) this.#waiting.push(message);
    else this.#waiting[this.#waiting.length - 1] = joined;
    this.#schedule();
  }

  /** Resolves once everything written so far has been handed to the reader, or the reader is gone. */
  flushed(): Promise<void> {
    return new Promise((resolve) => {
      this.#onFlushed.push(resolve);
      this.#settle();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isBlocked) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#isGone || this.#waiting.length === 0) return;
    const text = this.#waiting.map((message) => `${JSON.stringify(message)}\n`).join("");
    this.#waiting = [];
    this.#isBlocked = true;
    const isTaken = this.#output.write(text, () => {
      this.#isBlocked = false;
      this.#schedule();
      this.#settle();
    });
    // A reader that keeps up is written to again at the next tick, without waiting for its acknowledgement.
    if (isTaken) this.#isBlocked = false;
  }

  #settle(): void {
    if (!this.#isGone && (this.#waiting.length > 0 || this.#output.writableLength > 0)) return;
    for (const resolve of this.#onFlushed.splice(0)) resolve();
  }

  #end(): void {
    this.#isGone = true;
    this.#waiting = [];
    this.#settle();
  }
}

/** Two neighbouring deltas of one item as one, under the later number; null when they are not that. */
export function joinDeltas(one: unknown, other: unknown): Delta | null {
  if (!isDelta(one) || !isDelta(other) || one.method !== other.method || one.params.itemId !== other.params.itemId) return null;
  if (one.params["summaryIndex"] !== other.params["summaryIndex"]) return null;
  return { ...other, params: { ...other.params, delta: one.params.delta + other.params.delta } };
}

function isDelta(message: unknown): message is Delta {
  if (typeof message !== "object" || message === null || !("method" in message) || !("params" in message)) return false;
  return typeof message.method === "string" && /[dD]elta$/.test(message.method);
}
