// A file of ours that Codex has gone on with: what it has appended is ours to go on from (docs/rollout-format.md, With Codex).
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createContinuationReader } from "../../../../electron/adapters/rollout/continuing/read-continuation";
import { createJsonlStore } from "../../../../electron/adapters/rollout/jsonl-store";
import { closingLines, resumeInSlices } from "../../../../electron/runtime/history/resume";
import { ThreadId } from "../../../../shared/protocol/ids";
import { createCountingIds } from "../../../support/ids";

const id = ThreadId.parse("01990000-0000-7000-8000-00000000000a");
const at = "2026-02-03T04:05:06.789Z";
const line = (type: string, payload: object) => JSON.stringify({ timestamp: at, type, payload });
const message = (role: string, text: string, more: object = {}) =>
  line("response_item", {
    type: "message",
    role,
    content: [{ type: role === "user" ? "input_text" : "output_text", text }],
    ...more,
  });
const turn = (type: string, turnId: string, more: object = {}) => line("event_msg", { type, turn_id: turnId, ...more });

async function reopened(lines: readonly string[]) {
  const home = await mkdtemp(join(tmpdir(), "appended-"));
  onTestFinished(() => rm(home, { recursive: true }));
  await mkdir(join(home, "sessions"));
  await writeFile(join(home, `sessions/rollout-2026-02-03T04-05-06-${id}.jsonl`), lines.map((text) => `${text}\n`).join(""));
  const clock = { nowMs: () => 1, describe: () => ({ utc: "", local: "2026-02-03 04:05:06", zone: "UTC" }) };
  const stored = await createJsonlStore({ home, clock, continuation: createContinuationReader() }).open(id);
  if (stored === null) throw new Error("no session");
  return resumeInSlices(stored.rollout);
}

const own = [
  line("session_meta", { id, timestamp: at, cwd: "/project", originator: "counterfoil", cli_version: "0", source: "unknown" }),
  line("cf_input", { inputId: "i", via: "start", input: [{ type: "text", text: "ours" }], turnId: "t1" }),
  turn("task_started", "t1"),
  line("cf_input_end", { inputId: "i", how: "sampled" }),
  message("user", "ours", { id: "i" }),
  message("assistant", "Yes.", { id: "m" }),
  turn("task_complete", "t1", { last_agent_message: "Yes." }),
];
const codex = [
  turn("task_started", "t2", { root_turn_id: "t2", collaboration_mode_kind: "default" }),
  message("user", "in Codex"),
  line("event_msg", { type: "user_message", message: "in Codex" }),
  line("response_item", { type: "function_call", call_id: "call_1", name: "shell", arguments: "{}" }),
];

test("a person's words in Codex are a person's words, in the view, the window and the preview", async () => {
  const { view, transcript, projection } = await reopened([...own, ...codex]);
  expect(view.items.map(({ type }) => type)).toEqual(["userMessage", "agentMessage", "userMessage", "toolCall"]);
  expect(transcript.items.map(({ type }) => type)).toEqual([
    "message",
    "message",
    "message",
    "function_call",
    "function_call_output",
  ]);
  expect(projection.inputs.first?.inputId).toBe("i");
});

test("what Codex has left open is closed: nothing is left to close", async () => {
  const resumed = await reopened([...own, ...codex]);
  expect(resumed.view.turns.map(({ status }) => status)).toEqual(["completed", "interrupted"]);
  expect(closingLines(resumed, createCountingIds("x"))).toEqual([]);
});

test("our own lines behind it are ours again", async () => {
  const { view } = await reopened([
    ...own,
    ...codex,
    line("cf_input", { inputId: "j", via: "start", input: [{ type: "text", text: "back" }], turnId: "t3" }),
    turn("task_started", "t3"),
    line("cf_input_end", { inputId: "j", how: "sampled" }),
    message("user", "back", { id: "j" }),
    turn("task_complete", "t3"),
  ]);
  expect(view.turns.map(({ id: turnId, status }) => [turnId, status])).toEqual([
    ["t1", "completed"],
    expect.arrayContaining(["interrupted"]) as unknown,
    ["t3", "completed"],
  ]);
  expect(view.items.at(-1)).toMatchObject({ type: "userMessage", id: "j" });
});
