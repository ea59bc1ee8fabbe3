// Where the rollout lies that another one continues by reference: its name ends with the id. Looked for among all sessions, and around the files that
// were opened from elsewhere.
import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { systemCode } from "./storage-fault";

const ROLLOUT = /^rollout-.*\.jsonl(\.zst)?$/;
const MAX_FILES = 200_000;

export class RolloutFinder {
  readonly #folders: () => Promise<readonly string[]>;
  readonly #around = new Set<string>();

  /** `folders`: those that sessions are listed from, absolute. */
  constructor(folders: () => Promise<readonly string[]>) {
    this.#folders = folders;
  }

  /** A file was opened from anywhere: what it continues probably lies in the same tree. */
  lookAround(path: string): void {
    this.#around.add(treeOf(path));
  }

  /** `rolloutId`: the last id of a file's name. A plain file before its compressed twin; null when there is none. */
  readonly find = async (rolloutId: string): Promise<string | null> => {
    const id = rolloutId.toLowerCase();
    for (const folder of [...this.#around, ...(await this.#folders())]) {
      const found: string[] = [];
      for await (const path of rolloutsBelow(folder)) {
        const name = basename(path)
          .toLowerCase()
          .replace(/\.zst$/, "");
        if (name.endsWith(`-${id}.jsonl`) || name.endsWith(`_${id}.jsonl`)) found.push(path);
      }
      const plain = found.find((path) => path.endsWith(".jsonl"));
      if (plain !== undefined || found[0] !== undefined) return plain ?? found[0] ?? null;
    }
    return null;
  };
}

/** The folder that holds the whole tree of a `YYYY/MM/DD` folder, or the file's own. */
function treeOf(path: string): string {
  const folder = dirname(path);
  const isDay = /[\\/]\d{4}[\\/]\d{2}[\\/]\d{2}$/.test(folder);
  return isDay ? dirname(dirname(dirname(folder))) : folder;
}

async function* rolloutsBelow(top: string): AsyncGenerator<string> {
  const folders = [top];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined && seen < MAX_FILES; folder = folders.pop()) {
    for (const entry of await entriesOf(folder)) {
      seen += 1;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() && ROLLOUT.test(entry.name)) yield path;
    }
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    // A folder that cannot be looked into holds nothing for us.
    if (systemCode(error) === null) throw error;
    return [];
  }
}
