// Handing over what the person wrote: starts a turn, waits behind the running one or steers it, under one client id whatever happens on the way.
import { ClientMessageId, type ThreadId } from "../../shared/protocol/ids";
import type { ClientError } from "../bridge/agent-client";
import { type Door, firstDoor, nextDoor, type Urgency } from "../state/doors";
import { NEW_DRAFT, type Submission, withAccepted, withMoved, withRefused, withSubmission } from "../state/drafts";
import { withThread } from "../state/thread-list";
import type { ActionContext } from "./action-context";
import { deliverThrough, type Delivery } from "./deliver";
import { chooseFolder, NO_FOLDER_NOT_SENT } from "./folder";
import { jumpToEnd, openStartedThread } from "./open-thread";
import { refreshSettings } from "./settings";

interface Target {
  readonly threadId: ThreadId;
  readonly urgency: Urgency;
}

export async function submit(context: ActionContext, urgency: Urgency): Promise<void> {
  const { route } = context.state.ui.getState();
  context.state.ui.setState({ composerNote: null });
  if (route.type === "new") await submitFirst(context, route.cwd);
  else await submitTo(context, { threadId: route.threadId, urgency });
  refreshSettings(context);
}

async function submitTo(context: ActionContext, target: Target): Promise<void> {
  const submission = takeSubmission(context, target.threadId);
  if (submission === null) return;
  // What was sent is seen at the end, wherever in the thread it was written.
  if (await deliver(context, target, submission)) await jumpToEnd(context, target.threadId);
}

/** The first input of a new session: a folder, a thread in it, then the turn. */
async function submitFirst(context: ActionContext, chosen: string | null): Promise<void> {
  const { state, client } = context;
  if ((state.drafts.getState()[NEW_DRAFT]?.text ?? "").trim() === "") return;
  const cwd = chosen ?? (await chooseFolder(context, NO_FOLDER_NOT_SENT));
  if (cwd === null) return;
  const submission = takeSubmission(context, NEW_DRAFT);
  if (submission === null) return;
  const started = await client.invoke("thread/start", { cwd });
  if (!started.ok) {
    state.drafts.setState((drafts) => withRefused(drafts, NEW_DRAFT, started.error.message));
    return;
  }
  const { thread } = started.result;
  state.drafts.setState((drafts) => withMoved(drafts, NEW_DRAFT, thread.id));
  state.threads.setState((list) => withThread(list, thread));
  if (state.ui.getState().route.type === "new") state.ui.setState({ route: { type: "thread", threadId: thread.id } });
  await openStartedThread(context, thread);
  await deliver(context, { threadId: thread.id, urgency: "next" }, submission);
}

function takeSubmission({ state, newId }: ActionContext, key: string): Submission | null {
  const taken = withSubmission(state.drafts.getState(), key, () => ClientMessageId.parse(newId()));
  if (taken !== null) state.drafts.setState(taken.drafts);
  return taken?.submission ?? null;
}

/** Whether it was accepted. */
async function deliver(context: ActionContext, target: Target, submission: Submission): Promise<boolean> {
  const error = await throughDoors(context, target, submission);
  context.state.drafts.setState((drafts) =>
    error === null ? withAccepted(drafts, target.threadId) : withRefused(drafts, target.threadId, error.message),
  );
  return error === null;
}

/** Turns may begin and end while a submission is on its way: then the next door takes it, under the same client id. */
async function throughDoors(
  { client, state }: ActionContext,
  { threadId, urgency }: Target,
  { text, clientId }: Submission,
): Promise<ClientError | null> {
  const open = state.open.getState()[threadId];
  const delivery: Delivery = { threadId, input: [{ type: "text", text }], clientUserMessageId: clientId };
  let door: Door = firstDoor(open?.type === "shown" ? open.view : null, urgency);
  for (;;) {
    const reply = await deliverThrough(client, door, delivery);
    if (reply.ok) return null;
    const next = nextDoor(door, reply.error.kind);
    if (next === null) return reply.error;
    door = next;
  }
}
