// The turns of a fork: each begins behind the input that it begins with, ends once, and nothing of a turn stands outside one. What would has to wait.
import { TurnId } from "../../../../shared/protocol/ids";
import type { LineBody, UnknownLine } from "../../../../shared/protocol/rollout-line";
import type { ForkIds } from "./fork-ids";

/** A line of the fork before it has its timestamp; an unknown one is kept as it stands. */
export type ForkedBody = LineBody | UnknownLine;

interface ForkTurn {
  readonly id: TurnId;
  readonly sourceId: string | null;
  readonly startedAtMs: number;
  /** What stands in front of the first words; null: it has been given out. */
  start: ForkedBody[] | null;
  /** Its end, while more of it may follow. */
  end: LineBody | null;
}

/** So much may wait. */
const MAX_WAITING = 256;

export class ForkTurns {
  readonly #ids: ForkIds;
  readonly #give: (lines: readonly ForkedBody[]) => void;
  #turn: ForkTurn | null = null;
  /** What stands before a turn. */
  #before: ForkedBody[] = [];

  constructor(ids: ForkIds, give: (lines: readonly ForkedBody[]) => void) {
    this.#ids = ids;
    this.#give = give;
  }

  get open(): Pick<ForkTurn, "id" | "sourceId" | "startedAtMs" | "end"> | null {
    return this.#turn;
  }

  /** The turn that lines belong to now; one is made where the source has none. */
  get id(): TurnId {
    return (this.#turn ?? this.#begin(null, 0)).id;
  }

  /** `sourceId`: its id in the source. `window`: the model's, in tokens, where the source tells it. The turn before has ended. */
  begin(sourceId: string, { atMs, window }: { readonly atMs: number; readonly window: number | null | undefined }): void {
    this.#begin(sourceId, atMs, window);
  }

  /** For the model or about the turn; no reason to begin it yet. */
  context(line: ForkedBody): void {
    const waiting = this.#turn === null ? this.#before : this.#turn.start;
    if (waiting === null) return this.#give([line]);
    waiting.push(line);
    if (waiting.length < MAX_WAITING) return;
    if (this.#turn === null) this.#begin(null, 0);
    this.#giveStart();
  }

  /** Something that was said or done in it. */
  content(lines: readonly ForkedBody[]): void {
    if (this.#turn === null) return lines.forEach((line) => this.context(line));
    this.#giveStart();
    this.#give(lines);
  }

  /** Words that a turn may begin with. `accepted`: the lines that come before the turn's first line if nothing of it has been said. */
  words({ accepted, said }: { readonly accepted: readonly LineBody[]; readonly said: readonly LineBody[] }): void {
    if (this.#turn === null) this.#begin(null, 0);
    const isFirst = this.#turn?.start !== null;
    if (isFirst) this.#give(accepted);
    this.#giveStart();
    this.#give(isFirst ? said : [...accepted, ...said]);
  }

  /** It has ended; what still follows of it comes before its end. */
  over(end: LineBody): void {
    if (this.#turn !== null) this.#turn.end ??= end;
  }

  /** Gives out its end. */
  settle(end: LineBody): void {
    if (this.#turn === null) return;
    this.#giveStart();
    this.#give([end]);
    this.#turn = null;
  }

  /** What waits for a turn gets one. False: nothing waits. */
  beginLeft(): boolean {
    if (this.#turn === null && this.#before.length > 0) this.#begin(null, 0);
    return this.#turn !== null;
  }

  #begin(sourceId: string | null, startedAtMs: number, window?: number | null): ForkTurn {
    const id = TurnId.parse(sourceId === null ? this.#ids.fresh() : this.#ids.take(sourceId));
    const payload = {
      type: "task_started" as const,
      turn_id: id,
      ...(window === undefined ? {} : { model_context_window: window }),
    };
    const turn: ForkTurn = { id, sourceId, startedAtMs, start: [{ type: "event_msg", payload }, ...this.#before], end: null };
    this.#before = [];
    this.#turn = turn;
    return turn;
  }

  #giveStart(): void {
    const start = this.#turn?.start ?? null;
    if (this.#turn === null || start === null) return;
    this.#turn.start = null;
    this.#give(start);
  }
}
