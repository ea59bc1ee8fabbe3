// Folders in which commands keep temporary files, for each thread one: what a command leaves there the next one finds, and no other thread.
import { mkdirSync, realpathSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isAbandoned, newRunMark, pidNamespace } from "../abandoned-runs";
import { errorCode } from "../error-code";
import { plainFileName } from "../log-path";
import { listProcesses } from "../process-table";

const PREFIX = "counterfoil-";

export class TemporaryFolders {
  readonly #parent: string;
  #root: string | null = null;

  /** `parent`: a folder that no command may write to, or it could put a link in the place of one of these. */
  constructor(parent: string) {
    this.#parent = parent;
  }

  /** Its real path; it is made when it is not there. */
  of(threadId: string): string {
    mkdirSync(this.#parent, { recursive: true, mode: 0o700 });
    this.#root ??= join(realpathSync(this.#parent), PREFIX + newRunMark());
    const folder = join(this.#root, plainFileName(threadId));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Those of programs that were killed go too. */
  async remove(): Promise<void> {
    const root = this.#root;
    this.#root = null;
    const abandoned = await abandonedFolders(this.#parent);
    for (const folder of root === null ? abandoned : [root, ...abandoned]) await rm(folder, { recursive: true, force: true });
  }
}

async function abandonedFolders(parent: string): Promise<readonly string[]> {
  try {
    const names = (await readdir(parent)).filter((name) => name.startsWith(PREFIX));
    if (names.length === 0) return [];
    const living = new Set((await listProcesses()).map(({ pid }) => pid));
    const place = { namespace: pidNamespace(), living };
    return names.filter((name) => isAbandoned(name.slice(PREFIX.length), place)).map((name) => join(parent, name));
  } catch (error) {
    // A file in the place of the cache holds none either.
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return [];
    throw error;
  }
}
