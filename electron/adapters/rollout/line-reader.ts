// Bytes of a rollout → its lines. Tolerant: damage costs the damaged line, never the file. Apart from the store so that it can be tried on any bytes.
import { isUtf8 } from "node:buffer";
import type { FilePlace, StoredLine } from "../../runtime/ports/rollout-store";
import { LineSplitter, type PhysicalLine } from "./line-splitter";

export interface ReadLines {
  readonly lines: readonly StoredLine[];
  /** What was left out or changed while reading, in words. */
  readonly repairs: readonly string[];
  /** Physical lines in the bytes, an unfinished last one included. */
  readonly physicalLines: number;
  /** The last byte is not a newline: the next append starts with one. */
  readonly needsNewline: boolean;
}

const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const MAX_REPAIRS = 50;

/** Takes the bytes in chunks of any size, from a place in the file on. */
export class LineReader {
  readonly #lines: StoredLine[] = [];
  readonly #repairs = new RepairList();
  readonly #splitter: LineSplitter;

  constructor(from?: FilePlace) {
    this.#splitter = new LineSplitter((physical) => {
      const line = readLine(physical, (repair) => this.#repairs.add(repair));
      if (line !== null) this.#lines.push(line);
    }, from);
  }

  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  /** The result; call once, after the last chunk. */
  end(): ReadLines {
    const ended = this.#splitter.end();
    return { lines: this.#lines, repairs: this.#repairs.texts, ...ended };
  }
}

/** Repairs in words, as many as anybody reads. */
export class RepairList {
  readonly #texts: string[] = [];
  #hidden = 0;

  get texts(): string[] {
    return this.#hidden === 0 ? [...this.#texts] : [...this.#texts, `and ${this.#hidden} more damaged lines`];
  }

  add(repair: string): void {
    if (this.#texts.length < MAX_REPAIRS) this.#texts.push(repair);
    else this.#hidden += 1;
  }
}

/** Null: a blank line, or one that is damaged beyond reading; what is wrong with it is reported. */
export function readLine(
  { line, offset, size, bytes: raw, isFinished }: PhysicalLine,
  report: (repair: string) => void,
): StoredLine | null {
  if (raw === null) {
    report(`line ${line} is too long (${size} bytes) and was left out`);
    return null;
  }
  const marked = withoutMarks(raw, line);
  const bytes = withoutNuls(marked);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  const isBlank = text.trim() === "";
  if (!isBlank && !isJsonObject(text)) {
    if (isFinished) report(`line ${line} is damaged (${size} bytes) and was left out`);
    else report(`line ${line}, the last one, is cut off after ${size} bytes and was left out`);
    return null;
  }
  const nuls = marked.length - bytes.length;
  if (nuls > 0) report(`line ${line}: ${nuls} NUL bytes were ignored`);
  if (isBlank) return null;
  if (!isUtf8(bytes)) report(`line ${line} holds bytes that are not UTF-8; they are shown as \ufffd`);
  return { line, offset, text };
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
