// The pages of an open thread as its reader comes near them, and their line numbers once the file has been read.
import type { ThreadId } from "../../shared/protocol/ids";
import type { ShownThread } from "../state/open-thread";
import { PAGE_SIZE, withLines, withNewerPage, withOlderPage, withoutFarNewer, withoutFarOlder } from "../state/thread-pages";
import { addNotice } from "../state/window-state";
import type { ActionContext } from "./action-context";
import { DEFER_OUTPUT } from "./deferred-outputs";
import { catchUp, setOpen } from "./open-thread";

export async function loadOlder(context: ActionContext, threadId: ThreadId): Promise<void> {
  const before = shownOf(context, threadId);
  if (before === null || before.olderCursor === null || before.isLoadingOlder) return;
  const cursor = before.olderCursor;
  setOpen(context, threadId, { ...withoutFarNewer(before), isLoadingOlder: true });
  const reply = await context.client.invoke("thread/items/list", {
    threadId,
    cursor,
    limit: PAGE_SIZE,
    direction: "backward",
    deferOutput: DEFER_OUTPUT,
  });
  const now = shownOf(context, threadId);
  if (now === null) return;
  if (reply.ok && now.olderCursor === cursor) setOpen(context, threadId, withOlderPage(now, reply.result));
  else setOpen(context, threadId, { ...now, isLoadingOlder: false });
  if (!reply.ok) addNotice(context.state, "error", `Older entries could not be read: ${reply.error.message}`);
}

/** The page behind what is shown. With the last one the thread goes on by events, from a snapshot that holds what has happened meanwhile. */
export async function loadNewer(context: ActionContext, threadId: ThreadId): Promise<void> {
  const before = shownOf(context, threadId);
  if (before === null || before.newerCursor === null || before.isLoadingNewer) return;
  const cursor = before.newerCursor;
  setOpen(context, threadId, { ...withoutFarOlder(before), isLoadingNewer: true });
  const reply = await context.client.invoke("thread/items/list", {
    threadId,
    cursor,
    limit: PAGE_SIZE,
    direction: "forward",
    deferOutput: DEFER_OUTPUT,
  });
  const now = shownOf(context, threadId);
  if (now === null) return;
  if (!reply.ok || now.newerCursor !== cursor) {
    setOpen(context, threadId, { ...now, isLoadingNewer: false });
    if (!reply.ok) addNotice(context.state, "error", `Newer entries could not be read: ${reply.error.message}`);
    return;
  }
  const next = withNewerPage(now, reply.result);
  const isCurrent = next.newerCursor !== null || next.sync !== "live";
  setOpen(context, threadId, isCurrent ? next : { ...next, sync: "behind" });
  if (!isCurrent) await catchUp(context, threadId);
}

/** Once the whole file has been read: what is damaged in it, and the lines of what is on screen. Nothing else changes. */
export async function readLines(context: ActionContext, threadId: ThreadId): Promise<void> {
  const { client } = context;
  const snapshot = await client.invoke("thread/resume", { threadId, deferOutput: DEFER_OUTPUT });
  const opened = shownOf(context, threadId);
  if (!snapshot.ok || opened === null) return;
  const { repairs, index, page } = snapshot.result;
  setOpen(context, threadId, withLines({ ...opened, repairs, index }, page));
  let cursor = opened.newerCursor ?? page.nextCursor;
  for (let left = opened.view.items.length; left > 0 && cursor !== null; left -= PAGE_SIZE) {
    const wanted = shownOf(context, threadId);
    if (wanted === null || wanted.view.items.every((item) => item.line !== undefined)) return;
    const older = await client.invoke("thread/items/list", {
      threadId,
      cursor,
      limit: PAGE_SIZE,
      direction: "backward",
      deferOutput: DEFER_OUTPUT,
    });
    const now = shownOf(context, threadId);
    if (!older.ok || now === null) return;
    setOpen(context, threadId, withLines(now, older.result));
    cursor = older.result.nextCursor;
  }
}

function shownOf({ state }: ActionContext, threadId: ThreadId): ShownThread | null {
  const open = state.open.getState()[threadId];
  return open?.type === "shown" ? open : null;
}
