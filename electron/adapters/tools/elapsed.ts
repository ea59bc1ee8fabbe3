// How long a run has lasted, as the fixed texts of protocol.md §7 say it.
import type { RunContext, RunResult } from "../../runtime/ports/tool";

/** Seconds since the run started, with one decimal. */
export function elapsedSeconds(context: RunContext): string {
  return (Math.max(0, context.clock.nowMs() - context.startedAtMs) / 1000).toFixed(1);
}

/** The result of a run that was interrupted and changed nothing. */
export function abortedWithoutEffects(context: RunContext): RunResult {
  return { status: "aborted", output: `aborted by user after ${elapsedSeconds(context)}s` };
}
