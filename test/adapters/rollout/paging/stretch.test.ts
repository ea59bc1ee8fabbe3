// When a stretch has to be read on behind its end: only while something in it waits, whether or not the lines are counted.
import { expect, test } from "vitest";
import { LineTranslator } from "../../../../electron/adapters/rollout/codex-import/line-translator";
import { StretchDecoder } from "../../../../electron/adapters/rollout/paging/stretch";

const at = "2026-09-01T10:00:00.000Z";
const started = { type: "event_msg", payload: { type: "task_started", turn_id: "turn-1", collaboration_mode_kind: "default" } };
const call = { type: "response_item", payload: { type: "function_call", name: "shell", arguments: "{}", call_id: "call_1" } };
const output = { type: "response_item", payload: { type: "function_call_output", call_id: "call_1", output: "done" } };
const answer = {
  type: "response_item",
  payload: { type: "message", role: "assistant", content: [{ type: "output_text", text: "All is done." }] },
};
const words = {
  type: "response_item",
  payload: { type: "message", role: "user", content: [{ type: "input_text", text: "Do it." }] },
};
const told = { type: "event_msg", payload: { type: "user_message", message: "Do it." } };

test("an answer whose line has not been counted is whole", () => {
  expect(openAfter([started, answer])).toBe(false);
});

test("a call waits for its output", () => {
  expect(openAfter([started, call])).toBe(true);
  expect(openAfter([started, call, output])).toBe(false);
});

test("words wait for the line that says whose they are", () => {
  expect(openAfter([started, words])).toBe(true);
  expect(openAfter([started, words, told])).toBe(false);
});

function openAfter(lines: readonly { readonly type: string; readonly payload: object }[]): boolean {
  const decoder = new StretchDecoder(new LineTranslator({ era: "wrapped" }));
  for (const [index, { type, payload }] of lines.entries()) {
    const record = { timestamp: at, type, payload };
    decoder.apply({ place: { offset: index * 100, length: 99, line: null }, ...record, record });
  }
  return decoder.isAnyOpen;
}
