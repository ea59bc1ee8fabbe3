// Runs of bytes that lie in one place: an open file, or memory. What a rollout is made of (open-source.ts).
import { constants, readSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { CommandRefused } from "../../../runtime/errors";
import type { RolloutSource } from "./rollout-source";

/** Bytes and nothing else. */
export type Bytes = Pick<RolloutSource, "size" | "read" | "close">;

export interface FileBytes extends Bytes {
  /** Another one when the file is another, has other contents or another length. */
  readonly stamp: string;
}

/** A pipe that nobody writes to would be waited for for good (Windows has no such flag, and no such files). */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Whoever reads on and on lets others of its thread come between as often. */
const GIVE_WAY_MS = 4;

/** Throws what the system throws, and CommandRefused `notARollout` for a folder, a pipe or a device. */
export async function openFileBytes(path: string): Promise<FileBytes> {
  const file = await open(path, OPEN_FLAGS);
  try {
    const found = await file.stat({ bigint: true });
    const { size, ino, mtimeNs } = found;
    if (found.isDirectory()) throw new CommandRefused("notARollout", `${path} is a folder. Open a session file in it.`);
    if (!found.isFile()) throw new CommandRefused("notARollout", `${path} is no file. Open a rollout (rollout-….jsonl).`);
    return {
      size: Number(size),
      stamp: `${ino}-${size}-${mtimeNs}`,
      read: fileReader(file, Number(size)),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

// Most bytes lie in the system's memory already: a read that another thread is asked for costs several times what the read itself does.
function fileReader(file: FileHandle, size: number): Bytes["read"] {
  let buffer = Buffer.alloc(0);
  let gaveWayAt = 0;
  let last: Promise<unknown> = Promise.resolve();
  const fill = async (position: number, length: number): Promise<Uint8Array> => {
    if (performance.now() - gaveWayAt >= GIVE_WAY_MS) {
      await setImmediate();
      gaveWayAt = performance.now();
    }
    const wanted = Math.max(0, Math.min(length, size - position));
    if (buffer.length < wanted) buffer = Buffer.allocUnsafeSlow(wanted);
    let filled = 0;
    while (filled < wanted) {
      const bytesRead = readSync(file.fd, buffer, filled, wanted - filled, position + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  };
  return (position, length) => {
    const read = last.then(() => fill(position, length));
    // Whoever asked is told; the next read is another matter.
    last = read.catch((error: unknown) => error);
    return read;
  };
}

export function memoryBytes(all: Uint8Array): Bytes {
  return {
    size: all.length,
    read: (position, length) => Promise.resolve(all.subarray(position, position + length)),
    close: () => Promise.resolve(),
  };
}

/** One run behind the other. */
export function joinedBytes(parts: readonly Bytes[]): Bytes {
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  const read = async (position: number, length: number): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = [];
    let start = 0;
    for (const part of parts) {
      const from = Math.max(position, start);
      const to = Math.min(position + length, start + part.size);
      if (to > from) {
        const piece = await part.read(from - start, to - from);
        if (from === position && to === Math.min(position + length, size)) return piece;
        // Where a read goes over a seam, the parts of it must outlive each other.
        pieces.push(new Uint8Array(piece));
      }
      start += part.size;
    }
    return Buffer.concat(pieces);
  };
  return {
    size,
    read,
    close: async () => {
      for (const part of parts) await part.close();
    },
  };
}
