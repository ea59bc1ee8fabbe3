// What comes in by the doors of a session (a turn's beginning, steer, queue, mail), and what that starts: at once, or after the turn that runs
// (runtime.md §8). Every input is on disk before it is acknowledged.
import { InputId, TurnId, type ClientMessageId } from "../../shared/protocol/ids";
import type { InputVia } from "../../shared/protocol/turn-item";
import type { UserInput } from "../../shared/protocol/user-input";
import type { InputProjection } from "./history/input-projection";
import type { Recorder } from "./history/recorder";
import type { FollowUpQueue } from "./input/follow-up-queue";
import { inputLine, mailLines, type AcceptedForTurn, type Mail } from "./input/input-lines";
import { Submissions, type Acceptance } from "./input/submissions";
import type { IdSource } from "./ports/id-source";
import type { ActiveTurn, TurnLeaving, TurnSlot } from "./turn-slot";
import type { WaitingTurn } from "./waiting-turn";

export interface Submission {
  readonly input: readonly UserInput[];
  readonly clientId?: ClientMessageId;
}

export interface DoorParts {
  readonly ids: IdSource;
  readonly inputs: InputProjection;
  readonly recorder: Recorder;
  readonly queue: FollowUpQueue;
  readonly slot: TurnSlot;
  readonly waiting: WaitingTurn;
  readonly acceptedBy: ReadonlyMap<ClientMessageId, Acceptance>;
  /** Nothing can go on in this session. */
  readonly isOver: () => boolean;
}

export class SessionDoors {
  readonly #parts: DoorParts;
  readonly #submissions: Submissions;

  constructor(parts: DoorParts) {
    this.#parts = parts;
    this.#submissions = new Submissions(parts.acceptedBy);
  }

  get #turn(): ActiveTurn | null {
    return this.#parts.slot.turn;
  }

  /** The first reply to this client id, if it was accepted before. */
  earlier(clientId: ClientMessageId | undefined): Promise<Acceptance> | null {
    return this.#submissions.earlier(clientId);
  }

  /**
   * Accepts input for a new Turn; resolves once it is on disk. The turn starts then, or behind one that is just writing its end.
   * Throws StorageError when it cannot be recorded. Callers have checked that no turn is active.
   */
  startTurn(submission: Submission): Promise<Acceptance> {
    const turnId = TurnId.parse(this.#parts.ids.uuid());
    const input = this.#acceptedInput(submission, { turnId, via: "start" });
    const recorded = this.#parts.recorder.record([inputLine(input)], { barrier: true });
    this.#parts.slot.begin({ type: "input", input }, { turnId, ready: Promise.all([recorded, this.#turn?.ended]) });
    return this.#submissions.remember(
      submission.clientId,
      recorded.then(() => ({ inputId: input.inputId, turnId })),
    );
  }

  /**
   * Accepts input into the running Turn; resolves once it is on disk. Callers have checked `steerableTurnId`. One that waits since before a restart goes on
   * with it: its question stays open.
   */
  async steer(submission: Submission): Promise<Acceptance> {
    if (this.#turn === null) this.#parts.waiting.continue();
    const turn = this.#turn;
    if (turn === null) throw new Error("steer without an active turn");
    const steer = this.#acceptedInput(submission, { turnId: turn.id, via: "steer" });
    const recorded = this.#parts.recorder.record([inputLine(steer)], { barrier: true });
    return this.#submissions.remember(
      submission.clientId,
      turn.queue.accept(steer, recorded).then(() => ({ inputId: steer.inputId, turnId: turn.id })),
    );
  }

  /** Puts input at the end of the queue; resolves once it is on disk. When nothing runs and nothing is paused, a turn starts for it. */
  async enqueue(submission: Submission): Promise<Acceptance> {
    // A turn that runs, or is just writing its end, sees to the queue when it leaves.
    const isIdle = this.#turn === null;
    const acceptance = await this.#submissions.remember(submission.clientId, this.#parts.queue.add(submission));
    if (isIdle) await this.#startNext({ isMailDue: false });
    return acceptance;
  }

  /** Ends the pause of the queue; when nothing runs, a turn starts with its first entry. */
  async resumeQueue(): Promise<void> {
    await this.#parts.queue.resume(() => this.#startNow({ isMailDue: false }));
  }

  /** Accepts mail; resolves once it is on disk. A running turn hears of it; an idle thread starts one if the mail asks for it. */
  async receiveMail(mail: Mail): Promise<Acceptance> {
    const mailId = InputId.parse(this.#parts.ids.uuid());
    const recorded = this.#parts.recorder.record(mailLines(mailId, mail), { barrier: true });
    let isIdle = false;
    const acceptance = await this.#submissions.remember(
      mail.clientId,
      recorded.then(() => {
        this.#turn?.queue.notify();
        isIdle = this.#turn === null;
        return { inputId: mailId };
      }),
    );
    // What came while a turn ran is for that turn to see to when it leaves; after one that was stopped, it waits.
    if (isIdle) await this.#startNext({ isMailDue: mail.triggerTurn });
    return acceptance;
  }

  /**
   * What waits goes on by itself only after a turn that ended well, or has never begun, and that nobody stopped, too late though it was; else it is
   * paused, even what came behind the end line, unless the person has had it sent meanwhile. A pause that cannot be written breaks the recorder,
   * and then nothing goes on either.
   */
  async goOn(end: TurnLeaving, wasStopped: boolean): Promise<void> {
    if (end === null) return;
    if ((end === "completed" || end === "unbegun") && !wasStopped) await this.#startNext({ isMailDue: true });
    else await this.#parts.queue.pause({ unless: () => this.#isSending }).catch(() => undefined);
  }

  get #isSending(): boolean {
    return this.#turn?.opening.type === "input" && this.#turn.opening.input.via === "queue";
  }

  /** As `#startNow`, behind all changes of the queue so far. */
  #startNext(due: { readonly isMailDue: boolean }): Promise<void> {
    return this.#parts.queue.decide(() => this.#startNow(due));
  }

  /** When nothing runs: starts a turn with the queue's next entry, else, if it is due, one for mail that asks for it. */
  #startNow({ isMailDue }: { readonly isMailDue: boolean }): void {
    if (this.#turn !== null || this.#parts.isOver()) return;
    const { next } = this.#parts.queue;
    const hasTrigger = this.#parts.inputs.waitingMail.some((mail) => mail.triggerTurn);
    const at = { turnId: TurnId.parse(this.#parts.ids.uuid()), ready: Promise.resolve() };
    if (next !== null) this.#parts.slot.begin({ type: "input", input: next }, at);
    else if (isMailDue && hasTrigger) this.#parts.slot.begin({ type: "mail" }, at);
  }

  #acceptedInput({ input, clientId }: Submission, { turnId, via }: { turnId: TurnId; via: InputVia }): AcceptedForTurn {
    const inputId = InputId.parse(this.#parts.ids.uuid());
    return { inputId, turnId, via, input, ...(clientId === undefined ? {} : { clientId }) };
  }
}
