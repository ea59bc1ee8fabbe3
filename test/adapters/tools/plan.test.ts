import { describe, expect, test } from "vitest";
import { createPlanTool } from "../../../electron/adapters/tools/plan";
import { runTool } from "../../support/tool-bench";

const tool = createPlanTool();
const step = (text: string, status: string) => ({ text, status });

async function outputOf(args: unknown): Promise<string> {
  const { status, output } = await runTool(tool, { args, cwd: "/" });
  expect(status).toBe("completed");
  return output;
}

describe("protocol.md §7 update_plan", () => {
  test("our form and Codex's are taken", async () => {
    expect(await outputOf({ explanation: "why", steps: [step("one", "completed"), step("two", "inProgress")] })).toBe(
      "Plan updated",
    );
    expect(await outputOf({ explanation: null, plan: [{ step: "one", status: "in_progress" }] })).toBe("Plan updated");
    expect(await outputOf({ steps: [] })).toBe("Plan updated");
  });

  test("more than one step in progress is advised against, not refused", async () => {
    const advice = "Plan updated. At most one step should be in progress at a time.";
    expect(await outputOf({ steps: [step("one", "inProgress"), step("two", "inProgress")] })).toBe(advice);
    expect(
      await outputOf({
        plan: [
          { step: "one", status: "in_progress" },
          { step: "two", status: "in_progress" },
        ],
      }),
    ).toBe(advice);
  });

  test.each<[string, unknown]>([
    ["nothing", null],
    ["a list", []],
    ["no steps", { explanation: "x" }],
    ["steps that are no list", { steps: "one" }],
    ["an unknown status", { steps: [step("one", "started")] }],
    ["Codex's status in our form", { steps: [step("one", "in_progress")] }],
    ["our status in Codex's form", { plan: [{ step: "one", status: "inProgress" }] }],
    ["an empty step", { steps: [step("", "pending")] }],
    ["a step of 2001 characters", { steps: [step("x".repeat(2001), "pending")] }],
    ["201 steps", { steps: Array(201).fill(step("x", "pending")) }],
  ])("%s is refused", (_what, args) => {
    expect(tool.prepare(args, { cwd: "/" })).toMatchObject({ ok: false, detail: expect.stringMatching(/./) });
  });

  test("an unknown field is noted; nothing is asked", () => {
    const prepared = tool.prepare({ steps: [], colour: "red" }, { cwd: "/" });
    expect(prepared).toMatchObject({ ok: true, run: { notes: ["ignored unknown argument: colour"], subject: null } });
  });
});
