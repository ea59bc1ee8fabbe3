import { describe, expect, test } from "vitest";
import { createUserInputTool } from "../../../electron/adapters/tools/user-input";
import type { UserAnswers } from "../../../shared/protocol/turn-item";
import { runTool } from "../../support/tool-bench";

const tool = createUserInputTool();
const question = (id: string, more: object = {}) => ({ id, question: `${id}?`, ...more });

async function outputOf(questions: readonly unknown[], answers: UserAnswers | null): Promise<string> {
  const { status, output } = await runTool(tool, { args: { questions }, cwd: "/", answers });
  expect(status).toBe("completed");
  return output;
}

describe("protocol.md §7 request_user_input", () => {
  test("the questions are what is asked of the person", () => {
    const questions = [question("a", { header: "Name", options: [{ label: "one", description: "the first" }], isOther: true })];
    expect(tool.prepare({ questions }, { cwd: "/" })).toMatchObject({
      ok: true,
      run: { subject: { kind: "userInput", questions }, lastsMs: null, notes: [] },
    });
  });

  test("the answers come in Codex's form, by the order of the questions", async () => {
    expect(await outputOf([question("b"), question("a")], { a: ["one", "two"], b: ["x"] })).toBe(
      '{"answers":{"b":{"answers":["x"]},"a":{"answers":["one","two"]}}}',
    );
  });

  test("a question without an answer has none; an answer to no question is left out", async () => {
    expect(await outputOf([question("a")], { c: ["stray"] })).toBe('{"answers":{"a":{"answers":[]}}}');
  });

  test.each(["constructor", "toString"])("a question named %s is a question like any other", async (id) => {
    expect(await outputOf([question(id)], {})).toBe(`{"answers":{"${id}":{"answers":[]}}}`);
  });

  test("no answers at all are words", async () => {
    expect(await outputOf([question("a")], null)).toBe("The user gave no answers.");
  });

  test("nothing secret can be asked for: it is not among what the model is told, and is not passed on", () => {
    expect(JSON.stringify(tool.spec.parameters)).not.toContain("isSecret");
    const prepared = tool.prepare({ questions: [question("a", { isSecret: true })] }, { cwd: "/" });
    expect(prepared).toMatchObject({ ok: true, run: { subject: { kind: "userInput", questions: [question("a")] } } });
    expect(JSON.stringify(prepared)).not.toContain("isSecret");
  });

  test.each<[string, unknown]>([
    ["no questions", { questions: [] }],
    ["four questions", { questions: ["a", "b", "c", "d"].map((id) => question(id)) }],
    ["a question without an id", { questions: [{ question: "?" }] }],
    ["an empty question", { questions: [{ id: "a", question: "" }] }],
    ["two of one id", { questions: [question("a"), question("a")] }],
    ["an option without a label", { questions: [question("a", { options: [{ description: "x" }] })] }],
    ["a question of 2001 characters", { questions: [{ id: "a", question: "x".repeat(2001) }] }],
    ["21 options", { questions: [question("a", { options: Array(21).fill({ label: "x" }) })] }],
  ])("%s is refused", (_what, args) => {
    expect(tool.prepare(args, { cwd: "/" })).toMatchObject({ ok: false });
  });
});
