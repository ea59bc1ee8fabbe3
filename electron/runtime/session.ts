// The live object of one open thread: transcript, view, recorder, and at most one Turn. Events leave it numbered; nobody else keeps its state.
import type { Notification } from "../../shared/protocol/event";
import { InputId, TurnId, type ClientMessageId, type ItemId, type ThreadId } from "../../shared/protocol/ids";
import type { ResponseItem } from "../../shared/protocol/response-item";
import type { LineBody } from "../../shared/protocol/rollout-line";
import type { ApprovalPolicy, Thread, Turn } from "../../shared/protocol/thread";
import type { InputVia } from "../../shared/protocol/turn-item";
import { inputText, type UserInput } from "../../shared/protocol/user-input";
import type { ThreadView } from "../../shared/view/thread-view";
import { abortWith, type AbortReason } from "./async/abort-reason";
import { StorageError, errorMessage } from "./errors";
import { EventStream } from "./history/event-stream";
import type { ItemProjection } from "./history/item-projection";
import { previewText } from "./history/preview";
import { Recorder } from "./history/recorder";
import type { Transcript } from "./history/transcript";
import { InputQueue, type AcceptedInput } from "./input/input-queue";
import type { Approvals } from "./ports/approvals";
import type { Clock } from "./ports/clock";
import type { IdSource } from "./ports/id-source";
import type { ModelClient } from "./ports/model-client";
import type { RolloutWriter } from "./ports/rollout-store";
import type { ToolRegistry } from "./tools/tool-registry";
import { instructions } from "./turn/instructions";
import { runTurn } from "./turn/run-turn";
import type { TurnScope } from "./turn/turn-scope";

/** What the settings give a Turn, frozen at its start. */
export interface TurnSettings {
  readonly client: ModelClient;
  readonly model: string;
  readonly policy: ApprovalPolicy;
}

export interface SessionParts {
  readonly thread: Pick<Thread, "id" | "path" | "cwd" | "createdAtMs" | "source">;
  readonly writer: RolloutWriter;
  readonly transcript: Transcript;
  readonly projection: ItemProjection;
  readonly view: ThreadView;
  readonly acceptedBy: ReadonlyMap<ClientMessageId, TurnId>;
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

interface ActiveTurn {
  readonly id: TurnId;
  readonly controller: AbortController;
  readonly queue: InputQueue;
  /** Settles when the turn's end is recorded, or cannot be. Never rejects. */
  readonly ended: Promise<void>;
}

/** `reply`: what the first submission with a client id was answered. */
type Accepted = Promise<TurnId>;

export class Session {
  readonly #parts: SessionParts;
  readonly #recorder: Recorder;
  readonly #events: EventStream;
  readonly #grants = new Set<string>();
  readonly #accepted = new Map<ClientMessageId, Accepted>();
  #turn: ActiveTurn | null = null;
  #settings: TurnSettings;
  #isOver = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#settings = parts.initialSettings;
    for (const [clientId, turnId] of parts.acceptedBy) this.#accepted.set(clientId, Promise.resolve(turnId));
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

  /** The first reply to this client id, if it was accepted before. */
  accepted(clientId: ClientMessageId | undefined): Accepted | null {
    return clientId === undefined ? null : (this.#accepted.get(clientId) ?? null);
  }

  /**
   * Accepts input for a new Turn and starts it once the input is on disk; resolves with the turn's id then. A turn that is just writing its end
   * is waited for. Throws StorageError when it cannot be recorded. Callers have checked that no turn is active.
   */
  startTurn(submission: Submission): Promise<TurnId> {
    const id = TurnId.parse(this.#parts.ids.uuid());
    const accepted = this.#acceptedInput(submission, { turnId: id, via: "start" });
    const controller = new AbortController();
    const queue = new InputQueue();
    const previous = this.#turn?.ended ?? Promise.resolve();
    const recorded = previous.then(() => this.#recorder.record([inputLine(accepted)], { barrier: true }));
    const run = recorded.then(() => this.#run(accepted, { controller, queue }));
    const turn: ActiveTurn = { id, controller, queue, ended: run.catch(() => queue.close()).then(() => this.#leave(turn)) };
    // Set before anything is awaited: from here on the thread has an active turn.
    this.#turn = turn;
    return this.#remember(
      submission.clientId,
      recorded.then(() => id),
    );
  }

  /** Accepts input into the running Turn; resolves once it is on disk. Callers have checked `activeTurnId`. */
  async steer(submission: Submission): Promise<TurnId> {
    const turn = this.#turn;
    if (turn === null) throw new Error("steer without an active turn");
    const accepted = this.#acceptedInput(submission, { turnId: turn.id, via: "steer" });
    const recorded = this.#recorder.record([inputLine(accepted)], { barrier: true });
    return this.#remember(
      submission.clientId,
      turn.queue.accept(accepted, recorded).then(() => turn.id),
    );
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

  /** Resolves once no turn runs. */
  async idle(): Promise<void> {
    await this.#turn?.ended;
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

  async #run(accepted: AcceptedInput, { controller, queue }: Pick<ActiveTurn, "controller" | "queue">): Promise<void> {
    let hasEnded = false;
    try {
      this.#settings = await this.#parts.settings();
      const scope = this.#scope(accepted.turnId, this.#settings, { controller, queue, hasEnded: () => hasEnded });
      await runTurn(accepted, scope);
    } catch (error) {
      this.#failUnrecorded(accepted.turnId, error);
    } finally {
      hasEnded = true;
    }
  }

  // The next turn may already stand in its place.
  #leave(turn: ActiveTurn): void {
    if (this.#turn === turn) this.#turn = null;
    this.#events.updateStatus();
  }

  #scope(
    turnId: TurnId,
    settings: TurnSettings,
    { controller, queue, hasEnded }: Pick<ActiveTurn, "controller" | "queue"> & { hasEnded: () => boolean },
  ): TurnScope {
    const { thread, clock, ids, approvals, tools, transcript, view } = this.#parts;
    return {
      threadId: thread.id,
      turnId,
      cwd: thread.cwd,
      model: settings.model,
      instructions: instructions(thread.cwd),
      client: settings.client,
      tools,
      approvals,
      policy: settings.policy,
      grants: this.#grants,
      clock,
      ids,
      transcript,
      queue,
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

  #acceptedInput({ input, clientId }: Submission, { turnId, via }: { turnId: TurnId; via: InputVia }): AcceptedInput {
    const inputId = InputId.parse(this.#parts.ids.uuid());
    return { inputId, turnId, via, input, ...(clientId === undefined ? {} : { clientId }) };
  }

  // A submission that failed may be tried again under the same id.
  #remember(clientId: ClientMessageId | undefined, reply: Accepted): Accepted {
    if (clientId === undefined) return reply;
    this.#accepted.set(clientId, reply);
    reply.catch(() => this.#accepted.delete(clientId));
    return reply;
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

function inputLine({ inputId, turnId, via, input, clientId }: AcceptedInput): LineBody {
  return {
    type: "cf_input",
    payload: { inputId, turnId, via, input: [...input], ...(clientId === undefined ? {} : { clientId }) },
  };
}

function previewOf(view: ThreadView): string {
  const first = view.items.find((item) => item.type === "userMessage");
  return first?.type === "userMessage" ? previewText(inputText(first.content)) : "";
}
