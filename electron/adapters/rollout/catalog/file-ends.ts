// The first and the last bytes of a rollout, plain or compressed; never more, however long the file or one of its lines is (bug reports 76, 77).
import { createReadStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { Decompress } from "fzstd";

/** `tail`: the file's end, `head` included when both are all there is; null: it was not worth reaching. */
export interface FileEnds {
  readonly head: Buffer;
  readonly tail: Buffer | null;
  readonly isWhole: boolean;
}

/** Of either end, at most. */
export const END_BYTES = 256 * 1024;
/** A file up to here is read at once. */
const WHOLE_BYTES = 2 * END_BYTES;
/** So much of a compressed file is expanded in memory to reach its end. */
const MAX_EXPANDED_BYTES = 64 * 1024 * 1024;
/** A larger slice of a hostile archive becomes hundreds of megabytes in one go. */
const SLICE_BYTES = 4 * 1024;

/** `headBytes`: of a file that is not small. Rejects with the system's error. */
export async function plainEnds(file: FileHandle, size: number, headBytes: number): Promise<FileEnds> {
  if (size <= WHOLE_BYTES) {
    const whole = await readRange(file, 0, size);
    return { head: whole, tail: whole, isWhole: true };
  }
  const [head, tail] = await Promise.all([readRange(file, 0, headBytes), readRange(file, size - END_BYTES, END_BYTES)]);
  return { head, tail, isWhole: false };
}

/** Shorter than asked at the end of the file. */
export async function readRange(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** What can be expanded before the archive breaks off counts; rejects when that is nothing. */
export async function compressedEnds(path: string): Promise<FileEnds> {
  const head: Buffer[] = [];
  let tail = Buffer.alloc(0);
  let expanded = 0;
  const expander = new Decompress((data) => {
    const piece = Buffer.from(data);
    if (expanded < END_BYTES) head.push(piece);
    expanded += piece.length;
    tail = Buffer.concat([tail, piece]).subarray(-END_BYTES);
  });
  let isAtEnd = true;
  try {
    for await (const chunk of createReadStream(path)) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      for (let at = 0; at < bytes.length && isAtEnd; at += SLICE_BYTES) {
        expander.push(bytes.subarray(at, at + SLICE_BYTES));
        isAtEnd = expanded <= MAX_EXPANDED_BYTES;
      }
      if (!isAtEnd) break;
    }
  } catch (error) {
    if (expanded === 0) throw error;
  }
  if (expanded === 0) throw new Error("it ends before anything is in it");
  const first = Buffer.concat(head);
  const isWhole = isAtEnd && expanded <= END_BYTES;
  return { head: first.subarray(0, END_BYTES), tail: isWhole ? first : isAtEnd ? tail : null, isWhole };
}
