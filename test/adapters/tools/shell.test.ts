import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createShellTool } from "../../../electron/adapters/tools/shell";
import { ModelVisibleError } from "../../../electron/runtime/errors";
import type { RunResult } from "../../../electron/runtime/ports/tool";
import { FakeClock } from "../../support/fake-clock";
import { createProcessMark } from "../../support/process-count";
import { noSandbox } from "../../support/no-sandbox";
import { tempFolder } from "../../support/temp-folder";
import { LiveOutput, runTool } from "../../support/tool-bench";

function shellIn(folder: string, environment: NodeJS.ProcessEnv = {}) {
  return createShellTool({
    sandbox: noSandbox,
    outputsFolder: join(folder, "outputs"),
    environment: { PATH: process.env["PATH"], ...environment },
  });
}

/** The result without its wall time, which no two runs share. */
async function result(command: string, options: { environment?: NodeJS.ProcessEnv; cwd?: string } = {}): Promise<RunResult> {
  const cwd = options.cwd ?? tempFolder();
  const ran = await runTool(shellIn(cwd, options.environment), { args: { command }, cwd });
  return { ...ran, output: ran.output.replace(/Wall time: \d+\.\d seconds/, "Wall time: S") };
}

describe("preparing a command", () => {
  const tool = createShellTool({ sandbox: noSandbox, outputsFolder: "/nowhere", environment: { HOME: "/home/someone" } });

  test("asks for the exact command and folder, and notes fields it does not know", () => {
    const prepared = tool.prepare({ command: "ls  -l", workdir: "sub", sudo: true }, { cwd: "/project" });
    expect(prepared).toMatchObject({
      ok: true,
      run: {
        subject: { kind: "command", command: "ls  -l", cwd: "/project/sub" },
        notes: ["ignored unknown argument: sudo"],
        lastsMs: null,
      },
    });
  });

  test("takes ~ from the environment of the commands", () => {
    expect(tool.prepare({ command: "ls", workdir: "~/x" }, { cwd: "/project" })).toMatchObject({
      run: { subject: { cwd: "/home/someone/x" } },
    });
  });

  test("refuses wrong arguments in words", () => {
    for (const args of [{}, { command: "" }, { command: 1 }, { command: "ls", timeoutMs: 0 }, "ls", null]) {
      expect(tool.prepare(args, { cwd: "/project" })).toMatchObject({ ok: false, detail: expect.stringMatching(/./) });
    }
  });

  test("is declared as parallel, changing the world, with two seconds of grace and a schema", () => {
    expect(tool).toMatchObject({ gate: "parallel", changesWorld: true, graceMs: 2000 });
    expect(tool.spec).toMatchObject({ name: "shell", parameters: { type: "object", required: ["command"] } });
  });
});

describe("what the model reads", () => {
  test("of a command that succeeded", async () => {
    expect(await result("echo hi")).toEqual({
      status: "completed",
      output: "Exit code: 0\nWall time: S\nOutput:\nhi\n",
      exitCode: 0,
      outputBytes: 3,
      sandboxed: false,
    });
  });

  test("of a command that failed", async () => {
    expect(await result("echo no >&2; exit 3")).toEqual({
      status: "failed",
      output: "Exit code: 3\nWall time: S\nOutput:\nno\n",
      exitCode: 3,
      outputBytes: 3,
      sandboxed: false,
    });
  });

  test("of a shell ended by a signal", async () => {
    expect(await result("kill -TERM $$")).toEqual({
      status: "failed",
      output: "Exit code: none (signal SIGTERM)\nWall time: S\nOutput:\n",
      exitCode: null,
      outputBytes: 0,
      sandboxed: false,
    });
  });

  test("is both outputs in the order they were printed", async () => {
    const { output } = await result("for i in 1 2 3 4 5; do echo out$i; echo err$i >&2; done");
    expect(output.split("Output:\n")[1]).toBe("out1\nerr1\nout2\nerr2\nout3\nerr3\nout4\nerr4\nout5\nerr5\n");
  });

  test("keeps CRLF and shows bytes that are not UTF-8 as U+FFFD", async () => {
    const { output } = await result("printf 'a\\r\\nb\\377\\xf0\\x9f\\n'");
    expect(output.split("Output:\n")[1]).toBe("a\r\nb\ufffd\ufffd\n");
  });

  test("is also what its last children print shortly after the shell's exit", async () => {
    const cwd = tempFolder();
    const clock = new FakeClock();
    const drainEndsAtMs = clock.nowMs() + 100;
    const command = "(until [ -e go ]; do sleep 0.01; done; printf late) & exit 0";
    const running = runTool(shellIn(cwd), { args: { command }, cwd, clock });
    await expect.poll(() => clock.deadlines).toEqual([drainEndsAtMs]);
    writeFileSync(join(cwd, "go"), "");
    expect((await running).output).toBe("Exit code: 0\nWall time: 0.0 seconds\nOutput:\nlate");
    expect(clock.pending).toBe(0);
  });
});

describe("where and how a command runs", () => {
  test("in its folder", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "sub"));
    const ran = await runTool(shellIn(folder), { args: { command: "pwd", workdir: "sub" }, cwd: folder });
    expect(ran.output).toContain(`Output:\n${join(folder, "sub")}\n`);
  });

  test("not in a folder that is missing, or is a file", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "file"), "");
    const run = (workdir: string) => runTool(shellIn(folder), { args: { command: "pwd", workdir }, cwd: folder });
    await expect(run("missing")).rejects.toThrow(
      new ModelVisibleError(`the folder to run in does not exist: ${join(folder, "missing")}`),
    );
    await expect(run("file")).rejects.toThrow(
      new ModelVisibleError(`the folder to run in is not a folder: ${join(folder, "file")}`),
    );
  });

  test("with the environment that was given, unattended, and without CI", async () => {
    const { output } = await result("env", { environment: { CI: "1", GREETING: "hello", EDITOR: "vi" } });
    const names = Object.fromEntries(output.split("\n").map((line) => line.split("=")));
    expect(names).toMatchObject({
      GREETING: "hello",
      GIT_TERMINAL_PROMPT: "0",
      EDITOR: "true",
      VISUAL: "true",
      GIT_EDITOR: "true",
      PAGER: "cat",
    });
    expect(names).not.toHaveProperty("CI");
    expect(names).not.toHaveProperty("VITEST");
  });

  test("git takes no folder for a repository that only looks like one, and what the person has set besides stays", async () => {
    const own = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "user.name", GIT_CONFIG_VALUE_0: "me" };
    const { output } = await result("git config user.name; git config safe.bareRepository", {
      environment: { ...process.env, ...own },
    });
    expect(output).toMatch(/Output:\nme\nexplicit\n/);
    expect((await result("git config safe.bareRepository")).output).toMatch(/Output:\nexplicit\n/);
  });

  test.each(["cat", "read x", "python3 -c 'input()' || true", "git credential fill </dev/stdin || true"])(
    "%s does not wait for input",
    async (command) => {
      expect((await result(command)).output).toContain("Exit code:");
    },
  );

  test("without a terminal to ask on", async () => {
    expect((await result("(echo secret? > /dev/tty) 2>/dev/null; echo $?")).output).toContain("Output:\n1\n");
  });

  test("with no child or descriptor that the command does not expect", async () => {
    const program = [
      "import os",
      "try: os.wait()",
      "except ChildProcessError: print('no child')",
      "try: os.fstat(3)",
      "except OSError: print('3 is closed')",
    ];
    expect((await result(`exec python3 -c "${program.join("\n")}"`)).output).toContain("Output:\nno child\n3 is closed\n");
  });

  test("not when it cannot be started, which is said in words", async () => {
    await expect(result(`echo ${"x".repeat(200_000)}`)).rejects.toThrow(/^the command could not be started: .*E2BIG/);
  });

  test("not after an abort", async () => {
    const folder = tempFolder();
    const ran = await runTool(shellIn(folder), { args: { command: "touch ran" }, cwd: folder, signal: AbortSignal.abort() });
    expect(ran).toEqual({ status: "aborted", output: "aborted by user after 0.0s" });
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });

  test("and leaves no process", async () => {
    const count = createProcessMark();
    await result("true", { environment: count.variable });
    await result("(sleep 0.01 | cat) & wait; ls | cat", { environment: count.variable });
    expect(count.living()).toEqual([]);
  });
});

test("live output comes while the command runs", async () => {
  const folder = tempFolder();
  const live = new LiveOutput();
  const run = runTool(shellIn(folder), {
    args: { command: "echo one; until [ -e go ]; do sleep 0.01; done; echo two" },
    cwd: folder,
    onOutput: live.take,
  });
  await live.has("one\n");
  expect(live.text).toBe("one\n");
  writeFileSync(join(folder, "go"), "");
  await run;
  expect(live.text).toBe("one\ntwo\n");
});
