// The stage of a call in which its tool runs: told as running first, left behind when it does not end in time (runtime.md §5, §6).
import { raceWithGrace } from "../async/signal-race";
import { errorMessage } from "../errors";
import type { CallOutcome } from "../history/output-lines";
import type { ApprovalAnswer } from "../ports/approvals";
import type { PreparedRun, RunContext, RunResult, Tool } from "../ports/tool";
import { aborted, failed } from "./call-outcomes";
import type { Call, PipelineParts } from "./pipeline-parts";
import { runConfinement } from "./run-confinement";

/** Throws StorageError. */
export async function runTool(
  { call, callId }: Call,
  { tool, run, answer, parts }: { tool: Tool; run: PreparedRun; answer: ApprovalAnswer | null; parts: PipelineParts },
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { clock, turnId } = parts;
  const startedAtMs = clock.nowMs();
  const deadlineMs = run.lastsMs === null ? null : startedAtMs + run.lastsMs;
  const confined = run.subject?.kind === "command" ? await runConfinement(run.subject, parts) : {};
  const deadline = deadlineMs === null ? {} : { deadlineMs };
  await parts.record([{ type: "cf_running", payload: { callId, startedAtMs, ...deadline, ...confined } }]);
  // Stopped while that was being written: what has not begun must not begin.
  if (signal.aborted) return { ...aborted(0), durationMs: 0 };
  let isDetached = false;
  const context: RunContext = {
    realCwd: parts.realCwd,
    threadId: parts.threadId,
    turnId,
    callId: call.call_id,
    clock,
    startedAtMs,
    deadlineMs,
    sandbox: { ...parts.sandbox, outside: run.subject?.kind === "command" && run.subject.outsideSandbox === true },
    answers: answer?.answers ?? null,
    onOutput: (delta) => {
      if (!isDetached) parts.emit({ method: "item/commandExecution/outputDelta", params: { turnId, itemId: callId, delta } });
    },
    activity: (until) => parts.activity(call.call_id, until),
    requestNewContext: parts.requestNewContext,
  };
  const work = settle(() => run.run(context, signal));
  const end = await raceWithGrace(work, { signal, graceMs: tool.graceMs, clock });
  isDetached = true;
  const durationMs = clock.nowMs() - startedAtMs;
  if (!end.settled) return { ...aborted(durationMs, tool.changesWorld ? "; effects may stand" : ""), durationMs };
  return { ...end.value, durationMs };
}

/** A synchronous throw and a rejection become an outcome on the spot: nothing rejects unobserved. */
async function settle(start: () => Promise<RunResult>): Promise<CallOutcome> {
  try {
    return await start();
  } catch (error) {
    return failed(errorMessage(error));
  }
}
