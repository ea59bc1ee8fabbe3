// Who answers what is asked in the terminal program: the person, if one is there; else a word given in advance, or nobody (protocol.md §6).
import type { Approvals } from "../runtime/ports/approvals";

export interface TerminalAuthority {
  /** `--approve all`: commands and changes of files run without a question. What the model wants to know it cannot answer. */
  readonly approvesAll: boolean;
  /** A person reads and types. */
  readonly canAsk: boolean;
}

export function terminalApprovals({ approvesAll, canAsk }: TerminalAuthority, person: Approvals): Approvals {
  return {
    ask: (request, signal) => {
      if (approvesAll && request.kind !== "userInput") return Promise.resolve({ decision: "accept", decidedBy: "policy" });
      return canAsk ? person.ask(request, signal) : Promise.resolve({ decision: "decline", decidedBy: "policy" });
    },
  };
}
