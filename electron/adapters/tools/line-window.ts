// Cuts numbered lines out of bytes that come in pieces, in memory bounded by what is shown: neither the file's nor a line's length matters.
import { TextDecoder } from "node:util";
import { codePointEnd } from "./bounded-output";

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const LONGEST_CODE_POINT_BYTES = 4;

/** Limits of one read. `lineCharacters` counts code points. */
export interface LineLimits {
  readonly firstLine: number;
  readonly lineCount: number;
  readonly lineCharacters: number;
  readonly totalBytes: number;
}

export class LineWindow {
  readonly #limits: LineLimits;
  readonly #rows: string[] = [];
  #shownBytes = 0;
  #lineNumber = 1;
  /** The current line's first bytes, as many as can be shown, and its whole length so far. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  #lineBytes = 0;
  #hasMore = false;

  constructor(limits: LineLimits) {
    this.#limits = limits;
  }

  get rows(): readonly string[] {
    return this.#rows;
  }

  /** Lines passed, shown or not. */
  get linesSeen(): number {
    return this.#lineNumber - 1;
  }

  /** There is more after the last row: nothing further needs to be pushed. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  push(bytes: Buffer): void {
    for (let start = 0; start < bytes.length && !this.#hasMore;) {
      if (this.#isFull()) {
        this.#hasMore = true;
        return;
      }
      const newline = bytes.indexOf(NEWLINE, start);
      const end = newline === -1 ? bytes.length : newline;
      this.#hold(bytes.subarray(start, end));
      if (newline !== -1) this.#endLine();
      start = end + 1;
    }
  }

  /** The input is over: a last line without a newline counts. */
  end(): void {
    if (this.#lineBytes > 0 && !this.#hasMore) this.#endLine();
  }

  #isFull(): boolean {
    return this.#lineNumber >= this.#limits.firstLine + this.#limits.lineCount;
  }

  #hold(part: Buffer): void {
    this.#lineBytes += part.length;
    if (this.#lineNumber < this.#limits.firstLine) return;
    // One byte more than can be shown, for a carriage return that does not count.
    const room = this.#limits.lineCharacters * LONGEST_CODE_POINT_BYTES + 1 - this.#heldBytes;
    const held = Buffer.from(part.subarray(0, room));
    this.#held.push(held);
    this.#heldBytes += held.length;
  }

  #endLine(): void {
    if (this.#lineNumber >= this.#limits.firstLine) {
      const row = `${String(this.#lineNumber).padStart(6)}\t${this.#lineText()}`;
      const rowBytes = Buffer.byteLength(row) + 1;
      if (this.#shownBytes + rowBytes > this.#limits.totalBytes) {
        this.#hasMore = true;
        return;
      }
      this.#rows.push(row);
      this.#shownBytes += rowBytes;
    }
    this.#lineNumber++;
    this.#held = [];
    this.#heldBytes = 0;
    this.#lineBytes = 0;
  }

  #lineText(): string {
    const held = Buffer.concat(this.#held);
    const isComplete = held.length === this.#lineBytes;
    const end = isComplete && held.at(-1) === CARRIAGE_RETURN ? held.length - 1 : held.length;
    const decoder = new TextDecoder("utf-8", { ignoreBOM: this.#lineNumber !== 1 });
    const text = decoder.decode(held.subarray(0, isComplete ? end : codePointEnd(held, end)));
    const characters = Array.from(text);
    if (isComplete && characters.length <= this.#limits.lineCharacters) return text;
    return `${characters.slice(0, this.#limits.lineCharacters).join("")} [line cut: it has ${this.#lineBytes} bytes]`;
  }
}
