// How full the window is: what the provider reported last, and an estimate of what has come since. Folded over the lines, so it costs the same
// in a long thread as in a short one (runtime.md §10).
import { isCall, isOutput, type ResponseItem } from "../../../shared/protocol/response-item";
import type { RolloutLine } from "../../../shared/protocol/rollout-line";
import type { TokenSource } from "../../../shared/protocol/window-item";
import { itemTokens } from "./token-estimate";

export class WindowTokens {
  /** Estimate of what goes out with every request besides the items: the instructions. A report covers it. */
  fixed = 0;
  /** Total of the last report about this window; null before the first. */
  #reported: number | null = null;
  /** Estimate of the items that the report does not cover. */
  #unreported = 0;
  /** Estimate of the items behind the last one that the model made: a report about that answer does not cover them. */
  #sinceModel = 0;
  #isFull = false;

  get count(): number {
    return (this.#reported ?? this.fixed) + this.#unreported;
  }

  get source(): TokenSource {
    return this.#reported === null ? "estimated" : "reported";
  }

  /** The provider refused the window as too long; only a compaction helps. */
  get isFull(): boolean {
    return this.#isFull;
  }

  apply(line: RolloutLine): void {
    if (line.type === "response_item") this.#add(line.payload);
    if (line.type === "compacted" && line.payload.replacement_history !== undefined)
      this.#replace(line.payload.replacement_history);
    if (line.type === "event_msg" && line.payload.type === "token_count") {
      const { info, cf_source, cf_full } = line.payload;
      if (cf_full === true) this.#isFull = true;
      else if (info !== null && cf_source !== "estimated") this.#report(info.last_token_usage.total_tokens);
    }
  }

  #add(item: ResponseItem): void {
    const tokens = itemTokens(item);
    this.#unreported += tokens;
    this.#sinceModel = isOfModel(item) ? 0 : this.#sinceModel + tokens;
  }

  #report(total: number): void {
    this.#reported = total;
    this.#unreported = this.#sinceModel;
    this.#isFull = false;
  }

  #replace(items: readonly ResponseItem[]): void {
    this.#reported = null;
    this.#unreported = items.reduce((sum, item) => sum + itemTokens(item), 0);
    this.#sinceModel = this.#unreported;
    this.#isFull = false;
  }
}

function isOfModel(item: ResponseItem): boolean {
  if (item.type === "message") return item.role === "assistant";
  return isCall(item) || !isOutput(item);
}
