// A thread's events as lines of a terminal: what the model says as it comes, each call when it is recorded, each output when it is.
import type { Notification } from "../../shared/protocol/event";
import type { Turn } from "../../shared/protocol/thread";
import type { TurnError } from "../../shared/protocol/turn-error";
import { isToolItem, type ToolItem, type TurnItemOf } from "../../shared/protocol/turn-item";
import { durationWords } from "../../shared/text/duration-words";
import { assertNever } from "../runtime/errors";

/** Of an output, of mail and of a hook's words, in lines; the rollout holds the rest. */
const EXCERPT_LINES = 12;

type ErrorParams = Extract<Notification, { method: "error" }>["params"];

export class TerminalPrinter {
  readonly #write: (text: string) => void;
  #isInLine = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  print(event: Notification): void {
    switch (event.method) {
      case "item/agentMessage/delta":
        this.#text(printable(event.params.delta));
        return;
      case "item/started":
        if (event.params.item.type === "agentMessage") this.#freshLine();
        if (isToolItem(event.params.item)) this.line(`> ${callWords(event.params.item)}`);
        return;
      case "item/completed":
        if (isToolItem(event.params.item)) this.#output(event.params.item);
        if (event.params.item.type === "agentMessage") this.#freshLine();
        // What a hook's notice says for later, the event `warning` says now.
        if (event.params.item.type === "notice" && event.params.item.code !== "hook") this.line(event.params.item.text);
        if (event.params.item.type === "contextCompaction") this.#compaction(event.params.item);
        if (event.params.item.type === "hookPrompt") this.#hookPrompt(event.params.item);
        if (event.params.item.type === "mail") this.#mail(event.params.item);
        return;
      case "error":
        this.line(`! ${errorWords(event.params)}`);
        return;
      case "warning":
        this.line(`! ${event.params.message}`);
        return;
      case "turn/completed":
        this.line(turnWords(event.params.turn));
        return;
      default:
        return;
    }
  }

  line(text: string): void {
    this.#freshLine();
    this.#write(`${printable(text)}\n`);
  }

  /** A question whose answer is typed behind it. */
  question(text: string): void {
    this.#freshLine();
    this.#text(printable(text));
  }

  /** The terminal itself has shown the answer and gone to the next line. */
  answered(): void {
    this.#isInLine = false;
  }

  #text(text: string): void {
    if (text === "") return;
    this.#write(text);
    this.#isInLine = !text.endsWith("\n");
  }

  #freshLine(): void {
    if (this.#isInLine) this.#write("\n");
    this.#isInLine = false;
  }

  #compaction({ status, tokensBefore, tokensAfter }: TurnItemOf<"contextCompaction">): void {
    if (status !== "completed") return;
    const counts =
      tokensBefore === undefined || tokensAfter === undefined ? "" : `: ${tokensBefore} tokens before, ${tokensAfter} after`;
    this.line(`The window was compacted${counts}.`);
  }

  #hookPrompt({ fragments }: TurnItemOf<"hookPrompt">): void {
    for (const fragment of fragments) {
      this.line("A stop hook asked for more:");
      this.#excerpt(fragment);
    }
  }

  #mail({ author, text }: TurnItemOf<"mail">): void {
    this.line(`Mail from ${author}:`);
    this.#excerpt(text);
  }

  #output(item: ToolItem): void {
    const duration = item.durationMs === undefined ? "" : ` in ${durationWords(item.durationMs)}`;
    this.line(`< ${item.status}${duration}`);
    for (const note of item.notes ?? []) this.line(`  note: ${note}`);
    if (item.type === "sleep") return;
    this.#excerpt((item.type === "commandExecution" ? item.aggregatedOutput : item.output) ?? "");
  }

  /** Indented, so that no line of it can look like one of the program's own. */
  #excerpt(text: string): void {
    const lines = text.split("\n");
    for (const line of lines.slice(0, EXCERPT_LINES)) this.line(`  ${line}`);
    if (lines.length > EXCERPT_LINES) this.line(`  … ${lines.length - EXCERPT_LINES} more lines in the rollout`);
  }
}

function callWords(item: ToolItem): string {
  switch (item.type) {
    case "commandExecution":
      return `run ${item.command}`;
    case "sleep":
      return `wait ${item.seconds} s`;
    case "fileChange":
      return `change ${item.changes.map(({ path }) => path).join(", ")}`;
    case "mcpToolCall":
      return `${item.server}.${item.tool} ${item.arguments}`;
    case "toolCall":
      return `${item.namespace === undefined ? "" : `${item.namespace}.`}${item.tool} ${item.arguments}`;
    default:
      return assertNever(item);
  }
}

function turnWords({ status, error, startedAtMs, completedAtMs }: Turn): string {
  if (status !== "failed") return `${status} in ${durationWords((completedAtMs ?? startedAtMs) - startedAtMs)}`;
  return error === undefined ? "failed: no reason is known" : `failed: ${reasonWords(error)}`;
}

function errorWords({ error, willRetry, attempt, maxAttempts, retryAtMs, emittedAtMs }: ErrorParams): string {
  if (!willRetry) return reasonWords(error);
  const wait = retryAtMs === undefined ? "" : ` in ${Math.max(1, Math.round((retryAtMs - emittedAtMs) / 1000))} s`;
  const again = (count: string): string => `Trying again${wait}${count} (Ctrl+C stops).`;
  if (attempt === undefined) return `${reasonWords(error)} ${again("")}`;
  // Counted retries end by themselves: what to do then is said then.
  return `${sentence(error.message)} ${again(`, retry ${attempt}${maxAttempts === undefined ? "" : ` of ${maxAttempts}`}`)}`;
}

function reasonWords({ message, action }: TurnError): string {
  return action === undefined ? sentence(message) : `${sentence(message)} ${sentence(action)}`;
}

function sentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** Control characters of a model or a tool must not drive the person's terminal. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
}
