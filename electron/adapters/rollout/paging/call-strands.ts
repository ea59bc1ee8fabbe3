// Calls, while the index is made: those issued together are one strand, for their outcomes are numbered in the order they end.
import { z } from "zod";
import type { Spot } from "./offset-index";
import { Strand, type Strands } from "./strand";

/** `open`: calls without an output. `hasOutput`: the next call is issued with others. */
const Batch = z.object({ strand: Strand, open: z.array(z.string()), hasOutput: z.boolean() });
type Batch = z.infer<typeof Batch>;

export const CallState = z.object({ batches: z.array(Batch) });
export type CallState = z.infer<typeof CallState>;

/** Of calls without an output no more are followed than this: a page reads all of them again. */
const MAX_OPEN = 256;

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

  /** A call is without an output. */
  get hasOpen(): boolean {
    return this.#byCall.size > 0;
  }

  call(callId: string, spot: Spot, lastCheckpoint: number): void {
    this.#forget(callId);
    const [oldest] = this.#byCall.keys();
    if (this.#byCall.size >= MAX_OPEN && oldest !== undefined) this.#forget(oldest);
    const current = this.#current;
    const isFull = current === null || current.hasOutput || current.strand.spots.length >= MAX_OPEN;
    const batch = isFull ? this.#begin() : current;
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
    batch.hasOutput = true;
    this.#strands.add(batch.strand, spot, lastCheckpoint);
    this.#forget(callId);
  }

  #begin(): Batch {
    const batch = { strand: this.#strands.begin(), open: [], hasOutput: false };
    this.#current = batch;
    this.#batches.add(batch);
    return batch;
  }

  /** It is not open any more. With the last of its calls a batch ends. */
  #forget(callId: string): void {
    const batch = this.#byCall.get(callId);
    if (batch === undefined) return;
    this.#byCall.delete(callId);
    batch.open = batch.open.filter((open) => open !== callId);
    if (batch.open.length > 0) return;
    this.#batches.delete(batch);
    if (this.#current === batch) this.#current = null;
  }
}
