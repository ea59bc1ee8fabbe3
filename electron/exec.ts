// Composition root of the terminal program: one turn, or prompts line by line. Also what `npm start` falls back to without a display.
import { createInterface, type Interface } from "node:readline";
import type { PendingApproval } from "../shared/protocol/command";
import type { ThreadId, TurnId } from "../shared/protocol/ids";
import type { Thread, Turn } from "../shared/protocol/thread";
import type { ApprovalDecision } from "../shared/protocol/turn-item";
import { assembleAgent, type Agent } from "./assembly";
import { readConfig, UsageError, type Config } from "./config";
import { TerminalClient } from "./ipc/terminal-client";
import { TerminalPrinter } from "./ipc/terminal-printer";
import { assertNever, errorMessage } from "./runtime/errors";
import type { Approvals } from "./runtime/ports/approvals";

const USAGE = 'exec: say what to do, for example: npm run -s exec -- "list the files here"';
const EXIT_CODES: Record<Turn["status"], number> = { completed: 0, failed: 1, interrupted: 130, inProgress: 1 };

async function main(): Promise<number> {
  const config = readConfig(process.argv.slice(2), process.env, true);
  const { json, interactive, prompt } = config.terminal;
  if (!interactive && prompt.trim() === "") throw new UsageError(USAGE);
  const fixed = fixedApprovals(config);
  const agent = assembleAgent(config, fixed === null ? {} : { approvals: fixed });
  const terminal = new Terminal(config, agent);
  try {
    const thread = await terminal.open();
    const status = interactive ? await terminal.prompts(thread) : await terminal.turn(thread.id, prompt);
    if (!json) process.stdout.write(`rollout: ${thread.path}\n`);
    return EXIT_CODES[status];
  } finally {
    await agent.stop();
    terminal.close();
  }
}

/** Without a person at a terminal nobody can be asked: everything is declined, or allowed with `--approve all`. */
function fixedApprovals({ terminal }: Config): Approvals | null {
  if (terminal.approveAll) return { ask: () => Promise.resolve({ decision: "accept", decidedBy: "policy" }) };
  const canAsk = process.stdin.isTTY === true && process.stdout.isTTY === true && !terminal.json;
  if (canAsk || terminal.interactive) return null;
  return { ask: () => Promise.resolve({ decision: "decline", decidedBy: "policy" }) };
}

/** What a person can stop: a turn that runs, or one that is only just being accepted. */
type Work =
  | { readonly type: "none" }
  | { readonly type: "starting"; readonly isStopped: boolean }
  | { readonly type: "running"; readonly threadId: ThreadId; readonly turnId: TurnId }
  | { readonly type: "stopping" };

class Terminal {
  readonly #config: Config;
  readonly #client: TerminalClient;
  readonly #printer = new TerminalPrinter((text) => process.stdout.write(text));
  readonly #reader: Interface | null;
  readonly #lines: AsyncIterator<string> | null;
  #onTurnEnd: ((turn: Turn) => void) | null = null;
  #work: Work = { type: "none" };

  constructor(config: Config, agent: Agent) {
    this.#config = config;
    const needsReader = config.terminal.interactive || process.stdin.isTTY === true;
    this.#reader = needsReader ? createInterface({ input: process.stdin }) : null;
    this.#lines = this.#reader?.[Symbol.asyncIterator]() ?? null;
    this.#client = new TerminalClient({
      connect: agent.connect,
      decide: (request) => this.#decide(request),
      onEvent: (event) => {
        if (config.terminal.json) process.stdout.write(`${JSON.stringify(event)}\n`);
        else this.#printer.print(event);
        if (event.method === "turn/completed") this.#onTurnEnd?.(event.params.turn);
      },
      onError: (error) => this.#printer.line(`! ${errorMessage(error)}`),
    });
    const interrupt = (): void => this.#interrupt();
    process.on("SIGINT", interrupt);
  }

  async open(): Promise<Thread> {
    await this.#client.call("initialize", { clientInfo: { name: "exec", version: "1" } });
    const settings = await this.#client.call("settings/read", {});
    if (settings.problem !== null) process.stderr.write(`settings: ${settings.problem}\n`);
    const { thread } = await this.#client.call("thread/start", { cwd: this.#config.terminal.cwd });
    return thread;
  }

  /** Runs one turn to its end. */
  async turn(threadId: ThreadId, prompt: string): Promise<Turn["status"]> {
    const ended = new Promise<Turn>((resolve) => {
      this.#onTurnEnd = resolve;
    });
    this.#work = { type: "starting", isStopped: false };
    const { turn } = await this.#client.call("turn/start", { threadId, input: [{ type: "text", text: prompt }] });
    const wasStopped = this.#wasStopped();
    this.#work = { type: "running", threadId, turnId: turn.id };
    if (wasStopped) this.#interrupt();
    const { status } = await ended;
    this.#work = { type: "none" };
    return status;
  }

  /** Reads prompts until the input ends or a person says so; the status of the last turn. */
  async prompts(thread: Thread): Promise<Turn["status"]> {
    this.#printer.line(`Counterfoil in ${thread.cwd}. Ask something; an empty line or Ctrl+D ends. The rollout: ${thread.path}`);
    let status: Turn["status"] = "completed";
    for (;;) {
      const prompt = await this.#ask("\n» ");
      if (prompt === null || prompt.trim() === "") return status;
      status = await this.turn(thread.id, prompt);
    }
  }

  close(): void {
    this.#reader?.close();
    this.#client.close();
  }

  async #decide({ command, cwd, warnings }: PendingApproval): Promise<ApprovalDecision> {
    this.#printer.line(`? The model wants to run, in ${cwd}:`);
    // As JSON, so that nothing invisible in it can look like something else.
    this.#printer.line(`  ${JSON.stringify(command)}`);
    for (const warning of warnings) this.#printer.line(`  Careful: ${warning}.`);
    const answer = await this.#ask("  y allow once, a allow in this session, n deny: ");
    const decisions: Record<string, ApprovalDecision> = { y: "accept", a: "acceptForSession", n: "decline" };
    return decisions[(answer ?? "n").trim().toLowerCase()] ?? "decline";
  }

  /** A line of the person's, or null once the input has ended. Lines that came early wait their turn. */
  async #ask(question: string): Promise<string | null> {
    if (this.#lines === null) return null;
    process.stdout.write(question);
    const next = await this.#lines.next();
    return next.done === true ? null : next.value;
  }

  #wasStopped(): boolean {
    return this.#work.type === "starting" && this.#work.isStopped;
  }

  /** Ctrl+C: stops the turn; a second time, or with nothing to stop, it ends the reading of prompts. */
  #interrupt(): void {
    const work = this.#work;
    switch (work.type) {
      case "none":
      case "stopping":
        this.#reader?.close();
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
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
