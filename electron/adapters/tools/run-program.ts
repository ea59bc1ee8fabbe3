// One command line as a program that is asked something: from its start until nothing of what it started is left.
// Apart from the shell tool because there a model reads both outputs and background processes may live on.
import { existsSync } from "node:fs";
import { ModelVisibleError } from "../../runtime/errors";
import type { Clock } from "../../runtime/ports/clock";
import { newRunMark } from "./abandoned-runs";
import { endTree } from "./process-tree";
import { programInvocation } from "./shell-command";
import { detectPlatform } from "./shell-platform";
import { startProgram, type ShellExit, type ShellProcess } from "./shell-process";
import { WholeOutput } from "./whole-output";

const OUTPUT_LIMIT_BYTES = 1024 * 1024;
const TERM_GRACE_MS = 50;
/** How long children that outlive the shell may still print; after that they are ended. */
const CHILDREN_MS = 300;
/** How long it may take, on a busy machine, until what was printed is here, when nobody is left who could print more. */
const LAST_DRAIN_MS = 1000;

export interface ProgramRequest {
  readonly command: string;
  readonly cwd: string;
  /** On its standard input; it need not read it. */
  readonly input: string;
  readonly timeoutMs: number;
}

/** `survivors`: processes that could not be ended. `stdout`, `stderr`: null when there was more than 1 MiB. */
export type ProgramEnd =
  | { readonly type: "notStarted"; readonly reason: string }
  | (ShellExit & {
      readonly type: "exited";
      readonly stdout: string | null;
      readonly stderr: string | null;
      readonly survivors: readonly number[];
    })
  | { readonly type: "timedOut" | "aborted"; readonly survivors: readonly number[] };

export type RunProgram = (request: ProgramRequest, signal: AbortSignal) => Promise<ProgramEnd>;

/**
 * `environment`: what programs inherit, looked at for each; it must hold no secrets of the app. A run resolves within 2 s of its shell's exit,
 * its time limit or the abort, unless the machine is too busy. On Windows a process that outlives the shell that started it is not found.
 */
export function createProgramRunner(options: { readonly environment: NodeJS.ProcessEnv; readonly clock: Clock }): RunProgram {
  const { environment, clock } = options;
  const platform = detectPlatform(environment);

  return async (request, signal) => {
    if (signal.aborted) return { type: "aborted", survivors: [] };
    const deadlineMs = clock.nowMs() + request.timeoutMs;
    const invocation = programInvocation(request.command, newRunMark(), platform);
    const stdout = new WholeOutput(OUTPUT_LIMIT_BYTES);
    const stderr = new WholeOutput(OUTPUT_LIMIT_BYTES);
    let program: ShellProcess;
    try {
      program = await startProgram(invocation, request.cwd, { input: request.input, stdout, stderr });
    } catch (error) {
      return { type: "notStarted", reason: whyNotStarted(error, request.cwd) };
    }
    const first = await firstEnd(program, { deadlineMs, clock, signal });
    const survivors = await endRest(program, { hasExited: typeof first !== "string", hasGroup: invocation.hasGroup, clock });
    await program.close();
    if (first === "reached") return { type: "timedOut", survivors };
    if (first === "aborted") return { type: "aborted", survivors };
    return { type: "exited", ...first, stdout: stdout.text(), stderr: stderr.text(), survivors };
  };
}

async function firstEnd(
  program: ShellProcess,
  until: { readonly deadlineMs: number; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<ShellExit | "reached" | "aborted"> {
  const over = new AbortController();
  const limit = until.clock.waitUntil(until.deadlineMs, AbortSignal.any([until.signal, over.signal]));
  const first = await Promise.race([program.exited, limit]);
  over.abort();
  return first;
}

/** Ends all that still runs and reads what it still printed. */
async function endRest(
  program: ShellProcess,
  { hasExited, hasGroup, clock }: { readonly hasExited: boolean; readonly hasGroup: boolean; readonly clock: Clock },
): Promise<readonly number[]> {
  if (hasExited) await program.drain(clock, CHILDREN_MS);
  // Without a group to hold it, the number of a shell that has exited may be another process's by now.
  if (hasExited && !hasGroup) return [];
  const tree = await program.tree();
  const { survivors } = await endTree({ ...tree, sparesCarriers: true }, clock, TERM_GRACE_MS);
  if (survivors.length > 0) return survivors;
  await program.drain(clock, LAST_DRAIN_MS);
  return (await endTree(tree, clock, 0)).survivors;
}

function whyNotStarted(error: unknown, cwd: string): string {
  if (!(error instanceof ModelVisibleError)) throw error;
  // The system's own words blame the shell when the folder is missing.
  return existsSync(cwd) ? error.message : `the folder to run in does not exist: ${cwd}`;
}
