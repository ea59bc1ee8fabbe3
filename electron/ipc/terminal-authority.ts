// Who answers what is asked in the terminal program: the person, if one is there; else a word given in advance, or nobody (protocol.md §6).
import type { PendingApproval } from "../../shared/protocol/approval";
import { linkedController } from "../runtime/async/linked-controller";
import { whenAborted } from "../runtime/async/signal-race";
import type { ApprovalAnswer, Approvals } from "../runtime/ports/approvals";

export interface TerminalAuthority {
  /** `--approve all`: commands and changes of files run without a question. What the model wants to know it cannot answer. */
  readonly approvesAll: boolean;
  /** `--sandbox readOnly`: what would change something all the same is not among them. */
  readonly isReadOnly: boolean;
  /** A person reads and types. */
  readonly canAsk: boolean;
  /** Aborts when nothing more will be typed: a question that is open then was answered by nobody. */
  readonly inputEnd: AbortSignal;
}

const NOBODY: ApprovalAnswer = { decision: "decline", decidedBy: "policy" };

export function terminalApprovals(authority: TerminalAuthority, person: Approvals): Approvals {
  const { canAsk, inputEnd } = authority;
  return {
    ask: async (request, signal) => {
      if (isApproved(request, authority)) return { decision: "accept", decidedBy: "policy" };
      if (!canAsk || inputEnd.aborted) return NOBODY;
      const asking = linkedController(signal);
      const answered = new AbortController();
      try {
        const ended = whenAborted(inputEnd, answered.signal).then(() => NOBODY);
        return await Promise.race([person.ask(request, asking.controller.signal), ended]);
      } finally {
        answered.abort();
        asking.controller.abort();
        asking.unlink();
      }
    },
  };
}

function isApproved(request: PendingApproval, { approvesAll, isReadOnly }: TerminalAuthority): boolean {
  if (!approvesAll || request.kind === "userInput") return false;
  return !isReadOnly || (request.kind === "command" && request.outsideSandbox !== true);
}
