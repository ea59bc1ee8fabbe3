// Tool runs of one sampling attempt, in the order the model issued their calls (a local value, never global).
import type { CallItem } from "../../../shared/protocol/response-item";
import type { CallOutcome, EndedCall } from "../history/output-lines";

export interface ToolRun {
  readonly call: CallItem;
  /** Never rejects. */
  readonly outcome: Promise<CallOutcome>;
}

export class InFlight {
  readonly #runs: ToolRun[] = [];

  push(run: ToolRun): void {
    this.#runs.push(run);
  }

  /**
   * Awaits the runs strictly in issue order and records each output as it is reached; takes no signal. If a record fails, the rest is still
   * awaited, so that nothing runs on behind the turn's back, and the first failure is thrown.
   */
  async drain(record: (ended: EndedCall) => Promise<void>): Promise<void> {
    let failure: { error: unknown } | null = null;
    for (const { call, outcome } of this.#runs) {
      const ended = { call, outcome: await outcome };
      if (failure !== null) continue;
      try {
        await record(ended);
      } catch (error) {
        failure = { error };
      }
    }
    if (failure !== null) throw failure.error;
  }
}
