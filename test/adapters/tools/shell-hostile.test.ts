// Commands that flood, wait, ask, hide or break their surroundings, without the sandbox: each ends, in bounded memory, and leaves nothing.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createShellTool } from "../../../electron/adapters/tools/shell";
import { shellInvocation, shellStart } from "../../../electron/adapters/tools/shell-command";
import { utf16Decoder } from "../../../electron/adapters/tools/utf16";
import type { RunResult } from "../../../electron/runtime/ports/tool";
import { createProcessMark } from "../../support/process-count";
import { noSandbox } from "../../support/no-sandbox";
import { tempFolder } from "../../support/temp-folder";
import { LiveOutput, runTool, type ToolCall } from "../../support/tool-bench";

function bench(environment: NodeJS.ProcessEnv = {}) {
  const cwd = tempFolder();
  const count = createProcessMark();
  const tool = createShellTool({
    sandbox: noSandbox,
    outputsFolder: join(cwd, "outputs"),
    environment: { PATH: process.env["PATH"], ...environment, ...count.variable },
  });
  onTestFinished(async () => {
    await tool.endTurn?.("turn-1");
    await expect.poll(() => count.living()).toEqual([]);
  });
  const run = (command: string, call: Partial<ToolCall> & { timeoutMs?: number } = {}): Promise<RunResult> => {
    const { timeoutMs, ...rest } = call;
    return runTool(tool, { args: { command, ...(timeoutMs === undefined ? {} : { timeoutMs }) }, cwd, ...rest });
  };
  return { cwd, tool, count, run };
}

function bodyOf({ output }: RunResult): string {
  return output.slice(output.indexOf("Output:\n") + "Output:\n".length);
}

describe("what asks has nobody to ask", () => {
  test.each([
    ["a read", "read line"],
    ["a program that reads its input", "cat; false"],
    ["a password on the terminal", "(cat < /dev/tty) 2>/dev/null"],
    ["the terminal by its number", "(exec 9<>/dev/tty) 2>/dev/null"],
    [
      "a password prompt of ssh",
      "ssh -o StrictHostKeyChecking=ask -o ConnectTimeout=1 nobody@192.0.2.1 true </dev/null 2>&1 | tail -1; false",
    ],
    ["a commit without words", "git init -q . && git commit --allow-empty"],
    ["a rebase with an editor", '[ "$(git var GIT_EDITOR)" = true ] && false'],
    ["an editor", '"$EDITOR" file && false'],
    ["a pager", "git init -q . && git log"],
    ["a choice", "select x in a b; do break; done; false"],
    ["a confirmation", "echo kept > a; echo new > b; mv -i b a; grep -q new a"],
  ])("%s", async (_name, command) => {
    expect((await bench({ GIT_AUTHOR_NAME: "a", GIT_COMMITTER_NAME: "a", EMAIL: "a@b.c" }).run(command)).status).toBe("failed");
  });

  test("the environment says so to whatever may ask, also over what the person has set", () => {
    const environment = shellStart("x", "mark", {
      isWindows: false,
      shell: "/bin/sh",
      environment: { GIT_ASKPASS: "/x", SSH_ASKPASS: "/x", EDITOR: "vi", DEBIAN_FRONTEND: "dialog" },
    }).environment;
    expect(environment).toMatchObject({
      GIT_TERMINAL_PROMPT: "0",
      GIT_ASKPASS: "false",
      SSH_ASKPASS: "false",
      SSH_ASKPASS_REQUIRE: "never",
      SUDO_ASKPASS: "false",
      DEBIAN_FRONTEND: "noninteractive",
      EDITOR: "true",
      GIT_SEQUENCE_EDITOR: "true",
      PAGER: "cat",
    });
  });
});

describe("output of every kind", () => {
  test.each([
    ["bytes that are no text", "printf 'a\\377\\376b'", "a\ufffd\ufffdb", "2 bytes are not UTF-8 and stand here as \ufffd"],
    ["one such byte", "printf '\\200'", "\ufffd", "1 byte is not UTF-8 and stands here as \ufffd"],
    ["a code point cut at the end", "printf 'a\\360\\237\\230'", "a\ufffd", "3 bytes are not UTF-8"],
    ["UTF-16 with a mark", "printf '\\377\\376h\\000i\\000'", "hi", "The output was UTF-16LE and has been made UTF-8"],
    ["UTF-16 the other way", "printf '\\376\\377\\000h\\000i'", "hi", "The output was UTF-16BE and has been made UTF-8"],
    ["UTF-16 without a mark", "printf 'd\\000i\\000r\\000 \\000l\\000i\\000s\\000t\\000'", "dir list", "The output was UTF-16LE"],
  ])("%s: is shown, and it is said what it was", async (_name, command, text, note) => {
    const result = await bench().run(command);
    expect(bodyOf(result)).toBe(text);
    expect(result.output).toContain(`\n${note}`);
  });

  test.each([
    ["a replacement character that was printed", "printf '\\357\\277\\275'", "\ufffd"],
    ["a NUL", "printf 'a\\000b'", "a\0b"],
    ["colours", "printf '\\033[31mred\\033[0m'", "\u001b[31mred\u001b[0m"],
    ["nothing", "true", ""],
  ])("%s: is nothing to note", async (_name, command, text) => {
    const result = await bench().run(command);
    expect(bodyOf(result)).toBe(text);
    expect(result.output).toMatch(/^Exit code: 0\nWall time: \S+ seconds\nOutput:\n/);
  });

  test("UTF-16 is shown live as what it says, whatever pieces it comes in", async () => {
    const live = new LiveOutput();
    await bench().run("printf '\\377\\376h'; sleep 0.05; printf '\\000\\075\\330'; sleep 0.05; printf '\\000\\336'", {
      onOutput: live.take,
    });
    expect(live.text).toBe("h😀");
  });

  test("what only looks a little like UTF-16 is not", () => {
    const of = (text: string) => utf16Decoder(Buffer.from(text, "latin1"));
    for (const text of [
      "",
      "a\0b\0",
      "plain text of some length",
      "\0".repeat(64),
      "a\0b\0c\0d\0 and then much more of plain text",
    ])
      expect([text, of(text)]).toEqual([text, null]);
  });

  test.each(["yes | head -c 30000000", "head -c 30000000 /dev/urandom 1>&2", "yes $(printf '\\r') | head -c 30000000"])(
    "a flood by %s is bounded and counted",
    async (command) => {
      const { run } = bench();
      const result = await run(command);
      expect(result.outputBytes).toBe(30_000_000);
      expect(Buffer.byteLength(result.output)).toBeLessThan(41_000);
      expect(readFileSync(String(result.outputFile))).toHaveLength(30_000_000);
    },
  );

  test("one line without an end, and one of a million lines", async () => {
    const { run } = bench();
    expect((await run("head -c 2000000 /dev/zero | tr '\\0' x")).outputBytes).toBe(2_000_000);
    expect((await run("yes '' | head -1000000")).outputBytes).toBe(1_000_000);
  });
});

describe("surroundings that break", () => {
  test("the folder is removed while the command runs in it", async () => {
    const { run, cwd } = bench();
    mkdirSync(join(cwd, "gone"));
    const live = new LiveOutput();
    const command = "echo ready; until [ ! -e ../gone/file ]; do :; done; pwd; ls";
    const running = run(`touch file; ${command}`, {
      args: { command: `touch file; ${command}`, workdir: "gone" },
      onOutput: live.take,
    });
    await live.has("ready");
    rmSync(join(cwd, "gone"), { recursive: true });
    expect((await running).exitCode).toBe(0);
  });

  test("a large environment is passed on, and one that is too large is said", async () => {
    const large = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`LARGE_${index}`, "x".repeat(10_000)]));
    expect(bodyOf(await bench(large).run("echo ${#LARGE_99}"))).toBe("10000\n");
    await expect(bench({ HUGE: "x".repeat(200_000) }).run("true")).rejects.toThrow(/^the command could not be started: .*E2BIG/);
  });

  test("all descriptors used up, limits set to nothing", async () => {
    expect((await bench().run("ulimit -n 3; cat file")).status).toBe("failed");
    expect((await bench().run("ulimit -f 0; echo x > file; false")).status).toBe("failed");
  });

  test("a command that kills its shell, its group and its parent", async () => {
    expect((await bench().run("kill -KILL $$")).exitCode).toBeNull();
    expect((await bench().run("kill -KILL 0")).exitCode).toBeNull();
  });

  test("1 000 short children beside each other", async () => {
    const { run } = bench();
    expect((await run("for i in $(seq 1000); do true & done; wait; echo all")).output).toContain("all\n");
  });
});

describe("on Windows", () => {
  const platform = { isWindows: true, shell: "C:\\cmd.exe", environment: { A: "b" } };
  const invocationOf = (command: string) => shellInvocation(shellStart(command, "mark", platform), true);

  test.each([
    ["a word", "dir"],
    ["quotes", '"C:\\Program Files\\x.exe" "a b"'],
    ["one quote", 'echo "'],
    ["operators", "a & b && c || d | e > f"],
    ["escapes and variables", "echo ^& %PATH% !x! ^"],
    ["a backslash at the end", 'dir "C:\\a\\"'],
    ["a parenthesis", "if exist a (echo b) else (echo c)"],
    ["letters of all kinds", "echo äöü 😀"],
  ])("%s is passed on as it is, between exactly two quotes, in UTF-8", (_name, command) => {
    expect(invocationOf(command)).toEqual({
      file: "C:\\cmd.exe",
      args: ["/d", "/s", "/c", `"chcp 65001 >nul & ${command}"`],
      environment: expect.objectContaining({ A: "b", COUNTERFOIL_RUN: "mark" }),
      hasGroup: false,
      isContained: false,
    });
  });
});
