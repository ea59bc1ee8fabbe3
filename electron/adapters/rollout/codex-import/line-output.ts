// What the translation of one record gives, and the names of what has none: an id that could mean two things in a file becomes the line's key.
import { ItemId } from "../../../../shared/protocol/ids";
import type { LineBody, RolloutLine, ShownItem, UnknownLine } from "../../../../shared/protocol/rollout-line";
import type { PlacedLine } from "./placed-line";
import { hashOf, remember } from "./recent-hashes";
import type { OpenCall, Origin, TranslatorState } from "./translator-state";

const NOTHING: readonly PlacedLine[] = [];
const USED_IDS = 128;
/** Random and long enough to be one item's for good; counters and a model server's `call_0` are not. */
const UNIQUE_ID = /^(?=.*\d)[\w-]{20,}$/;

export class LineOutput {
  readonly state: Omit<TranslatorState, "calls">;
  /** By the call's id in the file. */
  readonly calls: Map<string, OpenCall>;
  #lines: PlacedLine[] = [];
  /** Lines that were given out for records before the last one. */
  readonly #held = new Map<number, number>();

  /** The state is its own from now on. */
  constructor({ calls, ...state }: TranslatorState) {
    this.state = state;
    this.calls = new Map(calls);
  }

  /** Shares what still changes. */
  get snapshot(): TranslatorState {
    return { ...this.state, calls: [...this.calls] };
  }

  take(): readonly PlacedLine[] {
    if (this.#held.size > 0) this.#held.clear();
    if (this.#lines.length === 0) return NOTHING;
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }

  put(body: LineBody, at: Origin): void {
    this.putAs(this.nextKey(at), body, at);
  }

  putAs(key: string, body: LineBody, at: Origin): void {
    if (isHeard(body)) this.state.heardAt = at.timestamp;
    this.#lines.push(placed(key, body, at));
  }

  putLine(line: PlacedLine): void {
    const { entry } = line;
    if (entry.type !== "unknown" && isHeard(entry)) this.state.heardAt = entry.timestamp;
    this.#lines.push(line);
  }

  /** A line that decides nothing keeps its place behind what waits. */
  pass(line: PlacedLine): void {
    if (this.state.held.length === 0) this.putLine(line);
    else this.state.held.push({ kind: "line", line });
  }

  /** A line that is in our form already, or that nobody knows. */
  lineOf(entry: PlacedLine["entry"], at: Origin): PlacedLine {
    return { entry, place: { line: at.line, key: this.nextKey(at) }, offset: at.offset };
  }

  /** A line of ours that is told of a record. */
  bodyOf(body: LineBody, at: Origin): PlacedLine {
    return placed(this.nextKey(at), body, at);
  }

  putItem(item: ShownItem, at: Origin): void {
    this.put({ type: "cf_item", payload: { item } }, at);
  }

  /** It keeps its place behind what waits. */
  passNotice(notice: { level: "info" | "warning" | "error"; code: string; text: string }, at: Origin): void {
    this.pass(this.bodyOf({ type: "cf_notice", payload: notice }, at));
  }

  /** The first line of a record is named by its offset, the others by a number behind it. */
  nextKey({ offset }: Origin): string {
    const { last } = this.state;
    const isLast = offset === last.offset;
    const count = isLast ? last.count : (this.#held.get(offset) ?? 0);
    if (isLast) last.count += 1;
    else this.#held.set(offset, count + 1);
    return count === 0 ? `at-${offset}` : `at-${offset}-${count}`;
  }

  /** Whether an item of that id was given out lately. */
  isUsed(id: string | undefined): boolean {
    return id !== undefined && UNIQUE_ID.test(id) && this.state.usedIds.includes(hashOf(id));
  }

  /** The id itself while it names one item only, else the key. */
  idOr(id: string | undefined, key: () => string): ItemId {
    if (id === undefined || !UNIQUE_ID.test(id)) return ItemId.parse(key());
    const hash = hashOf(id);
    if (this.state.usedIds.includes(hash)) return ItemId.parse(key());
    remember(this.state.usedIds, hash, USED_IDS);
    return ItemId.parse(id);
  }
}

/** Of the model or of a tool, and not of a person or the program. */
function isHeard(body: LineBody): boolean {
  if (body.type !== "response_item") return body.type === "cf_outcome" || body.type === "cf_item";
  return body.payload.type !== "message" || body.payload.role === "assistant";
}

export function placed(key: string, body: LineBody, { offset, line, timestamp }: Origin): PlacedLine {
  // Type and payload come from the same body.
  const entry = { timestamp, type: body.type, payload: body.payload } as RolloutLine;
  return { entry, place: { line, key }, offset };
}

export function unknownEntry(lineType: string, record: unknown, { timestamp }: Origin): UnknownLine {
  return { type: "unknown", timestamp, lineType, json: JSON.stringify(record) };
}
