// Where rollouts lie: lines in, lines out. One writer per thread.
import type { ThreadId } from "../../../shared/protocol/ids";

/** `line`: physical, 1-based. `offset`: of its first byte in the file. */
export interface FilePlace {
  readonly line: number;
  readonly offset: number;
}

export interface RolloutWriter {
  readonly path: string;
  /**
   * Appends whole lines (JSON text, no newline) in one write and resolves with the place of the first. `barrier`: synced to disk before it
   * resolves. The first append takes the writer lock and makes the file; a file that does not end in a newline gets one first.
   * Calls are never made before the last one has settled. Throws StorageError; after that the writer is only good for `close`.
   */
  append(lines: readonly string[], options: { readonly barrier: boolean }): Promise<FilePlace>;
  /**
   * False once the file is no longer what was read or written here, or another process has taken the lock or given it back: it has to be read
   * anew. Never rejects; what cannot be looked at has not changed. Asked between appends only.
   */
  isCurrent(): Promise<boolean>;
  /** Releases the lock. Idempotent. */
  close(): Promise<void>;
}

/**
 * `key`: names the line where several are made of one (LinePlace). `lineType`: it is no line of ours and is shown as it stands, under this name. `isHeld`:
 * the last one, shown only once another has been recorded behind it.
 */
export interface StoredLine extends FilePlace {
  readonly key?: string;
  readonly lineType?: string;
  readonly isHeld?: true;
  readonly text: string;
}

/** In the place of a damaged line stands a notice with a key, as the pages of the file have it; `repairs` says it in words. */
export interface StoredRollout {
  readonly path: string;
  readonly lines: readonly StoredLine[];
  /** The same, with time for others between the slices; what another program has appended is in our own form. */
  readonly slices: () => AsyncIterable<readonly StoredLine[]>;
  /** Null: `lines` are the whole file. */
  readonly leftOut: LeftOut | null;
  readonly repairs: readonly string[];
  readonly updatedAtMs: number;
  /** It lies in the archive. */
  readonly isArchived: boolean;
  /** Another process holds the writer lock. */
  readonly lockedByOther: boolean;
}

/**
 * Of a big file only that is read which matters for going on: every line from `beforeLine` (the last compaction) on, and in front of it the lines whose
 * facts still hold: the header, input, the queue, mail, names, the start of the turn that is open there and its counts of tokens. `usedIds`: of the items
 * and calls in front of it.
 */
export interface LeftOut {
  readonly beforeLine: number;
  readonly usedIds: readonly string[];
}

export interface RolloutStore {
  /** A writer for a new thread; nothing is on disk before its first append. */
  create(threadId: ThreadId, createdAtMs: number): RolloutWriter;
  /** Reads a thread, also from the archive, without changing anything; null when there is none. The writer refuses (`changed`) if the file is not what was read. */
  open(threadId: ThreadId): Promise<{ readonly rollout: StoredRollout; readonly writer: RolloutWriter } | null>;
}
