// One folder of the cache, kept below a size: what was not used for longest is taken out when something has come in, never what somebody reads.
import { readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "./storage-fault";

export interface CacheFolderParts {
  /** Absolute; it need not exist. */
  readonly folder: string;
  readonly maxBytes: number;
  readonly nowMs: () => number;
}

/** What was used so lately may be read by another worker or program: it stays. */
const LATELY_MS = 10 * 60 * 1000;
/** Between two looks, and between two marks of one file. */
const PAUSE_MS = 60 * 1000;

interface CachedFile {
  readonly path: string;
  readonly bytes: number;
  readonly usedAtMs: number;
}

export class CacheFolder {
  readonly #parts: CacheFolderParts;
  /** How many read each. */
  readonly #held = new Map<string, number>();
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: CacheFolderParts) {
    this.#parts = parts;
  }

  /** It stays until the answer is called. */
  hold(path: string): () => void {
    this.#held.set(path, (this.#held.get(path) ?? 0) + 1);
    return () => {
      const left = (this.#held.get(path) ?? 1) - 1;
      if (left > 0) this.#held.set(path, left);
      else this.#held.delete(path);
    };
  }

  /** The time of its last use is kept with the file itself, beside that of its making. */
  async used(path: string): Promise<void> {
    const nowMs = this.#parts.nowMs();
    await unlessRefused(async () => {
      const { atimeMs, mtime } = await stat(path);
      if (nowMs - atimeMs > PAUSE_MS) await utimes(path, new Date(nowMs), mtime);
    });
  }

  /** Something has come in. What cannot be looked at or taken out stays. */
  async added(): Promise<void> {
    const nowMs = this.#parts.nowMs();
    if (nowMs - this.#lookedAtMs < PAUSE_MS) return;
    this.#lookedAtMs = nowMs;
    const files = await this.#files();
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    for (const file of files.sort((one, other) => one.usedAtMs - other.usedAtMs)) {
      if (bytes <= this.#parts.maxBytes || nowMs - file.usedAtMs < LATELY_MS) return;
      if (this.#held.has(file.path)) continue;
      if (await unlessRefused(() => rm(file.path, { force: true }))) bytes -= file.bytes;
    }
  }

  async #files(): Promise<CachedFile[]> {
    const { folder } = this.#parts;
    const files: CachedFile[] = [];
    await unlessRefused(async () => {
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        await unlessRefused(async () => {
          const { size, atimeMs, mtimeMs } = await stat(path);
          files.push({ path, bytes: size, usedAtMs: Math.max(atimeMs, mtimeMs) });
        });
      }
    });
    return files;
  }
}

/** False: the system has refused it. */
async function unlessRefused(task: () => Promise<void>): Promise<boolean> {
  try {
    await task();
    return true;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return false;
  }
}
