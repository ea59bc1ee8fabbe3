// Bytes → physical lines, on byte 0x0A only. Apart from what a line means, so that a reader may look at its bytes alone.
import { MAX_LINE_BYTES } from "../../../shared/protocol/rollout-line";
import type { FilePlace } from "../../runtime/ports/rollout-store";

/** `size`: in bytes, without the newline. */
export interface PhysicalLine extends FilePlace {
  readonly size: number;
  /** Good until the next `push`; null for a line that is longer than any may be. */
  readonly bytes: Buffer | null;
  /** It ends in a newline. */
  readonly isFinished: boolean;
}

const NEWLINE = 0x0a;

/** Takes the bytes in chunks of any size (they may be reused after `push`), so a file is never one string. */
export class LineSplitter {
  readonly #take: (line: PhysicalLine) => void;
  #line: number;
  #offset: number;
  #pieces: Buffer[] = [];
  #pendingBytes = 0;

  constructor(take: (line: PhysicalLine) => void, from: FilePlace = { line: 1, offset: 0 }) {
    this.#take = take;
    this.#line = from.line;
    this.#offset = from.offset;
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      this.#endLine(bytes.subarray(start, end), true);
      start = end + 1;
    }
    if (start < bytes.length) this.#keep(Buffer.from(bytes.subarray(start)));
  }

  /** Call once, after the last chunk. `physicalLines`: in the whole file, an unfinished last one included. */
  end(): { readonly physicalLines: number; readonly needsNewline: boolean } {
    const needsNewline = this.#pendingBytes > 0;
    if (needsNewline) this.#endLine(Buffer.alloc(0), false);
    return { physicalLines: this.#line - 1, needsNewline };
  }

  #keep(piece: Buffer): void {
    this.#pendingBytes += piece.length;
    if (this.#pendingBytes > MAX_LINE_BYTES) this.#pieces = [];
    else this.#pieces.push(piece);
  }

  #endLine(rest: Buffer, isFinished: boolean): void {
    const size = this.#pendingBytes + rest.length;
    const bytes = size > MAX_LINE_BYTES ? null : this.#pieces.length === 0 ? rest : Buffer.concat([...this.#pieces, rest]);
    this.#pieces = [];
    this.#pendingBytes = 0;
    this.#take({ line: this.#line, offset: this.#offset, size, bytes, isFinished });
    this.#line += 1;
    this.#offset += size + (isFinished ? 1 : 0);
  }
}
