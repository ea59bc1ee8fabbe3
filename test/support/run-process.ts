// A program of ours, run from outside: what it prints as it prints it, and how it ends.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";

export interface RunOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Written to its input, which then ends; absent: the input stays open until the process ends. */
  readonly input?: string;
  /** What runs instead of Node. */
  readonly program?: string;
}

export class RunningProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #waiting = new Set<() => void>();
  #stdout = "";
  #stderr = "";

  /** Call it inside a test: what still runs at its end is killed. */
  constructor(args: readonly string[], { environment, input, program = process.execPath }: RunOptions) {
    const child = spawn(program, [...args], { env: environment, stdio: "pipe" });
    this.#child = child;
    this.#ended = once(child, "close");
    onTestFinished(() => void child.kill("SIGKILL"));
    child.stdout.setEncoding("utf8").on("data", (text: string) => this.#hear(() => (this.#stdout += text)));
    child.stderr.setEncoding("utf8").on("data", (text: string) => this.#hear(() => (this.#stderr += text)));
    if (input !== undefined) child.stdin.end(input);
  }

  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Resolves once it has printed that; fails when it ends before. */
  async prints(pattern: RegExp): Promise<void> {
    const isPrinted = new Promise<true>((resolve) => {
      const look = (): void => {
        if (!pattern.test(this.#stdout)) return;
        this.#waiting.delete(look);
        resolve(true);
      };
      this.#waiting.add(look);
      look();
    });
    const wasPrinted = await Promise.race([isPrinted, this.#ended.then(() => pattern.test(this.#stdout))]);
    if (!wasPrinted) throw new Error(`it ended without printing ${String(pattern)}:\n${this.#stdout}\n${this.#stderr}`);
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  type(text: string): void {
    this.#child.stdin?.write(text);
  }

  /** Reads no more of its output, as `head` does when it has enough. */
  closeOutput(): void {
    this.#child.stdout?.destroy();
  }

  closeInput(): void {
    this.#child.stdin?.end();
  }

  /** The exit code, null when a signal ended it. */
  async exitCode(): Promise<number | null> {
    await this.#ended;
    return this.#child.exitCode;
  }

  #hear(take: () => void): void {
    take();
    for (const look of [...this.#waiting]) look();
  }
}

/** This process's environment without what would connect a program to a model, or show it a display. */
export function plainEnvironment(variables: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const left = Object.entries(process.env).filter(([name]) => !/^(COUNTERFOIL_|DISPLAY$|WAYLAND_DISPLAY$)/.test(name));
  return { ...Object.fromEntries(left), ...variables };
}
