// `exec open FILE --summary`, run from outside: one JSON object, or words and a code.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { plainEnvironment, RunningProcess } from "../../../support/run-process";
import { tempFolder } from "../../../support/temp-folder";
import { eras, linesOf, written } from "./rollout-fixtures";

const program = join(import.meta.dirname, "../../../../dist/exec.cjs");

async function run(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const home = tempFolder();
  const running = new RunningProcess([program, "--home", home, ...args], { environment: plainEnvironment(), input: "" });
  const code = await running.exitCode();
  return { code, stdout: running.stdout, stderr: running.stderr };
}

it("prints one JSON object with the numbers of the file, and changes nothing", async () => {
  const path = written("some.jsonl", linesOf(eras.wrapped));
  const { code, stdout, stderr } = await run("open", path, "--summary");
  expect({ code, stderr, lines: stdout.split("\n").length }).toEqual({ code: 0, stderr: "", lines: 2 });
  expect(JSON.parse(stdout)).toMatchObject({
    era: "wrapped",
    userMessages: 1,
    calls: 1,
    turns: { started: 1, completed: 1, aborted: 0 },
  });
  expect(readFileSync(path, "utf8")).toBe(linesOf(eras.wrapped));
});

it("what is no rollout is refused with words and code 1", async () => {
  const path = written("log.jsonl", '{"ts":"2025-08-09T00:00:00Z","kind":"start"}\n');
  const { code, stdout, stderr } = await run("open", path, "--summary");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("log.jsonl is not a session file");
});

it("without a file it says how it is used", async () => {
  const { code, stderr } = await run("--summary");
  expect({ code, stderr }).toEqual({ code: 2, stderr: "--summary is for one file: open FILE --summary\n" });
});
