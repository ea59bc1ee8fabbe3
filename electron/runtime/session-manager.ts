// Threads by id: which are open, how one is opened, and what is done to it. Sessions are opened anew from their file after a fault.
import type { CommandParams } from "../../shared/protocol/command";
import type { Notification } from "../../shared/protocol/event";
import { ThreadId, type TurnId } from "../../shared/protocol/ids";
import type { LineBody } from "../../shared/protocol/rollout-line";
import type { Thread, ThreadChoice } from "../../shared/protocol/thread";
import { emptyThreadView, type ThreadView } from "../../shared/view/thread-view";
import { CommandRefused, StorageError } from "./errors";
import { ItemProjection } from "./history/item-projection";
import { openTurn } from "./history/open-turn";
import { closingLines, resumeInSlices } from "./history/resume";
import type { ResumedThread } from "./history/thread-fold";
import { Transcript } from "./history/transcript";
import type { Approvals } from "./ports/approvals";
import type { Clock } from "./ports/clock";
import type { FileUndo, Restored } from "./ports/file-undo";
import type { Folders } from "./ports/folders";
import type { IdSource } from "./ports/id-source";
import type { Permissions } from "./ports/permissions";
import type { RolloutStore, RolloutWriter } from "./ports/rollout-store";
import type { WorkspaceContext } from "./ports/workspace-context";
import type { Mail } from "./input/input-lines";
import type { Acceptance } from "./input/submissions";
import { Session, type Submission } from "./session";
import type { ToolRegistry } from "./tools/tool-registry";
import type { TurnSettings } from "./turn/turn-scope";

export interface ManagerParts {
  readonly store: RolloutStore;
  readonly folders: Folders;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly approvals: Approvals;
  readonly tools: ToolRegistry;
  readonly permissions: Permissions;
  readonly workspace: WorkspaceContext;
  readonly version: string;
  readonly settings: (choice: ThreadChoice) => Promise<TurnSettings>;
  readonly publish: (notification: Notification) => void;
}

/** An opened thread: its session, and what a reader must know about its file. */
export interface OpenThread {
  readonly session: Session;
  readonly readOnly: boolean;
  readonly repairs: readonly string[];
}

type StoredThread = NonNullable<Awaited<ReturnType<RolloutStore["open"]>>>;

/** A thread that nothing is on disk of. `writer`, `view`: of a file that was made but does not hold the header. */
type Beginning = (seq: number, from?: { readonly writer: RolloutWriter; readonly view: ThreadView }) => Session;

/** What came of a submission, and where. */
export interface Accepted {
  readonly session: Session;
  readonly result: Acceptance;
}

const ORIGINATOR = "counterfoil";

export class SessionManager {
  readonly #parts: ManagerParts;
  readonly #open = new Map<ThreadId, Promise<OpenThread>>();
  /** Of the threads that this process has started: the disk may refuse the first record, and the person try again. */
  readonly #beginnings = new Map<ThreadId, Beginning>();
  #isOver = false;

  constructor(parts: ManagerParts) {
    this.#parts = parts;
  }

  /** A new thread in a folder. Nothing is on disk before its first turn. */
  async start(params: CommandParams<"thread/start">): Promise<Session> {
    const { store, clock, ids, folders } = this.#parts;
    const problem = await folders.problemWith(params.cwd);
    if (problem !== null) throw new CommandRefused("invalidParams", problem);
    const id = ThreadId.parse(ids.uuid());
    const createdAtMs = clock.nowMs();
    const { cwd, ...choice } = params;
    const settings = await this.#parts.settings(choice);
    this.#refuseWhenOver();
    const meta: LineBody = {
      type: "session_meta",
      payload: {
        id,
        timestamp: clock.iso(createdAtMs),
        cwd,
        originator: ORIGINATOR,
        cli_version: this.#parts.version,
        source: "unknown",
        model_provider: settings.client.provider,
        history_mode: "legacy",
        ...(Object.keys(choice).length === 0 ? {} : { cf_choice: choice }),
      },
    };
    const begin: Beginning = (seq, from) => {
      const writer = from?.writer ?? store.create(id, createdAtMs);
      return new Session({
        ...this.#parts,
        thread: { id, path: writer.path, cwd, createdAtMs, source: ORIGINATOR },
        writer,
        transcript: new Transcript(),
        projection: new ItemProjection(),
        view: from?.view ?? emptyThreadView(),
        olderCursor: null,
        isArchived: false,
        acceptedBy: new Map(),
        opening: [meta],
        openTurn: null,
        initialSettings: settings,
        settings: () => this.#parts.settings(choice),
        updatedAtMs: createdAtMs,
        seq,
      });
    };
    const session = begin(0);
    this.#beginnings.set(id, begin);
    this.#open.set(id, Promise.resolve({ session, readOnly: false, repairs: [] }));
    return session;
  }

  /** The thread's live session, or one made from its file as it now is; reading changes nothing. */
  async open(id: ThreadId): Promise<OpenThread> {
    const present = this.#open.get(id);
    const known = await present;
    const isStale = (await known?.session.isStale()) ?? false;
    if (known !== undefined && !isStale && !known.session.needsReopening) return known;
    // Somebody who asked at the same time was first: one thread has one session.
    if (this.#open.get(id) !== present) return this.open(id);
    const opened = this.#reopen(id, known?.session);
    this.#open.set(id, opened);
    try {
      return await opened;
    } catch (error) {
      // What could not be read for now is tried again on behalf of the same session: of one that has just begun nothing else is left.
      const isGone = present === undefined || (error instanceof CommandRefused && error.kind === "threadNotFound");
      if (this.#open.get(id) === opened) {
        if (isGone) this.#open.delete(id);
        else this.#open.set(id, present);
      }
      throw error;
    }
  }

  /** Whether the thread has a session here: what it shows may be ahead of its file. */
  isLive(id: ThreadId): boolean {
    return this.#open.has(id);
  }

  /** Of the sessions that are open now. */
  async liveThreads(): Promise<Thread[]> {
    const open = await Promise.allSettled(this.#open.values());
    return open.flatMap((entry) => (entry.status === "fulfilled" ? [entry.value.session.thread(entry.value.readOnly)] : []));
  }

  /** Closes the thread's session, if it has one, so that its file may be moved. Refused while a turn runs. */
  async closeIdle(id: ThreadId): Promise<void> {
    const present = this.#open.get(id);
    const open = await present?.catch(() => undefined);
    if (open === undefined) return;
    if (open.session.runningTurnId !== null)
      throw new CommandRefused("turnMismatch", "a turn is running in this session; stop it first");
    await open.session.close();
    if (this.#open.get(id) === present) this.#open.delete(id);
  }

  /** Starts a turn, or gives the first reply to the same client id. */
  async startTurn(id: ThreadId, submission: Submission): Promise<Accepted> {
    return this.#writing(id, async (session) => {
      const earlier = session.earlier(submission.clientId);
      if (earlier !== null) return earlier;
      refuseWhileActive(session);
      return session.startTurn(submission);
    });
  }

  async steer(id: ThreadId, submission: Submission & { readonly expectedTurnId: TurnId }): Promise<Accepted> {
    return this.#writing(id, async (session) => {
      const earlier = session.earlier(submission.clientId);
      if (earlier !== null) return earlier;
      const active = session.activeTurnId;
      if (active === null) throw new CommandRefused("noActiveTurn", "no turn is running; start one");
      if (active !== submission.expectedTurnId) throw new CommandRefused("turnMismatch", `the running turn is ${active}`);
      return session.steer(submission);
    });
  }

  async enqueue(id: ThreadId, submission: Submission): Promise<Accepted> {
    return this.#writing(id, async (session) => session.earlier(submission.clientId) ?? session.enqueue(submission));
  }

  async sendMail(id: ThreadId, mail: Mail): Promise<Accepted> {
    return this.#writing(id, async (session) => session.earlier(mail.clientId) ?? session.receiveMail(mail));
  }

  /** A change of the queue. */
  async changeQueue(id: ThreadId, change: (session: Session) => Promise<void>): Promise<void> {
    await this.#writing(id, change);
  }

  /** An empty name takes it away. */
  async rename(id: ThreadId, name: string): Promise<void> {
    refuseReadOnly(await this.open(id));
    await this.#writing(id, (session) => session.rename(name.trim()));
  }

  /** Puts back the files of a turn's patches and records it. What was kept of them goes last: until then the same can be asked again. */
  async undo(id: ThreadId, { turnId, files }: { readonly turnId: TurnId; readonly files: FileUndo }): Promise<Restored> {
    refuseReadOnly(await this.open(id));
    let restoring: Promise<Restored> | null = null;
    const restore = (): Promise<Restored> => (restoring ??= files.restore({ threadId: id, turnId }));
    const { result } = await this.#writing(id, async (session) => {
      refuseWhileRunning(session);
      return session.undo(turnId, restore);
    });
    if (result.outcome === "undone") await files.forget({ threadId: id, turnId });
    return result;
  }

  /** Compacts the window in a turn of its own. */
  async compact(id: ThreadId): Promise<{ session: Session; result: TurnId }> {
    // No line goes before the reply that would find it out.
    refuseReadOnly(await this.open(id));
    return this.#writing(id, async (session) => {
      refuseWhileActive(session);
      return session.startCompaction();
    });
  }

  /**
   * Closes a thread that nobody looks at any more, once its turn has ended, so that another process may write it. `isUnheard` is asked
   * again then: somebody may have come back.
   */
  async release(id: ThreadId, isUnheard: () => boolean): Promise<void> {
    const present = this.#open.get(id);
    const open = await present?.catch(() => undefined);
    if (open === undefined) return;
    if (open.session.runningTurnId !== null) await open.session.idle();
    const isNowhereElse = this.#beginnings.has(id) && open.session.hasUnwrittenOpening;
    if (!isUnheard() || open.session.runningTurnId !== null || isNowhereElse) return;
    await open.session.close();
    if (this.#open.get(id) === present) this.#open.delete(id);
  }

  /** Interrupts every turn and closes every file. A command that is under way is refused from then on. */
  async closeAll(): Promise<void> {
    this.#isOver = true;
    const open = await Promise.allSettled(this.#open.values());
    this.#open.clear();
    await Promise.all(open.flatMap((entry) => (entry.status === "fulfilled" ? [entry.value.session.close()] : [])));
  }

  // What was written now would be closed by nobody, and a turn ended by nothing.
  #refuseWhenOver(): void {
    if (this.#isOver) throw new CommandRefused("internal", "the program is ending; nothing more is accepted");
  }

  // The file may have changed since it was read: then it is read again, once.
  async #writing<Result>(
    id: ThreadId,
    write: (session: Session) => Promise<Result>,
  ): Promise<{ session: Session; result: Result }> {
    for (let isAgain = false; ; isAgain = true) {
      const { session } = await this.open(id);
      this.#refuseWhenOver();
      try {
        return { session, result: await write(session) };
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        if (error.fault === "changed" && !isAgain) continue;
        throw new CommandRefused(error.fault === "locked" ? "lockedByOther" : "storage", error.message);
      }
    }
  }

  // The session before ends first: its last lines are in the file then, its last events are counted, and its lock is free.
  async #reopen(id: ThreadId, before: Session | undefined): Promise<OpenThread> {
    await before?.close();
    const stored = await this.#parts.store.open(id);
    const resumed = stored === null ? null : await resumeInSlices(stored.rollout);
    const isUnwritten = before?.view.items.every(({ type }) => type === "notice") === true;
    const begin = isUnwritten ? this.#beginnings.get(id) : undefined;
    const hasHeader = resumed !== null && resumed.meta !== null;
    if (before !== undefined && begin !== undefined && !hasHeader) {
      const from = stored === null || resumed === null ? undefined : { writer: stored.writer, view: resumed.view };
      return { session: begin(before.seq + 1, from), readOnly: false, repairs: [] };
    }
    if (stored === null || resumed === null) throw new CommandRefused("threadNotFound", `there is no session ${id}`);
    return this.#resume(stored, { id, resumed, seq: before?.seq ?? null });
  }

  async #resume(
    stored: StoredThread,
    { id, resumed, seq }: { readonly id: ThreadId; readonly resumed: ResumedThread; readonly seq: number | null },
  ): Promise<OpenThread> {
    const { meta } = resumed;
    if (meta === null) throw new CommandRefused("notARollout", `${stored.rollout.path} does not start with a session's header`);
    const choice = meta.cf_choice ?? {};
    const session = new Session({
      ...this.#parts,
      thread: {
        id,
        path: stored.rollout.path,
        cwd: meta.cwd,
        createdAtMs: resumed.createdAtMs,
        source: meta.originator,
      },
      writer: stored.writer,
      transcript: resumed.transcript,
      projection: resumed.projection,
      view: resumed.view,
      olderCursor: resumed.olderCursor,
      isArchived: stored.rollout.isArchived,
      acceptedBy: resumed.acceptedBy,
      opening: closingLines(resumed, this.#parts.ids),
      // Where another process writes, it is the one that is answered.
      openTurn: stored.rollout.lockedByOther ? null : openTurn(resumed),
      initialSettings: await this.#parts.settings(choice),
      settings: () => this.#parts.settings(choice),
      updatedAtMs: stored.rollout.updatedAtMs,
      // A gap tells clients of the old session that they must look again.
      seq: seq === null ? 0 : seq + 1,
    });
    return { session, readOnly: stored.rollout.lockedByOther, repairs: resumed.repairs };
  }
}

function refuseReadOnly({ readOnly }: OpenThread): void {
  if (!readOnly) return;
  throw new CommandRefused("lockedByOther", "another process is writing this session; close it there to continue here");
}

/** Also one that is just writing its end: its last patch may not be over. */
function refuseWhileRunning(session: Session): void {
  const running = session.runningTurnId ?? session.waitingTurnId;
  if (running !== null)
    throw new CommandRefused("turnMismatch", `turn ${running} is running; stop it first, or wait for its end`);
}

function refuseWhileActive(session: Session): void {
  const active = session.activeTurnId;
  if (active !== null)
    throw new CommandRefused("turnMismatch", `turn ${active} is running; steer it, queue your input, or stop it first`);
}
