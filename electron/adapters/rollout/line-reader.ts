// Bytes of a rollout → its lines. Tolerant: damage costs the damaged line, never the file. Apart from the store so that it can be tried on any bytes.
import { isUtf8 } from "node:buffer";
import { MAX_LINE_BYTES } from "../../../shared/protocol/rollout-line";

export interface NumberedLine {
  /** 1-based physical line. */
  readonly line: number;
  readonly text: string;
}

export interface ReadLines {
  readonly lines: readonly NumberedLine[];
  /** What was left out or changed while reading, in words. */
  readonly repairs: readonly string[];
  /** Physical lines in the bytes, an unfinished last one included. */
  readonly physicalLines: number;
  /** The last byte is not a newline: the next append starts with one. */
  readonly needsNewline: boolean;
}

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const MAX_REPAIRS = 50;

/** Takes the bytes in chunks of any size (they may be reused after `push`), so a file is never one string. Splits on byte 0x0A only. */
export class LineReader {
  readonly #lines: NumberedLine[] = [];
  readonly #repairs: string[] = [];
  #hiddenRepairs = 0;
  #physicalLines = 0;
  #pieces: Uint8Array[] = [];
  #pendingBytes = 0;

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#endLine(chunk.subarray(start, end), true);
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(new Uint8Array(chunk.subarray(start)));
  }

  /** The result; call once, after the last chunk. */
  end(): ReadLines {
    const needsNewline = this.#pendingBytes > 0;
    if (needsNewline) this.#endLine(new Uint8Array(), false);
    const repairs = [...this.#repairs];
    if (this.#hiddenRepairs > 0) repairs.push(`and ${this.#hiddenRepairs} more damaged lines`);
    return { lines: this.#lines, repairs, physicalLines: this.#physicalLines, needsNewline };
  }

  #keep(piece: Uint8Array): void {
    this.#pendingBytes += piece.length;
    if (this.#pendingBytes > MAX_LINE_BYTES) this.#pieces = [];
    else this.#pieces.push(piece);
  }

  #endLine(rest: Uint8Array, isFinished: boolean): void {
    const bytes = this.#pieces.length === 0 ? rest : Buffer.concat([...this.#pieces, rest]);
    const size = this.#pendingBytes + rest.length;
    this.#pieces = [];
    this.#pendingBytes = 0;
    this.#physicalLines += 1;
    if (size > MAX_LINE_BYTES) this.#report(`line ${this.#physicalLines} is too long (${size} bytes) and was left out`);
    else this.#readLine(bytes, isFinished);
  }

  #readLine(raw: Uint8Array, isFinished: boolean): void {
    const line = this.#physicalLines;
    const marked = withoutMarks(raw, line);
    const bytes = withoutNuls(marked);
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
    const isBlank = text.trim() === "";
    if (!isBlank && !isJsonObject(text)) {
      if (isFinished) this.#report(`line ${line} is damaged (${raw.length} bytes) and was left out`);
      else this.#report(`line ${line}, the last one, is cut off after ${raw.length} bytes and was left out`);
      return;
    }
    const nuls = marked.length - bytes.length;
    if (nuls > 0) this.#report(`line ${line}: ${nuls} NUL bytes were ignored`);
    if (isBlank) return;
    if (!isUtf8(bytes)) this.#report(`line ${line} holds bytes that are not UTF-8; they are shown as \ufffd`);
    this.#lines.push({ line, text });
  }

  #report(repair: string): void {
    if (this.#repairs.length < MAX_REPAIRS) this.#repairs.push(repair);
    else this.#hiddenRepairs += 1;
  }
}

/** Without the byte order mark of line 1 and without the CR of a CRLF. */
function withoutMarks(bytes: Uint8Array, line: number): Uint8Array {
  const start = line === 1 && BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? BYTE_ORDER_MARK.length : 0;
  const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
  return bytes.subarray(start, Math.max(start, end));
}

/** A loss of power can leave NULs where the file had grown: before or after what was written, never in it. */
function withoutNuls(bytes: Uint8Array): Uint8Array {
  let start = 0;
  let end = bytes.length;
  while (start < end && bytes[start] === 0) start += 1;
  while (end > start && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(start, end);
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
