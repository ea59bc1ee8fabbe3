// What must hold of approvals, read off the lines of one file: nothing runs that was refused, or that had to be asked and was not accepted before.
import type { RolloutLine } from "../../shared/protocol/rollout-line";
import { isCall } from "../../shared/protocol/response-item";

/** `asking`: tools whose every run has to be let through by somebody. */
export function approvalBreaches(lines: readonly RolloutLine[], asking: ReadonlySet<string>): string[] {
  const breaches: string[] = [];
  const mustAsk = new Set<string>();
  const open = new Map<string, string>();
  const accepted = new Set<string>();
  const refused = new Set<string>();
  const ran = new Set<string>();
  for (const line of lines) {
    if (line.type === "response_item" && isCall(line.payload) && asking.has(line.payload.name)) mustAsk.add(line.payload.call_id);
    if (line.type === "cf_approval_requested") {
      const { callId, requestId } = line.payload;
      if (open.has(callId)) breaches.push(`§6: ${callId} is asked about twice at once`);
      open.set(callId, requestId);
    }
    if (line.type === "cf_approval_decided") {
      const { callId, requestId, decision } = line.payload;
      if ((open.get(callId) ?? requestId) !== requestId) breaches.push(`§6: ${requestId} answers another question of ${callId}`);
      open.delete(callId);
      if (decision === "accept" || decision === "acceptForSession") accepted.add(callId);
      else refused.add(callId);
    }
    if (line.type === "cf_running") {
      const { callId } = line.payload;
      ran.add(callId);
      if (open.has(callId)) breaches.push(`§6: ${callId} runs while it is being asked about`);
      if (refused.has(callId) && !accepted.has(callId)) breaches.push(`§6: ${callId} runs though it was refused`);
      if (mustAsk.has(callId) && !accepted.has(callId)) breaches.push(`§6: ${callId} runs though nobody has let it through`);
    }
    if (line.type === "cf_outcome" && line.payload.status === "denied" && ran.has(line.payload.callId))
      breaches.push(`§6: ${line.payload.callId} is called denied and has run`);
  }
  return breaches;
}
