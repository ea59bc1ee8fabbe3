// Composition root of the terminal program: one turn, or prompts line by line. Also what `npm start` falls back to without a display.
import { existsSync } from "node:fs";
import path from "node:path";
import type { CommandResult } from "../shared/protocol/command";
import type { ThreadId, TurnId } from "../shared/protocol/ids";
import type { SandboxMode, Thread, Turn } from "../shared/protocol/thread";
import { createFolders } from "./adapters/folders";
import { CacheFolder } from "./adapters/rollout/cache-folder";
import { RolloutFinder } from "./adapters/rollout/find-rollout";
import { expandedFolder, MAX_EXPANDED_CACHE, openSource } from "./adapters/rollout/reading/open-source";
import { summarize } from "./adapters/rollout/reading/summary";
import { assembleAgent, type Agent } from "./assembly";
import { readConfig, USAGE, UsageError, type Config } from "./config";
import { askApproval, type QuestionTerminal } from "./ipc/terminal-approval";
import { terminalApprovals, type TerminalAuthority } from "./ipc/terminal-authority";
import { TerminalClient } from "./ipc/terminal-client";
import { TerminalLines } from "./ipc/terminal-lines";
import { TerminalPrinter } from "./ipc/terminal-printer";
import { EXIT_CODES, TerminalReport } from "./ipc/terminal-report";
import { assertNever, errorMessage } from "./runtime/errors";

const NOTHING_TO_DO = 'exec: say what to do, for example: npm run -s exec -- "list the files here"';
const NOTHING_TO_READ = "exec: --read-only leaves nothing to do here, for every turn is recorded. Leave it out.";
const WRONG_USE = 2;
/** As a shell counts a program that writes where nobody reads any more (SIGPIPE). */
const NOBODY_READS = 141;

type Settings = CommandResult<"settings/read">;

async function main(): Promise<number> {
  const config = readConfig(process.argv.slice(2), process.env, "exec");
  const { interactive, prompt, wantsHelp, summaryOf } = config.terminal;
  if (wantsHelp) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  if (summaryOf !== null) return printSummary(summaryOf, config);
  if (!interactive && prompt.trim() === "") throw new UsageError(NOTHING_TO_DO);
  if (config.readOnly) throw new UsageError(NOTHING_TO_READ);
  const problem = await createFolders().problemWith(config.terminal.cwd);
  if (problem !== null) throw new UsageError(`exec: --cwd: ${problem}.`);
  const closed = outputClosed();
  const inputEnd = new AbortController();
  const agent = assembleAgent(config, {
    workerFile: path.join(__dirname, "rollout-worker.cjs"),
    approvals: (person) => terminalApprovals(authority(config, inputEnd.signal), person),
  });
  const terminal = new Terminal(config, { agent, onInputEnd: () => inputEnd.abort() });
  try {
    return await Promise.race([work(terminal, config), closed]);
  } finally {
    await agent.stop();
    terminal.close();
  }
}

/** Only reads; of a compressed rollout an expanded copy stays in the cache, which is kept below its size. */
async function printSummary(file: string, { home, codexHomes }: Config): Promise<number> {
  const homes = codexHomes.flatMap((codexHome) => [path.join(codexHome, "sessions"), path.join(codexHome, "archived_sessions")]);
  const finder = new RolloutFinder(() => Promise.resolve([path.join(home, "sessions"), ...homes]));
  finder.lookAround(file);
  const cacheFolder = path.join(home, "cache");
  const expanded = new CacheFolder({
    folder: expandedFolder(cacheFolder),
    maxBytes: MAX_EXPANDED_CACHE,
    nowMs: () => Date.now(),
  });
  const source = await openSource(file, { cacheFolder, expanded, findRollout: finder.find });
  try {
    process.stdout.write(`${JSON.stringify(await summarize(source))}\n`);
    return 0;
  } finally {
    await source.close();
  }
}

async function work(
  terminal: Terminal,
  { terminal: { json, interactive, prompt, sandbox, notOpened } }: Config,
): Promise<number> {
  const settings = await terminal.settings();
  if (settings.problem !== null) {
    const next = interactive ? (settings.isDemo ? "Going on with the demo." : "Going on.") : "Nothing was asked of a model.";
    process.stderr.write(`${settings.problem}\nThe settings: ${settings.settingsFile}\n${next}\n`);
    // What a wrong configuration did not mean must not answer, least of all the demo.
    if (!interactive) return WRONG_USE;
  }
  const unconfined = whyUnconfined(settings, sandbox);
  if (unconfined !== null) process.stderr.write(`${unconfined}\n`);
  for (const what of notOpened) process.stderr.write(`${notOpenedWords(what)}\n`);
  const thread = await terminal.open();
  const code = interactive ? await terminal.prompts(thread, { settings, first: prompt }) : await terminal.once(thread.id, prompt);
  if (!json) terminal.say(existsSync(thread.path) ? `rollout: ${thread.path}` : "Nothing was recorded.");
  return code;
}

function notOpenedWords(what: string): string {
  const words = `Not opened, for there is no window: ${what}`;
  return what.includes("://")
    ? words
    : `${words}\nWhat a rollout holds: npm run -s exec -- open ${JSON.stringify(what)} --summary`;
}

/** Why every command asks, where the sandbox that was chosen should have held it and does not. */
function whyUnconfined({ approvalPolicy, sandboxStates, ...settings }: Settings, chosen: SandboxMode | null): string | null {
  const mode = chosen ?? settings.sandbox;
  const state = sandboxStates[mode];
  if (state.isEnforced || mode === "dangerFullAccess" || approvalPolicy !== "onRequest") return null;
  return `Every command asks, because the sandbox does not hold: ${state.reason}`;
}

/** Resolves once whoever read our output has gone (`| head -1`); rejects when it cannot be written for another reason. */
function outputClosed(): Promise<number> {
  return new Promise((resolve, reject) => {
    for (const stream of [process.stdout, process.stderr]) {
      stream.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "EPIPE") resolve(NOBODY_READS);
        else reject(error);
      });
    }
  });
}

function authority({ terminal }: Config, inputEnd: AbortSignal): TerminalAuthority {
  const isSeen = process.stdin.isTTY === true && process.stdout.isTTY === true && !terminal.json;
  return {
    approvesAll: terminal.approveAll,
    isReadOnly: terminal.sandbox === "readOnly",
    canAsk: isSeen || terminal.interactive,
    inputEnd,
  };
}

/** What a person can stop: a turn that runs, or one that is only just being accepted. */
type Work =
  | { readonly type: "none" }
  | { readonly type: "starting"; readonly isStopped: boolean }
  | { readonly type: "running"; readonly threadId: ThreadId; readonly turnId: TurnId }
  | { readonly type: "stopping" };

class Terminal {
  readonly #config: Config;
  readonly #onInputEnd: () => void;
  readonly #isTyped = process.stdin.isTTY === true;
  readonly #client: TerminalClient;
  readonly #printer = new TerminalPrinter((text) => process.stdout.write(text));
  readonly #lines: TerminalLines | null;
  readonly #questions: QuestionTerminal = {
    line: (text) => this.#printer.line(text),
    ask: (question, signal) => this.#ask(question, signal),
    forgetTyped: async () => (await this.#forgetTyped()).length > 0,
  };
  readonly #report = new TerminalReport();
  #onTurnEnd: ((turn: Turn) => void) | null = null;
  /** Of the settings, said before the thread was there. */
  #saidProblem: string | null = null;
  #hasSaidItWaits = false;
  #work: Work = { type: "none" };

  constructor(config: Config, { agent, onInputEnd }: { readonly agent: Agent; readonly onInputEnd: () => void }) {
    this.#config = config;
    this.#onInputEnd = onInputEnd;
    const needsReader = config.terminal.interactive || this.#isTyped;
    this.#lines = needsReader ? new TerminalLines(process.stdin, (line) => this.#onEarlyLine(line)) : null;
    this.#client = new TerminalClient({
      connect: agent.connect,
      decide: (request, resolved) => askApproval(request, this.#questions, resolved),
      onEvent: (event) => {
        if (config.terminal.json) process.stdout.write(`${JSON.stringify(event)}\n`);
        else if (event.method !== "warning" || event.params.message !== this.#saidProblem) this.#printer.print(event);
        this.#report.hear(event);
        if (event.method === "turn/completed") this.#onTurnEnd?.(event.params.turn);
      },
      onError: (error) => this.#printer.line(`! ${errorMessage(error)}`),
    });
    const interrupt = (): void => this.#interrupt();
    process.on("SIGINT", interrupt);
  }

  async settings(): Promise<Settings> {
    await this.#client.call("initialize", { clientInfo: { name: "exec", version: "1" } });
    const settings = await this.#client.call("settings/read", {});
    this.#saidProblem = settings.problem;
    return settings;
  }

  async open(): Promise<Thread> {
    const { cwd, sandbox } = this.#config.terminal;
    const { thread } = await this.#client.call("thread/start", { cwd, ...(sandbox === null ? {} : { sandbox }) });
    return thread;
  }

  say(text: string): void {
    this.#printer.line(text);
  }

  /** The one turn of a run, and what has to be said of it; the exit code. */
  async once(threadId: ThreadId, prompt: string): Promise<number> {
    const { status } = await this.#turn(threadId, prompt);
    for (const words of this.#report.words()) process.stderr.write(`${words}\n`);
    return this.#report.exitCode(status);
  }

  /** Reads prompts until the input ends; the exit code of the last turn. `first`: what was asked with the start; empty: nothing. */
  async prompts(thread: Thread, { settings: { isDemo }, first }: { settings: Settings; first: string }): Promise<number> {
    this.#printer.line(
      `Counterfoil in ${thread.cwd}. Ask something; Ctrl+C stops a turn, Ctrl+D ends. The rollout: ${thread.path}`,
    );
    if (isDemo) this.#printer.line("This is the built-in demo; try: list the files here");
    let code = EXIT_CODES.completed;
    for (let given: string | null = first.trim() === "" ? null : first; ; given = null) {
      this.#printer.line("");
      if (given !== null) this.#printer.line(`» ${given}`);
      const prompt = given ?? (await this.#ask("» "));
      if (prompt === null) return code;
      if (prompt.trim() === "") continue;
      const { status, wasStopped } = await this.#turn(thread.id, prompt);
      code = EXIT_CODES[status];
      // Whoever stops a turn has not yet seen what would now be sent.
      if (wasStopped)
        for (const line of await this.#forgetTyped()) if (line.trim() !== "") this.#printer.line(`Not sent: ${line}`);
    }
  }

  /** Runs one turn to its end. */
  async #turn(threadId: ThreadId, prompt: string): Promise<{ status: Turn["status"]; wasStopped: boolean }> {
    const ended = new Promise<Turn>((resolve) => {
      this.#onTurnEnd = resolve;
    });
    this.#work = { type: "starting", isStopped: false };
    this.#hasSaidItWaits = false;
    const { turn } = await this.#client.call("turn/start", { threadId, input: [{ type: "text", text: prompt }] });
    const isAlreadyStopped = this.#isStopped();
    this.#work = { type: "running", threadId, turnId: turn.id };
    if (isAlreadyStopped) this.#interrupt();
    const { status } = await ended;
    const wasStopped = this.#isStopped();
    this.#work = { type: "none" };
    return { status, wasStopped };
  }

  close(): void {
    this.#lines?.close();
    this.#client.close();
  }

  /** A line of the person's; null once the input has ended or the signal aborts. */
  async #ask(question: string, signal?: AbortSignal): Promise<string | null> {
    if (this.#lines === null) return null;
    this.#printer.question(question);
    const line = await this.#lines.next(signal);
    if (line === null && signal?.aborted !== true) this.#onInputEnd();
    if (line !== null && this.#isTyped) this.#printer.answered();
    return line;
  }

  /** Lines from a pipe were all there before anything was shown: they are kept for what they are meant for. */
  async #forgetTyped(): Promise<readonly string[]> {
    return this.#isTyped && this.#lines !== null ? this.#lines.forget() : [];
  }

  /** A line typed while a turn runs is no prompt yet, and the person should know when it will be one. */
  #onEarlyLine(line: string): void {
    const isTurnGoingOn = this.#work.type === "running" || this.#work.type === "starting";
    if (!this.#isTyped || !this.#config.terminal.interactive || line.trim() === "") return;
    this.#printer.answered();
    if (this.#hasSaidItWaits || !isTurnGoingOn || this.#isStopped()) return;
    this.#hasSaidItWaits = true;
    this.#printer.line("(It is sent when this turn ends. A question before that, or Ctrl+C, discards it.)");
  }

  #isStopped(): boolean {
    return this.#work.type === "stopping" || (this.#work.type === "starting" && this.#work.isStopped);
  }

  /** Ctrl+C: stops the turn; a second time, or with nothing to stop, it ends the reading of prompts. */
  #interrupt(): void {
    const work = this.#work;
    switch (work.type) {
      case "none":
      case "stopping":
        this.#lines?.close();
        return;
      case "starting":
        this.#work = { type: "starting", isStopped: true };
        return;
      case "running":
        this.#work = { type: "stopping" };
        this.#client
          .call("turn/interrupt", { threadId: work.threadId, turnId: work.turnId })
          .catch((error: unknown) => this.#printer.line(`! ${errorMessage(error)}`));
        return;
      default:
        assertNever(work);
    }
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${errorMessage(error)}\n`);
    process.exit(error instanceof UsageError ? WRONG_USE : 1);
  },
);
