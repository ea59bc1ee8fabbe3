// The items of one response while they stream: which slot an event speaks of, although providers number and name their items in many ways
// (bug reports 107-113). Knows positions and ids, not what the items mean.

export type SlotKind = "message" | "reasoning" | "function_call" | "custom_tool_call";

/** Where an event says it belongs. Either may be missing. */
export interface Place {
  readonly index: number | null;
  readonly id: string | null;
}

export interface Slot {
  readonly key: string;
  kind: SlotKind;
  readonly index: number | null;
  /** The first id seen is canonical; later ones only help to find the slot. */
  id: string | null;
  readonly ids: Set<string>;
  callId: string | null;
  name: string | null;
  /** Announced by the provider, not only guessed from a delta. */
  isAdded: boolean;
  /** Its start was told. */
  isStarted: boolean;
  /** Its end was told. */
  isDone: boolean;
  /** What came in deltas: the text of a message, the arguments of a call. */
  text: string;
  readonly summary: string[];
  /** The parts of the summary by the provider's own numbers. */
  readonly partNumbers: Map<number, number>;
}

export class StreamSlots {
  readonly #slots: Slot[] = [];

  open(kind: SlotKind, place: Place): Slot {
    const slot: Slot = {
      key: `item-${this.#slots.length}`,
      kind,
      index: place.index,
      id: null,
      ids: new Set(),
      callId: null,
      name: null,
      isAdded: false,
      isStarted: false,
      isDone: false,
      text: "",
      summary: [],
      partNumbers: new Map(),
    };
    learnId(slot, place.id);
    this.#slots.push(slot);
    return slot;
  }

  /** The slot that an announced item opens, or the one that its deltas have opened before. */
  forAdded(kind: SlotKind, place: Place): Slot {
    const early = this.#slots.find((slot) => !slot.isAdded && !slot.isDone && isKin(slot.kind, kind) && isAt(slot, place));
    const again = this.#slots.find((slot) => slot.isAdded && slot.kind === kind && place.id !== null && slot.ids.has(place.id));
    return early ?? again ?? this.open(kind, place);
  }

  /** The slot that a delta belongs to; null when that item is already done. Arguments that name no known place go on with the last open call. */
  forDelta(kind: SlotKind, place: Place): Slot | null {
    const kin = this.#slots.filter((slot) => isKin(slot.kind, kind));
    const open = kin.filter((slot) => !slot.isDone);
    const placed = byId(open, place) ?? byIndex(open, place);
    if (placed !== undefined) return placed;
    if (byId(kin, place) !== undefined) return null;
    const last = open.at(-1);
    if (last !== undefined && place.id === null && (place.index === null || isCallKind(kind))) return last;
    if (byIndex(kin, place) !== undefined) return null;
    return this.open(kind, place);
  }

  /** The slot of a finished item. It may be done already: then this is the same item again, or another one under used marks. */
  forDone(kind: SlotKind, place: Place, callId: string | null): Slot | undefined {
    const kin = this.#slots.filter((slot) => isKin(slot.kind, kind));
    const open = kin.filter((slot) => !slot.isDone);
    const sameCall = callId === null ? undefined : open.find((slot) => slot.callId === callId);
    const named = byId(open, place) ?? sameCall ?? byIndex(open, place) ?? byId(kin, place);
    return named ?? (place.index === null ? open[0] : byIndex(kin, place));
  }

  /** Pairs the whole items at the end of a response with what was streamed: by id, else by position, else in order. Null: never streamed. */
  match(items: readonly { readonly kind: SlotKind; readonly place: Place }[]): (Slot | null)[] {
    const left = new Set(this.#slots);
    const matched: (Slot | null)[] = items.map(() => null);
    for (const find of [byId, byIndex, first]) {
      for (const [at, { kind, place }] of items.entries()) {
        if (matched[at] !== null) continue;
        const found = find(
          [...left].filter((slot) => isKin(slot.kind, kind)),
          place,
        );
        if (found === undefined) continue;
        matched[at] = found;
        left.delete(found);
      }
    }
    return matched;
  }

  /** Not done, in the order of the response. */
  get unfinished(): Slot[] {
    return this.#slots.filter((slot) => !slot.isDone).sort((a, b) => (a.index ?? Infinity) - (b.index ?? Infinity) || 0);
  }
}

/** Remembers an id that an event gave to the slot's item. */
export function learnId(slot: Slot, id: string | null): void {
  if (id === null) return;
  slot.id ??= id;
  slot.ids.add(id);
}

/** Parts count from 0 in the order they begin: a provider may count from 1, from -1, or from a billion. */
export function partNumber(slot: Slot, sent: number): number {
  const known = slot.partNumbers.get(sent);
  if (known !== undefined) return known;
  const next = slot.partNumbers.size;
  slot.partNumbers.set(sent, next);
  return next;
}

function byId(slots: readonly Slot[], { id }: Place): Slot | undefined {
  return id === null ? undefined : slots.find((slot) => slot.ids.has(id));
}

function byIndex(slots: readonly Slot[], { index }: Place): Slot | undefined {
  return index === null ? undefined : slots.findLast((slot) => slot.index === index);
}

function first(slots: readonly Slot[]): Slot | undefined {
  return slots[0];
}

function isAt(slot: Slot, { index, id }: Place): boolean {
  if (index !== null && slot.index !== null) return slot.index === index;
  return id === null || slot.ids.size === 0 || slot.ids.has(id);
}

function isCallKind(kind: SlotKind): boolean {
  return kind === "function_call" || kind === "custom_tool_call";
}

/** A delta of arguments does not say which of the two call kinds it belongs to. */
function isKin(a: SlotKind, b: SlotKind): boolean {
  return a === b || (isCallKind(a) && isCallKind(b));
}
