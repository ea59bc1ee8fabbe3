// The place for a session's one Turn: what it begins with, the scope it runs in, how it leaves, and that the next one may stand in its place already.
import type { Notification } from "../../shared/protocol/event";
import type { ItemId, TurnId } from "../../shared/protocol/ids";
import type { ResponseItem } from "../../shared/protocol/response-item";
import type { Thread, Turn } from "../../shared/protocol/thread";
import type { ThreadView } from "../../shared/view/thread-view";
import { abortWith, type AbortReason } from "./async/abort-reason";
import { StorageError, errorMessage } from "./errors";
import type { EventStream } from "./history/event-stream";
import type { ItemProjection } from "./history/item-projection";
import type { Recorder } from "./history/recorder";
import type { Transcript } from "./history/transcript";
import { InputQueue } from "./input/input-queue";
import { Mailbox } from "./input/mailbox";
import type { Approvals } from "./ports/approvals";
import type { Clock } from "./ports/clock";
import type { IdSource } from "./ports/id-source";
import type { Permissions } from "./ports/permissions";
import type { WorkspaceContext } from "./ports/workspace-context";
import { RunningCalls } from "./tools/running-calls";
import type { ToolRegistry } from "./tools/tool-registry";
import { instructions } from "./turn/instructions";
import { LeftOpen } from "./turn/left-open";
import { runTurn, type TurnOpening } from "./turn/run-turn";
import type { TurnEnd } from "./turn/turn-frame";
import { RefusedParts } from "./turn/refused-parts";
import { TimeReminder } from "./turn/time-reminder";
import type { TurnScope, TurnSettings } from "./turn/turn-scope";

/** What a session is made of, as far as its turns need it. */
export interface TurnParts {
  readonly thread: Pick<Thread, "id" | "path" | "cwd" | "choice" | "createdAtMs" | "source">;
  /** See RunContext. */
  readonly realCwd: string;
  readonly transcript: Transcript;
  readonly projection: ItemProjection;
  readonly view: ThreadView;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly approvals: Approvals;
  readonly tools: ToolRegistry;
  readonly permissions: Permissions;
  readonly workspace: WorkspaceContext;
  readonly initialSettings: TurnSettings;
  /** Read anew at the start of each turn. When no model can be asked, the client it gives says so as RequestRejected. */
  readonly settings: () => Promise<TurnSettings>;
  readonly publish: (notification: Notification) => void;
}

/** How a turn has left its place. `unbegun`: what it was to begin with was refused. Null: its end is not in the file. */
export type TurnLeaving = TurnEnd["type"] | "unbegun" | null;

export interface TurnDoors {
  readonly recorder: Recorder;
  readonly events: EventStream;
  /** The turn has ended and its place is free, unless the next one was waiting for it. Never rejects. */
  readonly onLeft: (end: TurnLeaving, wasStopped: boolean) => Promise<void>;
  /** The turn's end could not be written: the thread has to be opened anew. */
  readonly onUnrecorded: () => void;
}

export interface ActiveTurn {
  readonly id: TurnId;
  readonly opening: TurnOpening;
  readonly controller: AbortController;
  readonly queue: InputQueue;
  /** Settles when the turn's end is recorded, or cannot be, and what follows it has begun. Never rejects. */
  readonly ended: Promise<void>;
}

const STORAGE_ACTION = "What is on disk is safe. Free the disk or fix the folder's permissions, then send again.";
const INTERNAL_ACTION = "What is on disk is safe. Input that the model has not read waits in the queue; resume it to try again.";

export class TurnSlot {
  readonly #parts: TurnParts;
  readonly #doors: TurnDoors;
  readonly #grants = new Set<string>();
  readonly #toldProblems = new Set<string>();
  readonly #running = new RunningCalls();
  readonly #refusedParts = new RefusedParts();
  readonly #timeReminder = new TimeReminder();
  #turn: ActiveTurn | null = null;
  /** Turns that are begun wait for it. */
  #held: Promise<unknown> = Promise.resolve();
  /** The turn, and the one before while that still writes its end. */
  readonly #live = new Set<ActiveTurn>();
  #settings: TurnSettings;

  constructor(parts: TurnParts, doors: TurnDoors) {
    this.#parts = parts;
    this.#doors = doors;
    this.#settings = parts.initialSettings;
  }

  get turn(): ActiveTurn | null {
    return this.#turn;
  }

  /** Of the turn that began last. */
  get settings(): TurnSettings {
    return this.#settings;
  }

  /** Of the transcript, what would be sent now. */
  get sentItems(): readonly ResponseItem[] {
    return this.#refusedParts.readable(this.#parts.transcript.items);
  }

  /** Stops one running call; its turn goes on. False when it does not run. */
  stopCall(itemId: ItemId): boolean {
    return this.#running.stop(itemId);
  }

  /** Tells every client once what is wrong with the settings that were read last: whoever has no window hears of it too. */
  tellProblem(): void {
    const { problem } = this.#settings;
    if (problem === null || this.#toldProblems.has(problem)) return;
    this.#toldProblems.add(problem);
    this.#doors.events.emit({ method: "warning", params: { message: problem } });
  }

  isLive(turnId: TurnId): boolean {
    return [...this.#live].some(({ id }) => id === turnId);
  }

  abort(reason: AbortReason): void {
    for (const { controller } of this.#live) abortWith(controller, reason);
  }

  /** Resolves once no turn runs, nor follows. */
  async idle(): Promise<void> {
    while (this.#turn !== null) await this.#turn.ended;
  }

  /** Does something while no turn runs: one that is begun meanwhile waits. Callers have checked that none runs. */
  hold<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#held.then(work);
    this.#held = result.catch(() => undefined);
    return result;
  }

  /** Sets the turn at once: from here on the thread has an active one. It runs once `ready` has resolved, and not at all if that rejects. */
  begin(opening: TurnOpening, { turnId, ready }: { readonly turnId: TurnId; readonly ready: Promise<unknown> }): void {
    const controller = new AbortController();
    // What a turn had taken in before a restart was there before all that comes from here on.
    const steers = opening.type === "continued" ? opening.left.steers : [];
    if (opening.type === "continued") this.#running.expect(opening.left.askedCalls);
    const queue = new InputQueue(new Mailbox(() => this.#parts.projection.inputs.waitingMail), steers);
    const run = ready.then(() => this.#held).then(() => this.#run(opening, { turnId, controller, queue }));
    const ended = run.catch(() => "unbegun" as const).then((end) => this.#leave(turn, end));
    const turn: ActiveTurn = { id: turnId, opening, controller, queue, ended };
    this.#turn = turn;
    this.#live.add(turn);
  }

  /** How the turn ended; null when that is not in the file. */
  async #run(
    opening: TurnOpening,
    { turnId, controller, queue }: { readonly turnId: TurnId } & Pick<ActiveTurn, "controller" | "queue">,
  ): Promise<TurnEnd["type"] | null> {
    let hasEnded = false;
    try {
      this.#settings = await this.#parts.settings();
      this.tellProblem();
      return await runTurn(opening, this.#scope(turnId, { controller, queue, hasEnded: () => hasEnded }));
    } catch (error) {
      this.#failUnrecorded(turnId, error);
      return null;
    } finally {
      hasEnded = true;
    }
  }

  async #leave(turn: ActiveTurn, end: TurnLeaving): Promise<void> {
    turn.queue.close();
    this.#live.delete(turn);
    if (turn.opening.type === "continued") this.#running.expect([]);
    if (this.#turn === turn) this.#turn = null;
    this.#doors.events.updateStatus();
    await this.#doors.onLeft(end, turn.controller.signal.aborted);
  }

  #scope(
    turnId: TurnId,
    { controller, queue, hasEnded }: Pick<ActiveTurn, "controller" | "queue"> & { readonly hasEnded: () => boolean },
  ): TurnScope {
    const { thread, realCwd, clock, ids, approvals, tools, permissions, workspace, transcript, projection, view } = this.#parts;
    const { recorder, events } = this.#doors;
    const left = new LeftOpen(controller.signal, () => projection.openRequests);
    return {
      ...this.#settings,
      threadId: thread.id,
      turnId,
      cwd: thread.cwd,
      realCwd,
      instructions: instructions(thread.cwd),
      tools,
      approvals,
      permissions,
      workspace,
      toldProblems: this.#toldProblems,
      grants: this.#grants,
      running: this.#running,
      clock,
      ids,
      transcript,
      inputs: projection.inputs,
      queue,
      hookPlace: {
        threadId: thread.id,
        turnId,
        cwd: thread.cwd,
        transcriptPath: thread.path,
        model: this.#settings.model,
      },
      refusedParts: this.#refusedParts,
      timeReminder: this.#timeReminder,
      newContext: { isWanted: false },
      totalTokens: () => view.tokens?.total,
      signal: controller.signal,
      interrupt: () => abortWith(controller, "person"),
      record: (lines, options) => {
        if (hasEnded()) throw new Error("a run wrote after its turn had ended");
        const kept = left.kept(lines);
        return kept.length === 0 ? Promise.resolve() : recorder.record(kept, options);
      },
      emit: (event) => {
        if (!hasEnded() && !left.isLeft) events.emit(event);
      },
    };
  }

  /** The turn's end cannot be in the file: the person is told, and every open item is closed on screen (I9). */
  #failUnrecorded(turnId: TurnId, error: unknown): void {
    const { view, clock } = this.#parts;
    const { events, onUnrecorded } = this.#doors;
    onUnrecorded();
    const isStorage = error instanceof StorageError;
    events.closeOpenItems();
    const started = view.turns.findLast((turn) => turn.id === turnId);
    const nowMs = clock.nowMs();
    const turn: Turn = {
      ...(started ?? { id: turnId, startedAtMs: nowMs }),
      status: "failed",
      completedAtMs: nowMs,
      error: {
        code: isStorage ? "storage" : "internal",
        message: errorMessage(error),
        action: isStorage ? STORAGE_ACTION : INTERNAL_ACTION,
      },
    };
    events.emit({ method: "turn/completed", params: { turn } });
  }
}
