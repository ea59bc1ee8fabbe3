// The provider's stream events → ModelEvents (runtime.md §3). Only an item's end and the response's end mean anything to the runtime; whatever
// a server leaves out, repeats or numbers differently is mended here.
import { z } from "zod";
import { isCall, messageText, type ResponseItem } from "../../../shared/protocol/response-item";
import type { TokenCounts } from "../../../shared/protocol/thread";
import type { IdSource } from "../../runtime/ports/id-source";
import type { ModelEvent } from "../../runtime/ports/model-client";
import { readFault, type Fault } from "./error-mapping";
import { WireItem, readItem, readPhase } from "./item-mapping";
import { StreamSlots, learnId, partNumber, type Place, type Slot, type SlotKind } from "./stream-slots";

export interface EventMapper {
  /** What one event (parsed JSON) means, in order. Throws what `refuse` makes of `failed`, `incomplete` and `error`. Nothing may follow `completed`. */
  map(event: unknown): ModelEvent[];
  /** How many events and items were left out because they made no sense. */
  readonly skipped: number;
}

export interface MapperParts {
  readonly ids: IdSource;
  /** Classifies the provider's own words for a failure. */
  readonly refuse: (fault: Fault) => Error;
}

const SlotKindOfItem = z.enum(["message", "reasoning", "function_call", "custom_tool_call"]);
/** Sums of these stay finite: what is not can be said in no file. */
const tokens = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER);
const count = tokens.catch(0);
const Usage = z.object({
  input_tokens: tokens,
  output_tokens: tokens,
  total_tokens: tokens.optional().catch(undefined),
  input_tokens_details: z.object({ cached_tokens: count }).nullish().catch(null),
  output_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
});

type Wire = Readonly<Record<string, unknown>>;

export function createEventMapper(parts: MapperParts): EventMapper {
  return new ResponseMapper(parts);
}

class ResponseMapper implements EventMapper {
  readonly #ids: IdSource;
  readonly #refuse: (fault: Fault) => Error;
  readonly #slots = new StreamSlots();
  /** Calls whose end was told, to see the same one twice. */
  readonly #calls = new Set<string>();
  #skipped = 0;

  constructor({ ids, refuse }: MapperParts) {
    this.#ids = ids;
    this.#refuse = refuse;
  }

  get skipped(): number {
    return this.#skipped;
  }

  map(event: unknown): ModelEvent[] {
    if (!isWire(event)) return this.#skip();
    switch (event["type"]) {
      case "response.output_item.added":
        return this.#added(event);
      case "response.output_item.done":
        return this.#done(event);
      case "response.output_text.delta":
      case "response.refusal.delta":
        return this.#textDelta(event);
      case "response.reasoning_summary_text.delta":
        return this.#summaryDelta(event, event["summary_index"]);
      case "response.reasoning_text.delta":
        return this.#summaryDelta(event, event["content_index"]);
      case "response.function_call_arguments.delta":
        return this.#argumentsDelta("function_call", event);
      case "response.custom_tool_call_input.delta":
        return this.#argumentsDelta("custom_tool_call", event);
      case "response.completed":
        return this.#completed(event["response"]);
      case "response.failed":
        throw this.#refuse(inStream(isWire(event["response"]) ? event["response"] : event));
      case "response.incomplete":
        throw this.#refuse(incompleteFault(event["response"]));
      case "error":
        throw this.#refuse(inStream(event));
      case undefined:
        // A server that speaks in whole errors sends them without a type.
        if (event["error"] !== undefined) throw this.#refuse(inStream(event));
        return this.#skip();
      default:
        return [];
    }
  }

  #added(event: Wire): ModelEvent[] {
    const item = WireItem.safeParse(event["item"]);
    if (!item.success) return this.#skip();
    const kind = SlotKindOfItem.safeParse(item.data.type);
    if (!kind.success) return [];
    const slot = this.#slots.forAdded(kind.data, placeOf(event, item.data));
    slot.kind = kind.data;
    slot.isAdded = true;
    this.#learn(slot, item.data);
    return this.#start(slot, readPhase(item.data));
  }

  #textDelta(event: Wire): ModelEvent[] {
    const delta = event["delta"];
    if (typeof delta !== "string") return this.#skip();
    const slot = delta === "" ? null : this.#slots.forDelta("message", placeOf(event));
    if (slot === null) return [];
    slot.text += delta;
    return [...this.#start(slot, null), { type: "textDelta", key: slot.key, delta }];
  }

  #summaryDelta(event: Wire, sentIndex: unknown): ModelEvent[] {
    const delta = event["delta"];
    if (typeof delta !== "string") return this.#skip();
    const slot = delta === "" ? null : this.#slots.forDelta("reasoning", placeOf(event));
    if (slot === null) return [];
    const summaryIndex = partNumber(slot, numberOf(sentIndex) ?? 0);
    slot.summary[summaryIndex] = (slot.summary[summaryIndex] ?? "") + delta;
    return [...this.#start(slot, null), { type: "summaryDelta", key: slot.key, summaryIndex, delta }];
  }

  /** Kept only for a server that never sends the whole item; a call is told when it is whole. */
  #argumentsDelta(kind: "function_call" | "custom_tool_call", event: Wire): ModelEvent[] {
    const delta = event["delta"];
    if (typeof delta !== "string") return this.#skip();
    const slot = this.#slots.forDelta(kind, placeOf(event));
    if (slot !== null) slot.text += delta;
    return [];
  }

  #done(event: Wire): ModelEvent[] {
    const item = WireItem.safeParse(event["item"]);
    if (!item.success) return this.#skip();
    const kind = SlotKindOfItem.safeParse(item.data.type);
    if (!kind.success) return [];
    const place = placeOf(event, item.data);
    const found = this.#slots.forDone(kind.data, place, textOf(item.data["call_id"]));
    const slot =
      found === undefined || (found.isDone && !isRepeat(found, item.data)) ? this.#slots.open(kind.data, place) : found;
    if (slot.isDone) return [];
    slot.kind = kind.data;
    this.#learn(slot, item.data);
    // A call that was cut by the output limit is only whole if the response completes all the same.
    if (isCallKind(kind.data) && item.data["status"] === "incomplete") {
      slot.text = textOf(item.data["arguments"]) ?? textOf(item.data["input"]) ?? slot.text;
      return [];
    }
    return this.#finish(slot, item.data) ?? this.#skip();
  }

  /** Items that were streamed and never done are taken from the response's own list, else from their deltas. */
  #completed(response: unknown): ModelEvent[] {
    const body = isWire(response) ? response : {};
    const output = Array.isArray(body["output"]) ? body["output"] : [];
    const whole = output.flatMap((value, index) => {
      const item = WireItem.safeParse(value).data;
      const kind = SlotKindOfItem.safeParse(item?.type).data;
      return item === undefined || kind === undefined ? [] : [{ kind, item, place: { index, id: textOf(item["id"]) } }];
    });
    const matched = this.#slots.match(whole);
    const wholeOf = new Map<Slot, WireItem>();
    for (const [at, { kind, item, place }] of whole.entries()) {
      const slot = matched[at] ?? this.#slots.open(kind, place);
      if (slot.isDone) continue;
      slot.kind = kind;
      this.#learn(slot, item);
      wholeOf.set(slot, item);
    }
    const mended = this.#slots.unfinished.flatMap((slot) => {
      const item = wholeOf.get(slot);
      const events = item === undefined ? null : this.#finish(slot, item);
      return events ?? this.#finish(slot, fromDeltas(slot)) ?? [];
    });
    return [...mended, { type: "completed", usage: usageOf(body["usage"]), endTurn: body["end_turn"] !== false }];
  }

  #learn(slot: Slot, item: WireItem): void {
    learnId(slot, textOf(item["id"]));
    slot.callId ??= textOf(item["call_id"]);
    slot.name ??= textOf(item["name"]);
  }

  #start(slot: Slot, phase: "commentary" | "final_answer" | null): ModelEvent[] {
    if (slot.isStarted || (slot.kind !== "message" && slot.kind !== "reasoning")) return [];
    slot.isStarted = true;
    return [{ type: "itemStarted", key: slot.key, id: slot.id, kind: slot.kind, phase }];
  }

  /** The end of an item, once. Null when the item makes no sense; its slot stays open for a better form of it. */
  #finish(slot: Slot, wire: WireItem | null): ModelEvent[] | null {
    if (wire === null) return null;
    const named = isCallKind(slot.kind) && slot.name !== null ? { ...wire, name: slot.name } : wire;
    const item = readItem(named, {
      id: slot.id ?? `${ID_PREFIX[slot.kind]}_${this.#ids.uuid()}`,
      callId: slot.callId ?? `call_${this.#ids.uuid()}`,
    });
    if (item === null) return null;
    slot.isDone = true;
    slot.text = contentOf(item);
    if (isCall(item)) {
      const call = JSON.stringify([item.call_id, item.namespace, item.name, slot.text]);
      if (this.#calls.has(call)) return [];
      this.#calls.add(call);
    }
    return [...this.#start(slot, readPhase(wire)), { type: "itemDone", key: slot.key, item }];
  }

  #skip(): ModelEvent[] {
    this.#skipped++;
    return [];
  }
}

const ID_PREFIX: Readonly<Record<SlotKind, string>> = {
  message: "msg",
  reasoning: "rs",
  function_call: "fc",
  custom_tool_call: "ctc",
};

function fromDeltas(slot: Slot): WireItem | null {
  switch (slot.kind) {
    case "message":
      return slot.text === "" ? null : { type: slot.kind, content: slot.text };
    case "reasoning":
      return slot.summary.length === 0
        ? null
        : { type: slot.kind, summary: [...slot.summary].map((text) => ({ type: "summary_text", text: text ?? "" })) };
    case "function_call":
      return { type: slot.kind, arguments: slot.text };
    case "custom_tool_call":
      return { type: slot.kind, input: slot.text };
  }
}

/** Whether a finished item comes once more, rather than another one under marks that were used already. */
function isRepeat(slot: Slot, wire: WireItem): boolean {
  const id = textOf(wire["id"]);
  const callId = textOf(wire["call_id"]);
  const item = readItem(wire, { id: id ?? "", callId: callId ?? "" });
  if (item === null) return true;
  if (item.type === "reasoning") return id === null || slot.ids.has(id);
  if (isCall(item) && (item.name !== slot.name || (callId !== null && callId !== slot.callId))) return false;
  return contentOf(item) === slot.text;
}

function contentOf(item: ResponseItem): string {
  if (item.type === "message") return messageText(item);
  if (item.type === "function_call") return item.arguments;
  return item.type === "custom_tool_call" ? item.input : "";
}

function placeOf(event: Wire, item?: WireItem): Place {
  return { index: numberOf(event["output_index"]), id: textOf(event["item_id"]) ?? textOf(item?.["id"]) };
}

function usageOf(value: unknown): TokenCounts | null {
  const usage = Usage.safeParse(value).data;
  if (usage === undefined) return null;
  return {
    inputTokens: usage.input_tokens,
    cachedInputTokens: usage.input_tokens_details?.cached_tokens ?? 0,
    outputTokens: usage.output_tokens,
    reasoningOutputTokens: usage.output_tokens_details?.reasoning_tokens ?? 0,
    totalTokens: usage.total_tokens ?? usage.input_tokens + usage.output_tokens,
  };
}

function inStream(value: Wire): Fault {
  return readFault(value, { status: null, retryAfterMs: null });
}

function incompleteFault(response: unknown): Fault {
  const details = isWire(response) ? response["incomplete_details"] : undefined;
  const reason = (isWire(details) ? textOf(details["reason"]) : null) ?? "no reason given";
  return { status: null, codes: [reason], message: `the response is incomplete: ${reason}`, retryAfterMs: null };
}

function isCallKind(kind: SlotKind): boolean {
  return kind === "function_call" || kind === "custom_tool_call";
}

function isWire(value: unknown): value is Wire {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An empty text is as good as none: no id, no name. */
function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
