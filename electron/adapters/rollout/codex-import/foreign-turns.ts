// Turns: those that a file tells, and for files that tell none one for each message of a person's. A turn that nothing ends has ended all the same.
import { TurnId } from "../../../../shared/protocol/ids";
import { type Fields, fields, given, number, text } from "./foreign-value";
import type { ForeignRuns } from "./foreign-runs";
import type { LineOutput } from "./line-output";
import type { Origin } from "./translator-state";

type TurnEnd =
  | { readonly type: "task_complete"; readonly error?: { readonly message: string } }
  | { readonly type: "turn_aborted"; readonly reason: string; readonly cf_app_stopped?: true };

export class ForeignTurns {
  readonly #out: LineOutput;
  readonly #runs: ForeignRuns;

  constructor(out: LineOutput, runs: ForeignRuns) {
    this.#out = out;
    this.#runs = runs;
  }

  start(event: Fields, at: Origin): void {
    this.endOpen(at);
    const id = this.#out.idOr(text(event["turn_id"]), () => `turn-${at.offset}`);
    this.#begin(id, { isImplicit: false, hasPerson: false, window: number(event["model_context_window"]) }, at);
  }

  /** A message of a person's is about to be shown. Returns how it came. */
  person(at: Origin): "start" | "steer" {
    const { turn } = this.#out.state;
    if (turn !== null && !turn.isImplicit) {
      this.#out.state.turn = { ...turn, hasPerson: true };
      return turn.hasPerson ? "steer" : "start";
    }
    this.endOpen(at);
    this.#begin(`turn-at-${at.offset}`, { isImplicit: true, hasPerson: true, window: undefined }, at);
    return "start";
  }

  answered(): void {
    const { turn } = this.#out.state;
    if (turn !== null) this.#out.state.turn = { ...turn, hasAnswer: true };
  }

  complete(event: Fields, at: Origin): void {
    const { turn } = this.#out.state;
    if (turn === null) return;
    const error = fields(event["error"]);
    const message = text(error["message"]);
    const last = text(event["last_agent_message"]);
    if (last !== undefined && !turn.hasAnswer) {
      const content = [{ type: "output_text" as const, text: last }];
      this.#out.put({ type: "response_item", payload: { type: "message", role: "assistant", content } }, at);
    }
    this.#end(at, { type: "task_complete", ...(message === undefined ? {} : { error: { message } }) });
  }

  /** What follows of the turn (its last call, that call's output) still belongs to it: only another turn's start ends that. */
  abort(event: Fields, at: Origin): void {
    if (this.#out.state.turn !== null) this.#end(at, { type: "turn_aborted", reason: text(event["reason"]) ?? "interrupted" });
  }

  /** The next turn begins, or the file ends: of one that was told, its program did not live to tell the end. */
  endOpen(at: Origin): void {
    const { turn, heardAt } = this.#out.state;
    const wasRunning = this.#runs.hasOpen;
    // No line of the file tells these ends.
    const nowhere = { ...at, line: null };
    this.#runs.abortOpen(nowhere);
    if (turn === null) return;
    const isDone = turn.isImplicit && !wasRunning;
    const end = isDone
      ? ({ type: "task_complete" } as const)
      : ({ type: "turn_aborted", reason: "interrupted", cf_app_stopped: true } as const);
    this.#end({ ...nowhere, timestamp: heardAt === "" ? at.timestamp : heardAt }, end);
  }

  #begin(
    id: string,
    turn: { readonly isImplicit: boolean; readonly hasPerson: boolean; readonly window: number | undefined },
    at: Origin,
  ): void {
    const { isImplicit, hasPerson, window } = turn;
    this.#out.state.turn = { id, isImplicit, hasPerson, hasAnswer: false };
    this.#out.state.heardAt = at.timestamp;
    const payload = { type: "task_started" as const, turn_id: TurnId.parse(id), ...given("model_context_window", window) };
    this.#out.putAs(`turn-at-${at.offset}`, { type: "event_msg", payload }, at);
  }

  #end(at: Origin, end: TurnEnd): void {
    const { turn } = this.#out.state;
    if (turn === null) return;
    this.#out.state.turn = null;
    this.#out.putAs(`end-at-${at.offset}`, { type: "event_msg", payload: { ...end, turn_id: TurnId.parse(turn.id) } }, at);
  }
}
