// The full-text index on disk: which words stand in which record of which file. Contentless: the texts themselves stay in the rollouts.
import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import sqlite from "node-sqlite3-wasm";
import { z } from "zod";
import { SearchField } from "../../../../shared/protocol/past-session";
import { indexedText } from "./search-words";

/** How far a file has been taken in. `identity`: it is still the same file; `resume`: what goes on from there needs. */
export interface IndexedFile {
  readonly id: number;
  readonly path: string;
  readonly threadId: string;
  readonly identity: string;
  readonly bytes: number;
  readonly resume: string;
}

/** `offset`, `length`: the record that holds the text. `itemOffset`: where the item begins, for a page that starts with it. */
export interface IndexedText {
  readonly field: SearchField;
  readonly itemId: string;
  readonly itemOffset: number;
  readonly offset: number;
  readonly length: number;
  readonly atMs: number;
  readonly text: string;
}

export type FoundText = Omit<IndexedText, "text"> & { readonly rank: number; readonly path: string; readonly threadId: string };

/** Another one whenever the tables, or the translator's state within `resume`, have changed: the whole index is void then. */
const LAYOUT = 6;
const SCHEMA = `
  CREATE TABLE file (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, threadId TEXT NOT NULL, identity TEXT NOT NULL, bytes INTEGER NOT NULL, resume TEXT NOT NULL);
  CREATE TABLE doc (rank INTEGER PRIMARY KEY, fileId INTEGER NOT NULL, field TEXT NOT NULL, itemId TEXT NOT NULL, itemOffset INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL, atMs INTEGER NOT NULL);
  CREATE INDEX docOfFile ON doc (fileId);
  CREATE VIRTUAL TABLE words USING fts5(text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
  PRAGMA user_version = ${LAYOUT};`;
/** A document's place is its time, in steps so fine that those of one millisecond stand in a row: the newest are found first, whoever was indexed last. */
const RANKS_PER_MS = 2048;
/** Later than that no whole number tells a place exactly; what says it is from then is found first. */
const LAST_MS = Math.floor(Number.MAX_SAFE_INTEGER / RANKS_PER_MS) - 1_000_000;

const FileRow = z.object({
  id: z.coerce.number(),
  path: z.string(),
  threadId: z.string(),
  identity: z.string(),
  bytes: z.coerce.number(),
  resume: z.string(),
});
const FoundRow = z.object({
  rank: z.coerce.number(),
  field: SearchField,
  itemId: z.string(),
  itemOffset: z.coerce.number(),
  offset: z.coerce.number(),
  length: z.coerce.number(),
  atMs: z.coerce.number(),
  path: z.string(),
  threadId: z.string(),
});

export class SearchDatabase {
  readonly #database: sqlite.Database;
  /** Milliseconds that hold no more, and the first one behind them that may. */
  readonly #fullUntil = new Map<number, number>();
  readonly #paths: Set<string>;

  /** `path`: its file; one that cannot be used is made anew. Only the holder of our own lock may open it: SQLite's lock here outlives a killed process. */
  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    rmSync(`${path}.lock`, { recursive: true, force: true });
    this.#database = openOrMake(path);
    this.#paths = new Set(this.#database.all("SELECT path FROM file").map((row) => FileRow.shape.path.parse(row["path"])));
  }

  /** Of all files that something is known of. */
  paths(): readonly string[] {
    return [...this.#paths];
  }

  file(path: string): IndexedFile | null {
    const row = this.#database.get("SELECT * FROM file WHERE path = ?", [path]);
    return row === null ? null : FileRow.parse(row);
  }

  /** Takes in what was read of a file since the last time, and how far it is read now: all of it, or nothing. */
  add(file: Omit<IndexedFile, "id">, texts: readonly IndexedText[]): void {
    this.#together(() => {
      const { path, threadId, identity, bytes, resume } = file;
      this.#database.run(
        "INSERT INTO file (path, threadId, identity, bytes, resume) VALUES (?, ?, ?, ?, ?) ON CONFLICT (path) DO UPDATE SET threadId = excluded.threadId, identity = excluded.identity, bytes = excluded.bytes, resume = excluded.resume",
        [path, threadId, identity, bytes, resume],
      );
      const id = this.file(path)?.id ?? 0;
      for (const text of texts) this.#addText(id, text);
      this.#paths.add(path);
    });
  }

  /** Forgets everything of a file that has changed or gone. */
  remove(path: string): void {
    const known = this.file(path);
    this.#paths.delete(path);
    if (known === null) return;
    this.#together(() => {
      this.#database.run("DELETE FROM words WHERE rowid IN (SELECT rank FROM doc WHERE fileId = ?)", [known.id]);
      this.#database.run("DELETE FROM doc WHERE fileId = ?", [known.id]);
      this.#database.run("DELETE FROM file WHERE id = ?", [known.id]);
    });
  }

  /** The newest texts that match, newest first; `below`: older than that rank. */
  find({ match, below, limit }: { readonly match: string; readonly below: number | null; readonly limit: number }): FoundText[] {
    const rows = this.#database.all(
      `SELECT doc.rank, field, itemId, itemOffset, offset, length, atMs, path, threadId
       FROM (SELECT rowid AS rank FROM words WHERE words MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?) AS hit
       JOIN doc ON doc.rank = hit.rank JOIN file ON file.id = doc.fileId ORDER BY doc.rank DESC`,
      [match, below ?? Number.MAX_SAFE_INTEGER, limit],
    );
    return rows.map((row) => FoundRow.parse(row));
  }

  close(): void {
    this.#database.close();
  }

  #addText(fileId: number, { field, itemId, itemOffset, offset, length, atMs, text }: IndexedText): void {
    const rank = this.#freeRank(Math.max(0, Math.min(Math.round(atMs), LAST_MS)));
    this.#database.run("INSERT INTO doc VALUES (?, ?, ?, ?, ?, ?, ?, ?)", [
      rank,
      fileId,
      field,
      itemId,
      itemOffset,
      offset,
      length,
      atMs,
    ]);
    this.#database.run("INSERT INTO words (rowid, text) VALUES (?, ?)", [rank, indexedText(text)]);
  }

  /** A copied history is of one moment as a whole: what a millisecond cannot hold stands in the next one. */
  #freeRank(atMs: number): number {
    for (let ms = this.#fullUntil.get(atMs) ?? atMs; ; ms += 1) {
      const [first, end] = [ms * RANKS_PER_MS, (ms + 1) * RANKS_PER_MS];
      const row = this.#database.get("SELECT max(rank) AS last FROM doc WHERE rank >= ? AND rank < ?", [first, end]);
      const last = row?.["last"];
      const rank = last === null || last === undefined ? first : Number(last) + 1;
      if (rank < end) return rank;
      this.#fullUntil.set(atMs, ms + 1);
    }
  }

  #together(work: () => void): void {
    this.#database.exec("BEGIN");
    try {
      work();
      this.#database.exec("COMMIT");
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }
}

/** SQLite's own complaint: the file was deleted or damaged while it was in use. */
export function isDatabaseFault(error: unknown): boolean {
  return error instanceof sqlite.SQLite3Error;
}

/** Nobody may have it open. */
export function discardDatabase(path: string): void {
  for (const each of [path, `${path}-journal`, `${path}.lock`]) rmSync(each, { recursive: true, force: true });
}

function openOrMake(path: string): sqlite.Database {
  try {
    const present = opened(path);
    if (Number(present.get("PRAGMA user_version")?.["user_version"]) === LAYOUT) return present;
    present.close();
  } catch (error) {
    // A damaged cache is no loss; anything but SQLite's own complaint is.
    if (!(error instanceof sqlite.SQLite3Error)) throw error;
  }
  discardDatabase(path);
  const made = opened(path);
  made.exec(SCHEMA);
  return made;
}

function opened(path: string): sqlite.Database {
  const database = new sqlite.Database(path);
  database.exec("PRAGMA synchronous = off; PRAGMA cache_size = -32000;");
  return database;
}
