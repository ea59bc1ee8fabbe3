// What continuing a big rollout needs of the part that is not sent to the model any more. Found in a worker; the rest of the file is read as ever.
import type { FilePlace, StoredLine } from "../../../runtime/ports/rollout-store";

export interface Continuation {
  /** Of the lines before `rest`, those whose facts still hold, in file order. */
  readonly facts: readonly StoredLine[];
  /** Ids of items and calls before `rest`, one a line: they cross between threads as one text. */
  readonly usedIds: string;
  /** What is damaged before `rest`, in words. */
  readonly repairs: readonly string[];
  /** Where the last compaction stands. Everything from there on matters. */
  readonly rest: FilePlace;
}

export interface ContinuationReader {
  /** One pass over the bytes; changes nothing. Null: the thread was never compacted, everything matters. Throws StorageError `io`. */
  read(path: string): Promise<Continuation | null>;
}
