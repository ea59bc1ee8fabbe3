// One command as a running process: its pipes, its keeper, its tree. Lives until it is closed, which can be later than its shell's exit.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Duplex, type Readable } from "node:stream";
import { TextDecoder } from "node:util";
import { errorMessage, ModelVisibleError } from "../../runtime/errors";
import type { CommandOutput } from "./command-output";
import { errorCode } from "./error-code";
import { RUN_MARK } from "./process-table";
import type { TreeRoot } from "./process-tree";
import { sendSignal } from "./send-signal";
import type { ShellInvocation } from "./shell-command";

export interface ShellExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Created only by `startShell`. */
export class ShellProcess {
  /** The shell's own exit; its children may live on and hold its pipes. */
  readonly exited: Promise<ShellExit>;
  /** Every pipe has been read to its end. Never rejects. */
  readonly drained: Promise<unknown>;
  readonly #child: ChildProcess;
  readonly #mark: string;
  readonly #keeperPid: Promise<number | null>;

  constructor(child: ChildProcess, output: CommandOutput, mark: string) {
    this.#child = child;
    this.#mark = mark;
    this.exited = new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
    this.drained = Promise.all([child.stdout, child.stderr].map((pipe) => readPipe(pipe, output)));
    this.#keeperPid = readKeeperPid(this.#keeperLine());
  }

  async tree(): Promise<TreeRoot> {
    const root = this.#child.pid;
    if (root === undefined) throw new Error("a shell without a pid was never started");
    return { root, mark: this.#mark, keeper: await this.#keeperPid };
  }

  /** Lets go of the pipes and resolves once the keeper is gone. The tree must have ended before. */
  async close(): Promise<void> {
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    const line = this.#keeperLine();
    const keeperPid = await this.#keeperPid;
    if (line === null || keeperPid === null || line.closed) return;
    const closed = new Promise((resolve) => line.once("close", resolve));
    // The signal also reaches a keeper that the command has stopped together with its group.
    sendSignal(keeperPid, "SIGKILL");
    await closed;
  }

  #keeperLine(): Duplex | null {
    const line = this.#child.stdio[3];
    return line instanceof Duplex ? line : null;
  }
}

/** Throws ModelVisibleError when no process could be started. `cwd` must exist. */
export async function startShell(invocation: ShellInvocation, cwd: string, output: CommandOutput): Promise<ShellProcess> {
  const child = spawnShell(invocation, cwd);
  if (child.pid === undefined) {
    const [error] = await once(child, "error");
    throw cannotStart(error);
  }
  return new ShellProcess(child, output, invocation.environment[RUN_MARK] ?? "");
}

function spawnShell({ file, args, environment, hasGroup }: ShellInvocation, cwd: string): ChildProcess {
  try {
    return spawn(file, args, {
      cwd,
      env: environment,
      detached: hasGroup,
      stdio: hasGroup ? ["ignore", "pipe", "ignore", "pipe"] : ["ignore", "pipe", "pipe"],
      windowsHide: true,
      windowsVerbatimArguments: true,
    });
  } catch (error) {
    throw cannotStart(error);
  }
}

function cannotStart(error: unknown): ModelVisibleError {
  return new ModelVisibleError(`the command could not be started: ${errorMessage(error)}`, { cause: error });
}

/** Reads on while the output is finished and dropped: a background child must not stop because its pipe is full. */
async function readPipe(pipe: Readable | null, output: CommandOutput): Promise<void> {
  if (pipe === null) return;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  try {
    for await (const chunk of pipe) {
      const bytes: Buffer = chunk;
      await output.take(bytes, decoder);
    }
  } catch (error) {
    if (errorCode(error) === "ERR_STREAM_PREMATURE_CLOSE") return;
    await output.take(Buffer.from(`\n[reading the output failed: ${errorMessage(error)}]\n`), decoder);
  }
}

/** Null when there is no keeper. */
function readKeeperPid(line: Duplex | null): Promise<number | null> {
  return new Promise((resolve) => {
    if (line === null) return resolve(null);
    line.on("data", (text: Buffer) => resolve(Number.parseInt(text.toString("latin1"), 10) || null));
    line.on("error", () => resolve(null));
    line.on("close", () => resolve(null));
  });
}
