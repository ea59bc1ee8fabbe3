// Where rollouts lie: lines in, lines out. One writer per thread.
import type { ThreadId } from "../../../shared/protocol/ids";

export interface RolloutWriter {
  readonly path: string;
  /**
   * Appends whole lines (JSON text, no newline) in one write and resolves with the 1-based number of the first. `barrier`: synced to disk
   * before it resolves. The first append takes the writer lock and makes the file; a file that does not end in a newline gets one first.
   * Calls are never made before the last one has settled. Throws StorageError; after that the writer is only good for `close`.
   */
  append(lines: readonly string[], options: { readonly barrier: boolean }): Promise<number>;
  /**
   * False once the file is no longer what was read or written here, or another process has taken the lock or given it back: it has to be read
   * anew. Never rejects; what cannot be looked at has not changed. Asked between appends only.
   */
  isCurrent(): Promise<boolean>;
  /** Releases the lock. Idempotent. */
  close(): Promise<void>;
}

/** `line`: 1-based physical line. Lines that are damaged beyond reading are not here; `repairs` says so in words. */
export interface StoredRollout {
  readonly path: string;
  readonly lines: readonly { readonly line: number; readonly text: string }[];
  readonly repairs: readonly string[];
  readonly updatedAtMs: number;
  /** Another process holds the writer lock. */
  readonly lockedByOther: boolean;
}

/** The first lines of a file, enough for its entry in the list. */
export interface ListedRollout {
  readonly threadId: ThreadId;
  readonly path: string;
  readonly head: readonly string[];
  readonly updatedAtMs: number;
}

export interface RolloutStore {
  /** A writer for a new thread; nothing is on disk before its first append. */
  create(threadId: ThreadId, createdAtMs: number): RolloutWriter;
  /** Reads a thread without changing anything; null when there is none. The writer refuses (`changed`) if the file is not what was read. */
  open(threadId: ThreadId): Promise<{ readonly rollout: StoredRollout; readonly writer: RolloutWriter } | null>;
  /** All own rollouts, newest first, and how many files were left out, by reason. */
  list(): Promise<{ readonly rollouts: readonly ListedRollout[]; readonly hidden: Readonly<Record<string, number>> }>;
}
