// What the model sees now: reading it for the card that shows it, and compacting it.
import type { ThreadId } from "../../shared/protocol/ids";
import type { ShownWindow } from "../state/window-state";
import { type ActionContext, runDetached } from "./action-context";

export function showModelWindow(context: ActionContext, threadId: ThreadId | null): void {
  const shown: ShownWindow | null = threadId === null ? null : { threadId, readCount: 0, window: null, problem: null };
  context.state.ui.setState({ shownWindow: shown });
}

/** Reads it anew; an answer that a later question has overtaken is dropped. */
export async function readModelWindow({ client, state }: ActionContext): Promise<void> {
  const asked = state.ui.getState().shownWindow;
  if (asked === null) return;
  const { threadId } = asked;
  const readCount = asked.readCount + 1;
  state.ui.setState({ shownWindow: { ...asked, readCount } });
  const reply = await client.invoke("thread/window/read", { threadId });
  const now = state.ui.getState().shownWindow;
  if (now?.threadId !== threadId || now.readCount !== readCount) return;
  state.ui.setState({
    shownWindow: reply.ok
      ? { ...now, window: reply.result, problem: null }
      : { ...now, problem: `It could not be read: ${reply.error.message}` },
  });
}

export async function compact({ client, state }: ActionContext, threadId: ThreadId): Promise<void> {
  const reply = await client.invoke("thread/compact/start", { threadId });
  const now = state.ui.getState().shownWindow;
  if (now?.threadId !== threadId) return;
  state.ui.setState({ shownWindow: { ...now, problem: reply.ok ? null : `It could not be compacted: ${reply.error.message}` } });
}

export function refreshModelWindow(context: ActionContext): void {
  runDetached(context, "Reading what the model sees", () => readModelWindow(context));
}
