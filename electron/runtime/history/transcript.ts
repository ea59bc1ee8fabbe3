// The ordered ResponseItems of a thread in memory. Only the recorder (and resume) pushes: memory equals the file (I5).
import { isCall, isOutput, type CallItem, type ResponseItem } from "../../../shared/protocol/response-item";

export class Transcript {
  readonly #items: ResponseItem[] = [];
  readonly #usedIds = new Set<string>();
  readonly #openCalls = new Map<string, CallItem>();

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

  push(item: ResponseItem): void {
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
