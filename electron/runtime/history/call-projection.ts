// Calls out of the lines that tell of them: a call is open from its own line to that of its output.
import type { ThreadEvent } from "../../../shared/protocol/event";
import { outputImages, outputText, type OutputItem } from "../../../shared/protocol/response-item";
import type { LinePayload, ToolOutcome } from "../../../shared/protocol/rollout-line";
import type { ToolItem } from "../../../shared/protocol/turn-item";
import { openItem, type RecordedCall } from "./call-item";
import { endedItem } from "./close-item";

/** Calls issued together: until one of them has its output, and while one of them is open. */
interface Batch {
  open: number;
  returned: number;
  hasOutput: boolean;
}

interface OpenCall {
  item: ToolItem;
  outcome: ToolOutcome | null;
  readonly batch: Batch;
}

export class CallProjection {
  readonly #open = new Map<string, OpenCall>();
  #batch: Batch = newBatch();

  /** The recorded outcome of a call whose output is not yet recorded. */
  outcomeOf(callId: string): ToolOutcome | null {
    return this.#open.get(callId)?.outcome ?? null;
  }

  get isSleeping(): boolean {
    return [...this.#open.values()].some(
      ({ item, outcome }) => item.type === "sleep" && item.startedAtMs !== undefined && outcome === null,
    );
  }

  called(recorded: RecordedCall): ThreadEvent[] {
    const { call_id: callId } = recorded.call;
    const before = this.#open.get(callId);
    if (before !== undefined) before.batch.open -= 1;
    if (this.#batch.hasOutput || this.#batch.open === 0) this.#batch = newBatch();
    this.#batch.open += 1;
    const item = openItem(recorded);
    this.#open.set(callId, { item, outcome: null, batch: this.#batch });
    return [{ method: "item/started", params: { turnId: item.turnId, item } }];
  }

  running({ callId, startedAtMs, deadlineMs, sandboxed, sandboxNote }: LinePayload<"cf_running">): ThreadEvent[] {
    const open = this.#open.get(callId);
    if (open === undefined) return [];
    const deadline = deadlineMs === undefined ? {} : { deadlineMs };
    const confined = {
      ...(sandboxed === undefined ? {} : { sandboxed }),
      ...(sandboxNote === undefined ? {} : { sandboxNote }),
    };
    const known = open.item.type === "sleep" ? deadline : open.item.type === "commandExecution" ? confined : {};
    open.item = { ...open.item, startedAtMs, ...known };
    const { turnId } = open.item;
    return [{ method: "item/running", params: { turnId, itemId: callId, startedAtMs, ...deadline, ...confined } }];
  }

  returned({ callId, ...outcome }: LinePayload<"cf_outcome">): ThreadEvent[] {
    const open = this.#open.get(callId);
    if (open === undefined) return [];
    open.batch.returned += 1;
    const { durationMs } = outcome;
    const duration = durationMs === undefined ? {} : { durationMs };
    const finishedOrder = open.batch.returned;
    open.outcome = outcome;
    open.item = { ...open.item, status: "returned", ...duration, finishedOrder };
    return [
      {
        method: "item/returned",
        params: { turnId: open.item.turnId, itemId: callId, durationMs: durationMs ?? 0, finishedOrder },
      },
    ];
  }

  output(item: OutputItem, line: number | null): ThreadEvent[] {
    const open = this.#open.get(item.call_id);
    if (open === undefined) return [];
    this.#open.delete(item.call_id);
    open.batch.open -= 1;
    open.batch.hasOutput = true;
    const closed = endedItem(open.item, {
      outcome: open.outcome,
      output: outputText(item.output),
      images: outputImages(item.output),
      line,
    });
    return [{ method: "item/completed", params: { turnId: closed.turnId, item: closed } }];
  }
}

function newBatch(): Batch {
  return { open: 0, returned: 0, hasOutput: false };
}
