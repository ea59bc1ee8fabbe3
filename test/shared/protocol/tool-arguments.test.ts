import { describe, expect, test } from "vitest";
import {
  ListDirArguments,
  NoArguments,
  ReadFileArguments,
  SLEEP_RANGE_MESSAGE,
  ShellArguments,
  checkArguments,
  checkSleepArguments,
} from "../../../shared/protocol/tool-arguments";
import { toJSONSchema } from "../../../shared/protocol/tool-schema";

describe("checkArguments", () => {
  test.each([
    [ShellArguments, { command: "ls" }],
    [ShellArguments, { command: "ls", workdir: "src", timeoutMs: 1 }],
    [ReadFileArguments, { path: "a", offset: 1, limit: 1 }],
    [ListDirArguments, { path: ".", depth: 5 }],
    [NoArguments, {}],
  ])("%# takes %j as it is", (schema, args) => {
    expect(checkArguments(schema, args)).toEqual({ ok: true, args, ignored: [] });
  });

  test("a loose schema ignores other fields and names them", () => {
    expect(checkArguments(ShellArguments, { command: "ls", colour: 1, shape: 2 })).toMatchObject({
      ok: true,
      ignored: ["colour", "shape"],
    });
  });

  test.each([
    [ShellArguments, {}, /^command: /],
    [ShellArguments, { command: "" }, /^command: /],
    [ShellArguments, { command: "ls", timeoutMs: 0.5 }, /^timeoutMs: /],
    [ShellArguments, { command: "ls", workdir: null }, /^workdir: /],
    [ReadFileArguments, { path: "a", offset: 0 }, /^offset: /],
    [ListDirArguments, { path: "a", depth: 6 }, /^depth: /],
    [NoArguments, { a: 1 }, /a/],
    [NoArguments, null, /./],
    [NoArguments, [], /./],
    [ShellArguments, { command: 1, timeoutMs: "x" }, /^command: .*; timeoutMs: /],
  ])("%# refuses %j in words", (schema, args, words) => {
    expect(checkArguments(schema, args)).toEqual({ ok: false, detail: expect.stringMatching(words) });
  });
});

describe("runtime.md §9 arguments of clock.sleep", () => {
  test.each([1, 1.001, 60, 43_200])("%s seconds", (seconds) => {
    expect(checkSleepArguments({ seconds })).toEqual({ ok: true, args: { seconds }, ignored: [] });
  });

  test.each([0, 0.999, -1, 43_200.001, Number.MAX_VALUE])("%s seconds is a number outside: its own words", (seconds) => {
    expect(checkSleepArguments({ seconds })).toEqual({ ok: false, detail: SLEEP_RANGE_MESSAGE, verbatim: true });
  });

  test.each([
    { seconds: "1" },
    { seconds: null },
    { seconds: true },
    { seconds: [1] },
    {},
    { seconds: 1, ms: 1 },
    null,
    5,
    "5",
    [],
    { seconds: Infinity },
  ])("%j is a parse error", (args) => {
    expect(checkSleepArguments(args)).toEqual({ ok: false, detail: expect.any(String) });
  });
});

test("the model is told the same as is checked", () => {
  const shell = toJSONSchema(ShellArguments);
  expect(shell).not.toHaveProperty("$schema");
  expect(shell).toMatchObject({
    type: "object",
    properties: {
      command: { type: "string", minLength: 1 },
      workdir: { type: "string" },
      timeoutMs: { type: "integer", minimum: 1 },
    },
    required: ["command"],
  });
});
