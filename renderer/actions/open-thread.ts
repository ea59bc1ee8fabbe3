// Opening, catching up and leaving a thread: by its id, at an item of it, or by the path of its file.
import type { CommandResult } from "../../shared/protocol/command";
import type { ThreadId } from "../../shared/protocol/ids";
import type { Thread } from "../../shared/protocol/thread";
import { type OpenThread, startedThread, withEntries, withSnapshot } from "../state/open-thread";
import { PAGE_SIZE, withEnd, withPlace } from "../state/thread-pages";
import { rescueEdit } from "../state/queue-edits";
import { addNotice, announce } from "../state/window-state";
import type { ActionContext } from "./action-context";
import { DEFER_OUTPUT, readOpenOutputs } from "./deferred-outputs";

/** `at`: the cursor of an item, as a search hit has it. */
export interface OpenOptions {
  readonly at?: string;
}

type Snapshot = CommandResult<"thread/resume">;

export async function openThread(context: ActionContext, threadId: ThreadId, { at }: OpenOptions = {}): Promise<void> {
  const { state, client } = context;
  showRoute(context, threadId);
  const known = state.open.getState()[threadId];
  if (at !== undefined && known?.type !== "opening") return openAt(context, threadId, at);
  if (known?.type === "shown" || known?.type === "opening") return;
  setOpen(context, threadId, { type: "opening", held: [] });
  const reply = await client.invoke("thread/resume", { threadId, deferOutput: DEFER_OUTPUT });
  const meanwhile = state.open.getState()[threadId];
  if (!reply.ok) {
    setOpen(context, threadId, { type: "failed", message: reply.error.message });
    return;
  }
  if (isAnother(reply.result.thread, threadId)) return showInstead(context, threadId, reply.result);
  setOpen(context, threadId, withSnapshot(meanwhile, reply.result));
  sayOpened(context, reply.result);
}

/** A link may name a session by the id in its file's header, which is not the thread's own. */
function isAnother({ id, sessionId }: Thread, asked: ThreadId): boolean {
  return id !== asked && sessionId === asked;
}

function showInstead(context: ActionContext, asked: ThreadId, snapshot: Snapshot): void {
  const { state } = context;
  const { id } = snapshot.thread;
  const { [asked]: _asked, ...others } = state.open.getState();
  state.open.setState(others, true);
  setOpen(context, id, withSnapshot(others[id], snapshot));
  const { route } = state.ui.getState();
  if (route.type === "thread" && route.threadId === asked) showRoute(context, id);
  else leaveThread(context, id);
  sayOpened(context, snapshot);
}

/** Any rollout file. What is shown stays until the file has been read as far as its newest page. */
export async function openRollout(context: ActionContext, path: string): Promise<void> {
  const { state, client } = context;
  const reply = await client.invoke("thread/resume", { path, deferOutput: DEFER_OUTPUT });
  if (!reply.ok) {
    addNotice(state, "error", `${path} could not be opened: ${reply.error.message}`);
    return;
  }
  const { thread } = reply.result;
  setOpen(context, thread.id, withSnapshot(state.open.getState()[thread.id], reply.result));
  showRoute(context, thread.id);
  sayOpened(context, reply.result);
}

async function openAt(context: ActionContext, threadId: ThreadId, cursor: string): Promise<void> {
  const { state, client } = context;
  const known = state.open.getState()[threadId];
  setOpen(context, threadId, known?.type === "shown" ? { ...known, sync: "catchingUp" } : { type: "opening", held: [] });
  const [snapshot, forward, backward] = await Promise.all([
    client.invoke("thread/resume", { threadId, deferOutput: DEFER_OUTPUT }),
    client.invoke("thread/items/list", { threadId, cursor, limit: PAGE_SIZE, direction: "forward", deferOutput: DEFER_OUTPUT }),
    client.invoke("thread/items/list", { threadId, cursor, limit: PAGE_SIZE, direction: "backward", deferOutput: DEFER_OUTPUT }),
  ]);
  if (!snapshot.ok) {
    setOpen(context, threadId, { type: "failed", message: snapshot.error.message });
    return;
  }
  const meanwhile = state.open.getState()[threadId];
  if (!forward.ok || !backward.ok) {
    setOpen(context, threadId, withSnapshot(meanwhile, snapshot.result));
    const why = !forward.ok ? forward.error.message : backward.ok ? "" : backward.error.message;
    addNotice(state, "warning", `That place could not be found, so the end is shown: ${why}`);
    return;
  }
  const place = { snapshot: snapshot.result, forward: forward.result, backward: backward.result };
  setOpen(context, threadId, withPlace(meanwhile, place));
  sayOpened(context, snapshot.result);
}

/** Shows the end of a thread that is looked at somewhere else. */
export async function jumpToEnd(context: ActionContext, threadId: ThreadId): Promise<void> {
  const { state, client } = context;
  const before = state.open.getState()[threadId];
  if (before?.type !== "shown" || before.newerCursor === null || before.sync === "catchingUp") return;
  setOpen(context, threadId, { ...before, sync: "catchingUp" });
  const reply = await client.invoke("thread/resume", { threadId, deferOutput: DEFER_OUTPUT });
  const now = state.open.getState()[threadId];
  if (now?.type !== "shown") return;
  if (reply.ok) {
    setOpen(context, threadId, withEnd(now, reply.result));
    return;
  }
  setOpen(context, threadId, { ...now, sync: "behind" });
  addNotice(state, "error", `The end could not be read: ${reply.error.message}`);
}

/** Shows a thread that has just been started. Where the runtime already has a snapshot of it, that one is taken. */
export async function openStartedThread(context: ActionContext, thread: Thread): Promise<void> {
  setOpen(context, thread.id, { ...startedThread(thread), sync: "catchingUp" });
  const reply = await context.client.invoke("thread/resume", { threadId: thread.id, deferOutput: DEFER_OUTPUT });
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
  const reply = await client.invoke("thread/resume", { threadId, deferOutput: DEFER_OUTPUT });
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

function showRoute(context: ActionContext, threadId: ThreadId): void {
  const { state } = context;
  const { route } = state.ui.getState();
  if (route.type === "thread" && route.threadId !== threadId) leaveThread(context, route.threadId);
  state.ui.setState(({ composerFocusCount }) => ({
    route: { type: "thread", threadId },
    isSidebarOver: false,
    composerNote: null,
    composerFocusCount: composerFocusCount + 1,
  }));
}

function sayOpened({ state }: ActionContext, { readOnly }: Snapshot): void {
  if (readOnly) announce(state, "Opened read-only. Nothing starts, nothing is written.");
}

export function setOpen(context: ActionContext, threadId: ThreadId, open: OpenThread): void {
  context.state.open.setState({ [threadId]: open });
  rescueEdit(context.state, threadId);
  readOpenOutputs(context, threadId);
}
