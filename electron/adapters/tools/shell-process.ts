// One command as a running process: its pipes, its keeper, its tree. Lives until it is closed, which can be later than its shell's exit.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Duplex, type Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { TextDecoder } from "node:util";
import { errorMessage, ModelVisibleError } from "../../runtime/errors";
import type { Clock } from "../../runtime/ports/clock";
import { errorCode } from "./error-code";
import { RUN_MARK, startOf } from "./process-table";
import type { TreeRoot } from "./process-tree";
import { sendSignal } from "./send-signal";
import { settlesWithin } from "./settles-within";
import { utf16Decoder } from "./utf16";
import type { ShellInvocation } from "./shell-command";

/** How long the output is read on after the shell's exit, for what its last children print. */
const DRAIN_MS = 100;

export interface ShellExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Where the bytes of a pipe go, and stay. The next ones are read once the promise has resolved; it never rejects. `decoder` belongs to the pipe. */
export interface OutputTaker {
  take(bytes: Uint8Array, decoder: TextDecoder): Promise<void>;
  /** Where it is there, UTF-16 is recognised and made UTF-8, and this is told what it was; else the bytes come as they are. */
  noteEncoding?(name: string): void;
}

/** One taker for each pipe; the same one for both joins what they carry. */
export interface OutputTakers {
  readonly stdout: OutputTaker;
  readonly stderr: OutputTaker;
}

/** Created only by `startShell` and `startProgram`. */
export class ShellProcess {
  /** The shell's own exit; its children may live on and hold its pipes. */
  readonly exited: Promise<ShellExit>;
  /** Every pipe has been read to its end. Never rejects. */
  readonly #drained: Promise<unknown>;
  readonly #child: ChildProcess;
  readonly #invocation: ShellInvocation;
  readonly #keeperPid: Promise<number | null>;
  readonly #startedAt: number | null;

  constructor(child: ChildProcess, invocation: ShellInvocation, { stdout, stderr }: OutputTakers) {
    this.#child = child;
    this.#invocation = invocation;
    this.#startedAt = child.pid === undefined ? null : startOf(child.pid);
    this.exited = new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
    this.#drained = Promise.all([readPipe(child.stdout, stdout), readPipe(child.stderr, stderr)]);
    this.#keeperPid = readKeeperPid(this.#keeperLine());
  }

  async tree(): Promise<TreeRoot> {
    const root = this.#child.pid;
    if (root === undefined) throw new Error("a shell without a pid was never started");
    const { environment, isContained } = this.#invocation;
    const own = { root, mark: environment[RUN_MARK] ?? "", startedAt: this.#startedAt };
    return { ...own, keeper: await this.#keeperPid, isContained };
  }

  /** Waits for the end of the output, but not for a background child that holds the pipe. */
  async drain(clock: Clock, limitMs = DRAIN_MS): Promise<void> {
    if (await settlesWithin(this.#drained, clock, limitMs)) return;
    // When this thread was busy, the limit is noticed before what already lies in the pipe: one turn of the event loop reads it.
    await setImmediate();
  }

  /** Lets go of the pipes and resolves once the keeper is gone. The tree must have ended before. */
  async close(): Promise<void> {
    this.#child.stdin?.destroy();
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
export async function startShell(invocation: ShellInvocation, cwd: string, output: OutputTaker): Promise<ShellProcess> {
  const child = await spawnShell(invocation, cwd, ["ignore", "pipe", invocation.hasGroup ? "ignore" : "pipe"]);
  return new ShellProcess(child, invocation, { stdout: output, stderr: output });
}

/** `input`: all that the program can read. That it does not read it is no fault. Otherwise as `startShell`. */
export async function startProgram(
  invocation: ShellInvocation,
  cwd: string,
  { input, ...outputs }: OutputTakers & { readonly input: string },
): Promise<ShellProcess> {
  const child = await spawnShell(invocation, cwd, ["pipe", "pipe", "pipe"]);
  // Only a reader that is gone makes this pipe fail; the program's exit says the rest.
  child.stdin?.on("error", () => child.stdin?.destroy());
  child.stdin?.end(input);
  return new ShellProcess(child, invocation, outputs);
}

type Streams = readonly ["ignore" | "pipe", "pipe", "ignore" | "pipe"];

async function spawnShell(invocation: ShellInvocation, cwd: string, streams: Streams): Promise<ChildProcess> {
  const { file, args, environment, hasGroup } = invocation;
  try {
    const child = spawn(file, args, {
      cwd,
      env: environment,
      detached: hasGroup,
      stdio: hasGroup ? [...streams, "pipe"] : [...streams],
      windowsHide: true,
      windowsVerbatimArguments: true,
    });
    if (child.pid !== undefined) return child;
    const [error] = await once(child, "error");
    throw cannotStart(error);
  } catch (error) {
    throw error instanceof ModelVisibleError ? error : cannotStart(error);
  }
}

function cannotStart(error: unknown): ModelVisibleError {
  return new ModelVisibleError(`the command could not be started: ${errorMessage(error)}`, { cause: error });
}

/** Reads on while the output is finished and dropped: a background child must not stop because its pipe is full. */
async function readPipe(pipe: Readable | null, taker: OutputTaker): Promise<void> {
  if (pipe === null) return;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let other: TextDecoder | null = null;
  let isFirst = true;
  try {
    for await (const chunk of pipe) {
      const bytes: Buffer = chunk;
      if (isFirst && taker.noteEncoding !== undefined) other = utf16Decoder(bytes);
      if (isFirst && other !== null) taker.noteEncoding?.(other.encoding);
      isFirst = false;
      await taker.take(other === null ? bytes : Buffer.from(other.decode(bytes, { stream: true })), decoder);
    }
    if (other !== null) await taker.take(Buffer.from(other.decode()), decoder);
  } catch (error) {
    if (errorCode(error) === "ERR_STREAM_PREMATURE_CLOSE") return;
    await taker.take(Buffer.from(`\n[reading the output failed: ${errorMessage(error)}]\n`), decoder);
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
