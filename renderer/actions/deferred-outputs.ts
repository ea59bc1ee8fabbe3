// Outputs that pages leave out: read when the card that shows one is open, whether it was opened just now or its page has come anew.
import type { OutputDeferral } from "../../shared/protocol/command";
import type { ItemId, ThreadId } from "../../shared/protocol/ids";
import type { OpenThread } from "../state/open-thread";
import { withOutput } from "../state/thread-pages";
import { cardKey, type OutputRead, type WindowState } from "../state/window-state";
import { type ActionContext, runDetached } from "./action-context";

/** What the window asks of every page: no card shows its output before it is opened. */
export const DEFER_OUTPUT: OutputDeferral = { commandExecution: true, mcpToolCall: true, toolCall: true };

/** Of every open card of the thread. What is being read, or could not be, is left as it is. */
export function readOpenOutputs(context: ActionContext, threadId: ThreadId): void {
  const { cards, outputReads } = context.state.ui.getState();
  for (const [itemId, cursor] of deferredOutputs(context.state.open.getState()[threadId])) {
    const key = cardKey(threadId, itemId);
    if (cards[key] !== true || outputReads[key] !== undefined) continue;
    runDetached(context, "Reading an output", () => readOutput(context, { threadId, itemId, cursor }));
  }
}

/** Once more, after it could not be read. */
export function readOutputAgain(context: ActionContext, threadId: ThreadId, itemId: ItemId): void {
  setRead(context.state, cardKey(threadId, itemId), null);
  readOpenOutputs(context, threadId);
}

interface DeferredOutput {
  readonly threadId: ThreadId;
  readonly itemId: ItemId;
  readonly cursor: string;
}

async function readOutput({ client, state }: ActionContext, { threadId, itemId, cursor }: DeferredOutput): Promise<void> {
  const key = cardKey(threadId, itemId);
  setRead(state, key, { type: "reading" });
  const reply = await client.invoke("thread/items/list", { threadId, cursor, limit: 1, direction: "forward" });
  const whole = reply.ok ? reply.result.items.find(({ id }) => id === itemId) : undefined;
  if (whole === undefined) {
    const message = reply.ok ? "the file does not have it any more" : reply.error.message;
    setRead(state, key, { type: "failed", message });
    return;
  }
  setRead(state, key, null);
  const open = state.open.getState()[threadId];
  if (open?.type === "shown") state.open.setState({ [threadId]: withOutput(open, whole) });
}

function* deferredOutputs(open: OpenThread | undefined): Generator<readonly [itemId: ItemId, cursor: string]> {
  if (open?.type !== "shown") return;
  for (const item of open.view.items)
    if ("outputDeferred" in item && item.outputDeferred !== undefined) yield [item.id, item.outputDeferred];
}

function setRead({ ui }: WindowState, key: string, read: OutputRead | null): void {
  ui.setState(({ outputReads }) => {
    const { [key]: _before, ...others } = outputReads;
    return { outputReads: read === null ? others : { ...others, [key]: read } };
  });
}
