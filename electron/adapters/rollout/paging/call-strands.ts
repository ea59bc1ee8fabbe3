// Calls, while the index is made: those issued together are one strand, for their outcomes are numbered in the order they end.
import { z } from "zod";
import type { Spot } from "./offset-index";
import { Strand, type Strands } from "./strand";

/** `open`: calls without an output. `hasOutput`: the next call is issued with others. */
const Batch = z.object({ strand: Strand, open: z.array(z.string()), hasOutput: z.boolean() });
type Batch = z.infer<typeof Batch>;

export const CallState = z.object({ batches: z.array(Batch) });
export type CallState = z.infer<typeof CallState>;

/** Of batches that never end (calls without an output) no more are followed than this. */
const MAX_BATCHES = 2000;

export class CallStrands {
  readonly #strands: Strands;
  readonly #batches = new Set<Batch>();
  readonly #byCall = new Map<string, Batch>();
  #current: Batch | null = null;

  constructor(strands: Strands, state: CallState = { batches: [] }) {
    this.#strands = strands;
    for (const { strand, open, hasOutput } of state.batches) {
      const batch = { strand: strands.revive(strand), open: [...open], hasOutput };
      this.#batches.add(batch);
      for (const callId of open) this.#byCall.set(callId, batch);
      this.#current = batch;
    }
  }

  get state(): CallState {
    return { batches: [...this.#batches] };
  }

  call(callId: string, spot: Spot, lastCheckpoint: number): void {
    if (this.#current === null || this.#current.hasOutput) this.#begin();
    const batch = this.#current;
    if (batch === null) return;
    batch.open.push(callId);
    this.#byCall.set(callId, batch);
    this.#strands.add(batch.strand, spot, lastCheckpoint);
  }

  /** What is told of a call between it and its output. */
  run(callId: string, spot: Spot, lastCheckpoint: number): void {
    const batch = this.#byCall.get(callId);
    if (batch !== undefined) this.#strands.add(batch.strand, spot, lastCheckpoint);
  }

  output(callId: string, spot: Spot, lastCheckpoint: number): void {
    const batch = this.#byCall.get(callId);
    if (batch === undefined) return;
    this.#byCall.delete(callId);
    batch.open = batch.open.filter((open) => open !== callId);
    batch.hasOutput = true;
    this.#strands.add(batch.strand, spot, lastCheckpoint);
    if (batch.open.length === 0) this.#end(batch);
  }

  #begin(): void {
    this.#current = { strand: this.#strands.begin(), open: [], hasOutput: false };
    this.#batches.add(this.#current);
    const [oldest] = this.#batches;
    if (this.#batches.size <= MAX_BATCHES || oldest === undefined) return;
    for (const callId of oldest.open) this.#byCall.delete(callId);
    this.#end(oldest);
  }

  #end(batch: Batch): void {
    this.#batches.delete(batch);
    if (this.#current === batch) this.#current = null;
  }
}
