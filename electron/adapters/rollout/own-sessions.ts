// Where our own threads lie: any depth below the folders of sessions. Names alone are read; what is in the files is nobody's business here.
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ThreadId } from "../../../shared/protocol/ids";
import { threadIdOfFile } from "./rollout-path";
import { storageFault, systemCode } from "./storage-fault";

export class OwnSessions {
  readonly #folders: readonly string[];
  readonly #paths = new Map<ThreadId, string>();

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /**
   * The file of a thread, of several the one written last; null when there is none. The answer may be out of date: see `forget`. Throws StorageError
   * `io` when a folder cannot be read and the file was not found in the others.
   */
  async locate(threadId: ThreadId): Promise<string | null> {
    const known = this.#paths.get(threadId);
    if (known !== undefined) return known;
    const { paths, fault } = await this.#search(threadId);
    let newest: { readonly path: string; readonly mtimeNs: bigint } | null = null;
    for (const path of paths) {
      const mtimeNs = await mtimeOf(path);
      if (mtimeNs !== null && (newest === null || mtimeNs > newest.mtimeNs)) newest = { path, mtimeNs };
    }
    if (newest === null && fault !== null) throw storageFault(fault.error, fault.folder);
    if (newest !== null) this.#paths.set(threadId, newest.path);
    return newest?.path ?? null;
  }

  /** The file is not where it was: the next `locate` looks again. */
  forget(threadId: ThreadId): void {
    this.#paths.delete(threadId);
  }

  async #search(threadId: ThreadId): Promise<{ paths: string[]; fault: { error: unknown; folder: string } | null }> {
    const paths: string[] = [];
    let fault: { error: unknown; folder: string } | null = null;
    const folders = [...this.#folders];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      try {
        for (const entry of await readdir(folder, { withFileTypes: true })) {
          const path = join(folder, entry.name);
          if (entry.isDirectory()) folders.push(path);
          else if (entry.isFile() && threadIdOfFile(entry.name) === threadId) paths.push(path);
        }
      } catch (error) {
        if (systemCode(error) !== "ENOENT") fault ??= { error, folder };
      }
    }
    return { paths: paths.sort().reverse(), fault };
  }
}

/** Null: it is gone. */
async function mtimeOf(path: string): Promise<bigint | null> {
  try {
    return (await stat(path, { bigint: true })).mtimeNs;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw storageFault(error, path);
  }
}
