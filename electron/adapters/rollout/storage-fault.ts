// A refusal of the disk → a StorageError that says what happened and what to do about it.
import { StorageError, errorMessage } from "../../runtime/errors";

/** The `code` of an error that the operating system gave (ENOENT …), else null. */
export function systemCode(error: unknown): string | null {
  return error instanceof Error && "syscall" in error && "code" in error && typeof error.code === "string" ? error.code : null;
}

/** `path`: what could not be read or written. Anything but a refusal of the system (an error of the program) is handed on as it is. */
export function storageFault(error: unknown, path: string): unknown {
  const code = systemCode(error);
  return code === null ? error : new StorageError("io", describe(code, path, errorMessage(error)), { cause: error });
}

function describe(code: string, path: string, reason: string): string {
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return `The disk is full: ${path} could not be written. Free some space, then try again.`;
    case "EACCES":
    case "EPERM":
      return `No permission for ${path}. Give your user access to it, then try again.`;
    case "EROFS":
      return `${path} lies on a read-only disk. Make it writable or choose another home folder, then try again.`;
    case "ENOTDIR":
    case "EEXIST":
      return `${path} could not be made: something that is not a folder is in the way (${reason}). Move it away, then try again.`;
    case "EMFILE":
    case "ENFILE":
      return `Too many files are open to use ${path}. Close other programs, then try again.`;
    default:
      return `${path} could not be used: ${reason}. Check the disk, then try again.`;
  }
}
