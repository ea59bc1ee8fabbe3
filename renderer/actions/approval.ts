// Answering what is asked about a call, or by the model. Only the first answer counts; one that could not be given leaves the question open.
import type { RequestId } from "../../shared/protocol/ids";
import type { ApprovalDecision } from "../../shared/protocol/turn-item";
import type { RequestAnswer } from "../bridge/agent-client";
import { draftedAnswers } from "../state/answer-drafts";
import type { WaitingApproval } from "../state/window-state";
import type { ActionContext } from "./action-context";
import { readRules } from "./rules";

export async function decide(context: ActionContext, requestId: RequestId, decision: ApprovalDecision): Promise<void> {
  const waiting = openRequest(context, requestId);
  if (waiting !== null && waiting.approval.kind !== "userInput") await give(context, waiting, { decision });
}

/** Adds the rule that is suggested with the question, then allows this one. A rule that is refused leaves the question open, and says why. */
export async function allowAlways(context: ActionContext, requestId: RequestId): Promise<void> {
  const waiting = openRequest(context, requestId);
  if (waiting === null) return;
  const { approval } = waiting;
  if (approval.kind !== "command" || approval.suggestedRule === undefined) return;
  put(context, { ...waiting, isAnswered: true, problem: null });
  const rule = { folder: approval.cwd, effect: "allow", pattern: approval.suggestedRule } as const;
  const reply = await context.client.invoke("rule/add", rule);
  if (!reply.ok) {
    put(context, { ...waiting, problem: `The rule was not added, and nothing was allowed: ${reply.error.message}` });
    return;
  }
  await Promise.all([give(context, waiting, { decision: "accept" }), readRules(context)]);
}

/** What has been chosen and written so far; questions without an answer stay unanswered. */
export async function sendAnswers(context: ActionContext, requestId: RequestId): Promise<void> {
  const waiting = openRequest(context, requestId);
  if (waiting?.approval.kind !== "userInput") return;
  const { questions } = waiting.approval;
  const { answers, count } = draftedAnswers(questions, context.state.answerDrafts.getState()[requestId] ?? {});
  if (count > 0) await give(context, waiting, { answers });
}

export async function leaveUnanswered(context: ActionContext, requestId: RequestId): Promise<void> {
  const waiting = openRequest(context, requestId);
  if (waiting?.approval.kind === "userInput") await give(context, waiting, { answers: null });
}

function openRequest({ state }: ActionContext, requestId: RequestId): WaitingApproval | null {
  const waiting = state.approvals.getState()[requestId];
  return waiting === undefined || waiting.isAnswered ? null : waiting;
}

async function give(context: ActionContext, waiting: WaitingApproval, answer: RequestAnswer): Promise<void> {
  put(context, { ...waiting, isAnswered: true, problem: null });
  try {
    await context.client.answerRequest(waiting.rpcId, answer);
  } catch (error) {
    put(context, waiting);
    throw error;
  }
}

/** One that has been settled meanwhile is not put back. */
function put({ state }: ActionContext, waiting: WaitingApproval): void {
  const { requestId } = waiting.approval;
  if (state.approvals.getState()[requestId] !== undefined) state.approvals.setState({ [requestId]: waiting });
}
