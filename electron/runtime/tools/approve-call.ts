// The stage of a call that decides whether it runs: by facts where they settle it, else by whoever is asked (runtime.md §6, §12).
import { RequestId } from "../../../shared/protocol/ids";
import type { ApprovalAnswer } from "../ports/approvals";
import type { PreparedRun } from "../ports/tool";
import { approvalFacts } from "./approval-facts";
import { askApproval, isSameQuestion, withdrawnLine, type AskedBefore } from "./ask-approval";
import { aborted, denied, refusedBy } from "./call-outcomes";
import { decideApproval, grantsOf } from "./decide-approval";
import type { Call, Passed, PipelineParts } from "./pipeline-parts";

/** How a run was let through: with the person's answer, or because nothing had to be asked. */
export async function approveCall(
  call: Call,
  { run, parts }: { run: PreparedRun; parts: PipelineParts },
  signal: AbortSignal,
): Promise<Passed<ApprovalAnswer | null>> {
  const { subject } = run;
  if (subject === null) return { ok: true, value: null };
  const { callId } = call;
  const facts = await approvalFacts(subject, parts);
  const verdict = decideApproval(facts);
  if (verdict.type === "refuse") return { ok: false, outcome: denied(`denied by policy: ${verdict.reason}`) };
  const isAsked = call.asked !== null && isSameQuestion(call.asked.request, subject);
  if (call.asked !== null && !isAsked) await withdrawQuestion(call, call.asked, parts);
  const { asked } = call;
  // Nobody is asked about what is stopped already; a question that stands is closed by that.
  if (signal.aborted && asked === null) return { ok: false, outcome: aborted(parts.clock.nowMs() - call.calledAtMs) };
  // What a person was asked they still decide, whatever has been settled since.
  if (verdict.type === "run" && asked === null) {
    if (verdict.by === null) return { ok: true, value: null };
    const decidedBy = verdict.by === "session" ? "session" : "policy";
    const requestId = RequestId.parse(parts.ids.uuid());
    const rule = verdict.rule === undefined ? {} : { rule: verdict.rule };
    const payload = { requestId, callId, kind: subject.kind, decision: "accept", decidedBy, ...rule } as const;
    await parts.record([{ type: "cf_approval_decided", payload }]);
    return { ok: true, value: null };
  }
  // Calls behind it do not wait for a person.
  call.place.stepAside();
  const answer = await askApproval({ callId, subject, how: verdict, asked: asked?.request ?? null }, parts, signal);
  call.asked = null;
  if (answer.decision === "acceptForSession") for (const grant of grantsOf(facts)) parts.grants.add(grant);
  if (signal.aborted) return { ok: false, outcome: aborted(parts.clock.nowMs() - call.calledAtMs) };
  if (answer.decision === "cancel") parts.interrupt();
  const outcome = refusedBy(answer, subject.kind);
  return outcome === null ? { ok: true, value: answer } : { ok: false, outcome };
}

/** The question from before the restart is not asked any more: what would run is another thing, or nothing would. */
export async function withdrawQuestion(
  call: Call,
  { request, withdraw: leave }: AskedBefore,
  parts: PipelineParts,
): Promise<void> {
  leave();
  await parts.record([withdrawnLine(request)]);
  call.asked = null;
  parts.emit({ method: "serverRequest/resolved", params: { requestId: request.requestId } });
}
