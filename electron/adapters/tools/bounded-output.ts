// The first and the last bytes of an output of any length, kept in fixed memory while it is read.
// Apart from where the bytes come from: this is the whole rule of what a model gets to see of a long output.

/**
 * Two ends of an output as text. `omittedBytes` counts what lies between them; when it is 0, `head` is everything and `tail` is empty.
 * `invalidBytes`: how many bytes of the ends are no UTF-8.
 */
export interface OutputEnds {
  readonly head: string;
  readonly omittedBytes: number;
  readonly tail: string;
  readonly invalidBytes: number;
}

/** runtime.md §6: `limitBytes` of UTF-8 text, half from each end, cut on code points. Bytes that are not UTF-8 become U+FFFD. */
export class BoundedOutput {
  readonly #shareBytes: number;
  readonly #head: Buffer;
  #headBytes = 0;
  /** Twice the share, so that the last share is moved to the front only once per share of input. */
  readonly #tail: Buffer;
  #tailBytes = 0;
  #totalBytes = 0;

  constructor(limitBytes: number) {
    this.#shareBytes = Math.floor(limitBytes / 2);
    this.#head = Buffer.alloc(this.#shareBytes);
    this.#tail = Buffer.alloc(2 * this.#shareBytes);
  }

  get totalBytes(): number {
    return this.#totalBytes;
  }

  /** Whether every byte is still held. */
  get isWhole(): boolean {
    return this.#totalBytes <= 2 * this.#shareBytes;
  }

  push(bytes: Uint8Array): void {
    this.#totalBytes += bytes.length;
    const forHead = bytes.subarray(0, this.#shareBytes - this.#headBytes);
    this.#head.set(forHead, this.#headBytes);
    this.#headBytes += forHead.length;
    this.#pushTail(bytes.subarray(forHead.length));
  }

  /** Head and tail as they are held: the whole input as long as `isWhole`. */
  heldBytes(): Buffer {
    return Buffer.concat([this.#heldHead(), this.#heldTail()]);
  }

  ends(): OutputEnds {
    if (this.isWhole) {
      const bytes = this.heldBytes();
      const text = bytes.toString("utf8");
      if (Buffer.byteLength(text) <= 2 * this.#shareBytes)
        return { head: text, omittedBytes: 0, tail: "", invalidBytes: countInvalid(bytes, text) };
    }
    const head = longestHead(this.#heldHead(), this.#shareBytes);
    const tail = longestTail(this.#heldTail(), this.#shareBytes);
    const texts = { head: head.toString("utf8"), tail: tail.toString("utf8") };
    const invalidBytes = countInvalid(head, texts.head) + countInvalid(tail, texts.tail);
    return { ...texts, omittedBytes: this.#totalBytes - head.length - tail.length, invalidBytes };
  }

  #pushTail(bytes: Uint8Array): void {
    const last = bytes.subarray(Math.max(0, bytes.length - this.#shareBytes));
    if (this.#tailBytes + last.length > this.#tail.length) {
      const kept = this.#shareBytes - last.length;
      this.#tail.copyWithin(0, this.#tailBytes - kept, this.#tailBytes);
      this.#tailBytes = kept;
    }
    this.#tail.set(last, this.#tailBytes);
    this.#tailBytes += last.length;
  }

  #heldHead(): Buffer {
    return this.#head.subarray(0, this.#headBytes);
  }

  #heldTail(): Buffer {
    return this.#tail.subarray(Math.max(0, this.#tailBytes - this.#shareBytes), this.#tailBytes);
  }
}

const REPLACEMENT = Buffer.from("\uFFFD");

/** `text`: the bytes, decoded. What is not in it as it was is not valid. */
function countInvalid(bytes: Buffer, text: string): number {
  if (!text.includes("\uFFFD")) return 0;
  let printed = 0;
  for (let at = bytes.indexOf(REPLACEMENT); at !== -1; at = bytes.indexOf(REPLACEMENT, at + REPLACEMENT.length)) printed += 1;
  return bytes.length - Buffer.byteLength(text.replaceAll("\uFFFD", "")) - printed * REPLACEMENT.length;
}

/** The longest beginning that ends on a code point and is no longer than `limitBytes` as text. */
function longestHead(bytes: Buffer, limitBytes: number): Buffer {
  return longestFitting(bytes.length, limitBytes, (length) => bytes.subarray(0, codePointEnd(bytes, length)));
}

/** The longest ending that starts on a code point and is no longer than `limitBytes` as text. */
function longestTail(bytes: Buffer, limitBytes: number): Buffer {
  return longestFitting(bytes.length, limitBytes, (length) => bytes.subarray(codePointStart(bytes, bytes.length - length)));
}

/** A byte that is not UTF-8 is three bytes as text, so the longest cut is searched for by halving. */
function longestFitting(longest: number, limitBytes: number, cut: (length: number) => Buffer): Buffer {
  const fits = (length: number): boolean => Buffer.byteLength(cut(length).toString("utf8")) <= limitBytes;
  if (fits(longest)) return cut(longest);
  let fitting = 0;
  let tooLong = longest;
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(middle)) fitting = middle;
    else tooLong = middle;
  }
  return cut(fitting);
}

/** The last position at or before `end` that does not split a code point. */
export function codePointEnd(bytes: Uint8Array, end: number): number {
  for (let back = 1; back <= 3 && back <= end; back++) {
    const byte = bytes[end - back] ?? 0;
    if (!isContinuation(byte)) return sequenceBytes(byte) > back ? end - back : end;
  }
  return end;
}

/** The first position at or after `start` that does not split a code point. */
function codePointStart(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && at - start < 3 && isContinuation(bytes[at] ?? 0)) at++;
  return at;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

function sequenceBytes(firstByte: number): number {
  if (firstByte >= 0xf0) return 4;
  if (firstByte >= 0xe0) return 3;
  return firstByte >= 0xc0 ? 2 : 1;
}
