// What follows a step that went well (runtime.md §7). The whole table is here; the loop only acts.

export interface StepFacts {
  /** A call, a mendable call error, or `end_turn: false`. */
  readonly modelNeedsFollowUp: boolean;
  /** Accepted input that was not sampled yet. */
  readonly hasPendingInput: boolean;
}

export function decide({ modelNeedsFollowUp, hasPendingInput }: StepFacts): "sample" | "end" {
  return modelNeedsFollowUp || hasPendingInput ? "sample" : "end";
}
