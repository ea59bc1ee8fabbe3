// Files for the bench of past sessions: as many bytes as wanted, of our own form or of Codex's, under a temp folder; and what reading one plainly costs.
import { closeSync, createReadStream, linkSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { generatedLines, type GeneratedRollout } from "../adapters/rollout/paging/generated-rollout";

export interface BenchFile {
  readonly path: string;
  readonly form: GeneratedRollout["form"];
  readonly megabytes: number;
}

const WRITTEN_AT_ONCE = 1024 * 1024;

/** Megabytes as on the label: 10⁶ bytes. Files of one seed begin alike. */
export function writeBenchFile(folder: string, form: BenchFile["form"], megabytes: number, seed = megabytes): BenchFile {
  const path = join(folder, `rollout-${form}-${megabytes}.jsonl`);
  const file = openSync(path, "w");
  let waiting = "";
  let size = 0;
  for (const line of generatedLines({ form, seed })) {
    waiting += `${line}\n`;
    if (waiting.length < WRITTEN_AT_ONCE && size + waiting.length < megabytes * 1e6) continue;
    size += writeSync(file, waiting);
    waiting = "";
    if (size >= megabytes * 1e6) break;
  }
  closeSync(file);
  return { path, form, megabytes };
}

/** The same bytes under a name that nobody has met. */
export function freshName({ path }: BenchFile, turn: number): string {
  const fresh = path.replace(".jsonl", `-${turn}.jsonl`);
  linkSync(path, fresh);
  return fresh;
}

/** Milliseconds that Node needs to read every line and parse it, and nothing else. */
export async function plainlyReadMs({ path }: BenchFile): Promise<number> {
  const startedAt = performance.now();
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) JSON.parse(line);
  return performance.now() - startedAt;
}
