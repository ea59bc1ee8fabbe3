// The facts of every line of a rollout, in order, folded into what the index holds. Memory: what is open, and what crosses a checkpoint. It can be put
// aside at any line and taken up again, so that the index of a file that grew is not made anew.
import { z } from "zod";
import type { TurnId } from "../../../../shared/protocol/ids";
import { Turn } from "../../../../shared/protocol/thread";
import { applyEvent, emptyThreadView } from "../../../../shared/view/thread-view";
import { parseTimestamp } from "../../../runtime/history/timestamp";
import { TurnProjection } from "../../../runtime/history/turn-projection";
import type { PlacedLine } from "../codex-import/placed-line";
import { CallState, CallStrands } from "./call-strands";
import { enteringEvents } from "./entering-events";
import { InputState, InputStrands } from "./input-strands";
import type { LineFact } from "./line-fact";
import { type Checkpoint, IndexTables, type Spot } from "./offset-index";
import { Strands } from "./strand";

/** `lastTurn`: as far as it has come. */
export const TrackerState = z.object({
  tables: IndexTables,
  calls: CallState,
  inputs: InputState,
  cwd: z.string(),
  lastTurn: Turn.nullable(),
  isActive: z.boolean(),
});
export type TrackerState = z.infer<typeof TrackerState>;

export class IndexTracker {
  readonly #checkpoints: Checkpoint[] = [];
  readonly #turns = new Map<TurnId, Turn>();
  readonly #projection = new TurnProjection();
  readonly #view = emptyThreadView();
  readonly #strands: Strands;
  readonly #calls: CallStrands;
  readonly #inputs: InputStrands;
  #cwd = "";

  constructor(state?: TrackerState) {
    this.#strands = new Strands(state?.tables.strands);
    this.#calls = new CallStrands(this.#strands, state?.calls);
    this.#inputs = new InputStrands(this.#strands, state?.inputs);
    if (state === undefined) return;
    const { tables, lastTurn, isActive } = state;
    this.#checkpoints.push(...tables.checkpoints);
    for (const turn of tables.turns) this.#turns.set(turn.id, turn);
    this.#cwd = state.cwd;
    this.#view.tokens = tables.tokens;
    if (lastTurn === null) return;
    this.#view.turns = [lastTurn];
    for (const event of enteringEvents(lastTurn, isActive))
      this.#projection.apply(event, { line: lastTurn.line ?? null, atMs: lastTurn.startedAtMs });
  }

  get tables(): IndexTables {
    return {
      checkpoints: this.#checkpoints,
      strands: this.#strands.given,
      turns: [...this.#turns.values()],
      queueLines: this.#inputs.queueLines,
      tokens: this.#view.tokens,
    };
  }

  /** A copy, as it is now. */
  get state(): TrackerState {
    const { checkpoints, strands, ...tables } = this.tables;
    return {
      tables: { ...tables, checkpoints: [...checkpoints], strands: strands.map((spots) => [...spots]) },
      calls: structuredClone(this.#calls.state),
      inputs: structuredClone(this.#inputs.state),
      cwd: this.#cwd,
      lastTurn: this.#lastTurn,
      isActive: this.#projection.active !== null,
    };
  }

  get hasOpenCalls(): boolean {
    return this.#calls.hasOpen;
  }

  checkpoint(at: Pick<Checkpoint, "offset" | "line" | "isSettled" | "state">): void {
    const turn = this.#lastTurn;
    if (turn !== null) this.#turns.set(turn.id, turn);
    this.#checkpoints.push({ ...at, turnId: turn?.id ?? null, isActive: this.#projection.active !== null, cwd: this.#cwd });
  }

  /** A line about turns and tokens. */
  event({ entry, place }: PlacedLine): void {
    if (entry.type !== "event_msg") return;
    const { payload, timestamp } = entry;
    // A count has no time of its own.
    const atMs = payload.type === "token_count" ? 0 : parseTimestamp(timestamp);
    for (const event of this.#projection.apply(payload, { line: place.line, atMs })) {
      applyEvent(this.#view, event);
      const turn = this.#lastTurn;
      if (turn === null) continue;
      // Only the last one still changes.
      if (this.#view.turns.length > 1) this.#view.turns = [turn];
      if (this.#turns.has(turn.id)) this.#turns.set(turn.id, turn);
    }
  }

  note(fact: Exclude<LineFact, { type: "event" }>, spot: Spot): void {
    const lastCheckpoint = this.#checkpoints.at(-1)?.offset ?? 0;
    switch (fact.type) {
      case "folder":
        // A header counts where nothing else has told.
        if (!fact.isHeader || this.#cwd === "") this.#cwd = fact.cwd;
        return;
      case "call":
        this.#calls.call(fact.callId, spot, lastCheckpoint);
        return;
      case "run":
        this.#calls.run(fact.callId, spot, lastCheckpoint);
        return;
      case "output":
        this.#calls.output(fact.callId, spot, lastCheckpoint);
        return;
      default:
        this.#inputs.note(fact, spot, lastCheckpoint);
    }
  }

  get #lastTurn(): Turn | null {
    return this.#view.turns.at(-1) ?? null;
  }
}
