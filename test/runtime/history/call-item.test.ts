import { describe, expect, test } from "vitest";
import { ItemId, TurnId } from "../../../shared/protocol/ids";
import type { CallItem } from "../../../shared/protocol/response-item";
import type { ToolOutcome } from "../../../shared/protocol/rollout-line";
import { closeItem, nameText, normalName, openItem, parseCallArguments } from "../../../electron/runtime/history/call-item";

function call(name: string, args = "{}", namespace?: string): CallItem {
  return { type: "function_call", call_id: "c", name, arguments: args, ...(namespace === undefined ? {} : { namespace }) };
}

function opened(item: CallItem, cwd = "/project") {
  return openItem({ call: item, turnId: TurnId.parse("t"), cwd, line: 3, recordedAtMs: 5 });
}

const base = { id: ItemId.parse("c"), turnId: TurnId.parse("t"), line: 3, recordedAtMs: 5, status: "inProgress" };

describe("names of calls (protocol.md §7)", () => {
  test.each([
    [call("sleep", "{}", "clock"), "clock.sleep"],
    [call("clock.sleep"), "clock.sleep"],
    [call("clock_sleep"), "clock.sleep"],
    [call("sleep"), "sleep"],
    [call("sleep", "{}", ""), "sleep"],
    [call("clock"), "clock"],
    [call("clockwork_orange"), "clockwork_orange"],
    [call("read_file"), "read_file"],
    [call("shell", "{}", "other"), "other.shell"],
  ])("%o is %s", (item, name) => {
    expect(nameText(normalName(item))).toBe(name);
  });
});

describe("arguments of calls", () => {
  test.each<[CallItem, unknown]>([
    [call("x", ""), {}],
    [call("x", " \n"), {}],
    [call("x", '{"a":1}'), { a: 1 }],
    [call("x", "[]"), []],
    [call("x", "{"), undefined],
    [{ type: "custom_tool_call", call_id: "c", name: "x", input: "{}" }, undefined],
  ])("%o", (item, args) => {
    expect(parseCallArguments(item)).toEqual(args);
  });
});

describe("the item that a call opens", () => {
  test("shell is a command, with the folder it runs in", () => {
    expect(opened(call("shell", '{"command":"ls"}'))).toEqual({
      ...base,
      type: "commandExecution",
      command: "ls",
      cwd: "/project",
    });
  });

  test.each([
    [undefined, "/project"],
    ["", "/project"],
    [".", "/project"],
    ["src", "/project/src"],
    ["/tmp", "/tmp"],
    ["~/x", "~/x"],
    ["C:\\x", "C:\\x"],
    ["\\\\server\\x", "\\\\server\\x"],
  ])("workdir %j runs in %s", (workdir, cwd) => {
    expect(opened(call("shell", JSON.stringify({ command: "ls", workdir })))).toMatchObject({ cwd });
  });

  test("a shell call that cannot run is a plain call", () => {
    expect(opened(call("shell", '{"cmd":"ls"}'))).toEqual({
      ...base,
      type: "toolCall",
      tool: "shell",
      arguments: '{"cmd":"ls"}',
    });
  });

  test("a sleep is a sleep only with valid arguments", () => {
    expect(opened(call("clock_sleep", '{"seconds":5}'))).toEqual({ ...base, type: "sleep", seconds: 5 });
    expect(opened(call("clock_sleep", '{"seconds":0}'))).toEqual({
      ...base,
      type: "toolCall",
      namespace: "clock",
      tool: "sleep",
      arguments: '{"seconds":0}',
    });
  });

  test("a custom call shows its input", () => {
    expect(opened({ type: "custom_tool_call", call_id: "c", name: "patch", input: "free" })).toEqual({
      ...base,
      type: "toolCall",
      tool: "patch",
      arguments: "free",
    });
  });
});

describe("the item once its output is recorded", () => {
  const outcome: ToolOutcome = {
    status: "failed",
    output: "no",
    exitCode: 2,
    durationMs: 7,
    outputBytes: 9,
    outputFile: "/log",
    notes: ["n"],
  };

  test("a command has its exit code, output and where the rest is", () => {
    const item = opened(call("shell", '{"command":"ls"}'));
    expect(closeItem(item, { outcome, output: "no", line: 9 })).toEqual({
      ...item,
      status: "failed",
      outputLine: 9,
      durationMs: 7,
      aggregatedOutput: "no",
      exitCode: 2,
      outputBytes: 9,
      outputFile: "/log",
      notes: ["n"],
    });
  });

  test("a call has its output and notes", () => {
    const item = opened(call("read_file"));
    expect(closeItem(item, { outcome, output: "no", line: 9 })).toEqual({
      ...item,
      status: "failed",
      outputLine: 9,
      durationMs: 7,
      output: "no",
      notes: ["n"],
    });
  });

  test("a sleep has its outcome and the time really slept", () => {
    const item = opened(call("clock.sleep", '{"seconds":5}'));
    const slept: ToolOutcome = { status: "completed", output: "", sleptMs: 3, outcome: "woken" };
    expect(closeItem(item, { outcome: slept, output: "", line: 9 })).toEqual({
      ...item,
      status: "completed",
      outputLine: 9,
      sleptMs: 3,
      outcome: "woken",
    });
  });

  test("a sleep that was aborted before it began was interrupted", () => {
    const item = opened(call("clock.sleep", '{"seconds":5}'));
    expect(closeItem(item, { outcome: { status: "aborted", output: "" }, output: "", line: 9 })).toMatchObject({
      outcome: "interrupted",
    });
  });

  test("an output that another program wrote, without an outcome, counts as completed", () => {
    const item = opened(call("read_file"));
    expect(closeItem(item, { outcome: null, output: "text", line: 9 })).toEqual({
      ...item,
      status: "completed",
      outputLine: 9,
      output: "text",
    });
  });
});
