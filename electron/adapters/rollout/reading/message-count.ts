// How many messages stand in a file, counted line by line. One message stands in up to three lines: as an item for the model, as an event, as a
// finished item. Until the other side speaks or the turn ends, the lines of a text are one message as often as the kind of line that has it most often says.
import { saidWords } from "../catalog/person-words";
import { isJsonObject, type JsonObject } from "./decode-line";
import type { FileRecord } from "./file-record";

type Telling = "item" | "event" | "completed";

export class MessageCount {
  readonly #user = new Speech();
  readonly #assistant = new Speech();
  /** Inputs of a person in a file of our own; null in all others. */
  readonly #inputs: Set<unknown> | null;
  #tellsUsers = false;
  #users = 0;
  #assistants = 0;

  constructor(isOwn: boolean) {
    this.#inputs = isOwn ? new Set() : null;
  }

  take({ type, payload }: FileRecord): void {
    if (!isJsonObject(payload)) return;
    if (type === "cf_input") {
      if (payload["via"] !== "mail") this.#inputs?.add(payload["inputId"]);
      return;
    }
    if (isBoundary(type, payload)) {
      this.#endUser();
      this.#endAssistant();
      return;
    }
    const told = tellingOf(type, payload);
    const answer = told === null ? null : answerText(told, payload);
    if (told !== null && answer !== null) {
      this.#endUser();
      this.#assistant.add(told, answer);
    } else if (told === "item" && isWork(payload)) this.#endUser();
    else if (told !== null) this.#takeWords(told, type, payload);
  }

  end(): { readonly userMessages: number; readonly assistantMessages: number } {
    this.#endUser();
    this.#endAssistant();
    return { userMessages: this.#users, assistantMessages: this.#assistants };
  }

  #takeWords(told: Telling, type: string, payload: JsonObject): void {
    const words = saidWords({ type, payload, timestamp: null });
    if (words === null) return;
    if (told === "item" && this.#inputs !== null && !this.#inputs.has(payload["id"])) return;
    this.#endAssistant();
    if (told !== "item") this.#tellsUsers = true;
    this.#user.add(told, words);
  }

  /** Where events tell what a person said, an item that none tells of is context, from the first of them on. */
  #endUser(): void {
    this.#users += this.#user.end(this.#tellsUsers ? ["event", "completed"] : ["item"]);
  }

  #endAssistant(): void {
    this.#assistants += this.#assistant.endAlike();
  }
}

/** What one side said until the other one spoke. */
class Speech {
  readonly #counts = new Map<string, Map<Telling, number>>();

  add(telling: Telling, text: string): void {
    const counts = this.#counts.get(keyOf(text)) ?? new Map<Telling, number>();
    counts.set(telling, (counts.get(telling) ?? 0) + 1);
    this.#counts.set(keyOf(text), counts);
  }

  /** The number of messages; begins anew. `believed`: which lines say so. */
  end(believed: readonly Telling[]): number {
    let sum = 0;
    const alone = { item: 0, completed: 0 };
    for (const counts of this.#counts.values()) {
      // A finished item says whose words they are; a message is what stands as an item or an event as well.
      if (counts.has("item") || counts.has("event")) sum += Math.max(...believed.map((telling) => counts.get(telling) ?? 0));
      if (counts.size > 1) continue;
      alone.item += counts.get("item") ?? 0;
      alone.completed += counts.get("completed") ?? 0;
    }
    this.#counts.clear();
    // An item and a finished item with other words are one message as well.
    return believed.includes("completed") ? sum + Math.min(alone.item, alone.completed) : sum;
  }

  /** Likewise; item and event are one message although damage or its program has changed the words of one of them. */
  endAlike(): number {
    const sums = { item: 0, event: 0, completed: 0 };
    for (const counts of this.#counts.values()) {
      const isSaid = counts.has("item") || counts.has("event");
      for (const [telling, count] of counts) if (isSaid || telling !== "completed") sums[telling] += count;
    }
    this.#counts.clear();
    return Math.max(...Object.values(sums));
  }
}

/** Owners blank out texts for publication, and name in each line what it held: the length and hash behind it are the same. */
const BLANKED = /^\[REDACTED_[A-Z_]+/;
const KEY_END = 200;

/** Small for any text. */
function keyOf(text: string): string {
  const plain = text.trim().replace(BLANKED, "[REDACTED");
  return plain.length <= 2 * KEY_END ? plain : `${plain.length} ${plain.slice(0, KEY_END)} ${plain.slice(-KEY_END)}`;
}

function tellingOf(type: string, { type: kind }: JsonObject): Telling | null {
  if (type === "response_item") return "item";
  if (type !== "event_msg") return null;
  return kind === "item_completed" ? "completed" : "event";
}

function answerText(told: Telling, payload: JsonObject): string | null {
  switch (told) {
    case "event":
      return payload["type"] === "agent_message" ? textOf(payload["message"]) : null;
    case "item":
      return payload["type"] === "message" && payload["role"] === "assistant" ? textOf(payload["content"]) : null;
    case "completed": {
      const { item } = payload;
      return isJsonObject(item) && /^agentMessage$/i.test(String(item["type"])) ? textOf(item["content"] ?? item["text"]) : null;
    }
  }
}

/** Text as it stands, or that of its parts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: unknown) => (isJsonObject(part) && typeof part["text"] === "string" ? part["text"] : "")).join("");
}

/** No message stands on both sides of it. */
function isBoundary(type: string, { type: kind }: JsonObject): boolean {
  if (type !== "event_msg") return type === "compacted";
  return kind === "task_complete" || kind === "turn_complete" || kind === "turn_aborted";
}

/** The model does something: what a person says from here on is another message. */
function isWork({ type }: JsonObject): boolean {
  return type === "reasoning" || (typeof type === "string" && type.endsWith("_call"));
}
