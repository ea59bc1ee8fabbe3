// Runs a tool the way the pipeline does and records what it showed.
import { existsSync, realpathSync } from "node:fs";
import type { UserAnswers } from "../../shared/protocol/turn-item";
import { createSystemClock } from "../../electron/adapters/system";
import type { Clock } from "../../electron/runtime/ports/clock";
import type { RunContext, RunResult, Tool } from "../../electron/runtime/ports/tool";

export interface ToolCall {
  readonly args: unknown;
  readonly cwd: string;
  /** That of `cwd` as it is now, unless said otherwise. */
  readonly realCwd?: string;
  readonly callId?: string;
  readonly turnId?: string;
  readonly threadId?: string;
  /** Full access unless said otherwise. */
  readonly sandbox?: RunContext["sandbox"];
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  readonly onOutput?: (delta: string) => void;
  readonly answers?: UserAnswers | null;
}

/** On the real clock unless another is given. Arguments that the tool refuses throw here: a test of those calls `prepare` itself. */
export function runTool(tool: Tool, call: ToolCall): Promise<RunResult> {
  const prepared = tool.prepare(call.args, { cwd: call.cwd });
  if (!prepared.ok) throw new Error(`refused: ${prepared.detail}`);
  return prepared.run.run(runContext(call), call.signal ?? new AbortController().signal);
}

function runContext(call: ToolCall): RunContext {
  const clock = call.clock ?? createSystemClock();
  return {
    realCwd: call.realCwd ?? (existsSync(call.cwd) ? realpathSync(call.cwd) : call.cwd),
    threadId: call.threadId ?? "thread-1",
    turnId: call.turnId ?? "turn-1",
    callId: call.callId ?? "call-1",
    clock,
    startedAtMs: clock.nowMs(),
    deadlineMs: null,
    sandbox: call.sandbox ?? { mode: "dangerFullAccess", hasNetwork: true, outside: false },
    answers: call.answers ?? null,
    onOutput: call.onOutput ?? (() => undefined),
    requestNewContext: () => undefined,
    activity: () => Promise.reject(new Error("the tool under test has no business with input")),
  };
}

/** Collects live output and says when a text has come. */
export class LiveOutput {
  text = "";
  readonly #watchers = new Set<() => void>();

  readonly take = (delta: string): void => {
    this.text += delta;
    for (const look of this.#watchers) look();
  };

  has(part: string): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!this.text.includes(part)) return;
        this.#watchers.delete(look);
        resolve();
      };
      this.#watchers.add(look);
      look();
    });
  }
}
