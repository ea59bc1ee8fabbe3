// Random damage to real files, as often as asked: none throws, none takes long, no line that is still whole is lost.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { isDamaged } from "../../../../../electron/adapters/rollout/reading/file-record";
import { openSource } from "../../../../../electron/adapters/rollout/reading/open-source";
import { scanRecords, type ScannedLine } from "../../../../../electron/adapters/rollout/reading/record-scanner";
import { summarize } from "../../../../../electron/adapters/rollout/reading/summary";
import { CommandRefused, errorMessage } from "../../../../../electron/runtime/errors";
import { randomNumbers } from "../../paging/random-numbers";
import { lostLines, type Mutation, mutated, MUTATION_KINDS } from "../mutations";

const MAX_MS = 2000;
/** Of larger files a stretch from the beginning is damaged. */
const MAX_BYTES = 64 * 1024;

export async function fuzz(paths: readonly string[], count: number, seed: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "counterfoil-fuzz-"));
  const random = randomNumbers(seed);
  const originals = paths.map((path) => ({ path, bytes: readFileSync(path).subarray(0, MAX_BYTES) }));
  const startedAt = performance.now();
  let failures = 0;
  let refused = 0;
  let slowest = 0;
  try {
    for (let run = 0; run < count && failures < 10; run += 1) {
      const original = originals[Math.floor(random() * originals.length)];
      if (original === undefined) break;
      const mutations = Array.from({ length: 1 + Math.floor(random() * 4) }, () => randomMutation(random));
      const bytes = mutated(original.bytes, mutations);
      const path = join(folder, "damaged.jsonl");
      writeFileSync(path, bytes);
      const before = performance.now();
      const { wrong, isRefused } = await tryToRead(path, original.bytes, bytes);
      const ms = performance.now() - before;
      slowest = Math.max(slowest, ms);
      if (isRefused) refused += 1;
      const all = ms > MAX_MS ? [...wrong, `it took ${Math.round(ms)} ms`] : wrong;
      if (all.length === 0) continue;
      failures += 1;
      console.log(
        `FAIL run ${run} of seed ${seed}, ${basename(original.path)}: ${all.join("; ")}\n     ${JSON.stringify(mutations)}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${count} damaged files from seed ${seed} in ${seconds} s: ${refused} refused with words, ${failures} failed, slowest ${Math.round(slowest)} ms`,
  );
  return failures === 0 ? 0 : 1;
}

async function tryToRead(path: string, original: Buffer, bytes: Buffer): Promise<{ wrong: string[]; isRefused: boolean }> {
  try {
    const source = await openSource(path, { cacheFolder: join(path, "..", "cache"), findRollout: () => Promise.resolve(null) });
    try {
      const read: ScannedLine[] = [];
      for await (const batch of scanRecords(source, { offset: 0, line: 1 })) read.push(...batch);
      const { records, damaged } = await summarize(source);
      const total = Object.values(records).reduce((sum, each) => sum + each, damaged);
      return {
        wrong: [...lostLines(original, bytes, read), ...(total === read.length ? [] : ["the summary counts otherwise"])],
        isRefused: false,
      };
    } finally {
      await source.close();
    }
  } catch (error) {
    if (!(error instanceof CommandRefused)) return { wrong: [`it threw ${errorMessage(error)}`], isRefused: false };
    const records = await readAsItIs(bytes);
    return { wrong: records === 0 ? [] : [`it was refused and holds ${records} records: ${error.message}`], isRefused: true };
  }
}

/** Records with an envelope or the marks of one, in what was refused. */
async function readAsItIs(bytes: Buffer): Promise<number> {
  const source = {
    size: bytes.length,
    read: (at: number, length: number): Promise<Uint8Array> => Promise.resolve(bytes.subarray(at, at + length)),
  };
  let records = 0;
  for await (const batch of scanRecords(source, { offset: 0, line: null }))
    records += batch.filter((entry) => !isDamaged(entry) && entry.type !== "other" && entry.timestamp !== null).length;
  return records;
}

function randomMutation(random: () => number): Mutation {
  const kind = MUTATION_KINDS[Math.floor(random() * MUTATION_KINDS.length)] ?? "change";
  return { kind, at: random(), size: 1 + Math.floor(random() ** 3 * 5000), byte: Math.floor(random() * 256) };
}
