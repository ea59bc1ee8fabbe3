// Stretches of a rollout that is indexed: from checkpoint to checkpoint, each decoded alone and yet as the whole file would show it.
import type { TurnId } from "../../../../shared/protocol/ids";
import type { Turn } from "../../../../shared/protocol/thread";
import { checkpointAt, recordsBefore, recordsBehind, type Checkpoint, type OffsetIndex, type Spot } from "./offset-index";
import type { Stretches } from "./read-page";
import { scan, scannedAt, type RolloutRun } from "./rollout-run";
import { StretchDecoder, type Stretch } from "./stretch";
import { stateFromText } from "./translator-text";

/** Of decoded stretches so many are kept: whoever scrolls comes back. */
const KEPT = 12;
/** Of larger ones fewer. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** So far behind an end where lines wait for others these are looked for. */
const BEHIND_BYTES = 32 * 1024;

export class IndexedStretches implements Stretches {
  readonly #run: RolloutRun;
  readonly #index: OffsetIndex;
  readonly #turns: ReadonlyMap<TurnId, Turn>;
  readonly #kept = new Map<number, Stretch>();

  constructor(run: RolloutRun, index: OffsetIndex) {
    this.#run = run;
    this.#index = index;
    this.#turns = new Map(index.turns.map((turn) => [turn.id, turn]));
  }

  get size(): number {
    return this.#index.size;
  }

  endingAt(end: number): Promise<Stretch> {
    return this.#stretch(checkpointAt(this.#index, end - 1));
  }

  startingAt(offset: number): Promise<Stretch> {
    return this.#stretch(checkpointAt(this.#index, offset));
  }

  turn(id: TurnId): Turn | undefined {
    return this.#turns.get(id);
  }

  async #stretch(number: number): Promise<Stretch> {
    const known = this.#kept.get(number);
    const stretch = known ?? (await this.#decode(number));
    this.#kept.delete(number);
    this.#kept.set(number, stretch);
    this.#dropOldest();
    return stretch;
  }

  #dropOldest(): void {
    let bytes = 0;
    for (const { start, end } of this.#kept.values()) bytes += end - start;
    for (const [number, { start, end }] of this.#kept) {
      if (this.#kept.size === 1 || (this.#kept.size <= KEPT && bytes <= KEPT_BYTES)) return;
      this.#kept.delete(number);
      bytes -= end - start;
    }
  }

  async #decode(number: number): Promise<Stretch> {
    const { checkpoints, size } = this.#index;
    const from = checkpoints[number];
    if (from === undefined) throw new Error(`an index of ${checkpoints.length} checkpoints has none at ${number}`);
    const next = checkpoints[number + 1];
    const end = next?.offset ?? size;
    const decoder = await this.#decoderAt(from);
    const until = next === undefined || next.isSettled ? end : Math.min(size, end + BEHIND_BYTES);
    let passed = end - 1;
    for await (const batch of scan(this.#run, { offset: from.offset, line: from.line, end: until })) {
      for (const scanned of batch) {
        decoder.apply(scanned);
        passed = Math.max(passed, scanned.place.offset);
      }
    }
    for (const spot of recordsBehind(this.#index, { start: from.offset, end })) {
      if (spot[0] <= passed) continue;
      await this.#replay(decoder, spot);
      [passed] = spot;
    }
    // What no record behind has closed is closed by the end of the file, and what comes of that lies behind.
    if (next === undefined || (passed >= end && decoder.isAnyOpen)) decoder.end();
    return decoder.stretch(from.offset, end);
  }

  async #decoderAt(from: Checkpoint): Promise<StretchDecoder> {
    const decoder = new StretchDecoder(this.#run.translator());
    decoder.enterFolder(from.cwd, from.offset);
    const turn = from.turnId === null ? undefined : this.#turns.get(from.turnId);
    if (turn !== undefined) decoder.enterTurn(turn, { offset: from.offset, isActive: from.isActive });
    for (const spot of recordsBefore(this.#index, from.offset)) await this.#replay(decoder, spot);
    decoder.continueWith(this.#run.translator(stateFromText(from.state)));
    return decoder;
  }

  async #replay(decoder: StretchDecoder, [offset, line]: Spot): Promise<void> {
    for (const scanned of await scannedAt(this.#run, offset, line)) decoder.apply(scanned);
  }
}
