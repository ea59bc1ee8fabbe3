// Tools whose behaviour a test decides call by call, and which remember what they were told to do.
import { ModelVisibleError } from "../../electron/runtime/errors";
import type { Prepared, RunContext, RunResult, Tool } from "../../electron/runtime/ports/tool";

export type Behaviour =
  | { readonly type: "returns"; readonly afterMs: number; readonly output?: string }
  | { readonly type: "rejects"; readonly afterMs: number }
  | { readonly type: "throwsAtOnce" }
  /** Never ends and does not look at the abort. */
  | { readonly type: "ignoresAbort" }
  /** Ends only when aborted, and then takes this long. */
  | { readonly type: "untilAbort"; readonly afterMs: number };

export interface ToolOptions {
  readonly name: string;
  readonly gate?: "parallel" | "exclusive";
  readonly changesWorld?: boolean;
  readonly asks?: boolean;
  readonly graceMs?: number;
  readonly behaviour: (callId: string) => Behaviour;
  /** Called when a run starts, before it does anything. */
  readonly onStart?: (context: RunContext, signal: AbortSignal) => void;
}

export interface ControllableTool extends Tool {
  /** Ids of the calls whose run has started, in that order. */
  readonly started: readonly string[];
  /** Runs that look at their abort and have not returned yet. */
  readonly running: number;
}

export function controllableTool(options: ToolOptions): ControllableTool {
  const started: string[] = [];
  let running = 0;
  const run = (context: RunContext, signal: AbortSignal): Promise<RunResult> => {
    started.push(context.callId);
    options.onStart?.(context, signal);
    const behaviour = options.behaviour(context.callId);
    if (behaviour.type === "throwsAtOnce") throw new Error("thrown at once");
    // A run that never looks is detached; nothing can be said of it.
    if (behaviour.type === "ignoresAbort") return new Promise<RunResult>(() => undefined);
    running += 1;
    return behave(behaviour, context, signal).finally(() => {
      running -= 1;
    });
  };
  return {
    spec: { name: options.name, description: "a tool under test", parameters: { type: "object" } },
    gate: options.gate ?? "parallel",
    changesWorld: options.changesWorld ?? false,
    graceMs: options.graceMs ?? 100,
    prepare(_args, { cwd }): Prepared {
      const subject = options.asks === true ? ({ kind: "command", command: options.name, cwd } as const) : null;
      return { ok: true, run: { notes: [], subject, lastsMs: null, run } };
    },
    get started() {
      return started;
    },
    get running() {
      return running;
    },
  };
}

async function behave(
  behaviour: Exclude<Behaviour, { type: "throwsAtOnce" | "ignoresAbort" }>,
  context: RunContext,
  signal: AbortSignal,
): Promise<RunResult> {
  const { clock } = context;
  const later = (ms: number): number => clock.nowMs() + ms;
  switch (behaviour.type) {
    case "returns":
      context.onOutput("working ");
      if ((await clock.waitUntil(later(behaviour.afterMs), signal)) === "aborted")
        return { status: "aborted", output: "aborted by user after 0.0s" };
      return { status: "completed", output: behaviour.output ?? `output of ${context.callId}` };
    case "rejects":
      await clock.waitUntil(later(behaviour.afterMs), signal);
      throw new ModelVisibleError("the tool failed");
    case "untilAbort": {
      await clock.waitUntil(Infinity, signal);
      await clock.waitUntil(later(behaviour.afterMs), new AbortController().signal);
      return { status: "aborted", output: "aborted by user; effects may stand" };
    }
  }
}
