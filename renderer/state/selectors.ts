// Facts that components ask the stores for.
import type { ThreadId } from "../../shared/protocol/ids";
import type { Thread, ThreadStatus, Turn } from "../../shared/protocol/thread";
import type { ThreadView } from "../../shared/view/thread-view";
import { NEW_DRAFT } from "./drafts";
import type { OpenThread, ShownThread } from "./open-thread";
import type { Route, WaitingApproval } from "./window-state";

/** The turn that runs now. In an idle thread a turn without an end is one that the app did not live to end. */
export function activeTurn({ status, turns }: Pick<ThreadView, "status" | "turns">): Turn | null {
  return status.type === "active" ? (turns.findLast((turn) => turn.status === "inProgress") ?? null) : null;
}

export function shownThread(open: Readonly<Record<ThreadId, OpenThread>>, route: Route): ShownThread | null {
  const thread = route.type === "thread" ? open[route.threadId] : undefined;
  return thread?.type === "shown" ? thread : null;
}

/** The path of a thread's rollout, once a line of it is on disk. */
export function recordedPathOf(open: ShownThread | null): string | null {
  return open?.view.items.some(({ line }) => line !== undefined) === true ? open.thread.path : null;
}

export function draftKey(route: Route): string {
  return route.type === "thread" ? route.threadId : NEW_DRAFT;
}

/** The approvals of one thread that wait for an answer, oldest first. */
export function waitingApprovals(approvals: Readonly<Record<string, WaitingApproval>>, threadId: ThreadId): WaitingApproval[] {
  return Object.values(approvals).filter((waiting) => waiting.approval.threadId === threadId);
}

export type ThreadGlyph =
  "waiting" | "sleeping" | "working" | "failed" | "interrupted" | "unfinished" | "broken" | "readOnly" | "none";

/** The one state a session shows in the list: what needs the person comes first. */
export function threadGlyph(thread: Thread, isAsking: boolean): ThreadGlyph {
  if (isAsking) return "waiting";
  const { status } = thread;
  switch (status.type) {
    case "idle":
      return restingGlyph(thread);
    case "systemError":
      return "failed";
    case "active":
      if (status.flags.includes("waitingOnApproval")) return "waiting";
      return status.flags.includes("sleeping") ? "sleeping" : "working";
  }
}

function restingGlyph({ hidden, problem, lastTurn, readOnly, origin }: Thread): ThreadGlyph {
  if (hidden === "unreadable" || hidden === "notRollout" || problem !== undefined) return "broken";
  if (lastTurn === "failed") return "failed";
  if (lastTurn === "interrupted") return "interrupted";
  // Another program may still be at work on its own file.
  if (lastTurn === "inProgress" && origin === "own" && !readOnly) return "unfinished";
  return readOnly || origin !== "own" ? "readOnly" : "none";
}

/** Whether nothing more will come for a call of this turn. */
export function isTurnOver(turn: Turn | null, status: ThreadStatus): boolean {
  return status.type !== "active" || (turn !== null && turn.status !== "inProgress");
}

/** Why a paused queue waits, as far as the end of the last turn says it; one without an end did not outlive the app. */
export function pauseWords(view: Pick<ThreadView, "items" | "status" | "turns">): string {
  const { items, turns } = view;
  const active = activeTurn(view);
  const turn = turns.findLast((past) => past !== active);
  if (turn?.stoppedWithApp === true) return "Paused after a restart";
  switch (turn?.status) {
    case "inProgress":
      return "Paused after a restart";
    case "interrupted":
      return "Paused after Stop";
    case "failed":
      return "Paused after a failure";
    default:
      return items.some((item) => item.turnId === turn?.id && item.type === "notice" && item.code === "hookBlocked")
        ? "Paused by a hook"
        : "Paused";
  }
}
