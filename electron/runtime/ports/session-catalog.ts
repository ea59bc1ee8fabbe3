// Which sessions there are and where they lie: our own, those of the configured roots, and any file by its path. What it remembers is a cache; the
// files are the truth, but for pins and roots, which are the person's own.
import type { CommandParams, CommandResult } from "../../../shared/protocol/command";
import type { ThreadId } from "../../../shared/protocol/ids";
import type { SessionRoot, SessionTarget } from "../../../shared/protocol/past-session";
import type { Thread } from "../../../shared/protocol/thread";
import type { SessionFile } from "./past-sessions";

export type SessionList = CommandResult<"thread/list">;

/** Every method throws CommandRefused (`threadNotFound`, `notARollout`, `readOnly`, `invalidParams`) or StorageError `io`. */
export interface SessionCatalog {
  /** A thread's file, in the archive too; an id may also be that of a foreign file's header, or end a deep link. */
  locate(target: SessionTarget): Promise<SessionFile>;
  /** What the file says of itself now. */
  thread(file: SessionFile): Promise<Thread>;
  list(query: CommandParams<"thread/list">): Promise<SessionList>;
  setPinned(threadId: ThreadId, isPinned: boolean): Promise<void>;
  /** Moves the file; the caller has closed the session. */
  archive(threadId: ThreadId): Promise<void>;
  unarchive(threadId: ThreadId): Promise<void>;
  /** Removes an own file and its outputs for good. (The bin is the window's; see `filesOf`.) */
  remove(threadId: ThreadId): Promise<void>;
  /** The files that deleting a thread removes. */
  filesOf(threadId: ThreadId): Promise<readonly string[]>;
  roots(): Promise<readonly SessionRoot[]>;
  setRoot(path: string, isUsed: boolean): Promise<void>;
  /** Looks again at what is on disk, as far as it has changed. */
  refresh(): Promise<void>;
}
