import { describe, expect, test } from "vitest";
import { ItemId } from "../../../shared/protocol/ids";
import type { ResponseItem } from "../../../shared/protocol/response-item";
import type { RolloutLine } from "../../../shared/protocol/rollout-line";
import { Transcript } from "../../../electron/runtime/history/transcript";

function line(payload: ResponseItem): RolloutLine {
  return { timestamp: "", type: "response_item", payload };
}

function call(id: string): ResponseItem {
  return { type: "function_call", call_id: id, name: "work", arguments: "{}" };
}

function output(id: string): ResponseItem {
  return { type: "function_call_output", call_id: id, output: "ok" };
}

describe("Transcript", () => {
  test("holds the items of response_item lines in order, and nothing of other lines", () => {
    const transcript = new Transcript();
    transcript.apply(line(call("a")));
    transcript.apply({ timestamp: "", type: "event_msg", payload: { type: "agent_message", message: "twin" } });
    transcript.apply(line(output("a")));
    expect(transcript.items).toEqual([call("a"), output("a")]);
  });

  test("knows the calls without an output, in the order they were issued", () => {
    const transcript = new Transcript();
    for (const item of [call("a"), call("b"), call("c"), output("b")]) transcript.apply(line(item));
    expect(transcript.openCalls.map(({ call_id }) => call_id)).toEqual(["a", "c"]);
    transcript.apply(line(output("a")));
    expect(transcript.openCalls.map(({ call_id }) => call_id)).toEqual(["c"]);
  });

  test("custom calls are closed by their outputs too", () => {
    const transcript = new Transcript();
    transcript.apply(line({ type: "custom_tool_call", call_id: "c", name: "patch", input: "x" }));
    expect(transcript.openCalls).toHaveLength(1);
    transcript.apply(line({ type: "custom_tool_call_output", call_id: "c", output: "no" }));
    expect(transcript.openCalls).toHaveLength(0);
  });

  test("an output without a call opens and closes nothing", () => {
    const transcript = new Transcript();
    transcript.apply(line(output("ghost")));
    expect(transcript.openCalls).toEqual([]);
  });

  test("ids of calls, messages and superseded text are used up", () => {
    const transcript = new Transcript();
    transcript.apply(line(call("call")));
    transcript.apply(line({ type: "message", id: "message", role: "assistant", content: [] }));
    transcript.apply(line({ type: "reasoning", id: "reasoning", summary: [] }));
    transcript.apply({ timestamp: "", type: "cf_superseded", payload: { itemId: ItemId.parse("superseded"), text: "x" } });
    expect(["call", "message", "reasoning", "superseded", "free"].map((id) => transcript.isUsed(id))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  test("a compaction replaces the window; ids of before stay used up, and what follows comes behind", () => {
    const transcript = new Transcript();
    const kept: ResponseItem = { type: "message", id: "person", role: "user", content: [] };
    for (const item of [kept, call("a"), output("a")]) transcript.apply(line(item));
    const compacted: RolloutLine = { timestamp: "", type: "compacted", payload: { message: "s", replacement_history: [kept] } };
    transcript.apply(compacted);
    expect(transcript.items).toEqual([kept]);
    expect(transcript.isUsed("a")).toBe(true);
    transcript.apply(line(call("b")));
    expect(transcript.items).toEqual([kept, call("b")]);
    expect(compacted.payload.replacement_history).toEqual([kept]);
  });

  test("a compaction without a window (2025) leaves it as it was", () => {
    const transcript = new Transcript();
    transcript.apply(line(call("a")));
    transcript.apply({ timestamp: "", type: "compacted", payload: { message: "s" } });
    expect(transcript.items).toEqual([call("a")]);
  });
});
