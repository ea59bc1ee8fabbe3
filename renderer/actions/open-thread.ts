// Opening, catching up and leaving a thread, and the pages before what is on screen.
import type { ThreadId } from "../../shared/protocol/ids";
import type { Thread } from "../../shared/protocol/thread";
import { type OpenThread, startedThread, withEntries, withOlderPage, withSnapshot } from "../state/open-thread";
import { rescueEdit } from "../state/queue-edits";
import { addNotice } from "../state/window-state";
import type { ActionContext } from "./action-context";

const PAGE_SIZE = 100;

export async function openThread(context: ActionContext, threadId: ThreadId): Promise<void> {
  const { state } = context;
  const { route } = state.ui.getState();
  if (route.type === "thread" && route.threadId !== threadId) leaveThread(context, route.threadId);
  state.ui.setState(({ composerFocusCount }) => ({
    route: { type: "thread", threadId },
    isSidebarOver: false,
    composerNote: null,
    composerFocusCount: composerFocusCount + 1,
  }));
  const known = state.open.getState()[threadId];
  if (known?.type === "shown" || known?.type === "opening") return;
  setOpen(context, threadId, { type: "opening", held: [] });
  const reply = await context.client.invoke("thread/resume", { threadId });
  const meanwhile = state.open.getState()[threadId];
  setOpen(context, threadId, reply.ok ? withSnapshot(meanwhile, reply.result) : { type: "failed", message: reply.error.message });
}

/** Shows a thread that has just been started. Where the runtime already has a snapshot of it, that one is taken. */
export async function openStartedThread(context: ActionContext, thread: Thread): Promise<void> {
  setOpen(context, thread.id, { ...startedThread(thread), sync: "catchingUp" });
  const reply = await context.client.invoke("thread/resume", { threadId: thread.id });
  const now = context.state.open.getState()[thread.id];
  if (reply.ok) setOpen(context, thread.id, withSnapshot(now, reply.result));
  else if (now?.type === "shown") setOpen(context, thread.id, withEntries({ ...now, sync: "live", held: [] }, now.held));
}

/** After a gap in the sequence: asks for a snapshot and goes on from there. */
export async function catchUp(context: ActionContext, threadId: ThreadId): Promise<void> {
  const { state, client } = context;
  const before = state.open.getState()[threadId];
  if (before?.type !== "shown" || before.sync !== "behind") return;
  setOpen(context, threadId, { ...before, sync: "catchingUp" });
  const reply = await client.invoke("thread/resume", { threadId });
  const now = state.open.getState()[threadId];
  if (now?.type !== "shown") return;
  if (reply.ok) {
    const next = withSnapshot(now, reply.result);
    setOpen(context, threadId, next);
    if (next.sync === "behind") await catchUp(context, threadId);
    return;
  }
  setOpen(context, threadId, { ...now, sync: "behind" });
  addNotice(state, "error", `This session is no longer current: ${reply.error.message}`);
}

export async function loadOlder(context: ActionContext, threadId: ThreadId): Promise<void> {
  const { state, client } = context;
  const before = state.open.getState()[threadId];
  if (before?.type !== "shown" || before.olderCursor === null || before.isLoadingOlder) return;
  const cursor = before.olderCursor;
  setOpen(context, threadId, { ...before, isLoadingOlder: true });
  const reply = await client.invoke("thread/items/list", { threadId, cursor, limit: PAGE_SIZE, direction: "backward" });
  const now = state.open.getState()[threadId];
  if (now?.type !== "shown") return;
  if (reply.ok && now.olderCursor === cursor) setOpen(context, threadId, withOlderPage(now, reply.result));
  else setOpen(context, threadId, { ...now, isLoadingOlder: false });
  if (!reply.ok) addNotice(state, "error", `Older entries could not be read: ${reply.error.message}`);
}

/** An idle thread that is no longer looked at is let go; a working one goes on being followed for the list of sessions. */
export function leaveThread(context: ActionContext, threadId: ThreadId): void {
  const { state, client } = context;
  const open = state.open.getState()[threadId];
  if (open?.type !== "shown" || open.view.status.type === "active") return;
  const { [threadId]: _left, ...others } = state.open.getState();
  state.open.setState(others, true);
  client.invoke("thread/unsubscribe", { threadId }).then(
    (reply) => {
      if (!reply.ok && reply.error.kind !== "threadNotFound")
        addNotice(state, "warning", `Leaving a session failed: ${reply.error.message}`);
    },
    (error: unknown) => addNotice(state, "warning", String(error)),
  );
}

function setOpen(context: ActionContext, threadId: ThreadId, open: OpenThread): void {
  context.state.open.setState({ [threadId]: open });
  rescueEdit(context.state, threadId);
}
