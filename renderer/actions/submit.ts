// Handing over what the person wrote: starts a turn or steers the running one, under one client id whatever happens on the way.
import { ClientMessageId, type ThreadId, type TurnId } from "../../shared/protocol/ids";
import type { ClientError, Reply } from "../bridge/agent-client";
import { NEW_DRAFT, type Submission, withAccepted, withMoved, withRefused, withSubmission } from "../state/drafts";
import { activeTurn } from "../state/selectors";
import { withThread } from "../state/thread-list";
import type { ActionContext } from "./action-context";
import { chooseFolder, NO_FOLDER_NOT_SENT } from "./folder";
import { openStartedThread } from "./open-thread";
import { refreshSettings } from "./settings";

export async function submit(context: ActionContext): Promise<void> {
  const { route } = context.state.ui.getState();
  context.state.ui.setState({ composerNote: null });
  if (route.type === "new") await submitFirst(context, route.cwd);
  else await submitTo(context, route.threadId);
  refreshSettings(context);
}

async function submitTo(context: ActionContext, threadId: ThreadId): Promise<void> {
  const submission = takeSubmission(context, threadId);
  if (submission !== null) await deliver(context, threadId, submission);
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
  await deliver(context, thread.id, submission);
}

function takeSubmission({ state, newId }: ActionContext, key: string): Submission | null {
  const taken = withSubmission(state.drafts.getState(), key, () => ClientMessageId.parse(newId()));
  if (taken !== null) state.drafts.setState(taken.drafts);
  return taken?.submission ?? null;
}

async function deliver(context: ActionContext, threadId: ThreadId, submission: Submission): Promise<void> {
  const error = await startOrSteer(context, threadId, submission);
  context.state.drafts.setState((drafts) =>
    error === null ? withAccepted(drafts, threadId) : withRefused(drafts, threadId, error.message),
  );
}

/** Turns may begin and end while a submission is on its way; each of the two doors names the other. */
const MOST_ATTEMPTS = 4;

async function startOrSteer(
  context: ActionContext,
  threadId: ThreadId,
  { text, clientId }: Submission,
): Promise<ClientError | null> {
  const { client, state } = context;
  const open = state.open.getState()[threadId];
  const params = { threadId, input: [{ type: "text" as const, text }], clientUserMessageId: clientId };
  let turnId: TurnId | null = open?.type === "shown" ? (activeTurn(open.view)?.id ?? null) : null;
  let last: ClientError = { kind: "internal", message: "The turn changed too often." };
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const reply: Reply<unknown> =
      turnId === null
        ? await client.invoke("turn/start", params)
        : await client.invoke("turn/steer", { ...params, expectedTurnId: turnId });
    if (reply.ok) return null;
    last = reply.error;
    if (last.kind === "noActiveTurn") turnId = null;
    else if (last.kind === "turnMismatch") turnId = await runningTurn(context, threadId);
    else return last;
  }
  return last;
}

async function runningTurn({ client }: ActionContext, threadId: ThreadId): Promise<TurnId | null> {
  const reply = await client.invoke("thread/read", { threadId, includeItems: true });
  return reply.ok ? (activeTurn({ status: reply.result.thread.status, turns: reply.result.turns ?? [] })?.id ?? null) : null;
}
