// Full text over all sessions: brings the index up to date, asks it, and reads the found texts back from their files.
import { stat } from "node:fs/promises";
import { setImmediate as nextLoop } from "node:timers/promises";
import { ItemId, ThreadId } from "../../../../shared/protocol/ids";
import type { SearchField, SearchHit } from "../../../../shared/protocol/past-session";
import { CommandRefused, StorageError } from "../../../runtime/errors";
import type { SessionSearch } from "../../../runtime/ports/session-search";
import type { OpenedSource } from "../reading/open-source";
import { systemCode } from "../storage-fault";
import { readTexts } from "./read-texts";
import type { FoundText, SearchDatabase } from "./search-database";
import { recordText } from "./record-text";
import { snippetOf } from "./search-snippet";
import { searchWords } from "./search-words";

/** A file that is searched. `updatedAtMs`: when it changed last. */
export interface SearchedFile {
  readonly threadId: ThreadId;
  readonly path: string;
  readonly updatedAtMs: number;
}

export interface SearchParts {
  readonly database: SearchDatabase;
  /** All sessions that are listed, newest first. */
  readonly files: () => Promise<readonly SearchedFile[]>;
  readonly openSource: (path: string) => Promise<OpenedSource>;
  readonly onProblem: (error: unknown) => void;
}

/** A search waits until what changed since the last one is taken in, up to so many bytes; more follows by itself. */
const WAIT_BYTES = 4 * 1024 * 1024;
const FIELD_ORDER: Record<SearchField, number> = { prompt: 0, answer: 1, command: 2, output: 3, other: 4 };

export class Search implements SessionSearch {
  readonly #parts: SearchParts;
  /** When a file was last found to hold no news, as its list told then: it is not looked at again before the list tells another time. */
  readonly #seen = new Map<string, number>();
  #isComplete = false;
  #following: Promise<void> | null = null;
  /** The files that are just being taken in: one is read by one reader at a time. */
  readonly #taking = new Map<string, Promise<void>>();
  #isClosed = false;

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  async search({ query, cursor, limit }: Parameters<SessionSearch["search"]>[0]): ReturnType<SessionSearch["search"]> {
    const below = cursor === undefined ? null : rankOf(cursor);
    const words = searchWords(query);
    if (words === null) return { hits: [], nextCursor: null, isComplete: this.#isComplete };
    await this.#takeInSmallChanges();
    const found = this.#parts.database.find({ match: words.match, below, limit });
    const hits = await this.#hits(found, words.marked);
    const last = found.at(-1);
    const nextCursor = found.length < limit || last === undefined ? null : String(last.rank);
    return { hits, nextCursor, isComplete: this.#isComplete };
  }

  /** Takes in everything that is not in the index, newest files first, in small steps; resolves once it is complete. */
  follow(): Promise<void> {
    this.#following ??= this.#takeInAll().finally(() => {
      this.#following = null;
    });
    return this.#following;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#following;
    this.#parts.database.close();
  }

  async #takeInAll(): Promise<void> {
    for (const file of await this.#presentFiles()) {
      if (this.#isClosed) return;
      if (this.#seen.get(file.path) === file.updatedAtMs) continue;
      await this.#takeIn(file, Infinity);
      this.#seen.set(file.path, file.updatedAtMs);
    }
    this.#isComplete = true;
  }

  // What was recorded a moment ago is found, without waiting for a whole first index.
  async #takeInSmallChanges(): Promise<void> {
    let left = WAIT_BYTES;
    for (const file of await this.#presentFiles()) {
      if (this.#seen.get(file.path) === file.updatedAtMs || this.#taking.has(file.path)) continue;
      const change = await this.#change(file);
      if (change === null) {
        this.#seen.set(file.path, file.updatedAtMs);
        continue;
      }
      if (change.size - change.bytes > left) {
        this.#isComplete = false;
        this.follow().catch(this.#parts.onProblem);
        return;
      }
      left -= change.size - change.bytes;
      await this.#takeIn(file, WAIT_BYTES);
      this.#seen.set(file.path, file.updatedAtMs);
    }
    this.#isComplete = this.#following === null;
  }

  /** Those that are listed now; what the index holds of others is forgotten. */
  async #presentFiles(): Promise<readonly SearchedFile[]> {
    const files = await this.#parts.files();
    const present = new Set(files.map(({ path }) => path));
    for (const path of this.#parts.database.paths()) {
      if (present.has(path)) continue;
      this.#parts.database.remove(path);
      this.#seen.delete(path);
    }
    return files;
  }

  /** How far the file is taken in and how far it could be; null: no news. */
  async #change(file: SearchedFile): Promise<{ identity: string; bytes: number; size: number } | null> {
    try {
      const { size, ino, birthtimeMs, mtimeMs } = await stat(file.path);
      const known = this.#parts.database.file(file.path);
      // Only a plain file grows at its end; any other is read anew when it has changed. A number of a deleted file is used again.
      const identity = file.path.endsWith(".jsonl") ? `${ino} ${birthtimeMs}` : `${ino} ${size} ${mtimeMs}`;
      const bytes = known?.identity === identity && known.bytes <= size ? known.bytes : 0;
      return known !== null && known.identity === identity && known.bytes === size ? null : { identity, bytes, size };
    } catch (error) {
      if (systemCode(error) === null) throw error;
      return null;
    }
  }

  async #takeIn(file: SearchedFile, limitBytes: number): Promise<void> {
    const before = this.#taking.get(file.path) ?? Promise.resolve();
    const taking = before.catch(this.#parts.onProblem).then(() => this.#takeInAlone(file, limitBytes));
    this.#taking.set(file.path, taking);
    try {
      await taking;
    } finally {
      if (this.#taking.get(file.path) === taking) this.#taking.delete(file.path);
    }
  }

  async #takeInAlone(file: SearchedFile, limitBytes: number): Promise<void> {
    const change = await this.#change(file);
    if (change === null) return;
    const { database } = this.#parts;
    const known = database.file(file.path);
    const goesOn = known !== null && change.bytes === known.bytes && change.bytes > 0;
    if (!goesOn) database.remove(file.path);
    let source: OpenedSource;
    try {
      source = await this.#parts.openSource(file.path);
    } catch (error) {
      if (!isOfTheFile(error)) throw error;
      // What is no rollout holds nothing to find; it is looked at again when it changes.
      database.add({ ...file, identity: change.identity, bytes: change.size, resume: "" }, []);
      return;
    }
    try {
      const start = goesOn ? { bytes: known.bytes, resume: known.resume } : { bytes: source.ownStart, resume: null };
      let done = start.bytes;
      for await (const part of readTexts(source, { ...start, undatedMs: file.updatedAtMs })) {
        if (this.#isClosed) return;
        database.add({ ...file, identity: change.identity, bytes: part.bytes, resume: part.resume }, part.texts);
        done = part.bytes;
        // Pages and lists are asked for between two steps.
        await nextLoop();
        if (done - start.bytes > limitBytes) return;
      }
    } finally {
      await source.close();
    }
  }

  async #hits(found: readonly FoundText[], words: readonly string[]): Promise<SearchHit[]> {
    const sources = new Map<string, OpenedSource | null>();
    const hits: { readonly hit: SearchHit; readonly rank: number }[] = [];
    try {
      for (const text of found) {
        const source = await this.#source(text.path, sources);
        const whole = source === null ? "" : recordText(await source.read(text.offset, text.length), words);
        const { snippet, ranges } = snippetOf(whole, words) ?? { snippet: "", ranges: [] };
        const { threadId, itemId, itemOffset, field, atMs, rank } = text;
        const id = { threadId: ThreadId.parse(threadId), itemId: ItemId.parse(itemId) };
        hits.push({ hit: { ...id, cursor: `@${itemOffset}`, field, atMs, snippet, ranges }, rank });
      }
    } finally {
      for (const source of sources.values()) await source?.close();
    }
    return inOrder(hits);
  }

  async #source(path: string, sources: Map<string, OpenedSource | null>): Promise<OpenedSource | null> {
    const known = sources.get(path);
    if (known !== undefined) return known;
    let source: OpenedSource | null = null;
    try {
      source = await this.#parts.openSource(path);
    } catch (error) {
      // Gone or broken since it was indexed: the hit stays, without its words.
      if (!isOfTheFile(error)) throw error;
    }
    sources.set(path, source);
    return source;
  }
}

/** A page is a stretch of time; within it what the person and the model said comes first, then the newest. */
function inOrder(hits: readonly { readonly hit: SearchHit; readonly rank: number }[]): SearchHit[] {
  return [...hits]
    .sort((one, other) => FIELD_ORDER[one.hit.field] - FIELD_ORDER[other.hit.field] || other.rank - one.rank)
    .map(({ hit }) => hit);
}

/** It cannot be read, or is no rollout: no obstacle to finding what stands in others. */
function isOfTheFile(error: unknown): boolean {
  return error instanceof CommandRefused || error instanceof StorageError || systemCode(error) !== null;
}

function rankOf(cursor: string): number {
  const rank = Number(cursor);
  if (!/^\d+$/.test(cursor) || !Number.isSafeInteger(rank))
    throw new CommandRefused("invalidParams", "the cursor is not one of this search");
  return rank;
}
