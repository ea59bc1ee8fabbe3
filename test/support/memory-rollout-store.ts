// A RolloutStore in memory that keeps the contract of the JSONL store (rollout-store-contract.ts) and can fail, wait or crash where a test says so.
import { LineReader } from "../../electron/adapters/rollout/line-reader";
import { LineSplitter } from "../../electron/adapters/rollout/line-splitter";
import type { Continuation } from "../../electron/adapters/rollout/continuing/continuation-reader";
import { ContinuationScan } from "../../electron/adapters/rollout/continuing/continuation-scan";
import { StorageError } from "../../electron/runtime/errors";
import type { Clock } from "../../electron/runtime/ports/clock";
import type {
  FilePlace,
  RolloutStore,
  RolloutWriter,
  StoredLine,
  StoredRollout,
} from "../../electron/runtime/ports/rollout-store";
import type { ThreadId } from "../../shared/protocol/ids";

interface MemoryFile {
  readonly path: string;
  bytes: Buffer;
  /** Length at the last barrier: what a loss of power would leave. */
  syncedBytes: number;
  updatedAtMs: number;
}

/** `n`: 1-based number of the append in this store, failed ones counted. */
export interface SeenAppend {
  readonly n: number;
  readonly threadId: ThreadId;
  readonly lines: readonly string[];
  readonly barrier: boolean;
}

export class MemoryRolloutStore implements RolloutStore {
  /** Of longer files only what continuing needs is read. */
  wholeBytes = Infinity;
  /** Awaited before each append touches anything. */
  gate: ((append: SeenAppend) => Promise<void>) | null = null;
  /** Every append that was asked for, in order, also the ones that failed. */
  readonly appends: SeenAppend[] = [];
  readonly #clock: Pick<Clock, "nowMs">;
  readonly #files = new Map<ThreadId, MemoryFile>();
  readonly #holders = new Map<ThreadId, object>();
  readonly #faults = new Map<number, number>();

  constructor(clock: Pick<Clock, "nowMs">) {
    this.#clock = clock;
  }

  create(threadId: ThreadId, createdAtMs: number): RolloutWriter {
    const path = `/memory/rollout-${createdAtMs}-${threadId}.jsonl`;
    return this.#writer({ threadId, path, expected: null, physicalLines: 0 });
  }

  async open(threadId: ThreadId): Promise<{ rollout: StoredRollout; writer: RolloutWriter } | null> {
    const file = this.#files.get(threadId);
    if (file === undefined) return null;
    const lockedByOther = this.#holders.get(threadId) === OUTSIDE;
    const { physicalLines, ...read } = this.#read(file.bytes);
    const { path, updatedAtMs } = file;
    return {
      rollout: { path, ...read, slices: () => whole(read.lines), updatedAtMs, isArchived: false, lockedByOther },
      writer: this.#writer({ threadId, path, expected: file.bytes, physicalLines }),
    };
  }

  #read(bytes: Buffer): Pick<StoredRollout, "lines" | "leftOut" | "repairs"> & { readonly physicalLines: number } {
    const found = bytes.length > this.wholeBytes ? continuationOf(bytes) : null;
    const reader = new LineReader(found?.rest);
    reader.push(bytes.subarray(found?.rest.offset ?? 0));
    const { lines, repairs, physicalLines } = reader.end();
    if (found === null) return { lines, leftOut: null, repairs, physicalLines };
    return {
      lines: [...found.facts, ...lines],
      leftOut: { beforeLine: found.rest.line, usedIds: found.usedIds.split("\n") },
      repairs: [...found.repairs, ...repairs],
      physicalLines,
    };
  }

  /** The nth append (1-based) of this store fails as on a full disk after `keptBytes` bytes of it were stored (0: nothing was). */
  failAppend(n: number, keptBytes = 0): void {
    this.#faults.set(n, keptBytes);
  }

  /** What a start after a crash finds: all files, this thread's cut at `byte`. Locks, gate and faults are gone. */
  crashedAt(threadId: ThreadId, byte: number): MemoryRolloutStore {
    const next = new MemoryRolloutStore(this.#clock);
    for (const [id, file] of this.#files) next.#files.set(id, { ...file });
    const cut = next.#files.get(threadId);
    if (cut === undefined) throw new Error(`no rollout of thread ${threadId}`);
    cut.bytes = cut.bytes.subarray(0, byte);
    cut.syncedBytes = Math.min(cut.syncedBytes, byte);
    return next;
  }

  threadIds(): ThreadId[] {
    return [...this.#files.keys()];
  }

  /** The file as it is; empty when there is none. */
  bytes(threadId: ThreadId): Buffer {
    return this.#files.get(threadId)?.bytes ?? Buffer.alloc(0);
  }

  /** How many of the bytes a loss of power would leave. */
  syncedBytes(threadId: ThreadId): number {
    return this.#files.get(threadId)?.syncedBytes ?? 0;
  }

  /** The texts of the finished lines, damaged ones included. */
  lines(threadId: ThreadId): string[] {
    return this.bytes(threadId).toString("utf8").split("\n").slice(0, -1);
  }

  updatedAtMs(threadId: ThreadId): number {
    return this.#files.get(threadId)?.updatedAtMs ?? 0;
  }

  isLockedFromOutside(threadId: ThreadId): boolean {
    return this.#holders.get(threadId) === OUTSIDE;
  }

  /** Another process takes the writer lock; the answer gives it back. */
  lockFromOutside(threadId: ThreadId): () => void {
    if (this.#holders.has(threadId)) throw new Error("the lock is held");
    this.#holders.set(threadId, OUTSIDE);
    return () => this.#holders.delete(threadId);
  }

  /** Another process replaces the bytes of a file (or makes it) without asking for the lock. */
  writeFromOutside(threadId: ThreadId, bytes: Uint8Array): void {
    const file = this.#files.get(threadId);
    const path = file?.path ?? `/memory/rollout-0-${threadId}.jsonl`;
    this.#files.set(threadId, { path, bytes: Buffer.from(bytes), syncedBytes: 0, updatedAtMs: this.#clock.nowMs() });
  }

  #writer(start: { threadId: ThreadId; path: string; expected: Buffer | null; physicalLines: number }): RolloutWriter {
    const { threadId, path } = start;
    const holder = {};
    let { expected, physicalLines } = start;
    const wasLocked = this.#holders.get(threadId) === OUTSIDE;
    let settled: Promise<unknown> = Promise.resolve();
    let state: "ready" | "appending" | "failed" | "closed" = "ready";

    /** Gives where the first line begins. */
    const store = (lines: readonly string[], n: number, barrier: boolean): number => {
      this.#takeLock(threadId, holder);
      const file = this.#files.get(threadId);
      if (file?.bytes !== (expected ?? undefined))
        throw new StorageError("changed", `${path} was changed by another program. Open the session again.`);
      const before = expected ?? Buffer.alloc(0);
      const newlineFirst = before.length > 0 && before.at(-1) !== 0x0a;
      const added = Buffer.from(`${newlineFirst ? "\n" : ""}${lines.map((line) => `${line}\n`).join("")}`);
      const kept = this.#faults.get(n);
      if (kept !== 0) {
        const bytes = Buffer.concat([before, added.subarray(0, kept ?? added.length)]);
        const isSynced = barrier && kept === undefined;
        this.#files.set(threadId, {
          path,
          bytes,
          syncedBytes: isSynced ? bytes.length : (file?.syncedBytes ?? 0),
          updatedAtMs: this.#clock.nowMs(),
        });
        expected = bytes;
      }
      if (kept !== undefined)
        throw new StorageError("io", `The disk is full: ${path} could not be written. Free some space and try again.`);
      return before.length + (newlineFirst ? 1 : 0);
    };

    const append = async (lines: readonly string[], barrier: boolean): Promise<FilePlace> => {
      const seen: SeenAppend = { n: this.appends.length + 1, threadId, lines: [...lines], barrier };
      this.appends.push(seen);
      let offset: number;
      try {
        await this.gate?.(seen);
        offset = store(lines, seen.n, barrier);
      } catch (error) {
        state = "failed";
        throw error;
      }
      const first = { line: physicalLines + 1, offset };
      physicalLines += lines.length;
      state = "ready";
      return first;
    };

    return {
      path,
      append: async (lines, { barrier }) => {
        if (state !== "ready") throw new Error(`append to ${path}: the writer is ${state}`);
        if (lines.length === 0 || lines.some((line) => line.includes("\n")))
          throw new Error("append takes one or more lines without a newline");
        state = "appending";
        const appended = append(lines, barrier);
        settled = appended.catch((error: unknown) => error);
        return appended;
      },
      isCurrent: () => {
        const isSame = this.#files.get(threadId)?.bytes === (expected ?? undefined);
        return Promise.resolve(isSame && (this.#holders.get(threadId) === OUTSIDE) === wasLocked);
      },
      close: async () => {
        await settled;
        state = "closed";
        if (this.#holders.get(threadId) === holder) this.#holders.delete(threadId);
      },
    };
  }

  #takeLock(threadId: ThreadId, holder: object): void {
    const present = this.#holders.get(threadId);
    if (present === OUTSIDE)
      throw new StorageError("locked", `Another process (pid 1) is writing thread ${threadId}. Close it there to continue here.`);
    if (present !== undefined && present !== holder) throw new Error(`thread ${threadId} already has a writer in this process`);
    this.#holders.set(threadId, holder);
  }
}

async function* whole(lines: readonly StoredLine[]): AsyncGenerator<readonly StoredLine[]> {
  yield lines;
}

function continuationOf(bytes: Buffer): Continuation | null {
  const scan = new ContinuationScan();
  const splitter = new LineSplitter((line) => scan.take(line));
  splitter.push(bytes);
  splitter.end();
  return scan.found;
}

/** The holder that stands for another process. */
const OUTSIDE = {};
