import { describe, expect, test } from "vitest";
import type { OutputDeferral } from "../../../shared/protocol/command";
import { ItemId, TurnId } from "../../../shared/protocol/ids";
import { TurnItem } from "../../../shared/protocol/turn-item";
import { withDeferredOutput, withOutputOf } from "../../../shared/view/deferred-output";

const base = { id: ItemId.parse("c1"), turnId: TurnId.parse("t1"), line: 4, status: "completed", recordedAtMs: 0 } as const;
const command = TurnItem.parse({
  ...base,
  type: "commandExecution",
  command: "ls",
  cwd: "/",
  exitCode: 0,
  aggregatedOutput: "a\n",
});
const toolCall = TurnItem.parse({ ...base, type: "toolCall", tool: "read_file", arguments: "{}", output: "1: one" });
const mcpToolCall = TurnItem.parse({ ...base, type: "mcpToolCall", server: "s", tool: "t", arguments: "{}", output: "found" });
const message = TurnItem.parse({ id: "m1", turnId: "t1", line: 2, type: "agentMessage", text: "Hi.", phase: null });
const all: OutputDeferral = { commandExecution: true, mcpToolCall: true, toolCall: true };

describe("withDeferredOutput", () => {
  test.each([
    [{ commandExecution: true }, command],
    [{ mcpToolCall: true }, mcpToolCall],
    [{ toolCall: true }, toolCall],
  ] as const)("%j leaves the output of that kind out, and says where the item is whole", (deferOutput, item) => {
    const { aggregatedOutput: _one, output: _other, ...rest } = { aggregatedOutput: "", output: "", ...item };
    expect(withDeferredOutput(item, { deferOutput, cursor: "@7" })).toEqual({ ...rest, outputDeferred: "@7" });
    for (const other of [command, mcpToolCall, toolCall])
      if (other !== item) expect(withDeferredOutput(other, { deferOutput, cursor: "@7" })).toBe(other);
  });

  test.each(["inProgress", "returned", "failed", "denied", "aborted"])("a call that is %s keeps its output", (status) => {
    for (const whole of [command, mcpToolCall, toolCall]) {
      const item = TurnItem.parse({ ...whole, status });
      expect(withDeferredOutput(item, { deferOutput: all, cursor: "@7" })).toBe(item);
    }
  });

  test("nothing is left out where nothing is asked for, there is no output, or nothing would begin with the item", () => {
    const silent = TurnItem.parse({ ...command, aggregatedOutput: "" });
    expect(withDeferredOutput(command, { deferOutput: undefined, cursor: "@7" })).toBe(command);
    expect(withDeferredOutput(command, { deferOutput: {}, cursor: "@7" })).toBe(command);
    expect(withDeferredOutput(command, { deferOutput: { commandExecution: false }, cursor: "@7" })).toBe(command);
    expect(withDeferredOutput(command, { deferOutput: all, cursor: null })).toBe(command);
    expect(withDeferredOutput(silent, { deferOutput: all, cursor: "@7" })).toBe(silent);
    expect(withDeferredOutput(message, { deferOutput: all, cursor: "@7" })).toBe(message);
  });
});

describe("withOutputOf", () => {
  test.each([command, mcpToolCall, toolCall])("$type: what was left out is put back, and the item is whole again", (whole) => {
    const left = withDeferredOutput(whole, { deferOutput: all, cursor: "@7" });
    expect(left).not.toEqual(whole);
    expect(withOutputOf(whole, left)).toEqual(whole);
  });

  test("an item that is whole, or whose other is not, stays as it is", () => {
    const left = withDeferredOutput(command, { deferOutput: all, cursor: "@7" });
    expect(withOutputOf(left, command)).toBe(command);
    expect(withOutputOf(left, left)).toBe(left);
    expect(withOutputOf(undefined, left)).toBe(left);
    expect(withOutputOf(toolCall, left)).toBe(left);
  });

  test("where the other has none, there is none", () => {
    const left = withDeferredOutput(command, { deferOutput: all, cursor: "@7" });
    const { aggregatedOutput: _none, ...silent } = { aggregatedOutput: "", ...command };
    expect(withOutputOf(TurnItem.parse(silent), left)).toEqual(silent);
  });

  test("nothing but the output is taken: what is on screen keeps its lines", () => {
    const left = withDeferredOutput(command, { deferOutput: all, cursor: "@7" });
    const { line: _line, ...unnumbered } = { line: 0, ...left };
    const { line: _other, ...expected } = { line: 0, ...command };
    expect(withOutputOf(command, TurnItem.parse(unnumbered))).toEqual(expected);
  });
});
