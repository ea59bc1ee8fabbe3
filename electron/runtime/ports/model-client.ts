// The model, asked once: a request in, events out. The adapter hides the provider's wire format.
import type { ResponseItem } from "../../../shared/protocol/response-item";
import type { TokenCounts } from "../../../shared/protocol/thread";
import type { ToolSpec } from "./tool";

export interface ModelRequest {
  readonly model: string;
  readonly instructions: string;
  readonly input: readonly ResponseItem[];
  /** Empty for a compaction: the model is to answer in words. */
  readonly tools: readonly ToolSpec[];
  readonly threadId: string;
  readonly turnId: string;
}

/** `key` names the stream's slot of an item; it is the same for the item's start, its deltas and its end. */
export type ModelEvent =
  /** `id`: the provider's id of the item if it gave one here; the first id seen is canonical. */
  | {
      readonly type: "itemStarted";
      readonly key: string;
      readonly id: string | null;
      readonly kind: "message" | "reasoning";
      readonly phase: "commentary" | "final_answer" | null;
    }
  | { readonly type: "textDelta"; readonly key: string; readonly delta: string }
  | { readonly type: "summaryDelta"; readonly key: string; readonly summaryIndex: number; readonly delta: string }
  /** Business event. Calls always have a non-empty call_id; a missing one was generated. */
  | { readonly type: "itemDone"; readonly key: string; readonly item: ResponseItem }
  /** So many parts of the response made no sense and were left out. At most once, just before `completed`. */
  | { readonly type: "skipped"; readonly count: number }
  /** Business event, always the last. `endTurn` false: the model wants another step though it made no call. */
  | { readonly type: "completed"; readonly usage: TokenCounts | null; readonly endTurn: boolean };

export interface ModelClient {
  readonly provider: string;
  readonly contextWindow: number | null;
  /** Retries that runtime.md §11 allows per step after a stream that broke. */
  readonly maxRetries: number;
  /**
   * Yields events in order and ends after `completed`. Otherwise throws an AttemptError: StreamDisconnected (cut, idle, 5xx, failed),
   * ConnectionFailed, RateLimited, ReasoningRefused, PicturesRefused or RequestRejected, after all events that were read. On abort, and when the reader leaves,
   * it ends promptly, by return or throw, and closes the connection.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
