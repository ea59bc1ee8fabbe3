// Open approval requests: sent to every client of the thread, sent again with the same id to each that joins, answered by the first
// (protocol.md §1).
import { AnswersResult, DecisionResult, serverRequestOf, type PendingApproval } from "../../shared/protocol/approval";
import type { ThreadId } from "../../shared/protocol/ids";
import { ApprovalDecision } from "../../shared/protocol/turn-item";
import type { ApprovalAnswer, Approvals } from "../runtime/ports/approvals";
import type { EventHub, HubClient } from "./event-hub";

/** Characters of a wrong answer that are repeated. */
const LONGEST_SHOWN = 200;

interface OpenRequest {
  readonly request: PendingApproval;
  readonly answer: (given: ApprovalAnswer) => void;
}

export class ApprovalDesk implements Approvals {
  readonly #hub: EventHub;
  readonly #open = new Map<string, OpenRequest>();

  constructor(hub: EventHub) {
    this.#hub = hub;
  }

  ask(request: PendingApproval, signal: AbortSignal): Promise<ApprovalAnswer> {
    return new Promise((resolve) => {
      const settle = (answer: ApprovalAnswer): void => {
        signal.removeEventListener("abort", onAbort);
        this.#open.delete(request.requestId);
        resolve(answer);
      };
      const onAbort = (): void => settle({ decision: "cancel", decidedBy: "person" });
      signal.addEventListener("abort", onAbort, { once: true });
      this.#open.set(request.requestId, { request, answer: settle });
      if (signal.aborted) onAbort();
      else this.#hub.send(request.threadId, message(request));
    });
  }

  /**
   * An answer from any client. False when nothing waits under that id: another client was first, or the turn was stopped. Throws words for
   * whoever wrote the client when it cannot be understood; the question stays open.
   */
  answer(requestId: string, result: unknown): boolean {
    const open = this.#open.get(requestId);
    if (open === undefined) return false;
    const answer = answerOf(open.request, result);
    if (answer === null) throw new Error(noAnswer(open.request, `result ${shown(result)}`));
    open.answer(answer);
    return true;
  }

  /** An error as an answer, which decides nothing: throws words as `answer` does, or returns false when nothing waits under that id. */
  answerError(requestId: string, error: unknown): boolean {
    const open = this.#open.get(requestId);
    if (open !== undefined) throw new Error(noAnswer(open.request, `error ${shown(error)}`));
    return false;
  }

  /** Repeats the thread's open requests to a client that has just joined. */
  repeat(threadId: ThreadId, client: HubClient): void {
    for (const { request } of this.#open.values()) if (request.threadId === threadId) client.push(message(request));
  }
}

/** Null: it cannot be understood. */
function answerOf({ kind }: PendingApproval, result: unknown): ApprovalAnswer | null {
  if (kind === "userInput") {
    const given = AnswersResult.safeParse(result);
    if (!given.success) return null;
    const { answers } = given.data;
    return answers === null ? { decision: "decline", decidedBy: "person" } : { decision: "accept", decidedBy: "person", answers };
  }
  const given = DecisionResult.safeParse(result);
  return given.success ? { decision: given.data.decision, decidedBy: "person" } : null;
}

function noAnswer({ requestId, kind }: PendingApproval, given: string): string {
  const expected =
    kind === "userInput"
      ? `{"answers":{"<question id>":["…"]}}, or {"answers":null} to leave it unanswered`
      : `{"decision":"…"}, one of ${ApprovalDecision.options.join(", ")}`;
  return `The request ${requestId} stays open: it was answered with the ${given}. Answer with the result ${expected}.`;
}

/** One line of JSON, not longer than a person reads. */
function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? "undefined";
  return json.length <= LONGEST_SHOWN ? json : `${json.slice(0, LONGEST_SHOWN)}…`;
}

function message(request: PendingApproval): unknown {
  return { id: request.requestId, method: serverRequestOf[request.kind], params: request };
}
