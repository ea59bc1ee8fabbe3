// The lines of a thread's file, one after the other, folded into what is known of it: transcript, view, what was accepted. Reading changes nothing.
import type { ClientMessageId } from "../../../shared/protocol/ids";
import { parseLine, type LinePayload, type RolloutLine, type UnknownLine } from "../../../shared/protocol/rollout-line";
import { applyEvent, emptyThreadView, type ThreadView } from "../../../shared/view/thread-view";
import type { Acceptance } from "../input/submissions";
import type { StoredLine, StoredRollout } from "../ports/rollout-store";
import { ItemProjection } from "./item-projection";
import { placeAt } from "./line-place";
import { parseTimestamp } from "./timestamp";
import { Transcript } from "./transcript";

export interface ResumedThread {
  readonly meta: LinePayload<"session_meta"> | null;
  readonly createdAtMs: number;
  readonly transcript: Transcript;
  readonly projection: ItemProjection;
  /** Of a big file it begins with the last compaction; see `olderCursor`. */
  readonly view: ThreadView;
  /** Where a page of what stands in front of the view ends; null: the view holds everything. */
  readonly olderCursor: string | null;
  /** What was accepted under a client's id, so that the same id twice has no second effect. */
  readonly acceptedBy: ReadonlyMap<ClientMessageId, Acceptance>;
  readonly repairs: readonly string[];
}

export class ThreadFold {
  readonly #transcript = new Transcript();
  readonly #projection = new ItemProjection();
  readonly #view = emptyThreadView();
  readonly #acceptedBy = new Map<ClientMessageId, Acceptance>();
  readonly #repairs: string[] = [];
  #meta: LinePayload<"session_meta"> | null = null;
  #held: StoredLine | null = null;

  take(lines: readonly StoredLine[]): void {
    for (const stored of lines) {
      if (stored.isHeld === true) {
        this.#held = stored;
        continue;
      }
      const { line } = stored;
      const entry = entryOf(stored);
      if (entry === null) {
        this.#repairs.push(`line ${line} is not a rollout line and was left out`);
        continue;
      }
      if (entry.type === "session_meta") this.#meta ??= entry.payload;
      if (entry.type !== "unknown") this.#transcript.apply(entry);
      if (entry.type === "cf_input" && entry.payload.clientId !== undefined) {
        const { clientId, inputId, turnId } = entry.payload;
        this.#acceptedBy.set(clientId, { inputId, turnId });
      }
      for (const event of this.#projection.apply(entry, placeAt(stored))) applyEvent(this.#view, event);
    }
  }

  /** The result; call once, after the last line. */
  end({ repairs, leftOut }: Pick<StoredRollout, "repairs" | "leftOut">): ResumedThread {
    const { inputs } = this.#projection;
    if (leftOut !== null) {
      this.#transcript.use(leftOut.usedIds);
      inputs.forgetSaid((id) => this.#transcript.isUsed(id));
    }
    // Nothing is sent because a file was opened.
    inputs.pause();
    const held = this.#held === null ? null : entryOf(this.#held);
    if (this.#held !== null && held !== null) this.#projection.hold(held, placeAt(this.#held));
    this.#view.queue = inputs.queue;
    return {
      meta: this.#meta,
      createdAtMs: this.#meta === null ? 0 : parseTimestamp(this.#meta.timestamp),
      transcript: this.#transcript,
      projection: this.#projection,
      view: this.#view,
      olderCursor: leftOut === null ? null : `line:${leftOut.beforeLine}`,
      acceptedBy: this.#acceptedBy,
      repairs: [...repairs, ...this.#repairs],
    };
  }
}

function entryOf({ lineType, text }: StoredLine): RolloutLine | UnknownLine | null {
  return lineType === undefined ? parseLine(text) : { type: "unknown", timestamp: null, lineType, json: text };
}
