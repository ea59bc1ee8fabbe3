// A turn that meets the program's end while a question is open leaves its file as a crash would: then the question is asked again after the restart, and
// the answer continues the turn (runtime.md §12).
import type { RequestedApproval } from "../../../shared/protocol/approval";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import { isAppStop } from "../async/abort-reason";

export class LeftOpen {
  readonly #signal: AbortSignal;
  readonly #openRequests: () => readonly RequestedApproval[];
  #isLeft = false;

  constructor(signal: AbortSignal, openRequests: () => readonly RequestedApproval[]) {
    this.#signal = signal;
    this.#openRequests = openRequests;
  }

  /** Nothing is closed any more. */
  get isLeft(): boolean {
    this.#isLeft ||= isAppStop(this.#signal) && this.#openRequests().length > 0;
    return this.#isLeft;
  }

  /** Of these lines, what is still written: how the runs have ended that nobody is asked about. */
  kept(lines: readonly LineBody[]): readonly LineBody[] {
    if (!this.isLeft) return lines;
    const asked = new Set<string>(this.#openRequests().map(({ callId }) => callId));
    return lines.filter((line) => line.type === "cf_outcome" && !asked.has(line.payload.callId));
  }
}
