// A program that is asked something: its streams in each shell, and what is left of it when the app is killed.
// How a run ends otherwise is seen with hooks (test/adapters/hooks/hook-endings.test.ts).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { newRunMark } from "../../../electron/adapters/tools/abandoned-runs";
import { listProcesses, type ProcessEntry } from "../../../electron/adapters/tools/process-table";
import { createProgramRunner } from "../../../electron/adapters/tools/run-program";
import { programInvocation } from "../../../electron/adapters/tools/shell-command";
import { startProgram } from "../../../electron/adapters/tools/shell-process";
import { WholeOutput } from "../../../electron/adapters/tools/whole-output";
import { createSystemClock } from "../../../electron/adapters/system";
import type { Clock } from "../../../electron/runtime/ports/clock";
import { createProcessMark, type ProcessMark } from "../../support/process-count";
import { tempFolder } from "../../support/temp-folder";

const SHELLS = ["/bin/bash", "/bin/sh"];

function invocationIn(shell: string, command: string, count: ProcessMark = createProcessMark()) {
  const environment = { PATH: process.env["PATH"], ...count.variable };
  return programInvocation(command, newRunMark(), { isWindows: false, shell, environment });
}

describe.each(SHELLS)("a program in %s", (shell) => {
  test("reads its input, prints to two outputs, and gives its exit code", async () => {
    const stdout = new WholeOutput(100);
    const stderr = new WholeOutput(100);
    const invocation = invocationIn(shell, "read line; echo got $line; echo no >&2; exit 7");
    const program = await startProgram(invocation, tempFolder(), { input: "word\n", stdout, stderr });
    expect(await program.exited).toEqual({ code: 7, signal: null });
    await program.drain(createSystemClock());
    await program.close();
    expect([stdout.text(), stderr.text()]).toEqual(["got word\n", "no\n"]);
  });

  test("ends at once when the app is killed", async () => {
    const count = createProcessMark();
    const { file, args, environment } = invocationIn(shell, "echo ready; sleep 300 & sleep 300", count);
    const app = spawn(process.execPath, ["-e", APP, JSON.stringify({ file, args, environment })], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => {
      app.kill("SIGKILL");
    });
    await once(app.stdout, "data");
    expect(count.living()).not.toEqual([]);
    app.kill("SIGKILL");
    await once(app, "exit");
    await expect.poll(() => count.living(), { timeout: 5000 }).toEqual([]);
  });
});

/** An app in the smallest: starts the program, says "started" once it has printed something, and lives on. */
const APP = `
  const { file, args, environment } = JSON.parse(process.argv[1]);
  const stdio = ["pipe", "pipe", "pipe", "pipe"];
  const child = require("node:child_process").spawn(file, args, { detached: true, env: environment, stdio });
  child.stdout.once("data", () => console.log("started"));
  setInterval(() => 0, 1e6);
`;

test("what was printed before the exit is not lost when the machine is slow to carry it", async () => {
  const cwd = tempFolder();
  const system = createSystemClock();
  const isCarrier = ({ mark }: ProcessEntry): boolean => mark === `${readFileSync(`${cwd}/mark`, "utf8").trim()} carrier`;
  let continued = 0;
  const clock: Clock = {
    ...system,
    // Carriers that the program has stopped go on once it is gone and only they are waited for.
    waitUntil: async (deadlineMs, signal) => {
      if (deadlineMs - system.nowMs() < 500 || existsSync(`${cwd}/exited`) === false) return system.waitUntil(deadlineMs, signal);
      for (const { pid } of (await listProcesses()).filter(isCarrier)) {
        process.kill(pid, "SIGCONT");
        continued += 1;
      }
      return system.waitUntil(deadlineMs + 20_000, signal);
    },
  };
  const run = createProgramRunner({ environment: { PATH: process.env["PATH"] }, clock });
  const stopCarriers =
    'echo "$COUNTERFOIL_RUN" > mark; cat > /dev/null; stopped=0; until [ "$stopped" -ge 2 ]; do stopped=0; ' +
    'for place in /proc/[0-9]*; do if grep -qsz "^COUNTERFOIL_RUN=$COUNTERFOIL_RUN carrier" "$place/environ"; then ' +
    'kill -STOP "${place#/proc/}" && stopped=$((stopped + 1)); fi; done; done';
  const command = `${stopCarriers}; echo said; touch exited`;
  const end = await run({ command, cwd, input: "", timeoutMs: 3_600_000 }, new AbortController().signal);
  expect(end).toMatchObject({ type: "exited", code: 0, stdout: "said\n", survivors: [] });
  expect(continued).toBeGreaterThanOrEqual(2);
  expect((await listProcesses()).filter(isCarrier)).toEqual([]);
});

test("a program is no login: it reads no .bashrc, and BASH_ENV once", async () => {
  const cwd = tempFolder();
  const home = tempFolder();
  const environment = { PATH: process.env["PATH"], HOME: home, BASH_ENV: `${home}/env` };
  const run = createProgramRunner({ environment, clock: createSystemClock() });
  const request = { cwd, input: "", timeoutMs: 3_600_000 };
  const { signal } = new AbortController();
  await run({ ...request, command: 'echo "echo login" > "$HOME/.bashrc"; echo "echo env" > "$BASH_ENV"' }, signal);
  expect(await run({ ...request, command: "echo program" }, signal)).toEqual({
    type: "exited",
    code: 0,
    signal: null,
    stdout: "env\nprogram\n",
    stderr: "",
    survivors: [],
  });
});

test("on Windows the command is given to the shell as it is", () => {
  const platform = { isWindows: true, shell: "C:\\cmd.exe", environment: { A: "b" } };
  expect(programInvocation('check "a b"', "mark", platform)).toMatchObject({
    file: "C:\\cmd.exe",
    args: ["/d", "/s", "/c", '"check "a b""'],
    hasGroup: false,
    environment: { A: "b", COUNTERFOIL_RUN: "mark" },
  });
});
