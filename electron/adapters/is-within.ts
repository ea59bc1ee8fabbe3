// Whether a path lies in a folder, by its letters. Apart because several outside things have to know it.
import { sep } from "node:path";

/** The folder itself counts; `/a/bc` is not within `/a/b`. Both absolute; links are not followed. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
