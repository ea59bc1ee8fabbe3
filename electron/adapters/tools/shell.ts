// The shell tool: checks a command, runs it, and ends what its commands left running when their turn ends.
import { homedir } from "node:os";
import { checkArguments, ShellArguments } from "../../../shared/protocol/tool-arguments";
import { toJSONSchema } from "../../../shared/protocol/tool-schema";
import type { Prepared, RunContext, RunResult, Tool } from "../../runtime/ports/tool";
import { newRunMark } from "./abandoned-runs";
import { describeIgnored } from "./describe-ignored";
import { logPath } from "./log-path";
import { shellInvocation } from "./shell-command";
import { detectPlatform } from "./shell-platform";
import { runShell } from "./shell-run";
import { TurnProcesses, type TurnProcess } from "./turn-processes";
import { workspacePath } from "./workspace-path";

const DEFAULT_TIMEOUT_MS = 120_000;

/** `outputsFolder`: where full outputs are kept. `environment`: what commands inherit; it must hold no secrets of the app. */
export interface ShellOptions {
  readonly outputsFolder: string;
  readonly environment: NodeJS.ProcessEnv;
}

interface ShellCall {
  readonly command: string;
  readonly cwd: string;
  readonly timeoutMs: number;
}

/** protocol.md §7 `shell`. */
export function createShellTool(options: ShellOptions): Tool {
  const platform = detectPlatform(options.environment);
  const home = options.environment["HOME"] ?? homedir();
  const turnProcesses = new TurnProcesses();

  function prepare(value: unknown, place: { readonly cwd: string }): Prepared {
    const checked = checkArguments(ShellArguments, value);
    if (!checked.ok) return checked;
    const { command, workdir, timeoutMs = DEFAULT_TIMEOUT_MS } = checked.args;
    const cwd = workspacePath(workdir ?? ".", { cwd: place.cwd, home });
    return {
      ok: true,
      run: {
        notes: describeIgnored(checked.ignored),
        subject: { kind: "command", command, cwd },
        lastsMs: null,
        run: (context, signal) => run({ command, cwd, timeoutMs }, context, signal),
      },
    };
  }

  async function run(call: ShellCall, context: RunContext, signal: AbortSignal): Promise<RunResult> {
    const started: TurnProcess[] = [];
    const request = {
      invocation: shellInvocation(call.command, newRunMark(), platform),
      cwd: call.cwd,
      timeoutMs: call.timeoutMs,
      logPath: logPath(options.outputsFolder, context),
      onStarted: (shell: TurnProcess["shell"]) => {
        const process = { command: call.command, shell, clock: context.clock };
        started.push(process);
        turnProcesses.add(context.turnId, process);
      },
    };
    const { result, leavesProcesses } = await runShell(request, context, signal);
    if (!leavesProcesses) for (const process of started) turnProcesses.remove(context.turnId, process);
    return result;
  }

  return {
    spec: {
      name: "shell",
      description:
        `Runs a command line with ${platform.shell}, without a terminal and without input. Returns exit code, wall time and output; of a long output ` +
        "the beginning and the end, with the file that holds all of it. Background processes live until the turn ends.",
      parameters: toJSONSchema(ShellArguments),
    },
    gate: "parallel",
    changesWorld: true,
    graceMs: 2000,
    prepare,
    endTurn: (turnId) => turnProcesses.endTurn(turnId),
  };
}
