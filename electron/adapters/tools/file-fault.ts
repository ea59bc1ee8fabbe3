// What went wrong with a path, in words a model can act on.
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorMessage, ModelVisibleError } from "../../runtime/errors";
import { errorCode } from "./error-code";

/** Turns a file system error into words; a missing file comes with the nearest name in its folder. */
export async function fileFault(error: unknown, path: string): Promise<ModelVisibleError> {
  return new ModelVisibleError(await describeFault(error, path), { cause: error });
}

async function describeFault(error: unknown, path: string): Promise<string> {
  switch (errorCode(error)) {
    case "ENOENT": {
      const near = await nearestName(path);
      return near === null ? `no such file or folder: ${path}` : `no such file or folder: ${path} (did you mean ${near}?)`;
    }
    case "ENOTDIR":
      return `no such file or folder: ${path} (a part of the path is a file)`;
    case "EACCES":
    case "EPERM":
      return `permission denied: ${path}`;
    case "ELOOP":
      return `symbolic links form a loop: ${path}`;
    case "ENAMETOOLONG":
      return `the path is too long: ${path}`;
    default:
      return `${path}: ${errorMessage(error)}`;
  }
}

async function nearestName(path: string): Promise<string | null> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => []);
  const near = pickNearest(basename(path), names);
  return near === null ? null : join(folder, near);
}

/** The name that needs the fewest single-letter changes, if these are few for its length; letter case does not count. */
export function pickNearest(wanted: string, names: readonly string[]): string | null {
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  let nearest: { name: string; changes: number } | null = null;
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) > limit) continue;
    const changes = countChanges(wanted.toLowerCase(), name.toLowerCase());
    if (changes <= limit && (nearest === null || changes < nearest.changes)) nearest = { name, changes };
  }
  return nearest?.name ?? null;
}

/** Letters to insert, remove or replace to come from one text to the other. */
function countChanges(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
