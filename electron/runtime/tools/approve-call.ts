// The stage of a call that decides whether it runs: by facts where they settle it, else by whoever is asked (runtime.md §6, §12).
import { RequestId } from "../../../shared/protocol/ids";
import type { ApprovalAnswer } from "../ports/approvals";
import type { PreparedRun } from "../ports/tool";
import { approvalFacts } from "./approval-facts";
import { askApproval, isSameQuestion, withdrawnLine, type AskedBefore } from "./ask-approval";
import { askedAnew, isLooser } from "./asked-again";
import { aborted, denied, refusedBy } from "./call-outcomes";
import { decideApproval, grantsOf, isHeldBack } from "./decide-approval";
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
  const before = call.asked !== null && isSameQuestion(call.asked.request, subject) ? call.asked.request : null;
  const how = before !== null && isLooser(before, facts) ? askedAnew(verdict, before, facts) : verdict;
  if (call.asked !== null && (before === null || how !== verdict))
    await withdrawQuestion(call, { asked: call.asked, parts }, signal);
  const { asked } = call;
  // Nobody is asked about what is stopped already; a question that stands is closed by that.
  if (signal.aborted && asked === null) return { ok: false, outcome: aborted(parts.clock.nowMs() - call.calledAtMs) };
  // What a person was asked they still decide, whatever has been settled since.
  if (how.type === "run" && asked === null) {
    if (how.by === null) return { ok: true, value: null };
    const decidedBy = how.by === "session" ? "session" : "policy";
    const requestId = RequestId.parse(parts.ids.uuid());
    const rule = how.rule === undefined ? {} : { rule: how.rule };
    const payload = { requestId, callId, kind: subject.kind, decision: "accept", decidedBy, ...rule } as const;
    await parts.record([{ type: "cf_approval_decided", payload }]);
    return { ok: true, value: null };
  }
  // Calls behind it do not wait for a person.
  call.place.stepAside();
  const answer = await askApproval(
    { callId, subject, how, isHeldBack: isHeldBack(facts), asked: asked?.request ?? null },
    parts,
    signal,
  );
  call.asked = null;
  if (answer.decision === "acceptForSession") for (const grant of grantsOf(facts)) parts.grants.add(grant);
  if (signal.aborted) return { ok: false, outcome: aborted(parts.clock.nowMs() - call.calledAtMs) };
  if (answer.decision === "cancel") parts.interrupt();
  const outcome = refusedBy(answer, subject.kind);
  return outcome === null ? { ok: true, value: answer } : { ok: false, outcome };
}

/** The question from before the restart is not asked any more: what would run is another thing, or less held back, or nothing would run. */
export async function withdrawQuestion(
  call: Call,
  { asked, parts }: { readonly asked: AskedBefore; readonly parts: PipelineParts },
  signal: AbortSignal,
): Promise<void> {
  const { request } = asked;
  asked.withdraw();
  await parts.record([withdrawnLine(request, signal)]);
  call.asked = null;
  parts.emit({ method: "serverRequest/resolved", params: { requestId: request.requestId } });
}
