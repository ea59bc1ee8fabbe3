import { describe, expect, test } from "vitest";
import { ItemId, TurnId } from "../../../shared/protocol/ids";
import type { CallItem } from "../../../shared/protocol/response-item";
import type { ToolOutcome } from "../../../shared/protocol/rollout-line";
import { nameText, normalName, openItem, parseCallArguments } from "../../../electron/runtime/history/call-item";
import { closeItem, endedItem } from "../../../electron/runtime/history/close-item";

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

  test.each<[string, string, object]>([
    ["shell", '{"command":["bash","-lc","ls -l | wc"],"workdir":"src"}', { command: "ls -l | wc", cwd: "/project/src" }],
    ["shell", '{"command":["git","commit","-m","it\'s"]}', { command: "git commit -m 'it'\\''s'", cwd: "/project" }],
    ["exec_command", '{"cmd":"ls"}', { command: "ls", cwd: "/project" }],
    ["write_stdin", '{"session_id":3,"chars":"y\\n"}', { command: 'write_stdin 3 "y\\n"', cwd: "/project" }],
  ])("%s of another program is a command: %s", (name, args, shown) => {
    expect(opened(call(name, args))).toEqual({ ...base, type: "commandExecution", ...shown });
  });

  const patch =
    "*** Begin Patch\n*** Add File: a.txt\n+one\n+two\n*** Update File: b.txt\n*** Move to: c.txt\n@@\n-x\n+y\n*** Delete File: d.txt\n*** End Patch";
  const changes = [
    { path: "a.txt", kind: "add", diff: "one\ntwo" },
    { path: "b.txt", kind: "update", diff: "@@\n-x\n+y", movePath: "c.txt" },
    { path: "d.txt", kind: "delete", diff: "" },
  ];

  test.each<[string, CallItem]>([
    ["a custom call", { type: "custom_tool_call", call_id: "c", name: "apply_patch", input: patch }],
    ["a function call", call("apply_patch", JSON.stringify({ input: patch }))],
    ["a here-document", call("shell", JSON.stringify({ command: ["bash", "-lc", `apply_patch <<'EOF'\n${patch}\nEOF\n`] }))],
    ["an argument list", call("shell", JSON.stringify({ command: ["apply_patch", patch] }))],
  ])("a patch in %s is a change of files", (_name, item) => {
    expect(opened(item)).toEqual({ ...base, type: "fileChange", changes });
  });

  test("a patch that cannot be read is a plain call", () => {
    const item: CallItem = { type: "custom_tool_call", call_id: "c", name: "apply_patch", input: "nothing" };
    expect(opened(item)).toEqual({ ...base, type: "toolCall", tool: "apply_patch", arguments: "nothing" });
  });

  test.each([
    [call("mcp__files__read_all", '{"a":1}')],
    [call("read_all", '{"a":1}', "mcp__files__")],
    [call("read_all", '{"a":1}', "mcp__files")],
  ])("%o is a call of an MCP server", (item) => {
    expect(opened(item)).toEqual({ ...base, type: "mcpToolCall", server: "files", tool: "read_all", arguments: '{"a":1}' });
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

describe("what a call that went well has come to", () => {
  const { recordedAtMs: _recorded, status: _status, ...place } = base;
  const ended = (item: CallItem, status: ToolOutcome["status"] = "completed") =>
    endedItem(opened(item), { outcome: { status, output: "said" }, output: "said", line: 9 });
  const steps = [
    { text: "one", status: "inProgress" },
    { text: "two", status: "pending" },
  ];
  const codex = call(
    "update_plan",
    JSON.stringify({ explanation: "why", plan: [{ step: "one", status: "in_progress" }, { step: "two" }] }),
  );
  const ours = call(
    "update_plan",
    JSON.stringify({
      steps: [
        { text: "one", status: "inProgress" },
        { text: "two", status: "?" },
      ],
    }),
  );
  const image = call("view_image", '{"path":"/a.png"}');

  test.each<[string, CallItem, object]>([
    ["a plan in Codex's form", codex, { type: "plan", steps, explanation: "why" }],
    ["a plan in our form", ours, { type: "plan", steps }],
    ["a look at an image", image, { type: "imageView", path: "/a.png" }],
  ])("%s", (_name, item, shown) => {
    expect(ended(item)).toEqual({ ...place, ...shown });
    expect(endedItem(opened(item), { outcome: null, output: "", line: null })).toEqual({ ...place, ...shown });
  });

  test.each<[string, CallItem, ToolOutcome["status"]]>([
    ["a plan that was refused", ours, "denied"],
    ["an image that is none", image, "failed"],
    ["a look that was stopped", image, "aborted"],
  ])("%s is the call that it was", (_name, item, status) => {
    expect(ended(item, status)).toMatchObject({
      type: "toolCall",
      status,
      output: "said",
      arguments: "arguments" in item ? item.arguments : "",
    });
  });

  test.each<[string, CallItem]>([
    ["arguments that are no JSON", call("update_plan", "{")],
    ["a plan without steps", call("update_plan", '{"explanation":"x"}')],
    ["a plan of 201 steps", call("update_plan", JSON.stringify({ steps: Array(201).fill({ text: "x", status: "pending" }) }))],
    ["a look at nothing", call("view_image", "{}")],
    ["a name in another namespace", call("view_image", '{"path":"/a.png"}', "other")],
  ])("%s stays a call though it went well", (_name, item) => {
    expect(ended(item)).toMatchObject({ type: "toolCall", status: "completed" });
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

  test("what a run turned out to be, where its call does not tell", () => {
    const done = { status: "completed", output: "Done." } as const;
    const closed = { ...base, status: "completed", outputLine: 9 };
    const changes = [{ path: "a", kind: "add" as const, diff: "x" }];
    const end = (outcome: Partial<ToolOutcome>) =>
      closeItem(opened(call("odd", "not JSON")), { outcome: { ...done, ...outcome }, output: "for the model", line: 9 });
    expect(end({ changes })).toEqual({ ...closed, type: "fileChange", changes, output: "Done." });
    expect(end({ mcp: { server: "s", tool: "t", arguments: "{}" } })).toEqual({
      ...closed,
      type: "mcpToolCall",
      server: "s",
      tool: "t",
      arguments: "{}",
      output: "Done.",
    });
    expect(end({ command: "ls", cwd: "/x" })).toEqual({
      ...closed,
      type: "commandExecution",
      command: "ls",
      cwd: "/x",
      aggregatedOutput: "Done.",
    });
  });
});
