// Messages and reasoning that stream in one attempt: they have ids and are on screen, but are not on disk yet. Nothing shows before its first
// words, so nothing empty has to be closed.
import { ItemId } from "../../../shared/protocol/ids";
import { messageText, type MessageItem, type ReasoningItem } from "../../../shared/protocol/response-item";
import type { TurnItem } from "../../../shared/protocol/turn-item";
import type { ModelEvent } from "../ports/model-client";
import type { TurnScope } from "./turn-scope";

type StartEvent = Extract<ModelEvent, { type: "itemStarted" }>;
type Phase = StartEvent["phase"];

export interface StreamingItem {
  readonly id: ItemId;
  readonly kind: "message" | "reasoning";
  readonly phase: Phase;
  /** What has been shown; for reasoning, its summary parts joined by blank lines. */
  readonly text: string;
}

interface Slot {
  readonly id: ItemId;
  readonly kind: "message" | "reasoning";
  readonly phase: Phase;
  readonly parts: string[];
}

export class StreamingItems {
  readonly #turn: TurnScope;
  readonly #slots = new Map<string, Slot>();
  readonly #claimed = new Set<string>();

  constructor(turn: TurnScope) {
    this.#turn = turn;
  }

  start(key: string, item: Pick<StartEvent, "id" | "kind" | "phase">): void {
    if (this.#slots.has(key)) return;
    this.#slots.set(key, { id: this.#claim(item.id), kind: item.kind, phase: item.phase, parts: [] });
  }

  textDelta(key: string, delta: string): void {
    const slot = this.#slots.get(key);
    if (slot === undefined || delta === "") return;
    const { turnId, emit } = this.#turn;
    if (slot.parts.length === 0) {
      const phase = slot.phase === "final_answer" ? "finalAnswer" : slot.phase;
      emit({ method: "item/started", params: { turnId, item: { id: slot.id, turnId, type: "agentMessage", text: "", phase } } });
    }
    slot.parts[0] = (slot.parts[0] ?? "") + delta;
    emit({ method: "item/agentMessage/delta", params: { turnId, itemId: slot.id, delta } });
  }

  summaryDelta(key: string, { summaryIndex, delta }: { summaryIndex: number; delta: string }): void {
    const slot = this.#slots.get(key);
    if (slot === undefined || delta === "") return;
    const { turnId, emit } = this.#turn;
    if (slot.parts.length === 0) {
      const item: TurnItem = { id: slot.id, turnId, type: "reasoning", summary: [], content: [] };
      emit({ method: "item/started", params: { turnId, item } });
    }
    slot.parts[summaryIndex] = (slot.parts[summaryIndex] ?? "") + delta;
    emit({ method: "item/reasoning/summaryTextDelta", params: { turnId, itemId: slot.id, summaryIndex, delta } });
  }

  /** The whole item under its canonical id, or null when there is nothing in it to keep and nothing of it on screen. */
  finish<Item extends MessageItem | ReasoningItem>(key: string, item: Item): Item | null {
    const slot = this.#slots.get(key);
    this.#slots.delete(key);
    if (isEmpty(item) && (slot === undefined || slot.parts.length === 0)) return null;
    return { ...item, id: slot?.id ?? this.#claim(item.id ?? null) };
  }

  /** What is on screen and was never finished, in the order it began. */
  get unfinished(): readonly StreamingItem[] {
    return [...this.#slots.values()]
      .filter((slot) => slot.parts.length > 0)
      .map(({ id, kind, phase, parts }) => ({ id, kind, phase, text: parts.filter((part) => part !== undefined).join("\n\n") }));
  }

  /** Whether an item of this attempt bears the id, on disk or not. */
  isClaimed(id: string): boolean {
    return this.#claimed.has(id);
  }

  // Local servers give the same id again and again; within a thread an item's id means one item.
  #claim(id: string | null): ItemId {
    const isFree = id !== null && id !== "" && !this.#turn.transcript.isUsed(id) && !this.#claimed.has(id);
    const claimed = isFree ? id : this.#turn.ids.uuid();
    this.#claimed.add(claimed);
    return ItemId.parse(claimed);
  }
}

function isEmpty(item: MessageItem | ReasoningItem): boolean {
  if (item.type === "message") return messageText(item) === "" && item.content.every((part) => part.type !== "input_image");
  const hasContent = (item.content ?? []).length > 0 || (item.encrypted_content ?? "") !== "";
  return item.summary.length === 0 && !hasContent;
}
