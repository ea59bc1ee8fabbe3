// A turn that meets the program's end while a question is open leaves its file as a crash would: then the question is asked again after the restart, and
// the answer continues the turn (runtime.md §12).
import type { RequestedApproval } from "../../../shared/protocol/approval";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import { isAppStop } from "../async/abort-reason";

export class LeftOpen {
  readonly #signal: AbortSignal;
  readonly #openRequests: () => readonly RequestedApproval[];
  /** Their answers are on the way to the disk. */
  readonly #answered = new Set<string>();
  #isLeft = false;

  constructor(signal: AbortSignal, openRequests: () => readonly RequestedApproval[]) {
    this.#signal = signal;
    this.#openRequests = openRequests;
  }

  /** Nothing is closed any more. */
  get isLeft(): boolean {
    this.#isLeft ||= isAppStop(this.#signal) && this.#unanswered().length > 0;
    return this.#isLeft;
  }

  /** Of these lines, what is still written: how the runs have ended that nobody is asked about. */
  kept(lines: readonly LineBody[]): readonly LineBody[] {
    if (this.isLeft) {
      const asked = new Set<string>(this.#unanswered().map(({ callId }) => callId));
      return lines.filter((line) => line.type === "cf_outcome" && !asked.has(line.payload.callId));
    }
    for (const line of lines) if (line.type === "cf_approval_decided") this.#answered.add(line.payload.requestId);
    return lines;
  }

  #unanswered(): readonly RequestedApproval[] {
    return this.#openRequests().filter(({ requestId }) => !this.#answered.has(requestId));
  }
}
