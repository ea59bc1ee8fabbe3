// What a file is before a patch, read once through an open folder; and what tells later that it is still the same.
import { constants, type BigIntStats } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { ModelVisibleError } from "../../../runtime/errors";
import { errorCode } from "../error-code";
import { fileFault } from "../file-fault";
import { entryAt, fileId, linkRefusal, within, type WorkspaceFolder } from "../workspace-folders";

/** Larger files are not patched. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** `mode`: the permission bits. `stamp`: changes with whatever is done to the file. */
export interface PresentFile {
  readonly kind: "file";
  readonly bytes: Buffer;
  readonly mode: number;
  readonly owner: { readonly uid: number; readonly gid: number };
  readonly links: number;
  readonly stamp: string;
}
export type FileEntry = { readonly kind: "absent" } | PresentFile;

export const ABSENT: FileEntry = { kind: "absent" };

/** The plain file of that name, or that there is none. Throws ModelVisibleError for links and what is no plain file. */
export async function lookAt(folder: WorkspaceFolder, name: string, shown: string): Promise<BigIntStats | null> {
  const found = await entryAt(within(folder, name)).catch(async (error: unknown) => {
    throw await fileFault(error, shown);
  });
  if (found === null || found.isFile()) return found;
  if (found.isSymbolicLink()) throw await linkRefusal(within(folder, name), shown);
  if (found.isDirectory()) throw new ModelVisibleError(`${shown} is a folder, and only files can be patched`);
  throw new ModelVisibleError(`${shown} is not a regular file (a pipe, a socket or a device), and only those can be patched`);
}

export function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(":");
}

/** Throws ModelVisibleError. */
export async function readEntry(folder: WorkspaceFolder, name: string, shown: string): Promise<FileEntry> {
  const looked = await lookAt(folder, name, shown);
  if (looked === null) return ABSENT;
  refuseHuge(looked.size, shown);
  try {
    const file = await open(within(folder, name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      return await readOpen(file, { looked, shown });
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof ModelVisibleError) throw error;
    throw errorCode(error) === "ELOOP"
      ? new ModelVisibleError(`${shown} became a symbolic link while it was being read`, { cause: error })
      : await fileFault(error, shown);
  }
}

async function readOpen(
  file: FileHandle,
  { looked, shown }: { readonly looked: BigIntStats; readonly shown: string },
): Promise<PresentFile> {
  const before = await file.stat({ bigint: true });
  if (fileId(before) !== fileId(looked)) throw changing(shown);
  refuseHuge(before.size, shown);
  const bytes = Buffer.alloc(Number(before.size));
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  const after = await file.stat({ bigint: true });
  if (length < bytes.length || stampOf(after) !== stampOf(before)) throw changing(shown);
  return {
    kind: "file",
    bytes,
    mode: Number(after.mode & 0o7777n),
    owner: { uid: Number(after.uid), gid: Number(after.gid) },
    links: Number(after.nlink),
    stamp: stampOf(after),
  };
}

function refuseHuge(size: bigint, shown: string): void {
  if (size <= BigInt(MAX_FILE_BYTES)) return;
  const mebibytes = (Number(size) / 1024 / 1024).toFixed(1);
  throw new ModelVisibleError(
    `${shown} is too large to be patched: ${mebibytes} MiB, of at most ${MAX_FILE_BYTES / 1024 / 1024}`,
  );
}

function changing(shown: string): ModelVisibleError {
  return new ModelVisibleError(`${shown} was changed by somebody else while it was being read`);
}
