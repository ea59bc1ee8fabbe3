// The live object of one open thread: its parts put together, what is shown of it, and how it ends. Events leave it numbered; nobody else keeps its state.
import { ItemId, TurnId, type ClientMessageId, type ThreadId } from "../../shared/protocol/ids";
import type { ResponseItem } from "../../shared/protocol/response-item";
import type { LineBody } from "../../shared/protocol/rollout-line";
import type { Thread } from "../../shared/protocol/thread";
import { inputText } from "../../shared/protocol/user-input";
import type { ModelWindow } from "../../shared/protocol/window-item";
import { previewText } from "../../shared/text/preview-text";
import type { ThreadView } from "../../shared/view/thread-view";
import { EventStream } from "./history/event-stream";
import { modelWindow } from "./history/model-window";
import type { OpenTurn } from "./history/open-turn";
import { undoLines } from "./history/turn-lines";
import { textTokens } from "./history/token-estimate";
import { Recorder } from "./history/recorder";
import { FollowUpQueue } from "./input/follow-up-queue";
import type { Acceptance } from "./input/submissions";
import type { Restored } from "./ports/file-undo";
import type { RolloutWriter } from "./ports/rollout-store";
import { SessionDoors } from "./session-doors";
import { TurnSlot, type ActiveTurn, type TurnParts } from "./turn-slot";
import { instructions } from "./turn/instructions";
import { windowLimit } from "./turn/window-limit";
import { WaitingTurn } from "./waiting-turn";

export interface SessionParts extends TurnParts {
  readonly writer: RolloutWriter;
  readonly acceptedBy: ReadonlyMap<ClientMessageId, Acceptance>;
  readonly opening: readonly LineBody[];
  /** What an answer to its questions goes on with; null: no question is open from before a restart, or it cannot be answered here. */
  readonly openTurn: OpenTurn | null;
  /** See ResumedThread. */
  readonly olderCursor: string | null;
  readonly isArchived: boolean;
  readonly updatedAtMs: number;
  /** Number of the thread's last event so far: a session opened anew goes on counting. */
  readonly seq: number;
}

export class Session {
  readonly #parts: SessionParts;
  readonly #recorder: Recorder;
  readonly #events: EventStream;
  readonly #slot: TurnSlot;
  readonly queue: FollowUpQueue;
  readonly doors: SessionDoors;
  readonly #waiting: WaitingTurn;
  #isOver = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    const { writer, clock, transcript, projection, view, publish, seq, updatedAtMs } = parts;
    transcript.tokens.fixed = textTokens(instructions(parts.thread.cwd));
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
        onBroken: () => this.#slot.abort("storage"),
        onOpened: () => this.#waiting.withdraw(),
      },
      parts.opening,
    );
    this.#slot = new TurnSlot(parts, {
      recorder: this.#recorder,
      events: this.#events,
      onLeft: (end, wasStopped) => this.doors.goOn(end, wasStopped),
      onUnrecorded: () => {
        this.#isOver = true;
      },
    });
    this.#waiting = new WaitingTurn(parts.openTurn, {
      threadId: this.id,
      approvals: parts.approvals,
      recorder: this.#recorder,
      events: this.#events,
      slot: this.#slot,
      isOver: () => this.needsReopening,
    });
    // What the first record will put back into the queue is shown, and can be changed, before it is written.
    const restored = projection.inputs.queueAfter(parts.openTurn?.opening ?? parts.opening);
    this.queue = new FollowUpQueue({
      recorded: () => (this.#recorder.hasOpening ? restored : projection.inputs.queue),
      startedId: () => (this.#turn?.opening.type === "input" ? this.#turn.opening.input.inputId : null),
      record: (lines) => this.#recorder.record(lines, { barrier: true }),
      ids: parts.ids,
    });
    this.doors = new SessionDoors({
      ids: parts.ids,
      inputs: projection.inputs,
      recorder: this.#recorder,
      queue: this.queue,
      slot: this.#slot,
      waiting: this.#waiting,
      acceptedBy: parts.acceptedBy,
      isOver: () => this.needsReopening,
    });
  }

  get #turn(): ActiveTurn | null {
    return this.#slot.turn;
  }

  get id(): ThreadId {
    return this.#parts.thread.id;
  }

  /** See RunContext. */
  get realCwd(): string {
    return this.#parts.realCwd;
  }

  /** After a failure that is not in the file, and once it is closed, the thread has to be opened anew from its file. */
  get needsReopening(): boolean {
    return this.#recorder.isBroken || this.#isOver;
  }

  /** Another process has written the file, or has taken or given back its lock. A turn that runs finds out by itself. */
  async isStale(): Promise<boolean> {
    if (this.#turn !== null || this.needsReopening) return false;
    const isCurrent = await this.#recorder.isCurrent();
    return !isCurrent && this.#turn === null;
  }

  /** Lines that belong in front of the first record are not in the file yet: of a new thread there is nothing at all. */
  get hasUnwrittenOpening(): boolean {
    return this.#recorder.hasOpening;
  }

  get view(): Readonly<ThreadView> {
    return this.#parts.view;
  }

  /** Where a page of what stands in front of `view` ends; null: the view holds everything. */
  get olderCursor(): string | null {
    return this.#parts.olderCursor;
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

  /** The turn that takes input in: the active one, or one from before a restart that waits for an answer. */
  get steerableTurnId(): TurnId | null {
    return this.activeTurnId ?? this.waitingTurnId;
  }

  thread(readOnly: boolean): Thread {
    const { thread, isArchived, projection } = this.#parts;
    const { name, inputs } = projection;
    const { client, model, policy } = this.#slot.settings;
    return {
      ...thread,
      provider: client.provider,
      model,
      approvalPolicy: policy,
      status: this.#events.status,
      readOnly,
      ...(name === "" ? {} : { name }),
      preview: inputs.first === undefined ? "" : previewText(inputText(inputs.first.input)),
      origin: "own",
      archived: isArchived,
      // The list knows; pins are no lines.
      pinned: false,
      updatedAtMs: this.#events.updatedAtMs,
    };
  }

  /** Tells clients that the thread is there. */
  announce(): void {
    this.#events.emit({ method: "thread/started", params: { thread: this.thread(false) } });
    this.#slot.tellProblem();
  }

  /** What the model would be sent now. */
  get window(): ModelWindow {
    const { thread, transcript, projection } = this.#parts;
    return modelWindow({
      items: this.#slot.sentItems,
      tokens: transcript.tokens,
      inputs: projection.inputs,
      instructions: instructions(thread.cwd),
      contextWindow: this.#slot.settings.client.contextWindow,
      limit: windowLimit(this.#slot.settings),
    });
  }

  /** What the person calls the thread; an empty name takes it away. Resolves once it is on disk. */
  async rename(name: string): Promise<void> {
    await this.#recorder.record([{ type: "cf_name", payload: { name } }], { barrier: true });
  }

  /** Records what `restore` has put back of a turn's files; the model reads of it. Turns that are begun meanwhile wait. Callers have checked that none runs. */
  undo(undoOf: TurnId, restore: () => Promise<Restored>): Promise<Restored> {
    return this.#slot.hold(async () => {
      const restored = await restore();
      if (restored.outcome !== "undone") return restored;
      const itemId = ItemId.parse(this.#parts.ids.uuid());
      await this.#recorder.record(undoLines({ itemId, undoOf, changes: restored.changes }), { barrier: true });
      return restored;
    });
  }

  /** Compacts the window in a turn of its own. Callers have checked that no turn is active. */
  startCompaction(): TurnId {
    const turnId = TurnId.parse(this.#parts.ids.uuid());
    this.#slot.begin({ type: "compaction" }, { turnId, ready: this.#turn?.ended ?? Promise.resolve() });
    return turnId;
  }

  /** A turn from before a restart whose questions can be answered: it can be stopped, too. */
  get waitingTurnId(): TurnId | null {
    return this.#waiting.turnId;
  }

  /** Puts the questions again that were open when the program ended; of a thread that is looked at again. */
  putQuestions(): void {
    this.#waiting.put();
  }

  /** The turn that began last and can be stopped: also one that is just writing its end. */
  get runningTurnId(): TurnId | null {
    return this.#turn?.id ?? null;
  }

  /** Whether this turn can be stopped, though the next one may wait behind it already. */
  isRunning(turnId: TurnId): boolean {
    return this.#slot.isLive(turnId) || this.waitingTurnId === turnId;
  }

  /** Stops what runs, and what waits for its end or for an answer; resolves once all has ended. Without a turn it resolves at once. */
  async interrupt(): Promise<void> {
    this.#waiting.continue();
    this.#slot.abort("person");
    await this.#turn?.ended;
  }

  /** Resolves once no turn runs, nor follows. */
  idle(): Promise<void> {
    return this.#slot.idle();
  }

  /** Wake now. False when the item does not wait. */
  wake(itemId: ItemId): boolean {
    return this.#turn?.queue.wake(itemId) ?? false;
  }

  /** Stops one running tool, or declines its question, also one from before a restart; its turn goes on. False when it does not run. */
  stopItem(itemId: ItemId): boolean {
    if (this.#waiting.isAsked(itemId)) this.#waiting.continue();
    return this.#slot.stopCall(itemId);
  }

  /** Idempotent. Ends the running turn first, so that its last lines are in the file when this resolves. */
  async close(): Promise<void> {
    this.#isOver = true;
    this.#waiting.withdraw();
    this.#slot.abort("app");
    await this.#turn?.ended;
    await this.#parts.writer.close();
  }
}
