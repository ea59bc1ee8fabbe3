// Open approval requests: sent to every client of the thread, sent again with the same id to each that joins, answered by the first
// (protocol.md §1).
import { serverRequests, type PendingApproval } from "../../shared/protocol/command";
import type { ThreadId } from "../../shared/protocol/ids";
import type { ApprovalDecision } from "../../shared/protocol/turn-item";
import type { Approvals } from "../runtime/ports/approvals";
import type { EventHub, HubClient } from "./event-hub";

const METHOD = "item/commandExecution/requestApproval";

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

  /** An answer from any client. False when nothing waits under that id: another client was first, or the turn was stopped. */
  answer(requestId: string, result: unknown): boolean {
    const open = this.#open.get(requestId);
    if (open === undefined) return false;
    open.answer(serverRequests[METHOD].result.parse(result).decision);
    return true;
  }

  /** Repeats the thread's open requests to a client that has just joined. */
  repeat(threadId: ThreadId, client: HubClient): void {
    for (const { request } of this.#open.values()) if (request.threadId === threadId) client.push(message(request));
  }
}

function message(request: PendingApproval): unknown {
  return { id: request.requestId, method: METHOD, params: request };
}
