import { describe, expect, test } from "vitest";
import { InputId } from "../../../shared/protocol/ids";
import type { ResponseItem } from "../../../shared/protocol/response-item";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import { ModelWindow } from "../../../shared/protocol/window-item";
import { hookPromptLine } from "../../../electron/runtime/history/hook-prompt";
import { InputProjection } from "../../../electron/runtime/history/input-projection";
import { modelWindow } from "../../../electron/runtime/history/model-window";
import { Transcript } from "../../../electron/runtime/history/transcript";
import { contextLine, mailLines } from "../../../electron/runtime/history/turn-lines";
import { callLine, itemLine, outputLine, stamped } from "../../support/lines";

function windowOf(...lines: readonly LineBody[]) {
  const transcript = new Transcript();
  const inputs = new InputProjection();
  for (const line of lines.map(stamped)) {
    transcript.apply(line);
    inputs.apply(line);
  }
  const window = modelWindow({
    items: transcript.items,
    tokens: transcript.tokens,
    inputs,
    instructions: "Be brief.",
    contextWindow: 9_000,
    limit: 8_100,
  });
  expect(ModelWindow.parse(window)).toEqual(window);
  return window;
}

function message(role: "user" | "assistant" | "developer", text: string, id?: string): ResponseItem {
  return { type: "message", role, content: [{ type: "input_text", text }], ...(id === undefined ? {} : { id }) };
}

const accepted: LineBody = {
  type: "cf_input",
  payload: { inputId: InputId.parse("i"), via: "start", input: [{ type: "text", text: "go" }] },
};
const letter = { mailId: InputId.parse("m"), author: "other", text: "news", triggerTurn: false };
const mail: LineBody[] = [
  { type: "cf_mail", payload: letter },
  { type: "cf_input", payload: { inputId: letter.mailId, via: "mail", input: [{ type: "text", text: "news" }] } },
  ...mailLines(letter),
];

describe("what the model sees now", () => {
  test("of a new thread its instructions, with the limits as they were given", () => {
    expect(windowOf()).toEqual({
      items: [{ kind: "instructions", text: "Be brief.", estimatedTokens: 3 }],
      tokens: { count: 0, source: "estimated" },
      contextWindow: 9_000,
      limit: 8_100,
    });
  });

  test("every kind of entry in order, with all it says; only what a person said is a person's", () => {
    const { items } = windowOf(
      accepted,
      itemLine(message("user", "go", "i")),
      itemLine(message("user", "a summary")),
      contextLine("It is noon."),
      ...mail,
      hookPromptLine([{ hookId: "stop:0", text: "more" }]),
      itemLine({
        type: "reasoning",
        summary: [
          { type: "summary_text", text: "One" },
          { type: "summary_text", text: "Two" },
        ],
      }),
      itemLine(message("assistant", "I look.")),
      callLine("a", "shell", '{"command":"ls"}'),
      outputLine("a", "3 files"),
      itemLine({ type: "custom_tool_call", call_id: "b", name: "patch", input: "diff" }),
      itemLine({ type: "custom_tool_call_output", call_id: "b", output: "ok" }),
    );
    expect(items.slice(1).map(({ kind, name, text }) => [kind, ...(name === undefined ? [] : [name]), text])).toEqual([
      ["person", "go"],
      ["context", "a summary"],
      ["context", "It is noon."],
      ["context", '<mail from="other">\nnews\n</mail>'],
      ["context", '<hook_prompt hook_run_id="stop:0">\nmore\n</hook_prompt>'],
      ["reasoning", "One\n\nTwo"],
      ["assistant", "I look."],
      ["call", "shell", '{"command":"ls"}'],
      ["output", "3 files"],
      ["call", "patch", "diff"],
      ["output", "ok"],
    ]);
  });

  test("after a compaction the new window alone; the person's words in it are still the person's", () => {
    const { items, tokens } = windowOf(accepted, itemLine(message("user", "go", "i")), callLine("a"), outputLine("a"), {
      type: "compacted",
      payload: { message: "s", replacement_history: [message("user", "go", "i"), message("user", "s")] },
    });
    expect(items.slice(1).map(({ kind, text }) => [kind, text])).toEqual([
      ["person", "go"],
      ["context", "s"],
    ]);
    expect(tokens).toEqual({ count: 10, source: "estimated" });
  });

  test("an open call is shown as it would be sent: with an output", () => {
    expect(windowOf(callLine("a")).items.slice(1)).toMatchObject([{ kind: "call" }, { kind: "output", text: "aborted" }]);
  });

  test("the number for the whole window is the provider's once it has reported one", () => {
    const usage = { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1, reasoning_output_tokens: 0, total_tokens: 700 };
    const report: LineBody = {
      type: "event_msg",
      payload: { type: "token_count", info: { total_token_usage: usage, last_token_usage: usage } },
    };
    expect(windowOf(itemLine(message("assistant", "hi")), report).tokens).toEqual({ count: 700, source: "reported" });
  });
});
