// The shell tool: checks a command, runs it, and ends what its commands left running when their turn ends.
import { homedir } from "node:os";
import type { SubjectOf } from "../../../shared/protocol/approval";
import { checkArguments, ShellArguments } from "../../../shared/protocol/tool-arguments";
import { toJSONSchema } from "../../../shared/protocol/tool-schema";
import type { Prepared, RunContext, RunResult, Tool } from "../../runtime/ports/tool";
import { newRunMark } from "./abandoned-runs";
import { describeIgnored } from "./describe-ignored";
import { logPath } from "./log-path";
import type { Sandbox } from "./sandbox/sandbox";
import { shellStart } from "./shell-command";
import { detectPlatform } from "./shell-platform";
import { runShell } from "./shell-run";
import { TurnProcesses, type TurnProcess } from "./turn-processes";
import { workspacePath } from "./workspace-path";

const DEFAULT_TIMEOUT_MS = 120_000;

/**
 * `outputsFolder`: where full outputs are kept. `environment`: what commands inherit; it must hold no secrets of the app. `environmentReady`: settles
 * once it is complete.
 */
export interface ShellOptions {
  readonly outputsFolder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly sandbox: Sandbox;
  readonly environmentReady?: () => Promise<unknown>;
}

interface ShellCall {
  readonly subject: SubjectOf<"command">;
  /** The session's folder. */
  readonly workspace: string;
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
    const { command, workdir, timeoutMs = DEFAULT_TIMEOUT_MS, outsideSandbox, justification } = checked.args;
    const fault = whyNoCommand(command) ?? (workdir === undefined ? null : whyNoCommand(workdir));
    if (fault !== null) return { ok: false, detail: fault };
    const cwd = workspacePath(workdir ?? ".", { cwd: place.cwd, home });
    const subject = {
      ...({ kind: "command", command, cwd } as const),
      ...(outsideSandbox === true ? { outsideSandbox } : {}),
      ...(outsideSandbox === true && justification !== undefined ? { justification } : {}),
    };
    return {
      ok: true,
      run: {
        notes: describeIgnored(checked.ignored),
        subject,
        lastsMs: null,
        run: (context, signal) => run({ subject, workspace: place.cwd, timeoutMs }, context, signal),
      },
    };
  }

  async function run(call: ShellCall, context: RunContext, signal: AbortSignal): Promise<RunResult> {
    const { command, cwd } = call.subject;
    await options.environmentReady?.();
    const started: TurnProcess[] = [];
    const request = {
      command,
      start: shellStart(command, newRunMark(), platform),
      isWindows: platform.isWindows,
      sandbox: options.sandbox,
      cwd,
      workspace: call.workspace,
      timeoutMs: call.timeoutMs,
      logPath: logPath(options.outputsFolder, context),
      onStarted: (shell: TurnProcess["shell"]) => {
        const process = { command, shell, clock: context.clock };
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
        "the beginning and the end, with the file that holds all of it. Background processes live until the turn ends. Unless full access was chosen, " +
        "commands run in a sandbox: they can read everything, write only to the session's folder (without its .git) and to /tmp, which other tools do " +
        "not see, and have no network, unless the person has allowed it; where everything is read-only, only to a /tmp of their own. A command that " +
        "needs more can be called with outsideSandbox and a justification: then the person is asked.",
      get parameters() {
        return toJSONSchema(ShellArguments);
      },
    },
    gate: "parallel",
    changesWorld: true,
    graceMs: 2000,
    prepare,
    endTurn: (turnId) => turnProcesses.endTurn(turnId),
  };
}

/** No program can be given these; another text than the one that was shown must not run in its place. */
function whyNoCommand(text: string): string | null {
  if (text.includes("\0")) return "a command and its folder cannot hold a NUL character";
  return /\p{Cs}/u.test(text) ? "a command and its folder cannot hold half of a surrogate pair" : null;
}
