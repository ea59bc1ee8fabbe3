import { expect, test } from "vitest";
import { clockTool } from "../../../electron/runtime/tools/clock-tool";
import { sleepTool } from "../../../electron/runtime/tools/sleep-tool";
import { ToolRegistry } from "../../../electron/runtime/tools/tool-registry";
import { controllableTool } from "../../support/controllable-tool";

const work = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 0 }) });

test("a call finds its tool under every accepted name", () => {
  const tools = new ToolRegistry([sleepTool, clockTool, work]);
  expect(tools.find({ name: "work" })).toBe(work);
  for (const name of ["clock.sleep", "clock_sleep"]) expect(tools.find({ name })).toBe(sleepTool);
  expect(tools.find({ namespace: "clock", name: "current_time" })).toBe(clockTool);
  for (const name of ["sleep", "Work", "", "constructor", "clock"]) expect(tools.find({ name })).toBeNull();
});

test("two tools of one name are a mistake of the program", () => {
  expect(() => new ToolRegistry([work, work])).toThrow("two tools are named work");
});

test("the end of a turn is told to every tool that wants to know", async () => {
  const ended: string[] = [];
  const tools = new ToolRegistry([
    work,
    { ...sleepTool, endTurn: async (turnId) => (ended.push(turnId), "one was ended") },
    { ...clockTool, endTurn: async (turnId) => (ended.push(turnId), null) },
  ]);
  expect(await tools.endTurn("turn")).toEqual(["one was ended"]);
  expect(ended).toEqual(["turn", "turn"]);
});

test("the model is told arguments as JSON schema", () => {
  expect(sleepTool.spec.parameters).toMatchObject({
    type: "object",
    properties: { seconds: { type: "number" } },
    required: ["seconds"],
    additionalProperties: false,
  });
  expect(clockTool.spec.parameters).toMatchObject({ type: "object", properties: {}, additionalProperties: false });
});
