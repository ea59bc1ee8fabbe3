import type { PendingApproval } from "../../../shared/protocol/command";
import type { ApprovalDecision } from "../../../shared/protocol/turn-item";

export interface Approvals {
  /**
   * Asks whoever can answer and resolves with the first answer. `decidedBy: "policy"`: nobody can be asked here. On abort it
   * resolves with `cancel` and withdraws the question. Never rejects. The caller records both question and answer.
   */
  ask(request: PendingApproval, signal: AbortSignal): Promise<{ decision: ApprovalDecision; decidedBy: "person" | "policy" }>;
}
