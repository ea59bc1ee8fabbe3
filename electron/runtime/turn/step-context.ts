// What one Step advertised and runs with: a late tool keeps its own Step's gate and list (runtime.md §1, §6).
import { OrderedLock } from "../async/ordered-lock";
import type { ToolSpec } from "../ports/tool";
import type { PipelineParts } from "../tools/pipeline-parts";
import type { TurnScope } from "./turn-scope";

export interface StepContext {
  readonly specs: readonly ToolSpec[];
  readonly pipeline: PipelineParts;
  /** Steers that were there when the step began: those wait for its end, whatever the steer mode (runtime.md §7). */
  readonly knownSteers: number;
  /** What hooks want the model to know about its calls; taken once their outputs are recorded. */
  readonly takeContexts: () => readonly string[];
}

export function createStep(turn: TurnScope): StepContext {
  const contexts: string[] = [];
  return {
    specs: turn.tools.specs,
    knownSteers: turn.queue.steerCount,
    pipeline: {
      ...turn,
      gate: new OrderedLock(),
      record: (lines) => turn.record(lines),
      activity: (callId, signal) => turn.queue.activity(callId, signal),
      addContext: (text) => contexts.push(text),
      requestNewContext: () => {
        turn.newContext.isWanted = true;
      },
    },
    takeContexts: () => contexts.splice(0),
  };
}
