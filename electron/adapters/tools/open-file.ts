// Opens a regular file for reading, and nothing else: opening a pipe or a device could wait for its other end for ever.
import { constants, type Stats } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";
import { ModelVisibleError } from "../../runtime/errors";
import { fileFault } from "./file-fault";

/** Throws ModelVisibleError. `folderAdvice`: what to do with a folder instead. */
export async function openRegularFile(path: string, folderAdvice: string): Promise<{ file: FileHandle; size: number }> {
  const check = (found: Stats): void => {
    if (found.isDirectory()) throw new ModelVisibleError(`${path} is a folder; ${folderAdvice}`);
    if (!found.isFile()) throw new ModelVisibleError(`${path} is not a regular file`);
  };
  let file: FileHandle | null = null;
  try {
    // Before, because opening a device may do something; and of what was opened, because it may be another thing by then.
    check(await stat(path));
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = await file.stat();
    check(found);
    return { file, size: found.size };
  } catch (error) {
    await file?.close();
    if (error instanceof ModelVisibleError) throw error;
    throw await fileFault(error, path);
  }
}
