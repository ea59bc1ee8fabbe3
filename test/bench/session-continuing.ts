// Going on with a session of 100 MB: from the command that starts a turn to the first request at the model's server. The program has only just started,
// so that its worker starts too.
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { asciiJson } from "../../shared/protocol/rollout-line";
import { reply, type Script } from "../support/scripted-model";
import { type Row, spread } from "./table";
import { answer, newHome, withProgram } from "./with-program";

const BYTES = 100_000_000;
/** Of history between two compactions, as a model's window holds it. */
const WINDOW_BYTES = 1_500_000;
const RUNS = 5;
const WORDS = "What has been done so far, which files matter most, and what should be done next?\n".repeat(30);

export async function sessionContinuing(): Promise<Row[]> {
  const home = newHome();
  const first: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    // A fresh file each time: the turn is written behind it.
    const threadId = writeSession(home);
    let askedAt = 0;
    let arrivedAt = 0;
    const script: Script = () => {
      arrivedAt = performance.now();
      return reply(...answer());
    };
    await withProgram(
      script,
      async ({ program }) => {
        askedAt = performance.now();
        await program.turn(threadId);
      },
      home,
    );
    first.push(arrivedAt - askedAt);
  }
  return [
    { what: "continuing a session of 100 MB: first request out", ours: spread(first, "ms"), aim: "≤ 400 ms", codex: "0.9–1.3 s" },
  ];
}

/** Turns of ten calls each, compacted whenever a window is full. */
function writeSession(home: string): string {
  const id = randomUUID();
  const folder = join(home, "sessions/2026/01/02");
  mkdirSync(folder, { recursive: true });
  const file = openSync(join(folder, `rollout-2026-01-02T03-04-05-${id}.jsonl`), "w");
  const header = { id, timestamp: AT, cwd: home, originator: "counterfoil", cli_version: "0", source: "unknown" };
  let bytes = writeSync(file, line("session_meta", header));
  let sinceCompaction = 0;
  while (bytes < BYTES) {
    const text = turn(home) + (sinceCompaction > WINDOW_BYTES ? compaction() : "");
    sinceCompaction = sinceCompaction > WINDOW_BYTES ? 0 : sinceCompaction + text.length;
    bytes += writeSync(file, text);
  }
  closeSync(file);
  return id;
}

const AT = "2026-01-02T03:04:05.678Z";

function line(type: string, payload: object): string {
  return `${asciiJson({ timestamp: AT, type, payload }).text}\n`;
}

function turn(cwd: string): string {
  const [turnId, inputId] = [randomUUID(), randomUUID()];
  const input = [{ type: "text", text: "Go on." }];
  const content = [{ type: "input_text", text: "Go on." }];
  const steps = Array.from({ length: 10 }, step).join("");
  const said = [{ type: "output_text", text: WORDS }];
  return [
    line("cf_input", { inputId, via: "start", input, turnId, clientId: randomUUID() }),
    line("event_msg", { type: "task_started", turn_id: turnId }),
    line("turn_context", { turn_id: turnId, cwd, approval_policy: "never", sandbox_policy: {}, model: "m", summary: "auto" }),
    line("cf_input_end", { inputId, how: "sampled" }),
    line("response_item", { type: "message", id: inputId, role: "user", content }),
    steps,
    line("response_item", { type: "message", id: randomUUID(), role: "assistant", content: said }),
    line("event_msg", { type: "task_complete", turn_id: turnId, last_agent_message: null }),
  ].join("");
}

function step(): string {
  const callId = randomUUID();
  const usage = { input_tokens: 100, cached_input_tokens: 0, output_tokens: 10, reasoning_output_tokens: 0, total_tokens: 110 };
  return [
    line("response_item", {
      type: "reasoning",
      id: randomUUID(),
      summary: [{ type: "summary_text", text: WORDS.slice(0, 300) }],
    }),
    line("response_item", { type: "function_call", call_id: callId, name: "shell", arguments: '{"command":"ls"}' }),
    line("cf_running", { callId, startedAtMs: 1 }),
    line("cf_outcome", { callId, status: "completed", output: WORDS, exitCode: 0 }),
    line("response_item", { type: "function_call_output", call_id: callId, output: WORDS }),
    line("event_msg", { type: "token_count", info: { total_token_usage: usage, last_token_usage: usage } }),
  ].join("");
}

function compaction(): string {
  const turnId = randomUUID();
  const window = [{ type: "message", role: "user", content: [{ type: "input_text", text: `A summary. ${WORDS}` }] }];
  return [
    line("event_msg", { type: "task_started", turn_id: turnId }),
    line("compacted", { message: "A summary.", replacement_history: window, cf_item_id: randomUUID(), cf_trigger: "manual" }),
    line("event_msg", { type: "context_compacted" }),
    line("event_msg", { type: "task_complete", turn_id: turnId, last_agent_message: null }),
  ].join("");
}
