// clock.sleep: a bounded wait that input, Wake now or Stop ends at once (runtime.md §9). The remainder is never made up.
import { SleepArguments, checkSleepArguments } from "../../../shared/protocol/tool-arguments";
import { toJSONSchema } from "../../../shared/protocol/tool-schema";
import type { SleepOutcome } from "../../../shared/protocol/turn-item";
import { assertNever } from "../errors";
import type { InputActivity, Prepared, RunContext, RunResult, Tool } from "../ports/tool";

export const sleepTool: Tool = {
  spec: {
    namespace: "clock",
    name: "sleep",
    description:
      "Wait for a number of seconds, 1 to 43200 (12 hours). Ends early when new input arrives. Use it instead of polling or sleeping in a shell.",
    get parameters() {
      return toJSONSchema(SleepArguments);
    },
  },
  gate: "exclusive",
  changesWorld: false,
  graceMs: 100,
  prepare(args): Prepared {
    const checked = checkSleepArguments(args);
    if (!checked.ok) return checked;
    const { seconds } = checked.args;
    return {
      ok: true,
      run: { notes: [], subject: null, lastsMs: seconds * 1000, run: (context, signal) => sleep(seconds, context, signal) },
    };
  },
};

async function sleep(seconds: number, context: RunContext, signal: AbortSignal): Promise<RunResult> {
  const { clock, startedAtMs } = context;
  const over = new AbortController();
  const stop = (): void => over.abort();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const deadlineMs = context.deadlineMs ?? startedAtMs + seconds * 1000;
  try {
    // Activity is asked first: input that already waits means no sleep at all.
    const end = await Promise.race([
      context.activity(over.signal),
      clock.waitUntil(deadlineMs, over.signal).then((wait): SleepEnd => (wait === "reached" ? "elapsed" : "aborted")),
    ]);
    const sleptMs = Math.max(0, clock.nowMs() - startedAtMs);
    return result(signal.aborted ? "aborted" : end, { seconds, sleptMs });
  } finally {
    signal.removeEventListener("abort", stop);
    over.abort();
  }
}

type SleepEnd = InputActivity | "elapsed";

function result(end: SleepEnd, { seconds, sleptMs }: { seconds: number; sleptMs: number }): RunResult {
  const slept = `${(sleptMs / 1000).toFixed(1)}s`;
  const ended = (words: string, outcome: SleepOutcome): RunResult => ({
    status: "completed",
    output: `Slept ${slept} of ${seconds}s: ${words}`,
    sleptMs,
    outcome,
  });
  switch (end) {
    case "elapsed":
      return ended("elapsed", "elapsed");
    case "newInput":
      return ended("new input arrived", "newInput");
    case "woken":
      return ended("woken by the user", "woken");
    case "aborted":
      return { status: "aborted", output: `aborted by user after ${slept}`, sleptMs, outcome: "interrupted" };
    default:
      return assertNever(end);
  }
}
