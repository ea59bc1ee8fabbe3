// SessionCatalog on real folders: puts together what is known of the files, what the person chose, and what is done to files of our own.
import { join } from "node:path";
import type { ThreadId } from "../../../../shared/protocol/ids";
import type { SessionRoot, SessionTarget } from "../../../../shared/protocol/past-session";
import type { Thread, ThreadFlag } from "../../../../shared/protocol/thread";
import { CommandRefused } from "../../../runtime/errors";
import type { SessionFile } from "../../../runtime/ports/past-sessions";
import type { SessionCatalog, SessionList } from "../../../runtime/ports/session-catalog";
import { isWithin } from "../../is-within";
import { isLockHeld, lockedByOtherPid } from "../lock";
import { ChangeWatch } from "./change-watch";
import { CurrentListing } from "./current-listing";
import { findFiles } from "./find-files";
import { KnownFiles } from "./known-files";
import { type ListQuery, listPage } from "./list-page";
import type { Row } from "./listing";
import { OutsideFiles } from "./outside-files";
import { OwnFiles } from "./own-files";
import { Pins } from "./pins";
import { SessionLocator } from "./session-locator";
import { SessionNames } from "./session-names";
import { foldersOfRoot, type SessionPlace, sessionPlaces } from "./session-places";
import { SessionRoots } from "./session-roots";
import { throttle, type Throttle } from "./throttle";

export interface CatalogParts {
  /** Absolute path of HOME. */
  readonly home: string;
  /** The configured roots: absolute, `~` expanded. */
  readonly roots: () => Promise<readonly string[]> | readonly string[];
  /** Where Codex may have its home on this machine. */
  readonly codexHomes: readonly string[];
  /** Files were added, changed or removed, or the list has become complete; at most twice a second. */
  readonly onChanged: () => void;
  readonly nowMs: () => number;
}

export interface ListedFile {
  readonly threadId: ThreadId;
  readonly path: string;
  readonly updatedAtMs: number;
}

/** A list that is asked for is answered from memory; what the watch may have missed is looked for when the last look is older than this. */
const LOOK_AGAIN_MS = 10_000;
const TELL_PAUSE_MS = 500;

export class Catalog implements SessionCatalog {
  readonly #parts: CatalogParts;
  readonly #roots: SessionRoots;
  readonly #pins: Pins;
  readonly #own: OwnFiles;
  readonly #outside = new OutsideFiles();
  readonly #known: KnownFiles;
  readonly #watch: ChangeWatch;
  readonly #listing: CurrentListing;
  readonly #locator: SessionLocator;
  readonly #changed: Throttle;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #fault: { readonly error: unknown } | null = null;

  constructor(parts: CatalogParts) {
    this.#parts = parts;
    const { home, codexHomes } = parts;
    this.#roots = new SessionRoots({ home, configured: parts.roots, codexHomes });
    this.#pins = new Pins(home);
    this.#own = new OwnFiles(home);
    this.#changed = throttle(parts.onChanged, TELL_PAUSE_MS);
    this.#watch = new ChangeWatch(
      () => this.#known,
      (error) => this.#fail(error),
    );
    this.#known = new KnownFiles({
      cachePath: join(home, "cache", "catalog.jsonl"),
      places: () => this.#places(),
      first: async () => new Set((await this.#pins.read()).map(({ threadId }) => threadId)),
      onChanged: () => this.#changed.tell(),
      onFault: (error) => this.#fail(error),
      nowMs: parts.nowMs,
      onFolders: (places, folders) => this.#watch.follow(places, folders),
    });
    const [known, outside, pins, own] = [this.#known, this.#outside, this.#pins, this.#own];
    this.#listing = new CurrentListing({ known, outside, pins, names: new SessionNames() });
    this.#locator = new SessionLocator({ known, own, outside, pins, places: () => this.#places() });
  }

  locate(target: SessionTarget): Promise<SessionFile> {
    return "path" in target ? this.#locator.byPath(target.path) : this.#locator.byId(target.threadId);
  }

  async thread(file: SessionFile): Promise<Thread> {
    await this.#known.look([file.path]);
    const known = this.#known.files.get(file.path);
    const facts = known?.facts ?? null;
    const read =
      known !== undefined && facts !== null ? { file: known.file, facts } : await this.#outside.read(file.path, file.origin);
    const row = read === null ? null : await this.#listing.rowOf(read);
    if (row === null) throw new CommandRefused("threadNotFound", `there is no file ${file.path} any more`);
    return this.#shown(row);
  }

  async list(query: ListQuery): Promise<SessionList> {
    this.#throwFault();
    await this.#known.reach("first");
    await this.#watch.lookNow();
    this.#lookAgain();
    const { rows, nextCursor, hidden, origins } = listPage(await this.#listing.rows(), query);
    const threads = await Promise.all(rows.map((row) => this.#shown(row)));
    return { threads, nextCursor, hidden, origins, isComplete: this.#known.isComplete };
  }

  /** What a search looks through: every session that is in the list or in the archive, newest first. */
  async listedFiles(): Promise<readonly ListedFile[]> {
    await this.#known.reach("done");
    await this.#watch.lookNow();
    this.#lookAgain();
    return (await this.#listing.rows())
      .filter(({ thread }) => thread.hidden === undefined)
      .map(({ thread: { id, path, updatedAtMs } }) => ({ threadId: id, path, updatedAtMs }))
      .sort((one, other) => other.updatedAtMs - one.updatedAtMs);
  }

  async setPinned(threadId: ThreadId, isPinned: boolean): Promise<void> {
    if (isPinned) {
      const file = await this.locate({ threadId });
      const isOutside = file.origin === "file";
      await this.#pins.set({ threadId: file.threadId, ...(isOutside ? { path: file.path } : {}) }, true);
    } else await this.#pins.set({ threadId }, false);
    this.#changed.tell();
  }

  async archive(threadId: ThreadId): Promise<void> {
    const from = await this.#ownFile(threadId);
    await this.#moved(from, await this.#own.archive(threadId, from));
  }

  async unarchive(threadId: ThreadId): Promise<void> {
    const from = await this.#ownFile(threadId);
    await this.#moved(from, await this.#own.unarchive(threadId, from));
  }

  async remove(threadId: ThreadId): Promise<void> {
    await this.#ownFile(threadId);
    const paths = await this.#locator.ownFiles(threadId);
    await this.#own.remove(threadId, paths);
    await this.#pins.set({ threadId }, false);
    await this.#known.look(paths);
  }

  async filesOf(threadId: ThreadId): Promise<readonly string[]> {
    await this.#ownFile(threadId);
    return this.#own.all(threadId, await this.#locator.ownFiles(threadId));
  }

  async roots(): Promise<readonly SessionRoot[]> {
    await this.#known.reach("found");
    return this.#roots.list((root) => this.#countIn(root));
  }

  async setRoot(path: string, isUsed: boolean): Promise<void> {
    await this.#roots.set(path, isUsed);
    await this.#known.refresh("first");
    this.#changed.tell();
  }

  async refresh(): Promise<void> {
    await this.#known.refresh();
    this.#lookedAtMs = this.#parts.nowMs();
  }

  /** The folders that sessions are listed from. */
  async folders(): Promise<readonly string[]> {
    return (await this.#places()).map(({ folder }) => folder);
  }

  /** Ends the watch and writes what is remembered. */
  async close(): Promise<void> {
    this.#changed.close();
    await this.#watch.close();
    await this.#known.close();
  }

  async #places(): Promise<SessionPlace[]> {
    return sessionPlaces(this.#parts.home, await this.#roots.used());
  }

  /** Throws CommandRefused `readOnly` for a session that is not our own. */
  async #ownFile(threadId: ThreadId): Promise<string> {
    const { path, origin } = await this.locate({ threadId });
    if (origin === "own") return path;
    throw new CommandRefused("readOnly", `${path} belongs to another program; it is only read here and never moved or deleted`);
  }

  async #moved(from: string, to: string): Promise<void> {
    await this.#known.look([from, to]);
    this.#changed.tell();
  }

  async #countIn(root: string): Promise<number> {
    if (root === this.#parts.home)
      return [...this.#known.files.values()].filter(({ file }) => file.place.origin === "own").length;
    const folders = await foldersOfRoot(root);
    const known = [...this.#known.files.keys()].filter((path) => folders.some((folder) => isWithin(path, folder)));
    if (known.length > 0) return known.length;
    return (await findFiles(folders.map((folder) => ({ folder, origin: "root" as const })))).files.length;
  }

  /**
   * What another process writes is only read here, and a turn without an end still runs where somebody holds the lock of its thread. One in which the
   * person was asked something goes on with the answer, whoever has stopped since.
   */
  async #shown({ thread, lastTurn, isAsking }: Row): Promise<Thread> {
    if (thread.origin !== "own") return thread;
    const lockPath = this.#own.lockPath(thread.id);
    const isOpen = lastTurn === "started" && (await isLockHeld(lockPath));
    const readOnly = thread.readOnly || (await lockedByOtherPid(lockPath)) !== null;
    const flags: ThreadFlag[] = isAsking ? ["waitingOnApproval"] : [];
    return {
      ...thread,
      readOnly,
      ...(isOpen || isAsking ? { status: { type: "active", flags } } : {}),
      ...(isOpen ? { lastTurn: "inProgress" } : {}),
    };
  }

  #lookAgain(): void {
    const nowMs = this.#parts.nowMs();
    if (nowMs - this.#lookedAtMs < LOOK_AGAIN_MS) return;
    const isFirst = this.#lookedAtMs === Number.NEGATIVE_INFINITY;
    this.#lookedAtMs = nowMs;
    if (!isFirst) this.#known.refresh().catch((error: unknown) => this.#fail(error));
  }

  /** What fails when nobody waits is told to the next one who asks. */
  #fail(error: unknown): void {
    this.#fault = { error };
  }

  #throwFault(): void {
    const fault = this.#fault;
    this.#fault = null;
    if (fault !== null) throw fault.error;
  }
}
