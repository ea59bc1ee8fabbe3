// The built headless program as a client sees it: spawn, ask, hear events, and what the system says it used.
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";

export interface HeardEvent {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly atMs: number;
}

export class HeadlessProcess {
  readonly #child: ChildProcess;
  readonly #replies = new Map<number, (reply: { result?: unknown; error?: unknown }) => void>();
  readonly #listeners = new Set<(event: HeardEvent) => void>();
  #lastId = 0;
  /** Of a line whose end has not come. */
  #begun: string[] = [];

  constructor(options: { home: string; environment?: Record<string, string> }) {
    this.#child = spawn(process.execPath, ["dist/headless.cjs", "--home", options.home], {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, ...options.environment },
    });
    const { stdout } = this.#child;
    if (stdout === null) throw new Error("no stdout");
    stdout.setEncoding("utf8").on("data", (text: string) => this.#take(text));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async ask<Result>(method: string, params: unknown): Promise<Result> {
    this.#lastId += 1;
    const id = this.#lastId;
    const reply = new Promise<{ result?: unknown; error?: unknown }>((resolve) => this.#replies.set(id, resolve));
    this.#child.stdin?.write(`${JSON.stringify({ id, method, params })}\n`);
    const { result, error } = await reply;
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return result as Result;
  }

  async initialize(): Promise<void> {
    await this.ask("initialize", { clientInfo: { name: "bench", version: "1" } });
  }

  listen(listener: (event: HeardEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The next event that matches. */
  next(matches: (event: HeardEvent) => boolean): Promise<HeardEvent> {
    return new Promise((resolve) => {
      const stop = this.listen((event) => {
        if (!matches(event)) return;
        stop();
        resolve(event);
      });
    });
  }

  /** Runs one turn; milliseconds from the submission to the turn's end. */
  async turn(threadId: string, text = "go"): Promise<number> {
    return this.#toItsEnd(() => this.startTurn(threadId, text));
  }

  /** Runs a compaction; milliseconds likewise. */
  async compact(threadId: string): Promise<number> {
    return this.#toItsEnd(() => this.startCompaction(threadId));
  }

  /** The turn's id, once its input is accepted. */
  async startTurn(threadId: string, text = "go"): Promise<string> {
    const { turn } = await this.ask<{ turn: { id: string } }>("turn/start", { threadId, input: [{ type: "text", text }] });
    return turn.id;
  }

  async startCompaction(threadId: string): Promise<string> {
    const { turn } = await this.ask<{ turn: { id: string } }>("thread/compact/start", { threadId });
    return turn.id;
  }

  async startThread(cwd: string, choice: object = {}): Promise<string> {
    const { thread } = await this.ask<{ thread: { id: string } }>("thread/start", { cwd, ...choice });
    return thread.id;
  }

  /** User and system time so far in milliseconds, in ticks of 10 ms. Linux only, like the rest of the bench's system figures. */
  cpuMs(): number {
    const stat = readFileSync(`/proc/${this.pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  /** The highest resident set so far, in MiB. */
  peakMiB(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, "utf8");
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
  }

  async close(): Promise<void> {
    const exited = new Promise<void>((resolve) => this.#child.once("exit", () => resolve()));
    this.#child.stdin?.end();
    await exited;
  }

  async #toItsEnd(start: () => Promise<unknown>): Promise<number> {
    const startedAt = performance.now();
    const ended = this.next((event) => event.method === "turn/completed");
    await start();
    const { params, atMs } = await ended;
    const { status, error } = params["turn"] as { status: string; error?: unknown };
    if (status !== "completed") throw new Error(`the turn ended as ${status}: ${JSON.stringify(error)}`);
    return atMs - startedAt;
  }

  // What a reader of its own does with each line is not to be measured: a page is one of many hundred kilobytes.
  #take(text: string): void {
    const [first = "", ...further] = text.split("\n");
    this.#begun.push(first);
    for (const next of further) {
      this.#line(this.#begun.join(""));
      this.#begun = [next];
    }
  }

  #line(line: string): void {
    const atMs = performance.now();
    const message = JSON.parse(line) as {
      id?: number;
      method?: string;
      params?: Record<string, unknown>;
      result?: unknown;
      error?: unknown;
    };
    if (message.method === undefined) {
      if (message.id !== undefined) this.#replies.get(message.id)?.(message);
      return;
    }
    for (const listener of [...this.#listeners]) listener({ method: message.method, params: message.params ?? {}, atMs });
  }
}
