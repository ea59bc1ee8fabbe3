import type { PendingApproval } from "../../../shared/protocol/approval";
import type { ApprovalDecision, DecidedBy, UserAnswers } from "../../../shared/protocol/turn-item";

/** `answers`: to the questions of a `userInput` that was accepted. */
export interface ApprovalAnswer {
  readonly decision: ApprovalDecision;
  readonly decidedBy: Exclude<DecidedBy, "session">;
  readonly answers?: UserAnswers;
}

export interface Approvals {
  /**
   * Asks whoever can answer and resolves with the first answer. `decidedBy: "policy"`: nobody can be asked here. On abort it
   * resolves with `cancel` and withdraws the question. Never rejects. The caller records both question and answer.
   */
  ask(request: PendingApproval, signal: AbortSignal): Promise<ApprovalAnswer>;
}
