// A rollout on disk: read as a whole with a stamp of what was read, and opened for appending only while it still is that.
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { StorageError } from "../../runtime/errors";
import type { FilePlace } from "../../runtime/ports/rollout-store";
import { LineReader, type ReadLines } from "./line-reader";
import { systemCode } from "./storage-fault";

/** Tells whether a file is still the one that was read. */
export interface FileStamp {
  readonly size: number;
  readonly inode: bigint;
  readonly mtimeNs: bigint;
}

export interface RolloutFile extends ReadLines {
  readonly stamp: FileStamp;
  readonly updatedAtMs: number;
}

/** Null: there is no such file. */
export async function stampOf(path: string): Promise<FileStamp | null> {
  try {
    const { size, ino, mtimeNs } = await stat(path, { bigint: true });
    return { size: Number(size), inode: ino, mtimeNs };
  } catch (error) {
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return null;
    throw error;
  }
}

export function isSame(one: FileStamp, other: FileStamp): boolean {
  return one.size === other.size && one.inode === other.inode && one.mtimeNs === other.mtimeNs;
}

/** So little that reading the lines of one keeps nobody waiting. */
const CHUNK_BYTES = 128 * 1024;

/** Reads as much as was there at the beginning, in chunks, from a line on. Changes nothing. */
export async function readRolloutFile(path: string, from: FilePlace = { line: 1, offset: 0 }): Promise<RolloutFile> {
  const file = await open(path, "r");
  try {
    const { size, ino, mtimeNs, mtimeMs } = await file.stat({ bigint: true });
    const reader = new LineReader(from);
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let position = from.offset;
    while (position < size) {
      const { bytesRead } = await file.read(chunk, 0, Math.min(CHUNK_BYTES, Number(size) - position), position);
      if (bytesRead === 0) break;
      reader.push(chunk.subarray(0, bytesRead));
      position += bytesRead;
    }
    return { ...reader.end(), stamp: { size: position, inode: ino, mtimeNs }, updatedAtMs: Number(mtimeMs) };
  } finally {
    await file.close();
  }
}

/** Makes the file of a new thread and its folders, for the person's eyes only. `madeFolder`: the topmost folder that was made. */
export async function makeRolloutFile(path: string): Promise<{ file: FileHandle; madeFolder: string | null }> {
  const madeFolder = (await mkdir(dirname(path), { recursive: true, mode: 0o700 })) ?? null;
  try {
    return { file: await open(path, "ax", 0o600), madeFolder };
  } catch (error) {
    throw systemCode(error) === "EEXIST" ? changed(path) : error;
  }
}

/** Opens for appending; StorageError `changed` when the file is not what was read. */
export async function reopenRolloutFile(path: string, stamp: FileStamp): Promise<FileHandle> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_WRONLY | constants.O_APPEND);
  } catch (error) {
    throw systemCode(error) === "ENOENT" ? changed(path) : error;
  }
  const { size, ino, mtimeNs } = await file.stat({ bigint: true });
  if (isSame({ size: Number(size), inode: ino, mtimeNs }, stamp)) return file;
  await file.close();
  throw changed(path);
}

/** Throws `changed` unless the open file is still in its folder and exactly as long as this writer left it. */
export async function checkUnchanged(file: FileHandle, path: string, size: number): Promise<void> {
  const present = await file.stat();
  if (present.size !== size || present.nlink === 0) throw changed(path);
}

interface ByteSink {
  write(bytes: Uint8Array, offset: number, length: number): Promise<{ bytesWritten: number }>;
}

/** One write; the rest of a short one follows until the disk has all of it or refuses. */
export async function appendBytes(file: ByteSink, bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written);
    if (bytesWritten === 0) throw new StorageError("io", "The disk took no more bytes. Check it, then try again.");
    written += bytesWritten;
  }
}

/** Makes the names of a new file and its new folders survive a loss of power. Windows has no such call: its file system does it by itself. */
export async function syncFolders(path: string, madeFolder: string | null): Promise<void> {
  if (process.platform === "win32") return;
  const top = madeFolder === null ? dirname(path) : dirname(madeFolder);
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (folder === top || folder === dirname(folder)) return;
  }
}

function changed(path: string): StorageError {
  return new StorageError(
    "changed",
    `${path} was changed by another program. Open the session again to see and continue what is there now.`,
  );
}
