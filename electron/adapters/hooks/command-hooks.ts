// The Hooks port over external commands: one process per hook, all hooks of an event at once.
import type { HookEvent, HookSettings } from "../../../shared/protocol/settings";
import { errorMessage } from "../../runtime/errors";
import type { HookAnswer, HookCall, Hooks } from "../../runtime/ports/hooks";
import { type Hook, hookAnswer } from "./hook-answer";
import { hookInput } from "./hook-input";
import type { ProgramEnd, ProgramRequest, RunProgram } from "./program-end";

const DEFAULT_TIMEOUT_MS = 60_000;

export interface CommandHooksOptions {
  readonly hooks: Readonly<Record<HookEvent, readonly HookSettings[]>>;
  readonly runProgram: RunProgram;
}

export function createCommandHooks({ hooks, runProgram }: CommandHooksOptions): Hooks {
  /** A fault of the system counts as a hook that did not run: hooks never take a turn down. */
  async function end(request: ProgramRequest, signal: AbortSignal): Promise<ProgramEnd> {
    try {
      return await runProgram(request, signal);
    } catch (error) {
      return { type: "notStarted", reason: errorMessage(error) };
    }
  }

  return {
    has: (event) => hooks[event].length > 0,
    run: async (call, place, signal) => {
      const input = hookInput(call, place);
      const answers = await Promise.all(
        declared(call, hooks[call.event]).map(async (hook) => {
          const { command, timeoutMs } = hook;
          return hookAnswer(hook, await end({ command, cwd: place.cwd, input, timeoutMs }, signal));
        }),
      );
      return answers.filter((answer): answer is HookAnswer => answer !== null);
    },
  };
}

function declared({ event }: HookCall, settings: readonly HookSettings[]): readonly Hook[] {
  return settings.map(({ command, timeoutMs = DEFAULT_TIMEOUT_MS }, place) => {
    return { hookId: `${event}:${place}`, event, command, timeoutMs };
  });
}
