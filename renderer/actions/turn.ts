// What a person can do to a running turn: stop it or one of its calls, wake it.
import type { ItemId, ThreadId } from "../../shared/protocol/ids";
import { activeTurn } from "../state/selectors";
import { addNotice, cardKey } from "../state/window-state";
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

/** Stops this call alone; its turn goes on. */
export async function stopCall({ state, client }: ActionContext, threadId: ThreadId, itemId: ItemId): Promise<void> {
  const key = cardKey(threadId, itemId);
  const { stoppingCards } = state.ui.getState();
  if (stoppingCards.includes(key)) return;
  state.ui.setState({ stoppingCards: [...stoppingCards, key] });
  const reply = await client.invoke("item/interrupt", { threadId, itemId });
  if (reply.ok) return;
  state.ui.setState((ui) => ({ stoppingCards: ui.stoppingCards.filter((other) => other !== key) }));
  // Refused as it had just ended by itself: there was nothing to stop, and the card says how it ended.
  if (reply.error.kind !== "invalidParams" && reply.error.kind !== "noActiveTurn")
    addNotice(state, "error", `This call was not stopped: ${reply.error.message}`);
}
