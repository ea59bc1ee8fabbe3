// The only way events get into the stores. Pure in effect: it changes the stores and says what is left to do.
import type { Inbound } from "../bridge/inbound";
import type { Notification } from "../../shared/protocol/event";
import type { ThreadId } from "../../shared/protocol/ids";
import type { IndexProgress, SessionTarget } from "../../shared/protocol/past-session";
import type { FollowUpQueue } from "../../shared/protocol/queue";
import type { MenuAction } from "../../shared/protocol/window-push";
import type { PendingApproval } from "../../shared/protocol/approval";
import { spokenText } from "../text/exact-text";
import { announcementOf, queueAnnouncement } from "./announcements";
import { forgetAnswers } from "./answer-drafts";
import { type OpenThread, type ThreadEntry, withEntries } from "./open-thread";
import { rescueEdit } from "./queue-edits";
import { listAfter } from "./thread-list";
import { addNotice, announce, cardKey, type WindowState } from "./window-state";

export interface BatchOutcome {
  /** Threads that missed an event and need a snapshot. */
  readonly behind: readonly ThreadId[];
  readonly menu: readonly MenuAction[];
  /** Sessions that the window was asked to show. */
  readonly opened: readonly SessionTarget[];
  /** Threads whose file has been read to its end: their lines can be read now. */
  readonly numbered: readonly ThreadId[];
  /** Whether the list of sessions has to be asked for again. */
  readonly isListChanged: boolean;
}

export function applyBatch(state: WindowState, batch: readonly Inbound[]): BatchOutcome {
  const entries = new Map<string, ThreadEntry[]>();
  const menu: MenuAction[] = [];
  const opened: SessionTarget[] = [];
  const numbered: ThreadId[] = [];
  let isListChanged = false;
  const hold = (threadId: string, entry: ThreadEntry) => {
    const known = entries.get(threadId);
    if (known === undefined) entries.set(threadId, [entry]);
    else known.push(entry);
  };
  for (const inbound of batch) {
    switch (inbound.type) {
      case "notification": {
        const { notification } = inbound;
        hold(notification.params.threadId, { seq: notification.params.seq, notification });
        break;
      }
      case "unknownEvent":
        hold(inbound.threadId, { seq: inbound.seq, notification: null });
        break;
      case "approvalRequested": {
        const { rpcId, approval } = inbound;
        // Sent again to a client that resumes: the same request, not a second one.
        const known = state.approvals.getState()[approval.requestId];
        const waiting = { rpcId, approval: known?.approval ?? approval, isAnswered: false, problem: null };
        state.approvals.setState({ [approval.requestId]: waiting });
        if (known === undefined && isShown(state, approval.threadId)) announce(state, `Waiting for you: ${askedWords(approval)}`);
        break;
      }
      case "fileEvent": {
        const { event } = inbound;
        if (event.method === "thread/list/changed") isListChanged = true;
        else if (isReadToEnd(state, event.params)) numbered.push(event.params.threadId);
        break;
      }
      case "menu":
        menu.push(inbound.action);
        break;
      case "open":
        opened.push(inbound.target);
        break;
      case "unreadable":
        addNotice(state, "warning", `Something the runtime said could not be read: ${inbound.reason}`);
        break;
    }
  }
  applyToThreads(state, entries);
  const open = state.open.getState();
  const behind = Object.keys(open).filter((id): id is ThreadId => {
    const thread = open[id as ThreadId];
    return thread?.type === "shown" && thread.sync === "behind";
  });
  return { behind, menu, opened, numbered, isListChanged };
}

/** Notes how far the file has been read; true when that was to its end, and a thread of it is on screen. */
function isReadToEnd({ open }: WindowState, { threadId, bytes, totalBytes }: IndexProgress & { threadId: ThreadId }): boolean {
  const shown = open.getState()[threadId];
  if (shown?.type !== "shown") return false;
  open.setState({ [threadId]: { ...shown, index: { bytes, totalBytes } } });
  return bytes >= totalBytes;
}

function applyToThreads(state: WindowState, entries: ReadonlyMap<string, readonly ThreadEntry[]>): void {
  const changed: Record<string, OpenThread> = {};
  const fresh: Notification[] = [];
  const queues = new Map<string, FollowUpQueue>();
  for (const [threadId, list] of entries) {
    const before = state.open.getState()[threadId as ThreadId];
    if (before !== undefined) changed[threadId] = withEntries(before, list);
    if (before?.type === "shown") queues.set(threadId, before.view.queue);
    const known = before?.type === "shown" ? (before.seq ?? -1) : -1;
    for (const { seq, notification } of list) if (notification !== null && seq > known) fresh.push(notification);
  }
  if (Object.keys(changed).length > 0) state.open.setState(changed);
  const list = fresh.reduce(listAfter, state.threads.getState());
  if (list !== state.threads.getState()) state.threads.setState(list);
  for (const notification of fresh) applyBeside(state, notification);
  const said = fresh.flatMap((notification) => sentenceFor(state, queues, notification) ?? []);
  if (said.length > 0) announce(state, said.join(" "));
  for (const threadId of entries.keys()) rescueEdit(state, threadId as ThreadId);
}

/** What is said aloud of an event of the shown thread. `queues`: as they were last told; moved on here. */
function sentenceFor(state: WindowState, queues: Map<string, FollowUpQueue>, notification: Notification): string | null {
  const { threadId } = notification.params;
  if (!isShown(state, threadId)) return null;
  if (notification.method !== "thread/queue/changed") return announcementOf(notification);
  const { queue } = notification.params;
  const before = queues.get(threadId);
  queues.set(threadId, queue);
  return before === undefined ? null : queueAnnouncement(before, queue);
}

// What an event changes outside its thread's view.
function applyBeside(state: WindowState, notification: Notification): void {
  const { threadId } = notification.params;
  switch (notification.method) {
    case "serverRequest/resolved": {
      const { [notification.params.requestId]: _resolved, ...others } = state.approvals.getState();
      state.approvals.setState(others, true);
      forgetAnswers(state, notification.params.requestId);
      break;
    }
    case "item/running":
      // A wait opens with its clock and stays open, so that how it ended is seen where it was watched.
      if (notification.params.deadlineMs !== undefined) {
        const key = cardKey(threadId, notification.params.itemId);
        state.ui.setState(({ cards }) => ({ cards: { [key]: true, ...cards } }));
      }
      break;
    case "turn/completed":
      if (state.ui.getState().stoppingTurnId === notification.params.turn.id) state.ui.setState({ stoppingTurnId: null });
      break;
    default:
      break;
  }
}

function isShown(state: WindowState, threadId: ThreadId): boolean {
  const { route } = state.ui.getState();
  return route.type === "thread" && route.threadId === threadId;
}

function askedWords(approval: PendingApproval): string {
  switch (approval.kind) {
    case "command":
      return `${approval.outsideSandbox === true ? "outside the sandbox, " : ""}run ${spokenText(approval.command)}`;
    case "fileChange":
      return `change ${spokenText(approval.changes.map(({ path }) => path).join(", "))}`;
    case "userInput":
      return spokenText(approval.questions.map(({ question }) => question).join(" "));
  }
}
