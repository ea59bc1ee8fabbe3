// The ordered ResponseItems of a thread's window in memory. Only recorded and read lines change it: memory equals the file (I5).
import { isCall, isOutput, type CallItem, type ResponseItem } from "../../../shared/protocol/response-item";
import type { RolloutLine } from "../../../shared/protocol/rollout-line";
import { WindowTokens } from "./window-tokens";

export class Transcript {
  #items: ResponseItem[] = [];
  readonly #usedIds = new Set<string>();
  readonly #openCalls = new Map<string, CallItem>();
  /** How full the window is that these items are. */
  readonly tokens = new WindowTokens();

  /** The current window: after a compaction its replacement and what followed. */
  get items(): readonly ResponseItem[] {
    return this.#items;
  }

  /** Calls without an output, in the order they were issued. */
  get openCalls(): readonly CallItem[] {
    return [...this.#openCalls.values()];
  }

  /** Whether an item or call of this thread already bears the id. */
  isUsed(id: string): boolean {
    return this.#usedIds.has(id);
  }

  /** Ids of items and calls that were not read. */
  use(ids: readonly string[]): void {
    for (const id of ids) this.#usedIds.add(id);
  }

  /** Takes in a line that is on disk; only items of the model change the transcript, superseded text merely uses up its id. */
  apply(line: RolloutLine): void {
    this.tokens.apply(line);
    if (line.type === "response_item") this.#push(line.payload);
    if (line.type === "compacted" && line.payload.replacement_history !== undefined)
      this.#items = [...line.payload.replacement_history];
    if (line.type === "cf_superseded") this.#usedIds.add(line.payload.itemId);
  }

  #push(item: ResponseItem): void {
    this.#items.push(item);
    if (isCall(item)) {
      this.#usedIds.add(item.call_id);
      this.#openCalls.set(item.call_id, item);
    } else if (isOutput(item)) {
      this.#openCalls.delete(item.call_id);
    } else if (item.id !== undefined) {
      this.#usedIds.add(item.id);
    }
  }
}
