// Hooks as real processes in a folder of their own, with a mark to find what is left of them.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { createCommandHooks } from "../../../electron/adapters/hooks/command-hooks";
import { createSystemClock } from "../../../electron/adapters/system";
import { createProgramRunner } from "../../../electron/adapters/tools/run-program";
import type { Clock } from "../../../electron/runtime/ports/clock";
import type { HookCall, HookPlace, Hooks } from "../../../electron/runtime/ports/hooks";
import type { HookEvent, HookSettings } from "../../../shared/protocol/settings";
import { createProcessMark, type ProcessMark } from "../../support/process-count";
import { tempFolder } from "../../support/temp-folder";

export interface HookBench {
  readonly folder: string;
  readonly place: HookPlace;
  readonly count: ProcessMark;
  hooks(settings: Partial<Record<HookEvent, readonly HookSettings[]>>): Hooks;
  /** Stop hooks with these commands, and an hour of time. */
  stopHooks(...commands: string[]): Hooks;
  path(file: string): string;
  /** Resolves when the hook with this command has ended, with all it started. */
  ended(command: string): Promise<void>;
  /** Resolves when a hook has made the file. */
  made(file: string): Promise<void>;
}

export const stop: HookCall = { event: "stop", stopHookActive: false, lastAssistantMessage: null };
export const HOUR_MS = 3_600_000;

export function hookBench({ clock = createSystemClock() }: { readonly clock?: Clock } = {}): HookBench {
  const folder = tempFolder();
  const count = createProcessMark();
  const runProgram = createProgramRunner({ environment: { PATH: process.env["PATH"], ...count.variable }, clock });
  const endedCommands: string[] = [];
  const watched: typeof runProgram = async (request, signal) => {
    const end = await runProgram(request, signal);
    endedCommands.push(request.command);
    return end;
  };
  const hooks: HookBench["hooks"] = (settings) => {
    const none = { userPromptSubmit: [], preToolUse: [], postToolUse: [], stop: [], afterTurn: [] };
    return createCommandHooks({ hooks: { ...none, ...settings }, runProgram: watched });
  };
  const path = (file: string): string => join(folder, file);
  return {
    folder,
    place: { threadId: "thread-1", turnId: "turn-1", cwd: folder, transcriptPath: "/rollouts/one.jsonl", model: "demo-1" },
    count,
    hooks,
    stopHooks: (...commands) => hooks({ stop: commands.map((command) => ({ command, timeoutMs: HOUR_MS })) }),
    path,
    ended: (command) => expect.poll(() => endedCommands, { timeout: 10_000 }).toContain(command),
    made: (file) => expect.poll(() => existsSync(path(file)), { timeout: 10_000 }).toBe(true),
  };
}

export function noAbort(): AbortSignal {
  return new AbortController().signal;
}

/** The real clock, but whoever waits for longer than a minute waits until `passTime`. */
export function handClock(): { readonly clock: Clock; readonly passTime: () => void } {
  const clock = createSystemClock();
  let passTime = (): void => undefined;
  const passed = new Promise<"reached">((resolve) => {
    passTime = () => resolve("reached");
  });
  const aborted = (signal: AbortSignal): Promise<"aborted"> =>
    new Promise((resolve) => signal.addEventListener("abort", () => resolve("aborted"), { once: true }));
  return {
    clock: {
      ...clock,
      waitUntil: (deadlineMs, signal) =>
        deadlineMs - clock.nowMs() < 60_000 ? clock.waitUntil(deadlineMs, signal) : Promise.race([passed, aborted(signal)]),
    },
    passTime: () => passTime(),
  };
}
