// The one writer of a thread's file: lock, append, sync. Bound to its path and thread for life.
import type { FileHandle } from "node:fs/promises";
import type { FilePlace, RolloutWriter } from "../../runtime/ports/rollout-store";
import { type Lock, acquireLock, lockedByOtherPid } from "./lock";
import {
  type FileStamp,
  appendBytes,
  checkUnchanged,
  isSame,
  makeRolloutFile,
  reopenRolloutFile,
  stampOf,
  syncFolders,
} from "./rollout-file";
import { storageFault, systemCode } from "./storage-fault";

export interface JsonlWriterStart {
  readonly path: string;
  readonly lockPath: string;
  readonly nowMs: () => number;
  /** What was read; null for a file that is not there yet. */
  readonly read: {
    readonly stamp: FileStamp;
    readonly physicalLines: number;
    readonly needsNewline: boolean;
    readonly lockedByOther: boolean;
  } | null;
}

export class JsonlWriter implements RolloutWriter {
  readonly path: string;
  readonly #start: JsonlWriterStart;
  #phase: "ready" | "appending" | "failed" | "closed" = "ready";
  #settled: Promise<unknown> = Promise.resolve();
  #lock: Lock | null = null;
  #file: FileHandle | null = null;
  #size: number;
  #lineCount: number;
  #needsNewline: boolean;
  #unsynced: { readonly madeFolder: string | null } | null = null;

  constructor(start: JsonlWriterStart) {
    this.path = start.path;
    this.#start = start;
    this.#size = start.read?.stamp.size ?? 0;
    this.#lineCount = start.read?.physicalLines ?? 0;
    this.#needsNewline = start.read?.needsNewline ?? false;
  }

  async append(lines: readonly string[], { barrier }: { readonly barrier: boolean }): Promise<FilePlace> {
    if (this.#phase !== "ready") throw new Error(`append to ${this.path}: the writer is ${this.#phase}`);
    if (lines.length === 0 || lines.some((line) => line.includes("\n")))
      throw new Error("append takes one or more lines without a newline");
    this.#phase = "appending";
    const append = this.#append(lines, barrier);
    this.#settled = append.catch((error: unknown) => error);
    return append;
  }

  async isCurrent(): Promise<boolean> {
    try {
      const present = await stampOf(this.path);
      if (this.#file !== null) {
        const { ino } = await this.#file.stat({ bigint: true });
        return present?.size === this.#size && present.inode === ino;
      }
      const { read, lockPath } = this.#start;
      if (read === null || present === null) return read === null && present === null;
      const isLocked = (await lockedByOtherPid(lockPath)) !== null;
      return isLocked === read.lockedByOther && isSame(present, read.stamp);
    } catch (error) {
      if (systemCode(error) === null) throw error;
      return true;
    }
  }

  async close(): Promise<void> {
    await this.#settled;
    this.#phase = "closed";
    const [file, lock] = [this.#file, this.#lock];
    this.#file = null;
    this.#lock = null;
    try {
      await file?.close();
    } finally {
      await lock?.release();
    }
  }

  async #append(lines: readonly string[], barrier: boolean): Promise<FilePlace> {
    const first = { line: this.#lineCount + 1, offset: this.#size + (this.#needsNewline ? 1 : 0) };
    try {
      const file = this.#file ?? (await this.#openLocked());
      await checkUnchanged(file, this.path, this.#size);
      const bytes = Buffer.from(`${this.#needsNewline ? "\n" : ""}${lines.join("\n")}\n`);
      await appendBytes(file, bytes);
      if (barrier) await this.#sync(file);
      this.#size += bytes.length;
      this.#needsNewline = false;
    } catch (error) {
      this.#phase = "failed";
      throw storageFault(error, this.path);
    }
    this.#lineCount += lines.length;
    this.#phase = "ready";
    return first;
  }

  async #openLocked(): Promise<FileHandle> {
    this.#lock = await acquireLock(this.#start.lockPath, this.#start.nowMs());
    if (this.#start.read === null) {
      const { file, madeFolder } = await makeRolloutFile(this.path);
      this.#unsynced = { madeFolder };
      this.#file = file;
    } else {
      this.#file = await reopenRolloutFile(this.path, this.#start.read.stamp);
    }
    return this.#file;
  }

  async #sync(file: FileHandle): Promise<void> {
    await file.datasync();
    if (this.#unsynced === null) return;
    await syncFolders(this.path, this.#unsynced.madeFolder);
    this.#unsynced = null;
  }
}
