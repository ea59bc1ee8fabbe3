// Hears of new and changed files. Where the platform watches whole trees that is one watch a place, else one for each folder that still changes: those of
// the last days. What it misses (a network disk, an old folder) is found by the next look at everything.
import { type FSWatcher, watch } from "node:fs";
import { dirname, join } from "node:path";
import { systemCode } from "../storage-fault";

const IS_RECURSIVE = process.platform === "darwin" || process.platform === "win32";
/** Date folders sort by their names, so the last ones are the newest. */
const NEWEST_FOLDERS = 64;

export class FolderWatch {
  readonly #onPath: (path: string) => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #isClosed = false;
  #isFollowing = false;

  /** `onPath`: a file or a folder that was added, changed or removed. */
  constructor(onPath: (path: string) => void) {
    this.#onPath = onPath;
  }

  /** `tops`: the places; `folders`: all folders in them. What came into a new folder before its watch began is told as a change of the folder. */
  follow(tops: readonly string[], folders: readonly string[]): void {
    if (this.#isClosed) return;
    const wanted = new Set(IS_RECURSIVE ? tops : newestWithParents(tops, folders));
    for (const [folder, watcher] of this.#watchers) {
      if (wanted.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    const added = [...wanted].filter((folder) => !this.#watchers.has(folder));
    for (const folder of added) this.#begin(folder);
    if (this.#isFollowing) for (const folder of added) this.#onPath(folder);
    this.#isFollowing = true;
  }

  close(): void {
    this.#isClosed = true;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #begin(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false, recursive: IS_RECURSIVE });
      watcher.on("change", (_kind, name) => this.#onPath(join(folder, String(name ?? ""))));
      watcher.on("error", () => this.#lose(folder));
      this.#watchers.set(folder, watcher);
    } catch (error) {
      // Not there yet, or the system has no watch to give.
      if (systemCode(error) === null) throw error;
    }
  }

  #lose(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}

function newestWithParents(tops: readonly string[], folders: readonly string[]): string[] {
  const there = new Set(folders);
  const newest = folders.toSorted().slice(-NEWEST_FOLDERS);
  const parents = folders.filter((folder) => newest.some((child) => child !== folder && child.startsWith(folder)));
  // A place that is not there yet is heard of by the folder that it will be in.
  return [...tops.map((top) => (there.has(top) ? top : dirname(top))), ...parents, ...newest];
}
