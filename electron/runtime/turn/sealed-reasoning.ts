// Reasoning that the server has sealed and later refused to read, after a change of key or provider: it stays on disk and is left out of what
// is sent from then on (runtime.md §11).
import type { ResponseItem } from "../../../shared/protocol/response-item";

export class SealedReasoning {
  readonly #refused = new WeakSet<ResponseItem>();

  refuse(items: readonly ResponseItem[]): void {
    for (const item of items) if (item.type === "reasoning") this.#refused.add(item);
  }

  /** The items without those that were refused. */
  readable(items: readonly ResponseItem[]): readonly ResponseItem[] {
    return items.filter((item) => !this.#refused.has(item));
  }
}
