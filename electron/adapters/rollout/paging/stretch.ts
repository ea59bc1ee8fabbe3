// A stretch of a rollout, decoded: translated lines → events → view, by the one projection and the one reducer, and where each item starts.
import type { TurnId } from "../../../../shared/protocol/ids";
import type { ThreadTokenUsage, Turn } from "../../../../shared/protocol/thread";
import { isOpen, type TurnItem } from "../../../../shared/protocol/turn-item";
import { applyEvent, emptyThreadView } from "../../../../shared/view/thread-view";
import { ItemProjection } from "../../../runtime/history/item-projection";
import type { PlacedLine } from "../codex-import/placed-line";
import { enteringEvents } from "./entering-events";
import type { ItemSpot } from "./page-cursor";
import type { LineTranslator } from "../codex-import/line-translator";
import type { ScannedLine } from "../reading/record-scanner";

/** `spot`: where the record stands that the item began with. */
export interface PlacedItem {
  readonly spot: ItemSpot;
  readonly item: TurnItem;
}

/**
 * All items that start at or behind `start` and before `end`, in file order, as the whole file makes them; and the turns that were met on the way.
 * `bare`: those without an item, and the offset that each starts at.
 */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly items: readonly PlacedItem[];
  readonly turns: ReadonlyMap<TurnId, Turn>;
  readonly bare: ReadonlyMap<TurnId, number>;
  readonly tokens: ThreadTokenUsage | null;
}

export class StretchDecoder {
  readonly #projection = new ItemProjection();
  readonly #view = emptyThreadView();
  /** By id and line: damage may double a line, and then two items have one id. */
  readonly #spots = new Map<string, ItemSpot>();
  /** Turns that have had no item so far, and where they start. */
  readonly #bare = new Map<TurnId, number>();
  #translator: LineTranslator;
  /** Where lines are not counted, what stands at an offset has that for its line until it is given out: the reducer finds its way by lines. */
  #isNumbered = true;
  #lastOffset = -1;
  #nth = 0;

  constructor(translator: LineTranslator) {
    this.#translator = translator;
  }

  /** Goes on with a translator that knows what was passed over. */
  continueWith(translator: LineTranslator): void {
    this.#translator = translator;
  }

  /** An item waits for a line that is still to come: for its output, its answer, or the second line that says whose words it is. */
  get isAnyOpen(): boolean {
    return !this.#translator.isSettled || this.#view.items.some(isOpen);
  }

  apply(record: ScannedLine): void {
    if (record.place.line === null) this.#isNumbered = false;
    this.applyLines(this.#translator.apply(record));
  }

  end(): void {
    this.applyLines(this.#translator.end());
  }

  applyLines(lines: readonly PlacedLine[]): void {
    for (const { entry, place, offset } of lines) {
      const line = place.line ?? (this.#isNumbered ? null : offset + 1);
      for (const event of this.#projection.apply(entry, { ...place, line })) {
        if (event.method === "item/started" || event.method === "item/completed") this.#note(event.params.item, offset);
        if (event.method === "turn/started") this.#bare.set(event.params.turn.id, offset);
        applyEvent(this.#view, event);
      }
    }
  }

  /** The turn that the next line belongs to, as it is known from elsewhere. */
  enterTurn(turn: Turn, { offset, isActive }: { readonly offset: number; readonly isActive: boolean }): void {
    const timestamp = new Date(turn.startedAtMs).toISOString();
    const place = { line: turn.line ?? null, key: `at-${offset}` };
    this.applyLines(
      enteringEvents(turn, isActive).map((payload) => ({ entry: { timestamp, type: "event_msg", payload }, place, offset })),
    );
  }

  /** The folder that commands run in, where no line behind says another. */
  enterFolder(cwd: string, offset: number): void {
    const payload = { cwd, approval_policy: "", sandbox_policy: null, model: "", summary: null };
    const entry = { timestamp: "", type: "turn_context", payload } as const;
    this.applyLines([{ entry, place: { line: null, key: `at-${offset}` }, offset }]);
  }

  stretch(start: number, end: number): Stretch {
    const items = this.#view.items.flatMap((item): PlacedItem[] => {
      const spot = this.#spots.get(nameOf(item));
      if (spot === undefined || spot.offset < start || spot.offset >= end) return [];
      return [{ spot, item: this.#isNumbered ? item : withoutLines(item) }];
    });
    const turns = new Map(this.#view.turns.map((turn) => [turn.id, this.#isNumbered ? turn : withoutLines(turn)]));
    const bare = new Map([...this.#bare].filter(([, offset]) => offset >= start && offset < end));
    return { start, end, items, turns, bare, tokens: this.#view.tokens };
  }

  #note(item: TurnItem, offset: number): void {
    const name = nameOf(item);
    this.#bare.delete(item.turnId);
    if (this.#spots.has(name)) return;
    this.#nth = offset === this.#lastOffset ? this.#nth + 1 : 0;
    this.#lastOffset = offset;
    this.#spots.set(name, { offset, nth: this.#nth });
  }
}

function nameOf({ id, line }: TurnItem): string {
  return line === undefined ? id : `${id} ${line}`;
}

function withoutLines<Entry extends TurnItem | Turn>(entry: Entry): Entry {
  const told = { ...entry };
  if ("line" in told) delete told.line;
  if ("outputLine" in told) delete told.outputLine;
  if ("endLine" in told) delete told.endLine;
  return told;
}
