// Open approval requests: sent to every client of the thread, sent again with the same id to each that joins, answered by the first
// (protocol.md §1).
import { serverRequests, type PendingApproval } from "../../shared/protocol/command";
import type { ThreadId } from "../../shared/protocol/ids";
import { ApprovalDecision } from "../../shared/protocol/turn-item";
import type { Approvals } from "../runtime/ports/approvals";
import type { EventHub, HubClient } from "./event-hub";

const METHOD = "item/commandExecution/requestApproval";
/** Characters of a wrong answer that are repeated. */
const LONGEST_SHOWN = 200;

interface OpenRequest {
  readonly request: PendingApproval;
  readonly answer: (decision: ApprovalDecision) => void;
}

export class ApprovalDesk implements Approvals {
  readonly #hub: EventHub;
  readonly #open = new Map<string, OpenRequest>();

  constructor(hub: EventHub) {
    this.#hub = hub;
  }

  async ask(request: PendingApproval, signal: AbortSignal): Promise<{ decision: ApprovalDecision; decidedBy: "person" }> {
    const decision = await new Promise<ApprovalDecision>((resolve) => {
      const settle = (answer: ApprovalDecision): void => {
        signal.removeEventListener("abort", onAbort);
        this.#open.delete(request.requestId);
        resolve(answer);
      };
      const onAbort = (): void => settle("cancel");
      signal.addEventListener("abort", onAbort, { once: true });
      this.#open.set(request.requestId, { request, answer: settle });
      if (signal.aborted) onAbort();
      else this.#hub.send(request.threadId, message(request));
    });
    return { decision, decidedBy: "person" };
  }

  /**
   * An answer from any client. False when nothing waits under that id: another client was first, or the turn was stopped. Throws words for
   * whoever wrote the client when it cannot be understood; the question stays open.
   */
  answer(requestId: string, result: unknown): boolean {
    const open = this.#open.get(requestId);
    if (open === undefined) return false;
    const answer = serverRequests[METHOD].result.safeParse(result);
    if (!answer.success) throw new Error(noAnswer(requestId, `result ${shown(result)}`));
    open.answer(answer.data.decision);
    return true;
  }

  /** An error as an answer, which decides nothing: throws words as `answer` does, or returns false when nothing waits under that id. */
  answerError(requestId: string, error: unknown): boolean {
    if (this.#open.has(requestId)) throw new Error(noAnswer(requestId, `error ${shown(error)}`));
    return false;
  }

  /** Repeats the thread's open requests to a client that has just joined. */
  repeat(threadId: ThreadId, client: HubClient): void {
    for (const { request } of this.#open.values()) if (request.threadId === threadId) client.push(message(request));
  }
}

function noAnswer(requestId: string, given: string): string {
  const decisions = ApprovalDecision.options.join(", ");
  return `The approval ${requestId} stays open: it was answered with the ${given}. Answer with the result {"decision":"…"}, one of ${decisions}.`;
}

/** One line of JSON, not longer than a person reads. */
function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? "undefined";
  return json.length <= LONGEST_SHOWN ? json : `${json.slice(0, LONGEST_SHOWN)}…`;
}

function message(request: PendingApproval): unknown {
  return { id: request.requestId, method: METHOD, params: request };
}
