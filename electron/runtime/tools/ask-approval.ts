// One question about a call, from its line to the line of its answer: on disk before anybody sees it, answered once, by whom is told.
import { ApprovalSubject, type PendingApproval, type RequestedApproval } from "../../../shared/protocol/approval";
import type { ThreadEvent } from "../../../shared/protocol/event";
import { type ItemId, RequestId, type ThreadId, type TurnId } from "../../../shared/protocol/ids";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import { isAppStop, isCallStop } from "../async/abort-reason";
import { linkedController } from "../async/linked-controller";
import type { ApprovalAnswer, Approvals } from "../ports/approvals";
import type { Clock } from "../ports/clock";
import type { IdSource } from "../ports/id-source";
import type { ApprovalVerdict } from "./decide-approval";

export interface AskParts {
  readonly threadId: ThreadId;
  readonly turnId: TurnId;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly approvals: Approvals;
  /** Milliseconds; null: a question waits for as long as it takes. */
  readonly approvalTimeoutMs: number | null;
  readonly record: (lines: readonly LineBody[]) => Promise<void>;
  readonly emit: (event: ThreadEvent) => void;
}

/** A question that is on disk from before a restart. `withdraw`: nobody is asked it any more. */
export interface AskedBefore {
  readonly request: RequestedApproval;
  readonly withdraw: () => void;
}

export interface Question {
  readonly callId: ItemId;
  readonly subject: ApprovalSubject;
  /** Whether the sandbox is to hold it back. */
  readonly isHeldBack: boolean;
  /** By itself it may run by now; what is asked already is answered all the same. */
  readonly how: Extract<ApprovalVerdict, { type: "ask" | "run" }>;
  /** It is on disk already, from before a restart, and is put again under the same id. */
  readonly asked: RequestedApproval | null;
}

/** Throws StorageError. An answer for the session to what cannot be remembered counts for this once. */
export async function askApproval(question: Question, parts: AskParts, signal: AbortSignal): Promise<ApprovalAnswer> {
  const { callId, subject } = question;
  const facts = factsOf(question);
  const asked = question.asked ?? {
    requestId: RequestId.parse(parts.ids.uuid()),
    callId,
    ...facts,
    ...heldBackThen(question),
    ...subject,
  };
  if (question.asked === null) await parts.record([{ type: "cf_approval_requested", payload: asked }]);
  const { threadId, turnId } = parts;
  const request = { requestId: asked.requestId, threadId, turnId, itemId: callId, ...facts, ...subject };
  const given = await answerInTime(request, parts, signal);
  const { decision, decidedBy, answers } = strict(given, facts, signal);
  await parts.record([
    {
      type: "cf_approval_decided",
      payload: {
        requestId: asked.requestId,
        callId,
        kind: subject.kind,
        decision,
        decidedBy,
        ...(answers === undefined ? {} : { answers }),
      },
    },
  ]);
  parts.emit({ method: "serverRequest/resolved", params: { requestId: asked.requestId } });
  return { decision, decidedBy, ...(answers === undefined ? {} : { answers }) };
}

/** Whether a question on disk is about exactly this, character by character. */
export function isSameQuestion(asked: RequestedApproval, subject: ApprovalSubject): boolean {
  return JSON.stringify(ApprovalSubject.parse(asked)) === JSON.stringify(ApprovalSubject.parse(subject));
}

/** Closes a question that nobody is asked any more. `signal`: of the call; where a person has stopped that, it was closed by them. */
export function withdrawnLine({ requestId, callId, kind }: RequestedApproval, signal: AbortSignal): LineBody {
  const decision = isCallStop(signal) ? "decline" : "cancel";
  const decidedBy = signal.aborted && !isAppStop(signal) ? "person" : "policy";
  return { type: "cf_approval_decided", payload: { requestId, callId, kind, decision, decidedBy } };
}

/** A question of the model runs nothing. */
function heldBackThen({ subject, isHeldBack }: Question): { sandboxed?: boolean } {
  return subject.kind === "userInput" ? {} : { sandboxed: isHeldBack };
}

type HowAsked = Pick<PendingApproval, "warnings" | "canRemember" | "suggestedRule">;

/** Of a question on disk nothing is left out, and nothing may be remembered that might not then. */
function factsOf({ how, asked }: Question): HowAsked {
  const now =
    how.type === "ask"
      ? how
      : { warnings: asked?.warnings ?? [], canRemember: true, suggestedRule: asked?.suggestedRule ?? null };
  return {
    warnings: [...new Set([...now.warnings, ...(asked?.warnings ?? [])])],
    canRemember: now.canRemember && (asked === null || asked.canRemember === true),
    ...(now.suggestedRule === null ? {} : { suggestedRule: now.suggestedRule }),
  };
}

async function answerInTime(request: PendingApproval, parts: AskParts, signal: AbortSignal): Promise<ApprovalAnswer> {
  const { clock, approvals, approvalTimeoutMs } = parts;
  if (approvalTimeoutMs === null) return approvals.ask(request, signal);
  const asking = linkedController(signal);
  const waiting = new AbortController();
  try {
    const late = clock.waitUntil(clock.nowMs() + approvalTimeoutMs, waiting.signal);
    const answer = approvals.ask(request, asking.controller.signal);
    const first = await Promise.race([answer, late]);
    if (first !== "reached" && first !== "aborted") return first;
    asking.controller.abort();
    await answer;
    return { decision: "decline", decidedBy: "timeout" };
  } finally {
    waiting.abort();
    asking.unlink();
  }
}

function strict(answer: ApprovalAnswer, { canRemember }: HowAsked, signal: AbortSignal): ApprovalAnswer {
  // A question that the program's own end closed was answered by nobody.
  if (isAppStop(signal)) return { ...answer, decidedBy: "policy" };
  // Who stops one call declines it, and not its turn.
  if (isCallStop(signal) && answer.decision === "cancel") return { ...answer, decision: "decline" };
  return answer.decision === "acceptForSession" && !canRemember ? { ...answer, decision: "accept" } : answer;
}
