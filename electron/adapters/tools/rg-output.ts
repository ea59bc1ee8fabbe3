// What ripgrep prints → rows, from bytes that come in pieces, in memory bounded by one line's beginning.
import { rowText, type SearchRow } from "./search-row";

const NUL = 0;
const NEWLINE = 10;
/** Of a path or a line more is not kept. */
const MOST_BYTES = 16 * 1024;

/** With `--null --line-number`: path, NUL, number, colon, line. */
export class RgOutput {
  readonly #take: (row: SearchRow) => void;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #path: string | null = null;

  constructor(take: (row: SearchRow) => void) {
    this.#take = take;
  }

  push(bytes: Buffer): void {
    for (let start = 0; start < bytes.length;) {
      const found = bytes.indexOf(this.#path === null ? NUL : NEWLINE, start);
      this.#hold(bytes.subarray(start, found === -1 ? bytes.length : found));
      if (found === -1) return;
      const text = Buffer.concat(this.#held).toString("utf8");
      this.#held = [];
      this.#heldBytes = 0;
      if (this.#path === null) this.#path = pathIn(text);
      else {
        this.#row(this.#path, text);
        this.#path = null;
      }
      start = found + 1;
    }
  }

  #hold(part: Buffer): void {
    const kept = Buffer.from(part.subarray(0, Math.max(0, MOST_BYTES - this.#heldBytes)));
    this.#held.push(kept);
    this.#heldBytes += kept.length;
  }

  #row(path: string, text: string): void {
    const [, number, line = ""] = /^(\d+):([\s\S]*)$/.exec(text) ?? [];
    if (number !== undefined) this.#take({ path, line: Number(number), text: rowText(line) });
  }
}

/** A remark about a binary file stands in front of the next path, on lines of its own. */
function pathIn(text: string): string {
  const start = text.lastIndexOf("\n./");
  return (start === -1 ? text : text.slice(start + 1)).replace(/^\.\//, "");
}
