// Questions that are on disk from before a restart: put again under their ids, and handed over to the turn as soon as one of them is answered.
import { PendingApproval, type RequestedApproval } from "../../../shared/protocol/approval";
import type { RequestId, ThreadId, TurnId } from "../../../shared/protocol/ids";
import type { ApprovalAnswer, Approvals } from "../ports/approvals";

export interface OpenQuestionsParts {
  readonly threadId: ThreadId;
  readonly turnId: TurnId;
  readonly requests: readonly RequestedApproval[];
  readonly approvals: Approvals;
  /** Somebody has answered one of them, while nobody has taken it over. */
  readonly onAnswer: () => void;
}

interface PutQuestion {
  readonly withdrawal: AbortController;
  readonly answer: Promise<ApprovalAnswer>;
}

/** As `Approvals` it gives the answers to what was put again; everything else it asks anew. */
export class OpenQuestions implements Approvals {
  readonly #parts: OpenQuestionsParts;
  readonly #put = new Map<RequestId, PutQuestion>();

  constructor(parts: OpenQuestionsParts) {
    this.#parts = parts;
  }

  get requestIds(): readonly RequestId[] {
    return this.#parts.requests.map(({ requestId }) => requestId);
  }

  /** Idempotent. */
  put(): void {
    if (this.#put.size > 0) return;
    for (const asked of this.#parts.requests) this.#put.set(asked.requestId, this.#ask(asked));
  }

  ask(request: PendingApproval, signal: AbortSignal): Promise<ApprovalAnswer> {
    const put = this.#put.get(request.requestId);
    if (put === undefined) return this.#parts.approvals.ask(request, signal);
    const withdraw = (): void => put.withdrawal.abort();
    if (signal.aborted) withdraw();
    else signal.addEventListener("abort", withdraw, { once: true });
    return put.answer.finally(() => signal.removeEventListener("abort", withdraw));
  }

  /** Nobody is asked any more; of one id, or of all. */
  withdraw(requestId?: RequestId): void {
    for (const [id, { withdrawal }] of this.#put) if (requestId === undefined || requestId === id) withdrawal.abort();
  }

  #ask(asked: RequestedApproval): PutQuestion {
    const { approvals, threadId, turnId, onAnswer } = this.#parts;
    const { warnings = [], canRemember = false, callId } = asked;
    const request = PendingApproval.parse({ ...asked, threadId, turnId, itemId: callId, warnings, canRemember });
    const withdrawal = new AbortController();
    const answer = approvals.ask(request, withdrawal.signal).then((given) => {
      if (!withdrawal.signal.aborted) onAnswer();
      return given;
    });
    return { withdrawal, answer };
  }
}
