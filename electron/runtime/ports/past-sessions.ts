// Sessions as files, read where they lie: any era, any size, never changed. What is read is shown by pages; nobody holds a whole file.
import type { ItemPage, OutputDeferral } from "../../../shared/protocol/command";
import type { ThreadId, TurnId } from "../../../shared/protocol/ids";
import type { ExportFormat, IndexProgress, SecretFinding } from "../../../shared/protocol/past-session";
import type { FollowUpQueue } from "../../../shared/protocol/queue";
import type { Thread, ThreadOrigin, ThreadTokenUsage } from "../../../shared/protocol/thread";

/** A session's file. `path`: absolute, as it lies on disk (`.jsonl`, `.jsonl.zst`, `.json`). */
export interface SessionFile {
  readonly threadId: ThreadId;
  readonly path: string;
  readonly origin: ThreadOrigin;
}

/** `cursor`: as given out with a page, a hit, or `line:N`. Absent: the end (backward) or the beginning (forward). */
export interface PastPageQuery {
  readonly cursor?: string;
  readonly limit?: number;
  readonly direction: "forward" | "backward";
  readonly deferOutput?: OutputDeferral;
  /** Items come with all their texts, of any length: for whoever writes them out, never across a thread. */
  readonly isWhole?: boolean;
}

/** `queue`: of an own file, as continuing it would find it. */
export interface OpenedFile {
  readonly page: ItemPage;
  readonly repairs: readonly string[];
  readonly index: IndexProgress;
  readonly queue: FollowUpQueue;
  readonly tokenUsage: ThreadTokenUsage | null;
}

export interface ForkOrder {
  readonly source: SessionFile;
  readonly throughTurnId?: TurnId;
  /** The new thread and the new file it is written to as a whole; nothing is there before it is complete. */
  readonly threadId: ThreadId;
  readonly path: string;
  readonly createdAtMs: number;
  readonly version: string;
}

/** An exported rollout of our own form. It keeps its id where no session of the folder has it, else it gets the fresh one. */
export interface ImportOrder {
  readonly path: string;
  readonly sessionsFolder: string;
  readonly freshThreadId: ThreadId;
  /** `YYYY-MM-DD HH:MM:SS` in the machine's zone, for the file's name. */
  readonly local: string;
}

/** `thread`: what the catalog knows of the source; it stands at the head of what is written. */
export interface ExportOrder {
  readonly source: SessionFile;
  readonly thread: Thread;
  readonly title: string;
  readonly format: ExportFormat;
  readonly file: string;
  readonly canReplace: boolean;
}

/** `isWhole`: false when there is more than is listed. `title`: what may be shown of it. */
export interface ExportCheck {
  readonly findings: readonly SecretFinding[];
  readonly isWhole: boolean;
  readonly title: string;
}

/** Every method throws CommandRefused (`notARollout`, `invalidParams`) or StorageError `io`. */
export interface PastSessions {
  /** Resolves with the newest page as soon as the tail is read; the index then comes by itself, with `onProgress`. */
  open(file: SessionFile, deferOutput?: OutputDeferral): Promise<OpenedFile>;
  /** At most 200 items, 100 where `limit` is absent. */
  page(file: SessionFile, query: PastPageQuery): Promise<ItemPage>;
  /** Nobody reads the file any more; what is held of it is given up. */
  leave(file: SessionFile): Promise<void>;
  /** Writes the new rollout: the person-facing and model-facing history, every call with its output, nothing that only its old provider can read. */
  fork(order: ForkOrder): Promise<void>;
  /** Resolves with the new file of our own. The source is only read. */
  import(order: ImportOrder): Promise<SessionFile>;
  /** `turnId`: that turn alone, without a head. Refused when there is no such turn, and from 16 Mi UTF-16 units on. */
  markdown(
    file: SessionFile,
    options: { readonly thread: Thread; readonly title: string; readonly turnId?: TurnId },
  ): Promise<string>;
  /** What looks like a secret in the file and in its title, masked. */
  checkExport(file: SessionFile, title: string): Promise<ExportCheck>;
  /** `exists`: there is a file already, and it may not be replaced; nothing was written. */
  export(order: ExportOrder): Promise<{ readonly bytes: number } | "exists">;
}
