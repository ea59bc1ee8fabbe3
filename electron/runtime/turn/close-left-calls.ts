// The calls of a turn that goes on after a restart get their outputs in the order of issue: what was recorded, what the answers bring about, and of
// everything else that the program did not live to finish it (runtime.md §12).
import type { ToolOutcome } from "../../../shared/protocol/rollout-line";
import type { LeftCall } from "../history/open-turn";
import { outputLines } from "../history/output-lines";
import { APP_STOPPED, contextLine } from "../history/turn-lines";
import type { OpenQuestions } from "../tools/open-questions";
import { closeCall } from "../tools/close-call";
import type { PipelineParts } from "../tools/pipeline-parts";
import { runCall } from "../tools/tool-pipeline";
import { InFlight } from "./in-flight";
import { createStep } from "./step-context";
import type { TurnScope } from "./turn-scope";

/** Throws StorageError; the runs have ended even then. */
export async function closeLeftCalls(calls: readonly LeftCall[], questions: OpenQuestions, turn: TurnScope): Promise<void> {
  const step = createStep(turn);
  const pipeline: PipelineParts = { ...step.pipeline, approvals: questions };
  const inFlight = new InFlight();
  for (const left of calls) inFlight.push({ call: left.call, outcome: outcomeOf(left, questions, { pipeline, turn }) });
  await inFlight.drain((ended) => turn.record(outputLines(ended, { ...turn, recordedAtMs: turn.clock.nowMs() })));
  const contexts = step.takeContexts().map(contextLine);
  if (contexts.length > 0) await turn.record(contexts);
}

async function outcomeOf(
  { call, outcome, asked }: LeftCall,
  questions: OpenQuestions,
  { pipeline, turn }: { readonly pipeline: PipelineParts; readonly turn: TurnScope },
): Promise<ToolOutcome> {
  if (outcome !== null) return outcome;
  if (asked === null) return closeCall(call, { status: "aborted", output: APP_STOPPED, outcome: "appStopped" }, pipeline);
  const { requestId } = asked;
  return runCall({ call, asked: { request: asked, withdraw: () => questions.withdraw(requestId) } }, pipeline, turn.signal);
}
