// What is made of a session that is looked at: a new one that goes on from it, Markdown to paste.
import type { ThreadId, TurnId } from "../../shared/protocol/ids";
import { withThread } from "../state/thread-list";
import { addNotice, announce } from "../state/window-state";
import type { ActionContext } from "./action-context";
import { openThread } from "./open-thread";

/** A new session with the history up to and with the turn, or all of it. The one it comes from is only read. */
export async function forkThread(context: ActionContext, threadId: ThreadId, throughTurnId?: TurnId): Promise<void> {
  const { state, client } = context;
  if (state.ui.getState().forkingId !== null) return;
  state.ui.setState({ forkingId: threadId });
  const reply = await client.invoke("thread/fork", { threadId, ...(throughTurnId === undefined ? {} : { throughTurnId }) });
  state.ui.setState({ forkingId: null });
  if (!reply.ok) {
    addNotice(state, "error", `It could not be continued as a new session: ${reply.error.message}`);
    return;
  }
  const { thread } = reply.result;
  state.threads.setState((list) => withThread(list, thread));
  await openThread(context, thread.id);
  announce(state, "A new session goes on from here.");
}

export async function copyMarkdown(context: ActionContext, threadId: ThreadId, turnId?: TurnId): Promise<void> {
  const { state, client } = context;
  const reply = await client.invoke("thread/markdown/read", { threadId, ...(turnId === undefined ? {} : { turnId }) });
  if (!reply.ok) {
    addNotice(state, "error", `It could not be copied as Markdown: ${reply.error.message}`);
    return;
  }
  await context.writeClipboard(reply.result.markdown);
  announce(state, "Copied as Markdown.");
}
