// One call of the shell tool from start to result: what ends it (exit, time limit, abort) and what the model reads about it.
import { stat } from "node:fs/promises";
import { assertNever, ModelVisibleError } from "../../runtime/errors";
import type { RunContext, RunResult } from "../../runtime/ports/tool";
import { CommandOutput, type KeptOutput } from "./command-output";
import { abortedWithoutEffects, elapsedSeconds } from "./elapsed";
import { errorCode } from "./error-code";
import { fileFault } from "./file-fault";
import { endTree, livingMembers } from "./process-tree";
import type { ShellInvocation } from "./shell-command";
import { startShell, type ShellExit, type ShellProcess } from "./shell-process";
import type { TreeEnd } from "./tree-end";

export interface ShellRequest {
  readonly invocation: ShellInvocation;
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly logPath: string;
  /** Called once the command runs: from then on its processes must be ended with the turn, unless `leavesProcesses` is false. */
  readonly onStarted: (shell: ShellProcess) => void;
}

/** How a run ended. `backgroundCount`: processes that the command left running. */
type RunEnd =
  | { readonly how: "exited"; readonly exit: ShellExit; readonly backgroundCount: number }
  | { readonly how: "timedOut" | "aborted"; readonly tree: TreeEnd };

export interface ShellRunEnd {
  readonly result: RunResult;
  readonly leavesProcesses: boolean;
}

/** Throws ModelVisibleError when the command cannot be started; does not start it once the signal has aborted. */
export async function runShell(request: ShellRequest, context: RunContext, signal: AbortSignal): Promise<ShellRunEnd> {
  await checkFolder(request.cwd);
  if (signal.aborted) return { result: abortedWithoutEffects(context), leavesProcesses: false };
  const output = new CommandOutput({ logPath: request.logPath, onOutput: context.onOutput });
  const shell = await startShell(request.invocation, request.cwd, output);
  request.onStarted(shell);
  const end = await awaitEnd(shell, request.timeoutMs, { context, signal });
  const result = describeEnd(end, await output.finish(), elapsedSeconds(context));
  if (leavesProcesses(end)) return { result, leavesProcesses: true };
  await shell.close();
  return { result, leavesProcesses: false };
}

async function awaitEnd(
  shell: ShellProcess,
  timeoutMs: number,
  run: { context: RunContext; signal: AbortSignal },
): Promise<RunEnd> {
  const { clock, startedAtMs } = run.context;
  const over = new AbortController();
  const limit = clock.waitUntil(startedAtMs + timeoutMs, AbortSignal.any([run.signal, over.signal]));
  const first = await Promise.race([shell.exited, limit]);
  over.abort();
  if (first === "reached" || first === "aborted") {
    const tree = await endTree(await shell.tree(), clock);
    await shell.drain(clock);
    return { how: first === "reached" ? "timedOut" : "aborted", tree };
  }
  await shell.drain(clock);
  const background = (await livingMembers(await shell.tree())).filter((entry) => !entry.isExiting);
  return { how: "exited", exit: first, backgroundCount: background.length };
}

function leavesProcesses(end: RunEnd): boolean {
  return end.how === "exited" ? end.backgroundCount > 0 : end.tree.survivors.length > 0;
}

function describeEnd(end: RunEnd, kept: KeptOutput, seconds: string): RunResult {
  const facts = { outputBytes: kept.totalBytes, ...(kept.file === undefined ? {} : { outputFile: kept.file }) };
  switch (end.how) {
    case "exited":
      return {
        status: end.exit.code === 0 ? "completed" : "failed",
        output: [
          ...describeExit(end.exit),
          `Wall time: ${seconds} seconds`,
          ...describeBackground(end.backgroundCount),
          `Output:\n${kept.text}`,
        ].join("\n"),
        exitCode: end.exit.code,
        ...facts,
      };
    case "timedOut":
      return {
        status: "failed",
        output: [`timed out after ${seconds}s`, ...describeSurvivors(end.tree), kept.text].join("\n"),
        exitCode: null,
        ...facts,
      };
    case "aborted":
      return {
        status: "aborted",
        output: [`aborted by user after ${seconds}s; effects may stand`, ...describeSurvivors(end.tree), kept.text].join("\n"),
        exitCode: null,
        ...facts,
      };
    default:
      return assertNever(end);
  }
}

function describeExit({ code, signal }: ShellExit): string[] {
  return [code === null ? `Exit code: none (signal ${signal ?? "unknown"})` : `Exit code: ${code}`];
}

function describeBackground(count: number): string[] {
  return count === 0
    ? []
    : [`Background: ${count} ${count === 1 ? "process runs" : "processes run"} on and will be ended when the turn ends`];
}

function describeSurvivors({ survivors }: TreeEnd): string[] {
  return survivors.length === 0 ? [] : [`could not be ended: process ${survivors.join(", ")}`];
}

async function checkFolder(cwd: string): Promise<void> {
  const found = await stat(cwd).catch(async (error: unknown) => {
    throw errorCode(error) === "ENOENT"
      ? new ModelVisibleError(`the folder to run in does not exist: ${cwd}`, { cause: error })
      : await fileFault(error, cwd);
  });
  if (!found.isDirectory()) throw new ModelVisibleError(`the folder to run in is not a folder: ${cwd}`);
}
