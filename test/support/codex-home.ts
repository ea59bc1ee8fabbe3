// A Codex home with sessions of each era, made by our own hand: what each kind of record looks like and what people should see of it.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";

type Json = Readonly<Record<string, unknown>>;

const DAY_MS = Date.parse("2026-03-04T09:15:00.000Z");
export const FOREIGN_ID = "0199a2b4-7f6e-7c11-8d22-3f4455667788";
/** 2 × 2 pixels. */
const IMAGE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==";

export const FOREIGN_TITLE = "Heights are off by one after the last reading";

/** Counts the seconds, so that the records of a file stand in time. */
function clock(startMs = DAY_MS): () => string {
  let seconds = 0;
  return () => new Date(startMs + 1000 * seconds++).toISOString();
}

export function record(timestamp: string, type: string, payload: Json): string {
  return `${JSON.stringify({ timestamp, type, payload })}\n`;
}

/** A session of 2026 in which every kind of record stands, with one line that is no JSON. `folder`: where it worked. */
export function codexSession(folder: string): string {
  const now = clock();
  const item = (payload: Json) => record(now(), "response_item", payload);
  const event = (payload: Json) => record(now(), "event_msg", payload);
  const said = (role: string, text: string, more: readonly Json[] = []) =>
    item({ type: "message", role, content: [{ type: role === "assistant" ? "output_text" : "input_text", text }, ...more] });
  const asked = (text: string, more: readonly Json[] = []) =>
    said("user", text, more) + event({ type: "user_message", message: text });
  const answered = (text: string) => event({ type: "agent_message", message: text }) + said("assistant", text);
  const call = (id: string, name: string, args: Json, output: string) =>
    item({ type: "function_call", call_id: id, name, arguments: JSON.stringify(args) }) +
    item({ type: "function_call_output", call_id: id, output });
  const patch =
    '*** Begin Patch\n*** Update File: src/heights.ts\n@@\n-  rows.pop();\n+  if (rows.at(-1) === "") rows.pop();\n+  rows.reverse();\n*** End Patch';
  const ran = (output: string, exit: number) => JSON.stringify({ output, metadata: { exit_code: exit, duration_seconds: 1.4 } });
  return [
    record(now(), "session_meta", {
      ...{ id: FOREIGN_ID, timestamp: new Date(DAY_MS).toISOString(), cwd: folder, originator: "codex_cli_rs" },
      ...{ cli_version: "0.104.0", source: "cli", model_provider: "openai" },
    }),
    event({ type: "task_started", turn_id: "t1", model_context_window: 200_000 }),
    record(now(), "turn_context", { turn_id: "t1", cwd: folder, approval_policy: "on-request", model: "gpt-5" }),
    said("user", `<environment_context>\n  <cwd>${folder}</cwd>\n  <shell>zsh</shell>\n</environment_context>`),
    asked(FOREIGN_TITLE, [{ type: "input_image", image_url: IMAGE }]),
    item({ type: "reasoning", summary: [{ type: "summary_text", text: "**Looking at the parser**" }], content: null }),
    call("call_plan_aaaaaaaaaaaa1", "update_plan", { plan: [{ step: "Read the parser", status: "completed" }] }, "Plan updated"),
    call(
      "call_grep_aaaaaaaaaaaa2",
      "shell",
      { command: ["bash", "-lc", "grep -rn pop src"], workdir: folder },
      ran("src/heights.ts:12:  rows.pop();\n", 0),
    ),
    call("call_test_aaaaaaaaaaaa3", "shell", { command: ["bash", "-lc", "npm test"] }, ran("1 failed: spring tide\n", 3)),
    "this line was never one of a session\n",
    item({ type: "custom_tool_call", call_id: "call_patch_aaaaaaaaaa4", name: "apply_patch", input: patch }),
    item({
      type: "custom_tool_call_output",
      call_id: "call_patch_aaaaaaaaaa4",
      output: ran("Success. Updated the following files:\nM src/heights.ts\n", 0),
    }),
    event({
      ...{ type: "mcp_tool_call_end", call_id: "call_mcp_aaaaaaaaaaaa5", duration: { secs: 0, nanos: 840_000_000 } },
      invocation: { server: "gauges", tool: "read_station", arguments: { station: "HBR" } },
      result: { Ok: { content: [{ type: "text", text: "4.2 m" }] } },
    }),
    item({ type: "web_search_call", status: "completed", action: { type: "search", query: "tide height datum" } }),
    answered("The last reading is dropped when the file ends with a newline. I have put that right."),
    event({
      type: "token_count",
      info: {
        total_token_usage: tokens(9000),
        last_token_usage: tokens(9000),
        model_context_window: 200_000,
      },
    }),
    event({ type: "task_complete", turn_id: "t1", last_agent_message: "Done." }),
    event({ type: "task_started", turn_id: "t2" }),
    asked("Run the soak test for an hour"),
    item({
      type: "function_call",
      call_id: "call_soak_aaaaaaaaaaaa6",
      name: "shell",
      arguments: '{"command":["npm","run","soak"]}',
    }),
    item({ type: "function_call_output", call_id: "call_soak_aaaaaaaaaaaa6", output: "aborted by user after 41.2s" }),
    event({ type: "turn_aborted", turn_id: "t2", reason: "interrupted" }),
    record(now(), "compacted", { message: "The parser keeps the last reading now.", replacement_history: [] }),
    event({ type: "task_started", turn_id: "t3" }),
    asked("Is the last line safe now?"),
    answered("Yes: it is kept with and without a newline."),
    event({ type: "task_complete", turn_id: "t3" }),
  ].join("");
}

function tokens(total: number): Json {
  return { input_tokens: total, cached_input_tokens: 0, output_tokens: 0, reasoning_output_tokens: 0, total_tokens: total };
}

/** Lines without an envelope, as Codex wrote them in the summer of 2025. */
function bareSession(): string {
  const lines: Json[] = [
    { id: "11111111-2222-4333-8444-555555555555", timestamp: "2025-08-05T10:00:00.000Z", instructions: null },
    { record_type: "state" },
    { type: "message", role: "user", content: [{ type: "input_text", text: "Which stations send no height?" }] },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "Only the two inland ones." }] },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** One JSON object, as the first Codex wrote. */
function singleJson(): string {
  const session = { timestamp: "2025-04-20T10:00:00.000Z", id: "66666666-2222-4333-8444-555555555555", instructions: "" };
  const content = [{ type: "input_text", text: "Write a table of moon phases" }];
  return JSON.stringify({ session, items: [{ type: "message", role: "user", content }] }, null, 2);
}

/** With ordinals, and items in place of messages (2026). */
function paginatedSession(folder: string): string {
  const now = clock(DAY_MS + 86_400_000);
  const lines: (readonly [string, Json])[] = [
    [
      "session_meta",
      {
        id: "77777777-2222-7333-8444-555555555555",
        cwd: folder,
        originator: "codex_cli_rs",
        cli_version: "0.171.0",
        history_mode: "paginated",
      },
    ],
    ["event_msg", { type: "task_started", turn_id: "p1" }],
    [
      "event_msg",
      {
        type: "item_completed",
        turn_id: "p1",
        item: { type: "UserMessage", id: "u1", content: [{ type: "text", text: "Draw the spring tide" }] },
      },
    ],
    [
      "event_msg",
      {
        type: "item_completed",
        turn_id: "p1",
        item: { type: "AgentMessage", id: "a1", content: [{ type: "Text", text: "It is drawn." }] },
      },
    ],
    ["event_msg", { type: "task_complete", turn_id: "p1" }],
  ];
  return lines.map(([type, payload], ordinal) => `${JSON.stringify({ timestamp: now(), ordinal, type, payload })}\n`).join("");
}

export interface CodexHome {
  readonly home: string;
  /** The session of `codexSession`. */
  readonly file: string;
}

/** Sessions of four eras, and one file that is none. */
export function writeCodexHome(root: string, folder: string): CodexHome {
  const home = path.join(root, "codex");
  const put = (name: string, text: string | Buffer): string => {
    const file = path.join(home, "sessions", name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    const [, day = ""] = /rollout-(\d{4}-\d\d-\d\d)/.exec(name) ?? [];
    utimesSync(file, new Date(`${day}T12:00:00Z`), new Date(`${day}T12:00:00Z`));
    return file;
  };
  put("rollout-2025-04-20-66666666-2222-4333-8444-555555555555.json", singleJson());
  put("2025/08/05/rollout-2025-08-05T10-00-00-11111111-2222-4333-8444-555555555555.jsonl", bareSession());
  put("2026/03/05/rollout-2026-03-05T09-15-00-77777777-2222-7333-8444-555555555555.jsonl", paginatedSession(folder));
  put("2026/03/03/rollout-2026-03-03T09-15-00-88888888-2222-7333-8444-555555555555.jsonl", "no line of this is a record\n");
  return { home, file: put(`2026/03/04/rollout-2026-03-04T09-15-00-${FOREIGN_ID}.jsonl`, codexSession(folder)) };
}

/** A session that grows until it has so many bytes; the word `lighthouse` stands in one answer near its beginning. */
export function bigSession(folder: string, bytes: number): string {
  const now = clock();
  const head = record(now(), "session_meta", { id: FOREIGN_ID, cwd: folder, originator: "codex_cli_rs", cli_version: "0.104.0" });
  const parts = [head];
  let size = head.length;
  for (let turn = 1; size < bytes; turn += 1) {
    const say = (role: string, text: string) =>
      record(now(), "response_item", {
        ...{ type: "message", role },
        content: [{ type: role === "assistant" ? "output_text" : "input_text", text }],
      });
    const told = turn === 40 ? "The lighthouse keeper counts them." : `Reading ${turn} is plausible.`;
    const part = [
      record(now(), "event_msg", { type: "task_started", turn_id: `turn-${turn}` }),
      say("user", `Question ${turn}`),
      record(now(), "event_msg", { type: "user_message", message: `Question ${turn}` }),
      record(now(), "response_item", {
        ...{ type: "function_call", call_id: `call_${turn}_0123456789abcdef`, name: "shell" },
        arguments: JSON.stringify({ command: ["bash", "-lc", `seq ${turn}`] }),
      }),
      record(now(), "response_item", {
        ...{ type: "function_call_output", call_id: `call_${turn}_0123456789abcdef` },
        output: JSON.stringify({ output: `${turn} m\n`.repeat(3000), metadata: { exit_code: 0, duration_seconds: 0.2 } }),
      }),
      say("assistant", told),
      record(now(), "event_msg", { type: "task_complete", turn_id: `turn-${turn}` }),
    ].join("");
    parts.push(part);
    size += part.length;
  }
  return parts.join("");
}

/** Every file below the folder and what is in it, as one hash. */
export function hashOfFolder(folder: string): string {
  const hash = createHash("sha256");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files.map(({ parentPath, name }) => path.join(parentPath, name)).sort())
    hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}
