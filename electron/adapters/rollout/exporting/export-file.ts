// Writes an export beside its target and puts it in place once it is complete: at no moment is there half a file under the person's name.
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, type FileHandle, link, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { CommandRefused, errorMessage, StorageError } from "../../../runtime/errors";
import { checkTarget } from "./export-target";

export interface ExportFile {
  /** Absolute. */
  readonly target: string;
  readonly canReplace: boolean;
  /** The rollout that is exported. */
  readonly source: string;
  readonly ownFolders: readonly string[];
  readonly chunks: AsyncIterable<string | Uint8Array>;
}

/** Small pieces are written together. Bytes. */
const WRITE_SIZE = 256 * 1024;

/** Throws CommandRefused `invalidParams` in words, StorageError `io`, and whatever the chunks throw. Readable by the person alone, as rollouts are. */
export async function writeExport({ chunks, ...order }: ExportFile): Promise<{ readonly bytes: number } | "exists"> {
  const checked = await checkTarget(order);
  if (checked === "exists") return "exists";
  const target = checked.file;
  const part = path.join(path.dirname(target), `.${path.basename(target).slice(0, 40)}.${randomUUID()}.part`);
  try {
    const bytes = await writePart(part, chunks);
    const isPut = await onDisk(target, () => (order.canReplace ? replace(part, target) : putBeside(part, target)));
    return isPut ? { bytes } : "exists";
  } finally {
    await rm(part, { force: true });
  }
}

async function writePart(part: string, chunks: ExportFile["chunks"]): Promise<number> {
  const file = await onDisk(part, () => open(part, "wx", 0o600));
  try {
    let bytes = 0;
    let waiting: Buffer[] = [];
    let size = 0;
    const flush = async (): Promise<void> => {
      const batch = Buffer.concat(waiting);
      waiting = [];
      size = 0;
      await onDisk(part, () => writeAll(file, batch));
      bytes += batch.length;
    };
    for await (const chunk of chunks) {
      // Copied: a source may use its bytes again.
      const piece = Buffer.from(chunk);
      waiting.push(piece);
      size += piece.length;
      if (size >= WRITE_SIZE) await flush();
    }
    await flush();
    await onDisk(part, () => file.sync());
    return bytes;
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length;) written += (await file.write(bytes, written)).bytesWritten;
}

async function replace(part: string, target: string): Promise<true> {
  await rename(part, target);
  return true;
}

/** A second name fails where a file has come to be meanwhile (then false); disks without second names copy. */
async function putBeside(part: string, target: string): Promise<boolean> {
  try {
    await link(part, target);
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    try {
      await copyFile(part, target, constants.COPYFILE_EXCL);
    } catch (failure) {
      if (isCode(failure, "EEXIST")) return false;
      await rm(target, { force: true });
      throw failure;
    }
  }
  return true;
}

async function onDisk<Result>(file: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof CommandRefused) throw error;
    throw new StorageError("io", `the export could not be written to ${path.dirname(file)}: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
