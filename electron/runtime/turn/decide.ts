// What follows a step that went well (runtime.md §7). The whole table is here; the loop only acts.

export interface StepFacts {
  /** A call, a mendable call error, `end_turn: false`, or a stream that was left early. */
  readonly modelNeedsFollowUp: boolean;
  /** Steers, and mail that may be delivered now. */
  readonly hasPendingInput: boolean;
  /** The model has asked for a new context window. */
  readonly wantsNewContext: boolean;
  /** The window holds as many tokens as it may. */
  readonly isOverLimit: boolean;
  /** What the stop hooks have said after this step. */
  readonly stopHooks: "unasked" | "passed" | "stopped";
}

export type StepDecision = "sample" | "compact" | "askStopHooks" | "end";

export function decide(facts: StepFacts): StepDecision {
  if (facts.stopHooks === "stopped") return "end";
  const needsMore = facts.modelNeedsFollowUp || facts.hasPendingInput;
  // Over the limit with nothing left to do: the next turn's preamble compacts.
  if (needsMore) return facts.wantsNewContext || facts.isOverLimit ? "compact" : "sample";
  return facts.stopHooks === "unasked" ? "askStopHooks" : "end";
}
