// Accepted input and mail, while the index is made: from the line that accepts it to the message that it becomes; and the lines that the queue is made of.
import { z } from "zod";
import type { LineFact } from "./line-fact";
import { Spot } from "./offset-index";
import { Strand, type Strands } from "./strand";

export const InputState = z.object({
  inputs: z.array(z.tuple([z.string(), Strand])),
  queued: z.array(z.string()),
  queueLines: z.array(Spot),
});
export type InputState = z.infer<typeof InputState>;

type InputFact = Extract<LineFact, { type: "input" | "inputEnd" | "inputChange" | "message" | "queueOrder" }>;

/** Of input that never becomes a message no more is followed than this. */
const MAX_INPUTS = 10_000;

export class InputStrands {
  readonly #strands: Strands;
  readonly #inputs: Map<string, Strand>;
  readonly #queued: Set<string>;
  #queueLines: Spot[];

  constructor(strands: Strands, state: InputState = { inputs: [], queued: [], queueLines: [] }) {
    this.#strands = strands;
    this.#inputs = new Map(state.inputs.map(([id, strand]) => [id, strands.revive(strand)]));
    this.#queued = new Set(state.queued);
    this.#queueLines = [...state.queueLines];
  }

  get state(): InputState {
    return { inputs: [...this.#inputs], queued: [...this.#queued], queueLines: [...this.#queueLines] };
  }

  /** In file order; an older input that came back as an entry first. */
  get queueLines(): Spot[] {
    return [...this.#queueLines];
  }

  note(fact: InputFact, spot: Spot, lastCheckpoint: number): void {
    switch (fact.type) {
      case "input":
        this.#accept(fact, spot, lastCheckpoint);
        return;
      case "inputChange":
        this.#strands.add(this.#strandOf(fact.inputId), spot, lastCheckpoint);
        this.#changeQueue(spot);
        return;
      case "inputEnd":
        this.#inputs.delete(fact.inputId);
        this.#changeQueue(spot);
        this.#leaveQueue(fact.inputId);
        return;
      case "message": {
        const strand = this.#inputs.get(fact.inputId);
        if (strand !== undefined) this.#strands.add(strand, spot, lastCheckpoint);
        this.#inputs.delete(fact.inputId);
        this.#leaveQueue(fact.inputId);
        return;
      }
      case "queueOrder":
        this.#changeQueue(spot);
        return;
    }
  }

  // What comes back as a new entry keeps the client's id of the old one.
  #accept({ inputId, returnedFrom, isQueued }: Extract<LineFact, { type: "input" }>, spot: Spot, lastCheckpoint: number): void {
    const returned = returnedFrom === null ? undefined : this.#inputs.get(returnedFrom);
    const strand = returned === undefined ? this.#strandOf(inputId) : this.#strands.begin(returned.spots);
    this.#inputs.set(inputId, strand);
    this.#strands.add(strand, spot, lastCheckpoint);
    if (isQueued) {
      this.#queued.add(inputId);
      this.#queueLines.push(...strand.spots);
    }
    if (returnedFrom !== null) this.#leaveQueue(returnedFrom);
  }

  // Mail stands in front of its own input.
  #strandOf(inputId: string): Strand {
    const strand = this.#inputs.get(inputId) ?? this.#strands.begin();
    this.#inputs.set(inputId, strand);
    const [oldest] = this.#inputs.keys();
    if (this.#inputs.size > MAX_INPUTS && oldest !== undefined) this.#inputs.delete(oldest);
    return strand;
  }

  #changeQueue(spot: Spot): void {
    if (this.#queued.size > 0) this.#queueLines.push(spot);
  }

  #leaveQueue(inputId: string): void {
    this.#queued.delete(inputId);
    if (this.#queued.size === 0) this.#queueLines = [];
  }
}
