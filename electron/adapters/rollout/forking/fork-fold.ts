// Lines of a source, in our own form → the lines of its fork, one after the other: every call has its output, nobody speaks between the two, names are
// unique, and nothing is left that only the source's provider can read. Only what may have to stand elsewhere waits.
import { ItemId, type ThreadId, TurnId } from "../../../../shared/protocol/ids";
import { isCall, isOutput, type MessageItem, type ResponseItem } from "../../../../shared/protocol/response-item";
import type { LineBody, LinePayload, RolloutLine, UnknownLine } from "../../../../shared/protocol/rollout-line";
import { inputText } from "../../../../shared/protocol/user-input";
import type { OutputPlace } from "../../../runtime/history/output-lines";
import { parseTimestamp } from "../../../runtime/history/timestamp";
import { interruptedLines } from "../../../runtime/history/turn-lines";
import { withTwin } from "../../../runtime/history/twin-lines";
import { CallPairs } from "./call-pairs";
import { ForkIds } from "./fork-ids";
import { ForkInputs } from "./fork-inputs";
import { type ForkedBody, ForkTurns } from "./fork-turns";
import { forkWindow, unsealed } from "./fork-window";

export interface ForkFoldParts {
  readonly threadId: ThreadId;
  readonly path: string;
  /** A turn's id in the source; what follows its end is left out. */
  readonly throughTurnId: TurnId | null;
}

/** The person's last words, for a window that has to be made. */
const MAX_SAID = 100;
/** So many lines wait behind a compaction for the ends of calls before it. */
const MAX_BEHIND = 64;
const TURN_EVENTS: ReadonlySet<string> = new Set(["task_started", "task_complete", "turn_aborted"]);

type Entry = RolloutLine | UnknownLine;

interface Words {
  readonly accepted: readonly LineBody[];
  readonly said: readonly LineBody[];
}

export class ForkFold {
  readonly #parts: ForkFoldParts;
  readonly #ids: ForkIds;
  readonly #turns: ForkTurns;
  readonly #calls = new CallPairs();
  readonly #inputs = new ForkInputs();
  #out: ForkedBody[] = [];
  /** Words that came while a call had no output. */
  #waiting: Words[] = [];
  /** A compaction while calls had no end, and what followed it: no pair may stand on both sides of one. Empty: none waits. */
  #behind: Entry[] = [];
  #said: MessageItem[] = [];
  #atMs = 0;
  #isDone = false;

  constructor(parts: ForkFoldParts) {
    this.#parts = parts;
    this.#ids = new ForkIds(parts.threadId);
    this.#turns = new ForkTurns(this.#ids, (lines) => this.#out.push(...lines));
  }

  /** The turn that was asked for has ended here. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** The lines that this one brings, in order. */
  take(entry: Entry): readonly ForkedBody[] {
    if (entry.timestamp !== null) this.#atMs = parseTimestamp(entry.timestamp) || this.#atMs;
    if (!this.#isDone && !this.#waitsBehind(entry)) this.#take(entry);
    return this.#given();
  }

  /** The source ends here: a turn that has not ended was interrupted here. */
  end(): readonly ForkedBody[] {
    this.#takeBehind();
    if (!this.#isDone) this.#endTurn();
    if (!this.#isDone && this.#turns.beginLeft()) this.#turns.settle(completed(this.#turns.id));
    return this.#given();
  }

  /** Whether the line has its turn later: what ends a call in front of a compaction comes in front of it too, unless the thread went on before that. */
  #waitsBehind(entry: Entry): boolean {
    if (this.#behind.length === 0) {
      if (entry.type !== "compacted" || this.#calls.haveAllEnded) return false;
      this.#behind.push(entry);
      return true;
    }
    if (entry.type === "cf_outcome" || (entry.type === "response_item" && isOutput(entry.payload))) {
      this.#take(entry);
      if (this.#calls.haveAllEnded) this.#takeBehind();
      return true;
    }
    if (!goesOn(entry) && this.#behind.length < MAX_BEHIND) {
      this.#behind.push(entry);
      return true;
    }
    this.#takeBehind();
    return this.#waitsBehind(entry);
  }

  #takeBehind(): void {
    const behind = this.#behind;
    this.#behind = [];
    for (const entry of behind) if (!this.#isDone) this.#take(entry);
  }

  #given(): readonly ForkedBody[] {
    const out = this.#out;
    this.#out = [];
    return out;
  }

  #take(entry: Entry): void {
    switch (entry.type) {
      case "session_meta":
      case "cf_input_end":
      case "cf_name":
        return;
      case "cf_input":
        // The person goes on: the turn before is over.
        if (entry.payload.via === "start") this.#endIfOver();
        if (!this.#isDone) this.#inputs.accept(entry.payload);
        return;
      case "cf_mail":
        return this.#inputs.mail(entry.payload);
      case "cf_queue":
        return this.#inputs.change(entry.payload);
      case "turn_context":
        if (this.#turns.open === null) return;
        return this.#turns.context({ type: entry.type, payload: { ...entry.payload, turn_id: this.#turns.id } });
      case "response_item":
        return this.#item(unsealed(entry.payload));
      case "event_msg":
        return this.#event(entry.payload);
      case "compacted":
        return this.#compacted(entry.payload);
      case "cf_running":
      case "cf_outcome":
      case "cf_approval_requested":
      case "cf_approval_decided":
        return this.#turns.content(this.#calls.fact(entry));
      case "cf_superseded": {
        const itemId = ItemId.parse(this.#ids.take(entry.payload.itemId));
        return this.#turns.content([{ type: entry.type, payload: { ...entry.payload, itemId } }]);
      }
      case "cf_undo": {
        const { itemId, undoOf, ...payload } = entry.payload;
        const named = { itemId: ItemId.parse(this.#ids.take(itemId)), undoOf: TurnId.parse(this.#ids.named(undoOf)) };
        return this.#turns.content([{ type: entry.type, payload: { ...payload, ...named } }]);
      }
      case "cf_item": {
        const { itemId, ...payload } = entry.payload;
        const named = itemId === undefined ? {} : { itemId: ItemId.parse(this.#ids.take(itemId)) };
        return this.#turns.content([{ type: entry.type, payload: { ...payload, ...named } }]);
      }
      case "cf_notice":
        return this.#notice(entry.payload);
      case "unknown":
        return this.#turns.context(entry);
    }
  }

  #item(item: ResponseItem): void {
    if (isOutput(item)) {
      this.#turns.content(this.#calls.close(item, this.#place()));
      return this.#sayWaiting();
    }
    if (item.type === "message" && item.role !== "assistant") return this.#words(item);
    if (item.type === "message" && item.content.length === 0) return;
    this.#goOn();
    if (isCall(item)) {
      const sourceId = item.call_id;
      const call = { ...item, call_id: this.#ids.take(sourceId) };
      return this.#turns.content(this.#calls.open(call, { sourceId, place: this.#place() }));
    }
    const named = item.id === undefined ? item : { ...item, id: this.#ids.take(item.id) };
    this.#turns.content(withTwin(named));
  }

  /** The model goes on although words wait: it has got the outputs that are missing here, or there are none. */
  #goOn(): void {
    if (this.#waiting.length > 0) this.#closeCalls();
  }

  #words(item: MessageItem): void {
    if (item.content.length === 0) return;
    const sourceId = item.id;
    const named = sourceId === undefined ? item : { ...item, id: this.#ids.take(sourceId) };
    const message: LineBody = { type: "response_item", payload: named };
    const input =
      sourceId === undefined || named.id === undefined || !this.#inputs.has(sourceId)
        ? null
        : this.#inputs.said(sourceId, { id: named.id, turnId: this.#turns.id });
    if (input === null) return this.#context(message);
    const twin: LineBody = {
      type: "event_msg",
      payload: { type: "user_message", message: inputText(input.input), images: [], local_images: [], text_elements: [] },
    };
    if (!input.isMail) this.#said = [...this.#said, named].slice(-MAX_SAID);
    this.#say({ accepted: input.accepted, said: [input.end, message, ...(input.isMail ? [] : [twin])] });
  }

  #context(message: LineBody): void {
    if (this.#calls.hasOpen) this.#waiting.push({ accepted: [], said: [message] });
    else this.#turns.context(message);
  }

  #say(words: Words): void {
    if (this.#calls.hasOpen) this.#waiting.push(words);
    else this.#turns.words(words);
  }

  #sayWaiting(): void {
    if (this.#calls.hasOpen) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const words of waiting) this.#turns.words(words);
  }

  #event(event: LinePayload<"event_msg">): void {
    switch (event.type) {
      case "task_started":
        this.#endTurn();
        if (!this.#isDone) this.#turns.begin(event.turn_id, { atMs: this.#atMs, window: event.model_context_window });
        return;
      case "task_complete":
      case "turn_aborted":
        // One without a start is of nothing.
        if (this.#turns.open === null) return;
        return this.#turns.over({ type: "event_msg", payload: { ...event, turn_id: this.#turns.id } });
      case "token_count":
        if (this.#turns.open !== null) this.#turns.content([{ type: "event_msg", payload: event }]);
        return;
      case "user_message":
      case "agent_message":
      case "agent_reasoning":
      case "context_compacted":
      case "item_completed":
        // Each is written anew beside its item.
        return;
    }
  }

  #compacted(payload: LinePayload<"compacted">): void {
    this.#closeCalls();
    const { replacement_history: _window, cf_item_id, ...rest } = payload;
    const window = forkWindow(payload, { ids: this.#ids, said: this.#said, recordPath: this.#parts.path });
    const named = cf_item_id === undefined ? {} : { cf_item_id: ItemId.parse(this.#ids.take(cf_item_id)) };
    this.#turns.content([
      { type: "compacted", payload: { ...rest, ...named, replacement_history: window } },
      { type: "event_msg", payload: { type: "context_compacted" } },
    ]);
  }

  #notice({ itemId, compaction, ...notice }: LinePayload<"cf_notice">): void {
    const line: LineBody = {
      type: "cf_notice",
      payload: {
        ...notice,
        ...(itemId === undefined ? {} : { itemId: ItemId.parse(this.#ids.take(itemId)) }),
        ...(compaction === undefined
          ? {}
          : { compaction: { ...compaction, itemId: ItemId.parse(this.#ids.take(compaction.itemId)) } }),
      },
    };
    this.#turns.context(line);
  }

  #endIfOver(): void {
    if (this.#turns.open !== null && this.#turns.open.end !== null) this.#endTurn();
  }

  #endTurn(): void {
    const turn = this.#turns.open;
    if (turn === null) return;
    this.#closeCalls();
    const times = { startedAtMs: turn.startedAtMs, endedAtMs: this.#atMs };
    const [marker, interrupted] = interruptedLines(turn.id, times);
    if (turn.end === null && marker !== undefined) this.#turns.content([marker]);
    const end = turn.end ?? interrupted;
    if (end !== undefined) this.#turns.settle(end);
    if (turn.sourceId !== null && turn.sourceId === this.#parts.throughTurnId) this.#isDone = true;
  }

  #closeCalls(): void {
    if (this.#calls.hasOpen) this.#turns.content(this.#calls.closeAll(this.#place()));
    this.#sayWaiting();
  }

  #place(): OutputPlace {
    return { threadId: this.#parts.threadId, turnId: this.#turns.id, recordedAtMs: this.#atMs };
  }
}

/** Somebody speaks, a turn begins or ends: nothing is known to be under way any more. */
function goesOn(entry: Entry): boolean {
  switch (entry.type) {
    case "event_msg":
      return TURN_EVENTS.has(entry.payload.type);
    case "response_item":
    case "cf_input":
    case "cf_input_end":
    case "cf_mail":
    case "cf_queue":
    case "compacted":
      return true;
    default:
      return false;
  }
}

function completed(turnId: TurnId): LineBody {
  return { type: "event_msg", payload: { type: "task_complete", turn_id: turnId } };
}
