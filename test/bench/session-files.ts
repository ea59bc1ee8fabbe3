// Files for the bench of past sessions: as many bytes as wanted, of our own form or of Codex's, under a temp folder; and what reading one plainly costs.
import { closeSync, createReadStream, linkSync, openSync, writeFileSync, writeSync } from "node:fs";
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

/** Rollouts of Codex with one line of 60 MB each. */
export function writeLongLines(folder: string): string[] {
  const long = "what is it? ".repeat(5_000_000);
  const answer = { type: "message", role: "assistant", content: [{ type: "output_text", text: long }] };
  const url = `data:image/png;base64,${long.replaceAll(/\W/g, "A")}`;
  const image = { type: "message", role: "user", content: [{ type: "input_image", image_url: url }] };
  const call = { type: "function_call", name: "shell", arguments: '{"command":["ls"]}', call_id: "c1" };
  const output = { type: "function_call_output", call_id: "c1", output: long };
  const item = (payload: object): string => record("response_item", payload);
  const kinds = {
    answer: item(answer),
    image: item(image),
    unknown: record("unknown", { long }),
    output: item(call) + item(output),
  };
  return Object.entries(kinds).map(([kind, lines]) => {
    const path = join(folder, `rollout-${kind}.jsonl`);
    writeFileSync(path, record("session_meta", { id: kind, cwd: "/", originator: "codex" }) + record("event_msg", TURN) + lines);
    return path;
  });
}

const TURN = { type: "task_started", turn_id: "t1" };

function record(type: string, payload: object): string {
  return `${JSON.stringify({ timestamp: "2026-01-02T03:04:05.000Z", type, payload })}\n`;
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
