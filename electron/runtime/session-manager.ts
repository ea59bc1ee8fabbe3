// Threads by id: which are open, how one is opened, and what is done to it. Sessions are opened anew from their file after a fault.
import type { CommandParams } from "../../shared/protocol/command";
import { ThreadId, type TurnId } from "../../shared/protocol/ids";
import type { Thread } from "../../shared/protocol/thread";
import { CommandRefused, StorageError } from "./errors";
import { resumeInSlices } from "./history/resume";
import type { Mail } from "./input/input-lines";
import type { Acceptance } from "./input/submissions";
import { newSession, resumedSession, type NewThread, type SessionSources } from "./make-session";
import type { FileUndo, Restored } from "./ports/file-undo";
import type { Folders } from "./ports/folders";
import type { RolloutStore } from "./ports/rollout-store";
import type { Session } from "./session";
import type { Submission } from "./session-doors";

export interface ManagerParts extends SessionSources {
  readonly store: RolloutStore;
  readonly folders: Folders;
}

/** An opened thread: its session, and what a reader must know about its file. */
export interface OpenThread {
  readonly session: Session;
  readonly readOnly: boolean;
  readonly repairs: readonly string[];
}

/** What came of a submission, and where. */
export interface Accepted {
  readonly session: Session;
  readonly result: Acceptance;
}

export class SessionManager {
  readonly #parts: ManagerParts;
  readonly #open = new Map<ThreadId, Promise<OpenThread>>();
  /** Of the threads that this process has started: the disk may refuse the first record, and the person try again. */
  readonly #beginnings = new Map<ThreadId, NewThread>();
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
    const realCwd = await folders.realPath(cwd);
    this.#refuseWhenOver();
    const thread = { id, cwd, realCwd, choice, createdAtMs, settings };
    const session = newSession(thread, { writer: store.create(id, createdAtMs), view: null, seq: 0 }, this.#parts);
    this.#beginnings.set(id, thread);
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
      const isGone =
        present === undefined ||
        (error instanceof CommandRefused && (error.kind === "threadNotFound" || error.kind === "readOnly"));
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
      const earlier = session.doors.earlier(submission.clientId);
      if (earlier !== null) return earlier;
      refuseWhileActive(session);
      return session.doors.startTurn(submission);
    });
  }

  async steer(id: ThreadId, submission: Submission & { readonly expectedTurnId: TurnId }): Promise<Accepted> {
    return this.#writing(id, async (session) => {
      const earlier = session.doors.earlier(submission.clientId);
      if (earlier !== null) return earlier;
      const active = session.steerableTurnId;
      if (active === null) throw new CommandRefused("noActiveTurn", "no turn is running; start one");
      if (active !== submission.expectedTurnId) throw new CommandRefused("turnMismatch", `the running turn is ${active}`);
      return session.doors.steer(submission);
    });
  }

  async enqueue(id: ThreadId, submission: Submission): Promise<Accepted> {
    return this.#writing(id, async (session) => session.doors.earlier(submission.clientId) ?? session.doors.enqueue(submission));
  }

  async sendMail(id: ThreadId, mail: Mail): Promise<Accepted> {
    return this.#writing(id, async (session) => session.doors.earlier(mail.clientId) ?? session.doors.receiveMail(mail));
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
    const begun = isUnwritten ? this.#beginnings.get(id) : undefined;
    const hasHeader = resumed !== null && resumed.meta !== null;
    if (before !== undefined && begun !== undefined && !hasHeader) {
      const writer = stored?.writer ?? this.#parts.store.create(id, begun.createdAtMs);
      const from = { writer, view: resumed?.view ?? null, seq: before.seq + 1 };
      return { session: newSession(begun, from, this.#parts), readOnly: false, repairs: [] };
    }
    if (stored === null || resumed === null) throw notHere(id);
    const session = await resumedSession(stored, { id, resumed, before: before ?? null }, this.#parts);
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

/** A file that is not among our own sessions is only read. */
function notHere(id: ThreadId): CommandRefused {
  return id.startsWith("file-")
    ? new CommandRefused("readOnly", "this session's file is only read here; continue it as a new session (thread/fork)")
    : new CommandRefused("threadNotFound", `there is no session ${id}`);
}
