// What a person can do to the queue. The queue on screen changes by the runtime's events alone; a refusal is told and changes nothing.
import { ClientMessageId, type InputId, type ThreadId } from "../../shared/protocol/ids";
import type { FollowUpQueue, QueuedInput } from "../../shared/protocol/queue";
import { inputText } from "../../shared/protocol/user-input";
import type { Reply } from "../bridge/agent-client";
import { firstDoor, nextDoor } from "../state/doors";
import type { ShownThread } from "../state/open-thread";
import { editOf } from "../state/queue-edit";
import { changeEdit, closeEdit, rescueEdit } from "../state/queue-edits";
import { activeTurn } from "../state/selectors";
import { addNotice, announce } from "../state/window-state";
import type { ActionContext } from "./action-context";
import { deliverThrough } from "./deliver";

/** One entry of one thread's queue. */
export interface QueuePlace {
  readonly threadId: ThreadId;
  readonly id: InputId;
}

export async function resumeQueue(context: ActionContext, threadId: ThreadId): Promise<void> {
  tell(context, "Resume", await context.client.invoke("thread/queue/resume", { threadId }));
}

export async function removeQueued(context: ActionContext, { threadId, id }: QueuePlace): Promise<void> {
  const reply = await context.client.invoke("thread/queue/delete", { threadId, queuedSubmissionId: id });
  if (tell(context, "Remove", reply)) announce(context.state, "Removed from the queue.");
}

export async function moveQueued(context: ActionContext, { threadId, id }: QueuePlace, by: -1 | 1): Promise<void> {
  const open = shownThread(context, threadId);
  const ids = movedIds(open?.view.queue, id, by);
  if (ids === null) return;
  const reply = await context.client.invoke("thread/queue/reorder", { threadId, queuedSubmissionIds: ids });
  if (tell(context, "Move", reply)) announce(context.state, `Moved to ${ids.indexOf(id) + 1} of ${ids.length}.`);
}

/** The whole order after one step up or down; null where there is no such step. */
export function movedIds(queue: FollowUpQueue | undefined, id: InputId, by: -1 | 1): InputId[] | null {
  const ids = queue?.data.map((entry) => entry.id) ?? [];
  const from = ids.indexOf(id);
  const to = from + by;
  if (from === -1 || to < 0 || to >= ids.length) return null;
  ids.splice(to, 0, ...ids.splice(from, 1));
  return ids;
}

/** Into the running turn, or as the next turn at once. The entry leaves the queue only after its text was accepted elsewhere. */
export async function sendQueuedNow(context: ActionContext, { threadId, id }: QueuePlace): Promise<void> {
  const open = shownThread(context, threadId);
  const entry = open?.view.queue.data.find((queued) => queued.id === id);
  if (open === null || entry === undefined || context.state.ui.getState().sentNow[id]?.isUnderWay === true) return;
  if (open.view.queue.data.length === 1 && activeTurn(open.view) === null) return resumeQueue(context, threadId);
  const clientId = beginSending(context, entry);
  try {
    await sendThenDelete(context, { open, entry, clientId });
  } finally {
    endSending(context, entry.id);
  }
}

interface Sending {
  readonly open: ShownThread;
  readonly entry: QueuedInput;
  readonly clientId: ClientMessageId;
}

async function sendThenDelete(context: ActionContext, { open, entry, clientId }: Sending): Promise<void> {
  const { client, state } = context;
  const threadId = open.thread.id;
  let door = firstDoor(open.view, "now");
  while (door.type !== "queue") {
    const reply = await deliverThrough(client, door, { threadId, input: entry.input, clientUserMessageId: clientId });
    if (reply.ok) {
      const deleted = await client.invoke("thread/queue/delete", { threadId, queuedSubmissionId: entry.id });
      if (tell(context, "It was sent; removing it from the queue", deleted) && door.type === "steer")
        announce(state, "Sent into the running turn.");
      return;
    }
    const next = nextDoor(door, reply.error.kind);
    if (next === null) {
      tell(context, "Send now", reply);
      return;
    }
    door = next;
  }
  // It is in the queue already: next is as near to now as it gets.
  tell(context, "Send now", await client.invoke("thread/queue/reorder", { threadId, queuedSubmissionIds: [entry.id] }));
}

function beginSending({ state, newId }: ActionContext, { id, input }: QueuedInput): ClientMessageId {
  const text = inputText(input);
  const before = state.ui.getState().sentNow[id];
  const clientId = before?.text === text ? before.clientId : ClientMessageId.parse(newId());
  state.ui.setState(({ sentNow }) => ({ sentNow: { ...sentNow, [id]: { clientId, text, isUnderWay: true } } }));
  return clientId;
}

function endSending({ state }: ActionContext, id: InputId): void {
  const sent = state.ui.getState().sentNow[id];
  if (sent !== undefined) state.ui.setState(({ sentNow }) => ({ sentNow: { ...sentNow, [id]: { ...sent, isUnderWay: false } } }));
}

/** One entry at a time; one with unsaved changes does not give way. */
export function editQueued(context: ActionContext, { threadId, id }: QueuePlace): void {
  const entry = shownThread(context, threadId)?.view.queue.data.find((queued) => queued.id === id);
  const begun = context.state.edits.getState()[threadId];
  if (entry !== undefined && (begun === undefined || begun.text === begun.original))
    context.state.edits.setState({ [threadId]: editOf(entry) });
}

export async function saveQueued(context: ActionContext, threadId: ThreadId): Promise<void> {
  const { state, client } = context;
  const edit = state.edits.getState()[threadId];
  const entry = shownThread(context, threadId)?.view.queue.data.find((queued) => queued.id === edit?.id);
  if (edit === undefined || entry === undefined || edit.isSaving || edit.text.trim() === "") return;
  if (edit.text === edit.original) {
    closeEdit(state, threadId);
    return;
  }
  changeEdit(state, threadId, { isSaving: true, why: null });
  const input = [{ type: "text" as const, text: edit.text }, ...entry.input.filter(({ type }) => type !== "text")];
  const reply = await client.invoke("thread/queue/update", { threadId, queuedSubmissionId: edit.id, input });
  if (reply.ok) {
    closeEdit(state, threadId);
    announce(state, "Changed.");
    return;
  }
  changeEdit(state, threadId, { isSaving: false, why: reply.error.message });
  rescueEdit(state, threadId);
}

function shownThread({ state }: ActionContext, threadId: ThreadId): ShownThread | null {
  const open = state.open.getState()[threadId];
  return open?.type === "shown" ? open : null;
}

/** Tells a refusal; true when there was none. */
function tell({ state }: ActionContext, name: string, reply: Reply<unknown>): boolean {
  if (!reply.ok) addNotice(state, "error", `${name} failed: ${reply.error.message}`);
  return reply.ok;
}
