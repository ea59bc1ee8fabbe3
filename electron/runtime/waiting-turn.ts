// A turn from before a restart that waits for an answer: its questions are put again, and it goes on with the first answer, until anything else is
// written (runtime.md §12).
import type { ItemId, ThreadId, TurnId } from "../../shared/protocol/ids";
import type { EventStream } from "./history/event-stream";
import type { OpenTurn } from "./history/open-turn";
import type { Recorder } from "./history/recorder";
import type { Approvals } from "./ports/approvals";
import { OpenQuestions } from "./tools/open-questions";
import type { TurnSlot } from "./turn-slot";

export interface WaitingTurnParts {
  readonly threadId: ThreadId;
  readonly approvals: Approvals;
  readonly recorder: Recorder;
  readonly events: EventStream;
  readonly slot: TurnSlot;
  /** Nothing can go on in this session. */
  readonly isOver: () => boolean;
}

export class WaitingTurn {
  readonly #parts: WaitingTurnParts;
  #left: { readonly turn: OpenTurn; readonly questions: OpenQuestions } | null;

  /** `turn` null: nothing waits. */
  constructor(turn: OpenTurn | null, parts: WaitingTurnParts) {
    this.#parts = parts;
    this.#left = turn === null ? null : { turn, questions: this.#questionsOf(turn) };
  }

  /** Null once it goes on, or is closed. */
  get turnId(): TurnId | null {
    return this.#left?.turn.turnId ?? null;
  }

  /** Puts its questions again; of a thread that is looked at again. Idempotent. */
  put(): void {
    if (this.#left === null || this.#parts.isOver()) return;
    this.#left.questions.put();
    this.#parts.events.updateStatus();
  }

  /** Whether one of its questions is about this call. */
  isAsked(callId: ItemId): boolean {
    return this.#left?.turn.askedCalls.includes(callId) === true;
  }

  /** It runs on. Where another write was first, the questions are closed by that, and the answer comes too late. */
  continue(): void {
    const { recorder, slot, isOver } = this.#parts;
    if (this.#left === null || slot.turn !== null || isOver()) return;
    const { turn, questions } = this.#left;
    if (!recorder.replaceOpening(turn.opening)) return;
    this.#left = null;
    slot.begin({ type: "continued", left: turn, questions }, { turnId: turn.turnId, ready: Promise.resolve() });
  }

  /** Nobody is asked any more. */
  withdraw(): void {
    if (this.#left === null) return;
    const { questions } = this.#left;
    this.#left = null;
    questions.withdraw();
    for (const requestId of questions.requestIds)
      this.#parts.events.emit({ method: "serverRequest/resolved", params: { requestId } });
  }

  #questionsOf({ turnId, calls }: OpenTurn): OpenQuestions {
    const { threadId, approvals } = this.#parts;
    const requests = calls.flatMap(({ asked }) => asked ?? []);
    return new OpenQuestions({ threadId, turnId, requests, approvals, onAnswer: () => this.continue() });
  }
}
