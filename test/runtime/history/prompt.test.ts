import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ResponseItem } from "../../../shared/protocol/response-item";
import { outputFor, promptItems } from "../../../electron/runtime/history/prompt";
import { requestBreaches } from "../../support/transcript-invariants";

const call = (id: string): ResponseItem => ({ type: "function_call", call_id: id, name: "work", arguments: "{}" });
const output = (id: string, text = "ok"): ResponseItem => ({ type: "function_call_output", call_id: id, output: text });
const custom = (id: string): ResponseItem => ({ type: "custom_tool_call", call_id: id, name: "patch", input: "x" });
const said: ResponseItem = { type: "message", role: "assistant", content: [{ type: "output_text", text: "hi" }] };

describe("prompt normalisation", () => {
  test("a whole transcript is sent as it is", () => {
    const items = [said, call("a"), call("b"), output("a"), output("b"), said];
    expect(promptItems(items)).toEqual(items);
  });

  test("a call without an output gets one", () => {
    expect(promptItems([call("a"), said])).toEqual([call("a"), output("a", "aborted"), said]);
    expect(promptItems([custom("c")])).toEqual([
      custom("c"),
      { type: "custom_tool_call_output", call_id: "c", output: "aborted" },
    ]);
  });

  test("an output without a call is left out", () => {
    expect(promptItems([output("ghost"), said])).toEqual([said]);
  });

  test("of two outputs the first counts; of two calls under one id too", () => {
    expect(promptItems([call("a"), output("a", "first"), output("a", "second")])).toEqual([call("a"), output("a", "first")]);
    expect(promptItems([call("a"), call("a"), output("a")])).toEqual([call("a"), output("a")]);
  });

  test("an output before its call does not answer it", () => {
    expect(promptItems([output("a", "too early"), call("a")])).toEqual([call("a"), output("a", "aborted")]);
  });

  test("the transcript itself is left as it is", () => {
    const items = Object.freeze([call("a"), output("ghost")]);
    promptItems(items);
    expect(items).toEqual([call("a"), output("ghost")]);
  });

  test("property: whatever is on disk, every call has exactly one output behind it", () => {
    const id = fc.constantFrom("a", "b", "c");
    const item = fc.oneof(
      id.map(call),
      id.map((name) => output(name)),
      id.map(custom),
      fc.constant(said),
    );
    fc.assert(
      fc.property(fc.array(item, { maxLength: 12 }), (items) => {
        const sent = promptItems(items);
        expect(requestBreaches(sent)).toEqual([]);
        expect(promptItems(sent)).toEqual(sent);
        expect(sent.filter(({ type }) => type === "message")).toHaveLength(items.filter(({ type }) => type === "message").length);
      }),
      { numRuns: 1000 },
    );
  });

  test("an output is of its call's kind", () => {
    expect(outputFor({ type: "function_call", call_id: "a", name: "x", arguments: "" }, "t").type).toBe("function_call_output");
    expect(outputFor({ type: "custom_tool_call", call_id: "a", name: "x", input: "" }, "t").type).toBe("custom_tool_call_output");
  });
});
