import { expect, test } from "vitest";
import { ThreadId, TurnId } from "../../../shared/protocol/ids";
import type { CallItem } from "../../../shared/protocol/response-item";
import { outputLines } from "../../../electron/runtime/history/output-lines";

const place = { threadId: ThreadId.parse("thread"), turnId: TurnId.parse("turn"), recordedAtMs: 5000 };

function call(args: string): CallItem {
  return { type: "function_call", call_id: "a", name: "clock_sleep", arguments: args };
}

test("an output is one line, of the call's kind", () => {
  const custom: CallItem = { type: "custom_tool_call", call_id: "c", name: "apply", input: "x" };
  expect(outputLines({ call: custom, outcome: { status: "failed", output: "no" } }, place)).toEqual([
    { type: "response_item", payload: { type: "custom_tool_call_output", call_id: "c", output: "no" } },
  ]);
});

test("protocol.md §5: a sleep that ran has Codex's item beside it, with what the model asked for", () => {
  const outcome = { status: "completed", output: "Slept 1.0s of 2.5s: woken by the user", sleptMs: 1000 } as const;
  expect(outputLines({ call: call('{"seconds":2.5}'), outcome }, place)).toEqual([
    { type: "response_item", payload: { type: "function_call_output", call_id: "a", output: outcome.output } },
    {
      type: "event_msg",
      payload: {
        type: "item_completed",
        thread_id: "thread",
        turn_id: "turn",
        item: { type: "Sleep", id: "a", duration_ms: 2500 },
        completed_at_ms: 5000,
      },
    },
  ]);
});

test("a sleep that never began has none", () => {
  const outcome = { status: "failed", output: "sleep must be between 1 second and 12 hours" } as const;
  expect(outputLines({ call: call('{"seconds":0}'), outcome }, place)).toHaveLength(1);
});
