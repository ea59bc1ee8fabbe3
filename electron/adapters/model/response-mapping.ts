// The provider's stream events → ModelEvents (runtime.md §3). Only an item's end and the response's end mean anything to the runtime; whatever
// a server leaves out, repeats or numbers differently is mended here.
import { z } from "zod";
import { isCall, messageText, type ResponseItem } from "../../../shared/protocol/response-item";
import type { IdSource } from "../../runtime/ports/id-source";
import type { ModelEvent } from "../../runtime/ports/model-client";
import { readIncomplete, readStreamFault, type Fault } from "./fault";
import { WireItem, readItem, readPhase } from "./item-mapping";
import { fromDeltas } from "./rebuilt-item";
import { StreamSlots, learnId, partNumber, type Place, type Slot, type SlotKind } from "./stream-slots";
import { readUsage } from "./usage-mapping";

export interface EventMapper {
  /** What one event (parsed JSON) means, in order. Throws what `refuse` makes of `failed`, `incomplete` and `error`. Nothing may follow `completed`. */
  map(event: unknown): ModelEvent[];
  /** The stream has ended: throws what is still held of a failure that was told without its reasons. */
  end(): void;
  /** How many events and items were left out because they made no sense. */
  readonly skipped: number;
}

export interface MapperParts {
  readonly ids: IdSource;
  /** Classifies the provider's own words for a failure. */
  readonly refuse: (fault: Fault) => Error;
}

const SlotKindOfItem = z.enum(["message", "reasoning", "function_call", "custom_tool_call"]);
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
  /** A failure without reasons: some servers give them in an `error` behind it. */
  #unexplained: Fault | null = null;
  #skipped = 0;

  constructor({ ids, refuse }: MapperParts) {
    this.#ids = ids;
    this.#refuse = refuse;
  }

  get skipped(): number {
    return this.#skipped;
  }

  end(): void {
    if (this.#unexplained !== null) throw this.#refuse(this.#unexplained);
  }

  map(event: unknown): ModelEvent[] {
    if (this.#unexplained !== null && !(isWire(event) && isError(event))) this.end();
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
      case "response.output_text.done":
        return this.#textDone(event);
      case "response.function_call_arguments.done":
        return this.#argumentsDone(event);
      case "response.function_call_arguments.delta":
        return this.#argumentsDelta("function_call", event);
      case "response.custom_tool_call_input.delta":
        return this.#argumentsDelta("custom_tool_call", event);
      case "response.completed":
        return this.#completed(event["response"]);
      case "response.failed":
        return this.#failed(readStreamFault(isWire(event["response"]) ? event["response"] : { ...event, type: undefined }));
      case "response.incomplete":
        throw this.#refuse(readIncomplete(event["response"]));
      case "error":
        throw this.#refuse(readStreamFault(event));
      case undefined:
        // A server that speaks in whole errors sends them without a type.
        if (event["error"] !== undefined) throw this.#refuse(readStreamFault(event));
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

  /** A server that sends no deltas says the whole text here. */
  #textDone(event: Wire): ModelEvent[] {
    const text = textOf(event["text"]);
    const slot = text === null || isNowhere(placeOf(event)) ? null : this.#slots.forDelta("message", placeOf(event));
    return text === null || slot === null || slot.text !== "" ? [] : this.#textDelta({ ...event, delta: text });
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

  /** Whole, whatever the deltas were. */
  #argumentsDone(event: Wire): ModelEvent[] {
    const text = textOf(event["arguments"]);
    const slot = text === null || isNowhere(placeOf(event)) ? null : this.#slots.forDelta("function_call", placeOf(event));
    if (text !== null && slot !== null) slot.text = text;
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
    return [...mended, { type: "completed", usage: readUsage(body["usage"]), endTurn: body["end_turn"] !== false }];
  }

  #failed(fault: Fault): ModelEvent[] {
    if (fault.message !== "" || fault.codes.length > 0) throw this.#refuse(fault);
    this.#unexplained = fault;
    return [];
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

function isNowhere({ index, id }: Place): boolean {
  return index === null && id === null;
}

function isError(event: Wire): boolean {
  return event["type"] === "error" || (event["type"] === undefined && event["error"] !== undefined);
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
