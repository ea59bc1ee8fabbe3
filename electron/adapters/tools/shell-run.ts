// One call of the shell tool from start to end: what ends it (exit, time limit, abort), and what of it lives on.
import type { RunContext, RunResult } from "../../runtime/ports/tool";
import { CommandOutput } from "./command-output";
import { abortedWithoutEffects, elapsedSeconds } from "./elapsed";
import { checkFolderToRunIn } from "./folder-to-run-in";
import { countOwn, endTree, livingMembers } from "./process-tree";
import type { Sandbox } from "./sandbox/sandbox";
import { checkSessionFolder } from "./session-folder";
import { shellInvocation, type ShellStart } from "./shell-command";
import { startShell, type ShellProcess } from "./shell-process";
import { describeEnd, type RunEnd } from "./shell-result";

export interface ShellRequest {
  readonly command: string;
  /** How it would be started without the sandbox. */
  readonly start: ShellStart;
  readonly isWindows: boolean;
  readonly sandbox: Sandbox;
  readonly cwd: string;
  /** The session's folder, as the session names it. */
  readonly workspace: string;
  readonly timeoutMs: number;
  readonly logPath: string;
  /** Called once the command runs: from then on its processes must be ended with the turn, unless `leavesProcesses` is false. */
  readonly onStarted: (shell: ShellProcess) => void;
}

export interface ShellRunEnd {
  readonly result: RunResult;
  readonly leavesProcesses: boolean;
}

/** Throws ModelVisibleError when the command cannot be started; does not start it once the signal has aborted. */
export async function runShell(request: ShellRequest, context: RunContext, signal: AbortSignal): Promise<ShellRunEnd> {
  const { start, sandbox, cwd, workspace } = request;
  const { threadId, realCwd, sandbox: choice } = context;
  await checkSessionFolder({ cwd: workspace, realCwd });
  const confinement = await sandbox.confine({ ...start, cwd, workspace: realCwd, threadId, choice });
  if (confinement.type === "open") await checkFolderToRunIn(cwd);
  if (signal.aborted) return { result: abortedWithoutEffects(context), leavesProcesses: false };
  const output = new CommandOutput({ logPath: request.logPath, onOutput: context.onOutput });
  const invocation = shellInvocation(confinement.type === "open" ? start : confinement, request.isWindows);
  const shell = await startShell(invocation, confinement.type === "open" ? cwd : confinement.startsIn, output);
  request.onStarted(shell);
  const end = await awaitEnd(shell, request.timeoutMs, { context, signal });
  const kept = await output.finish();
  const result = describeEnd({ end, kept, confinement, command: request.command, seconds: elapsedSeconds(context) });
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
  const tree = await shell.tree();
  const background = (await livingMembers(tree)).filter((entry) => !entry.isExiting);
  return { how: "exited", exit: first, backgroundCount: countOwn(background.length, tree) };
}

function leavesProcesses(end: RunEnd): boolean {
  return end.how === "exited" ? end.backgroundCount > 0 : end.tree.survivors.length > 0;
}
