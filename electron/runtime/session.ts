// The live object of one open thread: transcript, view, recorder, and at most one Turn. Events leave it numbered; nobody else keeps its state.
import type { Notification } from "../../shared/protocol/event";
import { InputId, TurnId, type ClientMessageId, type ItemId, type ThreadId } from "../../shared/protocol/ids";
import type { ResponseItem } from "../../shared/protocol/response-item";
import type { LineBody } from "../../shared/protocol/rollout-line";
import type { Thread, Turn } from "../../shared/protocol/thread";
import type { InputVia } from "../../shared/protocol/turn-item";
import { inputText, type UserInput } from "../../shared/protocol/user-input";
import type { ModelWindow } from "../../shared/protocol/window-item";
import type { ThreadView } from "../../shared/view/thread-view";
import { abortWith, type AbortReason } from "./async/abort-reason";
import { StorageError, errorMessage } from "./errors";
import { EventStream } from "./history/event-stream";
import type { ItemProjection } from "./history/item-projection";
import { modelWindow } from "./history/model-window";
import { previewText } from "./history/preview";
import { Recorder } from "./history/recorder";
import type { Transcript } from "./history/transcript";
import { FollowUpQueue } from "./input/follow-up-queue";
import { InputQueue, type AcceptedInput } from "./input/input-queue";
import { Mailbox } from "./input/mailbox";
import { Submissions, type Acceptance } from "./input/submissions";
import type { Approvals } from "./ports/approvals";
import type { Clock } from "./ports/clock";
import type { IdSource } from "./ports/id-source";
import type { RolloutWriter } from "./ports/rollout-store";
import type { ToolRegistry } from "./tools/tool-registry";
import { instructions } from "./turn/instructions";
import { runTurn, type TurnEnd, type TurnOpening } from "./turn/run-turn";
import { SealedReasoning } from "./turn/sealed-reasoning";
import { TimeReminder } from "./turn/time-reminder";
import type { TurnScope, TurnSettings } from "./turn/turn-scope";
import { windowLimit } from "./turn/window-limit";

export interface SessionParts {
  readonly thread: Pick<Thread, "id" | "path" | "cwd" | "createdAtMs" | "source">;
  readonly writer: RolloutWriter;
  readonly transcript: Transcript;
  readonly projection: ItemProjection;
  readonly view: ThreadView;
  readonly acceptedBy: ReadonlyMap<ClientMessageId, Acceptance>;
  readonly opening: readonly LineBody[];
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly approvals: Approvals;
  readonly tools: ToolRegistry;
  readonly initialSettings: TurnSettings;
  /** Read anew at the start of each turn. When no model can be asked, the client it gives says so as RequestRejected. */
  readonly settings: () => Promise<TurnSettings>;
  readonly publish: (notification: Notification) => void;
  readonly updatedAtMs: number;
  /** Number of the thread's last event so far: a session opened anew goes on counting. */
  readonly seq: number;
}

export interface Submission {
  readonly input: readonly UserInput[];
  readonly clientId?: ClientMessageId;
}

export interface Mail {
  readonly author: string;
  readonly text: string;
  /** An idle thread starts a turn for it. */
  readonly triggerTurn: boolean;
  readonly clientId?: ClientMessageId;
}

interface ActiveTurn {
  readonly id: TurnId;
  readonly opening: TurnOpening;
  readonly controller: AbortController;
  readonly queue: InputQueue;
  /** Settles when the turn's end is recorded, or cannot be, and what follows it has begun. Never rejects. */
  readonly ended: Promise<void>;
}

export class Session {
  readonly #parts: SessionParts;
  readonly #recorder: Recorder;
  readonly #events: EventStream;
  readonly #grants = new Set<string>();
  readonly #sealedReasoning = new SealedReasoning();
  readonly #timeReminder = new TimeReminder();
  readonly #submissions: Submissions;
  readonly queue: FollowUpQueue;
  #turn: ActiveTurn | null = null;
  #settings: TurnSettings;
  #isOver = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#settings = parts.initialSettings;
    this.#submissions = new Submissions(parts.acceptedBy);
    const { writer, clock, transcript, projection, view, publish, seq, updatedAtMs } = parts;
    this.#events = new EventStream({
      threadId: this.id,
      clock,
      view,
      publish,
      recordedStatus: () => (this.#recorder.isBroken ? { type: "systemError" } : projection.status()),
      seq,
      updatedAtMs,
    });
    this.#recorder = new Recorder(
      {
        writer,
        clock,
        transcript,
        projection,
        emit: (event) => this.#events.emit(event),
        onBroken: () => this.#abort("storage"),
      },
      parts.opening,
    );
    this.queue = new FollowUpQueue({
      recorded: () => projection.inputs.queue,
      startedId: () => (this.#turn?.opening.type === "input" ? this.#turn.opening.input.inputId : null),
      record: (lines) => this.#recorder.record(lines, { barrier: true }),
      ids: parts.ids,
    });
  }

  get id(): ThreadId {
    return this.#parts.thread.id;
  }

  /** After a failure that is not in the file, and once it is closed, the thread has to be opened anew from its file. */
  get needsReopening(): boolean {
    return this.#recorder.isBroken || this.#isOver;
  }

  /** Another process has written the file, or has taken or given back its lock. A turn that runs finds out by itself. */
  async isStale(): Promise<boolean> {
    if (this.#turn !== null || this.needsReopening) return false;
    const isCurrent = await this.#parts.writer.isCurrent();
    return !isCurrent && this.#turn === null;
  }

  get view(): Readonly<ThreadView> {
    return this.#parts.view;
  }

  get transcriptItems(): readonly ResponseItem[] {
    return this.#parts.transcript.items;
  }

  /** Number of the last event; a snapshot of `view` taken now holds all events up to it. */
  get seq(): number {
    return this.#events.seq;
  }

  get activeTurnId(): TurnId | null {
    return this.#turn?.queue.isOpen === true ? this.#turn.id : null;
  }

  thread(readOnly: boolean): Thread {
    const { thread, view } = this.#parts;
    const { client, model, policy } = this.#settings;
    return {
      ...thread,
      provider: client.provider,
      model,
      approvalPolicy: policy,
      status: this.#events.status,
      readOnly,
      preview: previewOf(view),
      updatedAtMs: this.#events.updatedAtMs,
    };
  }

  /** Tells clients that the thread is there. */
  announce(): void {
    this.#events.emit({ method: "thread/started", params: { thread: this.thread(false) } });
  }

  /** What the model would be sent now. */
  get window(): ModelWindow {
    const { thread, transcript, projection } = this.#parts;
    return modelWindow({
      transcript,
      inputs: projection.inputs,
      instructions: instructions(thread.cwd),
      contextWindow: this.#settings.client.contextWindow,
      limit: windowLimit(this.#settings),
    });
  }

  /** The first reply to this client id, if it was accepted before. */
  earlier(clientId: ClientMessageId | undefined): Promise<Acceptance> | null {
    return this.#submissions.earlier(clientId);
  }

  /**
   * Accepts input for a new Turn and starts it once the input is on disk; resolves then. A turn that is just writing its end is waited for.
   * Throws StorageError when it cannot be recorded. Callers have checked that no turn is active.
   */
  startTurn(submission: Submission): Promise<Acceptance> {
    const turnId = TurnId.parse(this.#parts.ids.uuid());
    const input = this.#acceptedInput(submission, { turnId, via: "start" });
    const previous = this.#turn?.ended ?? Promise.resolve();
    const recorded = previous.then(() => this.#recorder.record([inputLine(input)], { barrier: true }));
    this.#begin({ type: "input", input }, { turnId, recorded });
    return this.#submissions.remember(
      submission.clientId,
      recorded.then(() => ({ inputId: input.inputId, turnId })),
    );
  }

  /** Accepts input into the running Turn; resolves once it is on disk. Callers have checked `activeTurnId`. */
  async steer(submission: Submission): Promise<Acceptance> {
    const turn = this.#turn;
    if (turn === null) throw new Error("steer without an active turn");
    const steer = this.#acceptedInput(submission, { turnId: turn.id, via: "steer" });
    const recorded = this.#recorder.record([inputLine(steer)], { barrier: true });
    return this.#submissions.remember(
      submission.clientId,
      turn.queue.accept(steer, recorded).then(() => ({ inputId: steer.inputId, turnId: turn.id })),
    );
  }

  /** Puts input at the end of the queue; resolves once it is on disk. When nothing runs and nothing is paused, a turn starts for it. */
  async enqueue(submission: Submission): Promise<Acceptance> {
    const acceptance = await this.#submissions.remember(submission.clientId, this.queue.add(submission));
    await this.#startNext({ isMailDue: false });
    return acceptance;
  }

  /** Ends the pause of the queue; when nothing runs, a turn starts with its first entry. */
  async resumeQueue(): Promise<void> {
    await this.queue.resume();
    await this.#startNext({ isMailDue: false });
  }

  /** Accepts mail; resolves once it is on disk. A running turn hears of it; an idle thread starts one if the mail asks for it. */
  async receiveMail({ author, text, triggerTurn, clientId }: Mail): Promise<Acceptance> {
    const mailId = InputId.parse(this.#parts.ids.uuid());
    const recorded = this.#recorder.record(
      [
        { type: "cf_mail", payload: { mailId, author, text, triggerTurn } },
        {
          type: "cf_input",
          payload: {
            inputId: mailId,
            via: "mail",
            input: [{ type: "text", text }],
            ...(clientId === undefined ? {} : { clientId }),
          },
        },
      ],
      { barrier: true },
    );
    const acceptance = await this.#submissions.remember(
      clientId,
      recorded.then(() => ({ inputId: mailId })),
    );
    this.#turn?.queue.notify();
    await this.#startNext({ isMailDue: triggerTurn });
    return acceptance;
  }

  /** Compacts the window in a turn of its own. Callers have checked that no turn is active. */
  startCompaction(): TurnId {
    const turnId = TurnId.parse(this.#parts.ids.uuid());
    this.#begin({ type: "compaction" }, { turnId, recorded: this.#turn?.ended ?? Promise.resolve() });
    return turnId;
  }

  /** The turn that can be stopped: also one that is just writing its end. */
  get runningTurnId(): TurnId | null {
    return this.#turn?.id ?? null;
  }

  /** Stops the running turn and resolves once it has ended. Without one it resolves at once. */
  async interrupt(): Promise<void> {
    this.#abort("person");
    await this.#turn?.ended;
  }

  /** Resolves once no turn runs, nor follows. */
  async idle(): Promise<void> {
    while (this.#turn !== null) await this.#turn.ended;
  }

  /** Wake now. False when the item does not wait. */
  wake(itemId: ItemId): boolean {
    return this.#turn?.queue.wake(itemId) ?? false;
  }

  /** Idempotent. Ends the running turn first, so that its last lines are in the file when this resolves. */
  async close(): Promise<void> {
    this.#isOver = true;
    this.#abort("app");
    await this.#turn?.ended;
    await this.#parts.writer.close();
  }

  #abort(reason: AbortReason): void {
    if (this.#turn !== null) abortWith(this.#turn.controller, reason);
  }

  // The turn is set before anything is awaited: from here on the thread has an active one. It runs once `recorded` has resolved.
  #begin(opening: TurnOpening, { turnId, recorded }: { readonly turnId: TurnId; readonly recorded: Promise<unknown> }): void {
    const controller = new AbortController();
    const queue = new InputQueue(new Mailbox(() => this.#parts.projection.inputs.waitingMail));
    const run = recorded.then(() => this.#run(opening, { turnId, controller, queue }));
    const ended = run.catch(() => null).then((end) => this.#leave(turn, end));
    const turn: ActiveTurn = { id: turnId, opening, controller, queue, ended };
    this.#turn = turn;
  }

  /** How the turn ended; null when that is not in the file. */
  async #run(
    opening: TurnOpening,
    { turnId, controller, queue }: { readonly turnId: TurnId } & Pick<ActiveTurn, "controller" | "queue">,
  ): Promise<TurnEnd["type"] | null> {
    let hasEnded = false;
    try {
      this.#settings = await this.#parts.settings();
      const scope = this.#scope(turnId, this.#settings, { controller, queue, hasEnded: () => hasEnded });
      return await runTurn(opening, scope);
    } catch (error) {
      this.#failUnrecorded(turnId, error);
      return null;
    } finally {
      hasEnded = true;
    }
  }

  // The next turn may already stand in its place. What waits goes on by itself only after a turn that ended well and that nobody stopped, too
  // late though it was; a pause that cannot be written breaks the recorder, and nothing goes on then either.
  async #leave(turn: ActiveTurn, end: TurnEnd["type"] | null): Promise<void> {
    turn.queue.close();
    if (this.#turn === turn) this.#turn = null;
    this.#events.updateStatus();
    if (end !== "completed") return;
    if (turn.controller.signal.aborted) await this.queue.pause().catch(() => undefined);
    else await this.#startNext({ isMailDue: true });
  }

  /** When nothing runs: starts a turn with the queue's next entry, else, if it is due, one for mail that asks for it. */
  async #startNext({ isMailDue }: { readonly isMailDue: boolean }): Promise<void> {
    await this.queue.settled();
    if (this.#turn !== null || this.needsReopening) return;
    const { next } = this.queue;
    const hasTrigger = this.#parts.projection.inputs.waitingMail.some((mail) => mail.triggerTurn);
    const turnId = TurnId.parse(this.#parts.ids.uuid());
    if (next !== null) this.#begin({ type: "input", input: next }, { turnId, recorded: Promise.resolve() });
    else if (isMailDue && hasTrigger) this.#begin({ type: "mail" }, { turnId, recorded: Promise.resolve() });
  }

  #scope(
    turnId: TurnId,
    settings: TurnSettings,
    { controller, queue, hasEnded }: Pick<ActiveTurn, "controller" | "queue"> & { hasEnded: () => boolean },
  ): TurnScope {
    const { thread, clock, ids, approvals, tools, transcript, projection, view } = this.#parts;
    return {
      ...settings,
      threadId: thread.id,
      turnId,
      cwd: thread.cwd,
      instructions: instructions(thread.cwd),
      tools,
      approvals,
      grants: this.#grants,
      clock,
      ids,
      transcript,
      inputs: projection.inputs,
      queue,
      hookPlace: { threadId: thread.id, turnId, cwd: thread.cwd, transcriptPath: thread.path, model: settings.model },
      sealedReasoning: this.#sealedReasoning,
      timeReminder: this.#timeReminder,
      newContext: { isWanted: false },
      totalTokens: () => view.tokens?.total,
      signal: controller.signal,
      interrupt: () => abortWith(controller, "person"),
      record: (lines, options) => {
        if (hasEnded()) throw new Error("a run wrote after its turn had ended");
        return this.#recorder.record(lines, options);
      },
      emit: (event) => {
        if (!hasEnded()) this.#events.emit(event);
      },
    };
  }

  #acceptedInput({ input, clientId }: Submission, { turnId, via }: { turnId: TurnId; via: InputVia }): AcceptedForTurn {
    const inputId = InputId.parse(this.#parts.ids.uuid());
    return { inputId, turnId, via, input, ...(clientId === undefined ? {} : { clientId }) };
  }

  /** The turn's end cannot be in the file: the person is told, and every open item is closed on screen (I9). */
  #failUnrecorded(turnId: TurnId, error: unknown): void {
    this.#isOver = true;
    const code = error instanceof StorageError ? "storage" : "internal";
    this.#events.closeOpenItems();
    const started = this.#parts.view.turns.findLast((turn) => turn.id === turnId);
    const nowMs = this.#parts.clock.nowMs();
    const turn: Turn = {
      ...(started ?? { id: turnId, startedAtMs: nowMs }),
      status: "failed",
      completedAtMs: nowMs,
      error: {
        code,
        message: errorMessage(error),
        action: "What is on disk is safe. Free the disk or fix the folder's permissions, then send again.",
      },
    };
    this.#events.emit({ method: "turn/completed", params: { turn } });
  }
}

type AcceptedForTurn = AcceptedInput & { readonly turnId: TurnId };

function inputLine({ inputId, turnId, via, input, clientId }: AcceptedForTurn): LineBody {
  return {
    type: "cf_input",
    payload: { inputId, turnId, via, input: [...input], ...(clientId === undefined ? {} : { clientId }) },
  };
}

function previewOf(view: ThreadView): string {
  const first = view.items.find((item) => item.type === "userMessage");
  return first?.type === "userMessage" ? previewText(inputText(first.content)) : "";
}
