// What a person can do to a running turn: stop it, wake it, answer it.
import type { ItemId, RequestId, ThreadId } from "../../shared/protocol/ids";
import type { ApprovalDecision } from "../../shared/protocol/turn-item";
import { activeTurn } from "../state/selectors";
import { addNotice } from "../state/window-state";
import type { ActionContext } from "./action-context";

/** Answers on screen at once; the runtime answers when the turn has ended. */
export async function stopTurn({ state, client }: ActionContext, threadId: ThreadId): Promise<void> {
  const open = state.open.getState()[threadId];
  const turn = open?.type === "shown" ? activeTurn(open.view) : null;
  if (turn === null || state.ui.getState().stoppingTurnId === turn.id) return;
  state.ui.setState({ stoppingTurnId: turn.id });
  const reply = await client.invoke("turn/interrupt", { threadId, turnId: turn.id });
  if (reply.ok) return;
  if (state.ui.getState().stoppingTurnId === turn.id) state.ui.setState({ stoppingTurnId: null });
  if (reply.error.kind !== "noActiveTurn") addNotice(state, "error", `Stop failed: ${reply.error.message}`);
}

export async function wake({ state, client }: ActionContext, threadId: ThreadId, itemId: ItemId): Promise<void> {
  const reply = await client.invoke("clock/wake", { threadId, itemId });
  if (!reply.ok && reply.error.kind !== "noActiveTurn") addNotice(state, "error", `Wake now failed: ${reply.error.message}`);
}

export async function answerApproval(
  { state, client }: ActionContext,
  requestId: RequestId,
  decision: ApprovalDecision,
): Promise<void> {
  const waiting = state.approvals.getState()[requestId];
  if (waiting === undefined || waiting.isAnswered) return;
  state.approvals.setState({ [requestId]: { ...waiting, isAnswered: true } });
  try {
    await client.answerApproval(waiting.rpcId, decision);
  } catch (error) {
    if (state.approvals.getState()[requestId] !== undefined) state.approvals.setState({ [requestId]: waiting });
    throw error;
  }
}
