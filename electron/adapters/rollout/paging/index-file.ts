// Indexes of rollouts on disk, under HOME/cache/index. What is kept is where the last pass ended, so that the index of a file that only grew goes on from
// there. A cache: what is missing, broken, foreign or of another version is as good as none.
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { RolloutSource } from "../reading/rollout-source";
import { DamageState } from "./damaged-lines";
import { TrackerState } from "./index-tracker";

/** Another one whenever the form of an index, or what is translated into what, has changed. */
const VERSION = 4;
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

/** `print`: of both ends of what was passed over. */
const IndexHead = z.object({
  version: z.literal(VERSION),
  stamp: z.string(),
  size: z.number(),
  print: z.string(),
  printed: z.number(),
});

/** `rolloutPath`: absolute. */
export function indexPath(cacheFolder: string, rolloutPath: string): string {
  const name = createHash("sha256").update(rolloutPath).digest("hex").slice(0, 32);
  return join(cacheFolder, "index", `${name}.jsonl`);
}

/** Null: none that is good for these bytes. */
export async function readSeed(path: string, source: RolloutSource): Promise<IndexSeed | null> {
  // A pipe in its place would be waited for.
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  const text = isFile ? await readFile(path, "utf8").catch(() => "") : "";
  const newline = text.indexOf("\n");
  const head = IndexHead.safeParse(parseJson(text.slice(0, Math.max(0, newline))));
  if (!head.success) return null;
  const { stamp, size, print, printed } = head.data;
  const isSame = stamp === source.stamp && size === source.size;
  const mayHaveGrown = source.size > size && source.ownStart === 0;
  if (!isSame && !mayHaveGrown) return null;
  if ((await printOf(source, printed)) !== print) return null;
  const seed = IndexSeed.safeParse(parseJson(text.slice(newline + 1)));
  return seed.success && seed.data.offset === printed ? seed.data : null;
}

/** `seed`: its JSON. Whole or not at all. Throws what the system throws; the index itself is good without it. */
export async function writeSeed(path: string, { source, seed, offset }: SeedOrder): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  const { stamp, size } = source;
  const head: z.infer<typeof IndexHead> = {
    version: VERSION,
    stamp,
    size,
    print: await printOf(source, offset),
    printed: offset,
  };
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(unfinished, `${JSON.stringify(head)}\n${seed}`, { mode: 0o600 });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

export interface SeedOrder {
  readonly source: RolloutSource;
  readonly seed: string;
  /** Where it ends. */
  readonly offset: number;
}

async function printOf(source: RolloutSource, end: number): Promise<string> {
  const hash = createHash("sha256");
  hash.update(await source.read(0, Math.min(PRINT_BYTES, end)));
  const start = Math.max(0, end - PRINT_BYTES);
  hash.update(await source.read(start, Math.min(end, source.size) - start));
  return hash.digest("hex");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
