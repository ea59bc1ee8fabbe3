// Walks the places where sessions lie: every file that may be a rollout, with what tells whether it has changed. Nothing is opened here.
import { createHash } from "node:crypto";
import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { ThreadId } from "../../../../shared/protocol/ids";
import { errorMessage } from "../../../runtime/errors";
import { isWithin } from "../../is-within";
import { threadIdOfFile } from "../rollout-path";
import { storageFault, systemCode } from "../storage-fault";
import { type RolloutName, rolloutName } from "./rollout-name";
import { type SessionPlace } from "./session-places";
import { sideBySide } from "./side-by-side";
import { isUnfinishedName } from "./unfinished-files";

/** `stamp`: another one after any change. */
export interface FoundFile {
  readonly path: string;
  readonly threadId: ThreadId;
  readonly place: SessionPlace;
  readonly name: RolloutName;
  readonly size: number;
  readonly inode: string;
  readonly updatedAtMs: number;
  readonly stamp: string;
}

/** A folder or a link that could not be looked into. */
export interface NotFound {
  readonly path: string;
  readonly problem: string;
}

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  readonly unreadable: readonly NotFound[];
  readonly folders: readonly string[];
  /** Of our own places: sessions that were being written out whole, and are not yet, or never will be. */
  readonly unfinished: readonly string[];
}

const WIDTH = 32;
const MAX_DEPTH = 16;
const TOO_DEEP = "It lies too many folders deep: what is in it is not listed. Open a file in it by its path.";
const NOT_UTF8 = "Its name is not UTF-8, so it cannot be opened. Rename it, then look again.";

/** Of a file that is not one of our own: made from its path, for its header's id may stand in other files as well. */
export function idOfForeignFile(realPath: string): ThreadId {
  return ThreadId.parse(`file-${createHash("sha256").update(realPath).digest("hex").slice(0, 24)}`);
}

/** Each folder once, 16 levels deep. What cannot be looked into is told in words and rejects nothing. */
export async function findFiles(places: readonly SessionPlace[]): Promise<FoundFiles> {
  const files = new Map<string, FoundFile>();
  const unreadable: NotFound[] = [];
  const folders: string[] = [];
  const unfinished: string[] = [];
  const visited = new Set<string>();
  for (const place of places) {
    let level = [place.folder];
    for (let depth = 0; level.length > 0 && depth < MAX_DEPTH; depth += 1) {
      const below: string[] = [];
      const paths: string[] = [];
      await sideBySide(level, WIDTH, async (folder) => {
        if (visited.has(folder)) return;
        visited.add(folder);
        try {
          const entries = await readdir(folder, { withFileTypes: true });
          folders.push(folder);
          for (const entry of entries) await sort(entry, folder, { below, paths, lost: unreadable });
          // Where a link leads is not ours.
          if (place.origin === "own" && isWithin(folder, place.folder)) unfinished.push(...unfinishedIn(folder, entries));
        } catch (error) {
          if (systemCode(error) === "ENOENT" && folder === place.folder) return;
          unreadable.push(notFound(error, folder));
        }
      });
      await sideBySide(paths, WIDTH, async (path) => {
        const found = await foundFile(path, place);
        if (found === null) return;
        if ("problem" in found) unreadable.push(found);
        else if (!files.has(found.path)) files.set(found.path, found);
      });
      level = below;
    }
    unreadable.push(...level.map((path) => ({ path, problem: TOO_DEEP })));
  }
  return { files: [...files.values()], unreadable, folders, unfinished };
}

/** Null: it is gone, or nothing that can be a rollout. */
export async function foundFile(
  path: string,
  place: SessionPlace,
  name = rolloutName(path),
): Promise<FoundFile | NotFound | null> {
  if (name === null) return null;
  try {
    const { size, mtimeNs, mtimeMs, ino, ...rest } = await stat(path, { bigint: true });
    if (!isFileMode(rest.mode)) return null;
    return {
      path,
      threadId: (place.origin === "own" ? threadIdOfFile(path) : null) ?? idOfForeignFile(path),
      place,
      name,
      size: Number(size),
      inode: String(ino),
      updatedAtMs: Number(mtimeMs),
      stamp: `${size} ${mtimeNs} ${ino}`,
    };
  } catch (error) {
    if (systemCode(error) !== "ENOENT") return notFound(error, path);
    // The system found it, and does not know it by the name that we got.
    return path.includes("\ufffd") ? { path, problem: NOT_UTF8 } : null;
  }
}

function unfinishedIn(folder: string, entries: readonly Dirent[]): string[] {
  return entries.filter((entry) => entry.isFile() && isUnfinishedName(entry.name)).map(({ name }) => join(folder, name));
}

interface Sorted {
  readonly below: string[];
  readonly paths: string[];
  readonly lost: NotFound[];
}

/** Links are followed to where they lead, so a loop of them is seen twice and walked once. */
async function sort(entry: Dirent, folder: string, into: Sorted): Promise<void> {
  const path = join(folder, entry.name);
  if (entry.isDirectory()) into.below.push(path);
  else if (entry.isFile()) into.paths.push(path);
  else if (entry.isSymbolicLink()) await follow(path, into);
}

async function follow(path: string, into: Sorted): Promise<void> {
  try {
    const real = await realpath(path);
    if ((await stat(real)).isDirectory()) into.below.push(real);
    else into.paths.push(real);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    if (rolloutName(path) !== null) into.lost.push({ path, problem: "It is a link, and where it leads there is nothing." });
  }
}

function notFound(error: unknown, path: string): NotFound {
  const fault = storageFault(error, path);
  if (fault === error) throw error;
  return { path, problem: errorMessage(fault) };
}

function isFileMode(mode: bigint): boolean {
  return (mode & 0o170000n) === 0o100000n;
}
