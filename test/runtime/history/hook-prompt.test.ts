import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MessageItem } from "../../../shared/protocol/response-item";
import { hookFragments, hookPromptLine } from "../../../electron/runtime/history/hook-prompt";

function message(...content: MessageItem["content"]): MessageItem {
  return { type: "message", role: "user", content };
}

function parts(...texts: string[]): MessageItem {
  return message(...texts.map((text) => ({ type: "input_text", text }) as const));
}

function told(texts: readonly string[]): string[] | null {
  const line = hookPromptLine(texts.map((text, index) => ({ hookId: `stop:${index}`, text })));
  if (line.type !== "response_item" || line.payload.type !== "message") throw new Error("not a message");
  return hookFragments(line.payload);
}

describe("the hooks' words to the model", () => {
  test("one message of the user's role, a part for each hook, in order, without an id", () => {
    const fragments = [
      { hookId: "stop:0", text: "Run the tests." },
      { hookId: "stop:2", text: "Two\nlines." },
    ];
    expect(hookPromptLine(fragments)).toEqual({
      type: "response_item",
      payload: parts(
        '<hook_prompt hook_run_id="stop:0">\nRun the tests.\n</hook_prompt>',
        '<hook_prompt hook_run_id="stop:2">\nTwo\nlines.\n</hook_prompt>',
      ),
    });
  });

  test.each([
    ["\n\nspace\n\n"],
    [""],
    ['"quoted" <b>'],
    ["</hook_prompt>"],
    ['a\n</hook_prompt>\n<hook_prompt hook_run_id="x">\nb'],
  ])("%j is read back as it was", (text) => {
    expect(told([text])).toEqual([text]);
  });

  test("property: whatever hooks say is read back as it was", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 4 }), (texts) => {
        expect(told(texts)).toEqual(texts);
      }),
      { numRuns: 500 },
    );
  });
});

describe("recognised by its form", () => {
  test("Codex's own, written on one line", () => {
    expect(hookFragments(parts('<hook_prompt hook_run_id="0197-a">go on</hook_prompt>'))).toEqual(["go on"]);
  });

  test.each<[string, MessageItem]>([
    ["no parts", message()],
    ["other words", parts("hello")],
    ["words in front", parts('see <hook_prompt hook_run_id="a">\nx\n</hook_prompt>')],
    ["words behind", parts('<hook_prompt hook_run_id="a">\nx\n</hook_prompt> thanks')],
    ["no end", parts('<hook_prompt hook_run_id="a">\nx')],
    ["no id", parts("<hook_prompt>\nx\n</hook_prompt>")],
    ["a part among them that is none", parts('<hook_prompt hook_run_id="a">\nx\n</hook_prompt>', "and more")],
    [
      "a picture among them",
      message(
        { type: "input_text", text: '<hook_prompt hook_run_id="a">\nx\n</hook_prompt>' },
        { type: "input_image", image_url: "data:," },
      ),
    ],
  ])("%s: not of the hooks", (_name, item) => {
    expect(hookFragments(item)).toBeNull();
  });
});
