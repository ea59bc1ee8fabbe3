// The seccomp filter as a file, which bubblewrap reads from a descriptor. It lies under HOME/cache and may vanish there at any time.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../error-code";

/** Puts the bytes there unless exactly these are there already. Throws when they cannot be written. */
export function ensureFilterFile(path: string, filter: Buffer): void {
  if (holds(path, filter)) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, filter, { mode: 0o600 });
  renameSync(fresh, path);
}

function holds(path: string, filter: Buffer): boolean {
  try {
    return readFileSync(path).equals(filter);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}
