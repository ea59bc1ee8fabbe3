// The built headless program, run as another program would run it: a line of JSON in, lines of JSON out.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { repository } from "./use-host";

export interface HeardMessage {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly data?: { readonly kind: string } };
}

export class HeadlessProgram {
  readonly heard: HeardMessage[] = [];
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown>;
  readonly #waiting = new Set<() => void>();
  #stderr = "";
  #lastId = 0;

  constructor({ home, environment }: { home: string; environment: NodeJS.ProcessEnv }) {
    this.#child = spawn(process.execPath, [path.join(repository, "dist/headless.cjs"), "--home", home], {
      stdio: ["pipe", "pipe", "pipe"],
      env: environment,
    });
    this.#exit = once(this.#child, "close");
    const { stdout, stderr } = this.#child;
    if (stdout === null || stderr === null) throw new Error("the program has no pipes");
    stderr.setEncoding("utf8").on("data", (text: string) => (this.#stderr += text));
    createInterface({ input: stdout }).on("line", (line) => {
      this.heard.push(JSON.parse(line) as HeardMessage);
      for (const look of this.#waiting) look();
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Sends a command and gives its result; an error reply is thrown in its words. */
  async ask(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.send({ id, method, params });
    const { result, error } = await this.hear((message) => message.id === id && message.method === undefined);
    if (error !== undefined) throw new Error(`${error.data?.kind ?? ""}: ${error.message}`);
    return result as Readonly<Record<string, unknown>>;
  }

  send(message: object): void {
    this.write(`${JSON.stringify(message)}\n`);
  }

  /** Whatever it is, as it stands. */
  write(text: string): void {
    this.#child.stdin?.write(text);
  }

  /** The first message, of those heard and those to come, that matches. */
  hear(matches: (message: HeardMessage) => boolean): Promise<HeardMessage> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.heard.find(matches);
        if (found === undefined) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Ends its input; the exit code once it has gone. */
  async closeInput(): Promise<number | null> {
    this.#child.stdin?.end();
    await this.#exit;
    return this.#child.exitCode;
  }

  /** The exit code, or null when the signal itself ended it. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    await this.#exit;
    return this.#child.exitCode;
  }
}
