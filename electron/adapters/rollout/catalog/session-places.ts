// The folders that sessions are listed from: our own two, and those of each root that is in use.
import { realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import type { ThreadOrigin } from "../../../../shared/protocol/thread";
import { isWithin } from "../../is-within";
import { systemCode } from "../storage-fault";

/** `folder`: absolute; of roots the real path, so that one file has one path. */
export interface SessionPlace {
  readonly folder: string;
  readonly origin: ThreadOrigin;
}

export const SESSIONS = "sessions";
export const ARCHIVED = "archived_sessions";

/** A root with a folder `sessions` (a Codex home) is those of its folders that hold rollouts; any other is looked through whole. */
export async function sessionPlaces(home: string, roots: readonly string[]): Promise<SessionPlace[]> {
  const places: SessionPlace[] = [SESSIONS, ARCHIVED].map((name) => ({ folder: join(home, name), origin: "own" }));
  const own = await Promise.all(places.map(({ folder }) => realFolder(folder)));
  const taken = own.filter((folder) => folder !== null);
  for (const root of roots) {
    for (const folder of await foldersOfRoot(root)) {
      if (taken.some((other) => isWithin(folder, other))) continue;
      taken.push(folder);
      places.push({ folder, origin: "root" });
    }
  }
  return places;
}

/** `~` and `~/…` are the person's own folder. */
export function expandHome(path: string, userHome: string): string {
  return path === "~" ? userHome : /^~[\\/]/.test(path) ? join(userHome, path.slice(2)) : path;
}

/** The folder in whose `sessions` or `archived_sessions` a file lies; null: in neither. */
export function codexHomeOf(path: string): { readonly home: string; readonly isArchived: boolean } | null {
  const parts = path.split(sep);
  const at = parts.findLastIndex((part) => part === SESSIONS || part === ARCHIVED);
  return at === -1 ? null : { home: parts.slice(0, at).join(sep), isArchived: parts[at] === ARCHIVED };
}

/** None of a root that is not there. */
export async function foldersOfRoot(root: string): Promise<string[]> {
  const folder = await realFolder(root);
  if (folder === null) return [];
  const named = await Promise.all([SESSIONS, ARCHIVED].map((name) => realFolder(join(folder, name))));
  const found = named.filter((child) => child !== null);
  return found.length === 0 ? [folder] : found;
}

async function realFolder(path: string): Promise<string | null> {
  try {
    const real = await realpath(path);
    return (await stat(real)).isDirectory() ? real : null;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

/** The real path, or the path itself where the system cannot tell. */
export async function realOrSame(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return path;
  }
}
