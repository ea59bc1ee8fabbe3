// What can be done to a session, and why some of it cannot. Pure.
import type { Thread } from "../../shared/protocol/thread";
import { sourceName } from "../text/session-words";

export type SessionAct = "open" | "rename" | "pin" | "archive" | "fork" | "markdown" | "link" | "export" | "delete";

export interface SessionActEntry {
  readonly act: SessionAct;
  readonly words: string;
  /** Why it cannot be done now; null: it can. */
  readonly why: string | null;
}

export function sessionActs(thread: Thread): SessionActEntry[] {
  const unreadable = thread.hidden === "unreadable" || thread.hidden === "notRollout" ? "This file cannot be read." : null;
  const owned = whyNotOwned(thread);
  const resting = owned ?? (isRunning(thread) ? "Its turn still runs." : null);
  return [
    { act: "open", words: "Open", why: unreadable },
    { act: "rename", words: "Rename", why: unreadable ?? owned },
    { act: "pin", words: thread.pinned ? "Unpin" : "Pin", why: null },
    { act: "archive", words: thread.archived ? "Unarchive" : "Archive", why: resting },
    { act: "fork", words: "Continue as a new session", why: unreadable },
    { act: "markdown", words: "Copy as Markdown", why: unreadable },
    { act: "link", words: "Copy link", why: null },
    { act: "export", words: "Export…", why: unreadable },
    { act: "delete", words: "Delete…", why: resting },
  ];
}

export function sessionLink(thread: Pick<Thread, "id">): string {
  return `counterfoil://thread/${thread.id}`;
}

/** A turn that stopped with the app while it waited for an answer goes on only once the session is opened. */
function isRunning({ status, lastTurn }: Thread): boolean {
  if (status.type !== "active") return false;
  return lastTurn !== "interrupted" || status.flags.join() !== "waitingOnApproval";
}

function whyNotOwned(thread: Thread): string | null {
  if (thread.origin !== "own") return `Written by ${sourceName(thread.source)}: its file is only read.`;
  return thread.readOnly ? "Another program has it open." : null;
}
