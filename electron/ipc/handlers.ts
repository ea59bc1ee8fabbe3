// What handlers of commands are, and what they work with. Apart so that the files that hold them need not know the router.
import type { CommandMethod, CommandParams, CommandResult } from "../../shared/protocol/command";
import type { ThreadId } from "../../shared/protocol/ids";
import type { FileUndo } from "../runtime/ports/file-undo";
import type { PastSessions, SessionFile } from "../runtime/ports/past-sessions";
import type { RuleStore } from "../runtime/ports/rule-store";
import type { SessionCatalog } from "../runtime/ports/session-catalog";
import type { SessionSearch } from "../runtime/ports/session-search";
import type { SessionManager } from "../runtime/session-manager";
import type { ApprovalDesk } from "./approval-desk";
import type { HubClient } from "./event-hub";

export type Handlers = {
  [Method in CommandMethod]: (params: CommandParams<Method>, client: HubClient) => Promise<CommandResult<Method>>;
};

export interface RouterParts {
  readonly sessions: SessionManager;
  readonly past: PastSessions;
  readonly catalog: SessionCatalog;
  readonly search: SessionSearch;
  readonly desk: ApprovalDesk;
  /** What patches have changed, put back. */
  readonly undo: FileUndo;
  readonly rules: RuleStore;
  /** Where the file of a new thread goes. */
  readonly newRollout: () => NewRollout;
  /** Moves files into the system's bin; why it did not take them, else null. Null itself: there is no bin. */
  readonly trash: ((paths: readonly string[]) => Promise<string | null>) | null;
  /** A client has left the thread; what that means is decided elsewhere, and nothing waits for it. */
  readonly onLeft: (threadId: ThreadId) => void;
  readonly home: string;
  readonly version: string;
  readonly platformOs: string;
  /** Nothing that changes a thread is carried out. */
  readonly readOnly: boolean;
  readonly readSettings: () => Promise<CommandResult<"settings/read">>;
  /** Rejects in words for the person; the file is then as before. */
  readonly writeSettings: (change: CommandParams<"settings/write">) => Promise<void>;
}

/** `local`: now, as `YYYY-MM-DD HH:MM:SS` in the machine's zone. */
export interface NewRollout extends SessionFile {
  readonly sessionsFolder: string;
  readonly createdAtMs: number;
  readonly local: string;
}
