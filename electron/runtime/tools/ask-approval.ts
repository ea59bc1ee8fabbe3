// One question about a call, from its line to the line of its answer: on disk before anybody sees it, answered once, by whom is told.
import type { ApprovalSubject, PendingApproval, RequestedApproval } from "../../../shared/protocol/approval";
import type { ThreadEvent } from "../../../shared/protocol/event";
import { type ItemId, RequestId, type ThreadId, type TurnId } from "../../../shared/protocol/ids";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import { isAppStop } from "../async/abort-reason";
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

export interface Question {
  readonly callId: ItemId;
  readonly subject: ApprovalSubject;
  readonly how: Extract<ApprovalVerdict, { type: "ask" }>;
  /** It is on disk already, from before a restart, and is put again under the same id. */
  readonly asked: RequestedApproval | null;
}

/** Throws StorageError. An answer for the session to what cannot be remembered counts for this once. */
export async function askApproval(question: Question, parts: AskParts, signal: AbortSignal): Promise<ApprovalAnswer> {
  const { callId, subject } = question;
  const asked = question.asked ?? newRequest(question, parts.ids);
  if (question.asked === null) await parts.record([{ type: "cf_approval_requested", payload: asked }]);
  const given = await answerInTime(pending(question, asked, parts), parts, signal);
  const { decision, decidedBy, answers } = strict(given, question, signal);
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

function newRequest({ callId, subject, how }: Question, ids: IdSource): RequestedApproval {
  return {
    requestId: RequestId.parse(ids.uuid()),
    callId,
    warnings: [...how.warnings],
    canRemember: how.canRemember,
    ...(how.suggestedRule === null ? {} : { suggestedRule: how.suggestedRule }),
    ...subject,
  };
}

function pending({ callId, subject, how }: Question, { requestId }: RequestedApproval, parts: AskParts): PendingApproval {
  return {
    requestId,
    threadId: parts.threadId,
    turnId: parts.turnId,
    itemId: callId,
    warnings: [...how.warnings],
    canRemember: how.canRemember,
    ...(how.suggestedRule === null ? {} : { suggestedRule: how.suggestedRule }),
    ...subject,
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

function strict(answer: ApprovalAnswer, { how }: Question, signal: AbortSignal): ApprovalAnswer {
  // A question that the program's own end closed was answered by nobody.
  if (isAppStop(signal)) return { ...answer, decidedBy: "policy" };
  return answer.decision === "acceptForSession" && !how.canRemember ? { ...answer, decision: "accept" } : answer;
}
