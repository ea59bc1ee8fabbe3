import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ResponseItem } from "../../../shared/protocol/response-item";
import { itemTokens, textTokens } from "../../../electron/runtime/history/token-estimate";

/** Every item costs this much besides what it says. */
const ITEM = 4;

function said(...content: Extract<ResponseItem, { type: "message" }>["content"]): ResponseItem {
  return { type: "message", role: "user", content };
}

describe("text: four bytes a token", () => {
  test.each([
    ["nothing", "", 0],
    ["one byte each", "abcd", 1],
    ["a started token counts", "abcde", 2],
    ["two bytes each", "äöüß", 2],
    ["three bytes each", "日本語字", 3],
    ["four bytes each", "😀😀😀😀", 4],
    ["the last of one byte, the first of two", "\u007f\u007f\u007f\u007f", 1],
    ["the first of two bytes", "\u0080\u0080", 1],
    ["the last of two bytes", "\u07ff\u07ff", 1],
    ["the first of three bytes", "\u0800\u0800\u0800\u0800", 3],
    ["the last of three bytes", "\uffff\uffff\uffff\uffff", 3],
    ["beyond the surrogates", "\ue000\ue000\ue000\ue000", 3],
    ["all together", "aä日😀", 3],
  ])("%s", (_name, text, tokens) => {
    expect(textTokens(text)).toBe(tokens);
  });

  test("property: it is the length in UTF-8, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(textTokens(text)).toBe(Math.ceil(Buffer.byteLength(text) / 4));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("items", () => {
  test.each<[string, ResponseItem, number]>([
    ["words, part by part", said({ type: "input_text", text: "abcd" }, { type: "input_text", text: "e" }), 2],
    ["a picture, whatever its size", said({ type: "input_image", image_url: `data:image/png;base64,${"A".repeat(9999)}` }), 1844],
    ["a call's name and arguments", { type: "function_call", call_id: "a", name: "shell", arguments: "12345678" }, 4],
    ["a custom call's name and input", { type: "custom_tool_call", call_id: "a", name: "patch", input: "1234" }, 3],
    ["an output", { type: "function_call_output", call_id: "a", output: "x".repeat(40) }, 10],
    ["a custom output", { type: "custom_tool_call_output", call_id: "a", output: "x".repeat(40) }, 10],
    [
      "reasoning: the sealed form, which is base64, and not its summary",
      { type: "reasoning", summary: [{ type: "summary_text", text: "long ".repeat(99) }], encrypted_content: "A".repeat(1600) },
      300,
    ],
    ["reasoning that is not sealed is not sent", { type: "reasoning", summary: [], content: [{ type: "text", text: "x" }] }, 0],
    ["reasoning that says it is not sealed", { type: "reasoning", summary: [], encrypted_content: null }, 0],
  ])("%s", (_name, item, tokens) => {
    expect(itemTokens(item)).toBe(ITEM + tokens);
  });
});
