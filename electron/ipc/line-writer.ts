// Writes objects as JSON lines, many per write. Once very many wait for a slow reader, neighbouring deltas of an item are joined: the queue is bounded
// and no item is lost; the reader sees the gap in `seq` and may ask for a snapshot (protocol.md §1).
import type { Writable } from "node:stream";
import { lineText } from "./line-text";

interface Delta {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>> & { readonly itemId: string; readonly delta: string };
}

/** So many may wait one by one. A reader that merely takes its time never sees a gap. */
const WAITING_LIMIT = 50_000;

/** So many go out at once, without waiting for the tick to end: an answer that pours in must not pile up in memory first. */
const BATCH = 200;

/** In characters, for one tick: what has piled up, and a long answer, goes out in parts. Its text is never in memory as a whole, and nothing waits for it. */
const WRITE_LIMIT = 64 * 1024;

export class LineWriter {
  readonly #output: Writable;
  #waiting: unknown[] = [];
  /** What is left of the line whose beginning is out. */
  #begun: Iterator<string, void> | null = null;
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
    const joined = this.#waiting.length < WAITING_LIMIT ? null : joinDeltas(last, message);
    if (joined === null) this.#waiting.push(message);
    else this.#waiting[this.#waiting.length - 1] = joined;
    if (this.#waiting.length >= BATCH && !this.#isBlocked) this.#flush();
    else this.#schedule();
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
    if (this.#isGone || !this.#hasMore) return;
    const text = this.#nextText();
    // All that was left of the last line was its end.
    if (text === "") return this.#settle();
    this.#isBlocked = true;
    const isTaken = this.#output.write(text, () => {
      this.#isBlocked = false;
      this.#schedule();
      this.#settle();
    });
    // A reader that keeps up is written to again without waiting for its acknowledgement; a pipe often has taken all by now, however much it was.
    if (isTaken || this.#output.writableLength === 0) this.#isBlocked = false;
    if (this.#hasMore) this.#schedule();
  }

  get #hasMore(): boolean {
    return this.#begun !== null || this.#waiting.length > 0;
  }

  /** At least so much that the limit is reached, where there is so much. */
  #nextText(): string {
    let text = "";
    let taken = 0;
    while (text.length < WRITE_LIMIT && (this.#begun !== null || taken < this.#waiting.length)) {
      if (this.#begun === null) {
        this.#begun = lineText(this.#waiting[taken]);
        taken += 1;
      }
      const { value, done } = this.#begun.next();
      if (done === true) this.#begun = null;
      else text += value;
    }
    this.#waiting.splice(0, taken);
    return text;
  }

  #settle(): void {
    if (!this.#isGone && (this.#hasMore || this.#output.writableLength > 0)) return;
    for (const resolve of this.#onFlushed.splice(0)) resolve();
  }

  #end(): void {
    this.#isGone = true;
    this.#waiting = [];
    this.#begun = null;
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
