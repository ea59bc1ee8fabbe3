// Indexes of rollouts on disk, under HOME/cache/index. What is kept is where the last pass ended, so that the index of a file that only grew goes on from
// there. A cache: what is missing, broken, foreign or of another version is as good as none.
import { createHash, randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { LineSplitter } from "../line-splitter";
import { type Bytes, openFileBytes } from "../reading/file-bytes";
import type { RolloutSource } from "../reading/rollout-source";
import { DamageState } from "./damaged-lines";
import { TrackerState } from "./index-tracker";
import { IndexTables } from "./offset-index";

/** Another one whenever the form of an index, or what is translated into what, has changed. */
const VERSION = 10;
const PRINT_BYTES = 4096;

/** `offset`, `line`: of the first line that was not taken. `state`: the translation's. */
const IndexSeed = z.object({
  offset: z.number(),
  line: z.number(),
  state: z.string().nullable(),
  tracker: TrackerState,
  damaged: DamageState,
});
export type IndexSeed = z.infer<typeof IndexSeed>;

/** `print`: of both ends of what was passed over. `lists`: how many lines of them follow. */
const IndexHead = z.object({
  version: z.literal(VERSION),
  stamp: z.string(),
  size: z.number(),
  print: z.string(),
  printed: z.number(),
  lists: z.number(),
});
type IndexHead = z.infer<typeof IndexHead>;

/** What a big file has very many of, a few on a line: its index is never in memory as one text. */
const Lists = IndexTables.pick({ checkpoints: true, strands: true, turns: true });
type Lists = z.infer<typeof Lists>;
const ON_A_LINE = 64;

const CHUNK_BYTES = 64 * 1024;

/** Indexes of more sessions than anybody reads. */
export const MAX_INDEX_CACHE = 256 * 1024 ** 2;

/** Of the indexes in HOME/cache. */
export function indexFolder(cacheFolder: string): string {
  return join(cacheFolder, "index");
}

/** `rolloutPath`: absolute. */
export function indexPath(cacheFolder: string, rolloutPath: string): string {
  const name = createHash("sha256").update(rolloutPath).digest("hex").slice(0, 32);
  return join(indexFolder(cacheFolder), `${name}.jsonl`);
}

/** Null: none that is good for these bytes. */
export async function readSeed(path: string, source: RolloutSource): Promise<IndexSeed | null> {
  const file = await openFileBytes(path).catch(() => null);
  if (file === null) return null;
  try {
    return await seedIn(file, source);
  } catch {
    // Whatever is wrong with it, another one is made.
    return null;
  } finally {
    await file.close();
  }
}

/** Whole or not at all. Throws what the system throws; the index itself is good without it. */
export async function writeSeed(path: string, source: RolloutSource, seed: IndexSeed): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  const { stamp, size } = source;
  const { checkpoints, strands, turns } = seed.tracker.tables;
  const lists = [checkpoints, strands, turns].reduce((sum, { length }) => sum + Math.ceil(length / ON_A_LINE), 0);
  const print = await printOf(source, seed.offset);
  const head: IndexHead = { version: VERSION, stamp, size, print, printed: seed.offset, lists };
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(unfinished, textOf(head, seed), { mode: 0o600 });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function* textOf(head: IndexHead, seed: IndexSeed): Generator<string> {
  const { tables } = seed.tracker;
  const empty: Lists = { checkpoints: [], strands: [], turns: [] };
  yield lineOf(head);
  yield lineOf({ ...seed, tracker: { ...seed.tracker, tables: { ...tables, ...empty } } });
  for (const some of portions(tables.checkpoints)) yield lineOf({ ...empty, checkpoints: some });
  for (const some of portions(tables.strands)) yield lineOf({ ...empty, strands: some });
  for (const some of portions(tables.turns)) yield lineOf({ ...empty, turns: some });
}

function* portions<Entry>(entries: readonly Entry[]): Generator<Entry[]> {
  for (let start = 0; start < entries.length; start += ON_A_LINE) yield entries.slice(start, start + ON_A_LINE);
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** Throws where it is not what was written. */
async function seedIn(file: Bytes, source: RolloutSource): Promise<IndexSeed | null> {
  let head: IndexHead | null = null;
  let seed: IndexSeed | null = null;
  let lists = 0;
  for await (const line of linesIn(file)) {
    const value: unknown = JSON.parse(line);
    if (head === null) {
      head = IndexHead.parse(value);
      if (!(await isGoodFor(head, source))) return null;
    } else if (seed === null) seed = IndexSeed.parse(value);
    else {
      const { tables } = seed.tracker;
      const { checkpoints, strands, turns } = Lists.parse(value);
      tables.checkpoints.push(...checkpoints);
      tables.strands.push(...strands);
      tables.turns.push(...turns);
      lists += 1;
    }
  }
  return head !== null && seed !== null && lists === head.lists && seed.offset === head.printed ? seed : null;
}

async function isGoodFor({ stamp, size, print, printed }: IndexHead, source: RolloutSource): Promise<boolean> {
  const isSame = stamp === source.stamp && size === source.size;
  const mayHaveGrown = source.size > size && source.ownStart === 0;
  return (isSame || mayHaveGrown) && (await printOf(source, printed)) === print;
}

async function* linesIn(file: Bytes): AsyncGenerator<string> {
  let lines: string[] = [];
  const splitter = new LineSplitter(({ bytes }) => lines.push(bytes?.toString("utf8") ?? ""));
  for (let position = 0; position < file.size; position += CHUNK_BYTES) {
    splitter.push(await file.read(position, CHUNK_BYTES));
    yield* lines;
    lines = [];
  }
}

async function printOf(source: RolloutSource, end: number): Promise<string> {
  const hash = createHash("sha256");
  hash.update(await source.read(0, Math.min(PRINT_BYTES, end)));
  const start = Math.max(0, end - PRINT_BYTES);
  hash.update(await source.read(start, Math.min(end, source.size) - start));
  return hash.digest("hex");
}
