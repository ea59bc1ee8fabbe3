// The outcomes of a call that its tool did not give itself.
import type { ApprovalSubject } from "../../../shared/protocol/approval";
import type { ToolOutcome } from "../../../shared/protocol/rollout-line";
import { assertNever } from "../errors";
import type { CallOutcome } from "../history/output-lines";
import { APP_STOPPED } from "../history/turn-lines";
import type { ApprovalAnswer } from "../ports/approvals";

export function failed(output: string): ToolOutcome {
  return { status: "failed", output };
}

export function denied(output: string): ToolOutcome {
  return { status: "denied", output };
}

/** `ending`: what is to be added about effects. */
export function aborted(afterMs: number, ending = ""): ToolOutcome {
  return { status: "aborted", output: `aborted by user after ${(afterMs / 1000).toFixed(1)}s${ending}` };
}

/** What was aborted because the program ends is not said to be the person's doing. */
export function stoppedWithApp(outcome: CallOutcome): CallOutcome {
  if (outcome.status !== "aborted") return outcome;
  const output = outcome.output.replace(/^aborted by user after \d+\.\d+s(?:; effects may stand)?/, APP_STOPPED);
  return { ...outcome, output, ...(outcome.outcome === "interrupted" ? { outcome: "appStopped" } : {}) };
}

/** Null: the answer lets it run. */
export function refusedBy({ decision, decidedBy }: ApprovalAnswer, kind: ApprovalSubject["kind"]): ToolOutcome | null {
  switch (decision) {
    case "accept":
    case "acceptForSession":
      return null;
    case "decline":
      return denied(declineWords(decidedBy, kind));
    case "cancel":
      return denied("denied by the user: the turn was stopped");
    default:
      return assertNever(decision);
  }
}

function declineWords(decidedBy: ApprovalAnswer["decidedBy"], kind: ApprovalSubject["kind"]): string {
  switch (decidedBy) {
    case "person":
      return kind === "userInput" ? "denied by the user: left unanswered" : "denied by the user: not allowed to run";
    case "policy":
      return "denied by policy: nobody can be asked here";
    case "timeout":
      return "denied by policy: nobody answered in time";
    default:
      return assertNever(decidedBy);
  }
}
