// What one Step advertised and runs with: a late tool keeps its own Step's gate and list (runtime.md §1, §6).
import { OrderedLock } from "../async/ordered-lock";
import type { ToolSpec } from "../ports/tool";
import type { PipelineParts } from "../tools/tool-pipeline";
import type { TurnScope } from "./turn-scope";

export interface StepContext {
  readonly specs: readonly ToolSpec[];
  readonly pipeline: PipelineParts;
}

export function createStep(turn: TurnScope): StepContext {
  return {
    specs: turn.tools.specs,
    pipeline: {
      ...turn,
      gate: new OrderedLock(),
      record: (lines) => turn.record(lines),
      activity: (callId, signal) => turn.queue.activity(callId, signal),
    },
  };
}
