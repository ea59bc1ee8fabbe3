import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createReadFileTool } from "../../../electron/adapters/tools/read-file";
import type { RunResult } from "../../../electron/runtime/ports/tool";
import { tempFolder } from "../../support/temp-folder";
import { runTool } from "../../support/tool-bench";

const tool = createReadFileTool();

function read(content: string | Uint8Array, options: { offset?: number; limit?: number } = {}): Promise<RunResult> {
  const cwd = tempFolder();
  writeFileSync(join(cwd, "file.txt"), content);
  return runTool(tool, { args: { path: "file.txt", ...options }, cwd });
}

async function outputOf(content: string | Uint8Array, options: { offset?: number; limit?: number } = {}): Promise<string> {
  const { status, output } = await read(content, options);
  expect(status).toBe("completed");
  return output;
}

describe("lines", () => {
  test("are numbered, in any kind of line end, with or without one at the end", async () => {
    expect(await outputOf("one\ntwo\n\nfour\n")).toBe("     1\tone\n     2\ttwo\n     3\t\n     4\tfour");
    expect(await outputOf("one\r\ntwo")).toBe("     1\tone\n     2\ttwo");
  });

  test("from an offset, up to a limit, with the offset to go on with", async () => {
    expect(await outputOf("a\nb\nc\nd\ne\n", { offset: 2, limit: 2 })).toBe(
      "     2\tb\n     3\tc\n[the file goes on: read it with offset 4]",
    );
    expect(await outputOf("a\nb\nc\n", { offset: 2, limit: 2 })).toBe("     2\tb\n     3\tc");
    expect(await outputOf("a\nb\nc\n", { offset: 3 })).toBe("     3\tc");
  });

  test("are at most 2000", async () => {
    const output = await outputOf("x\n".repeat(2001), { limit: 5000 });
    expect(output.split("\n").length).toBe(2001);
    expect(output.endsWith("  2000\tx\n[the file goes on: read it with offset 2001]")).toBe(true);
  });

  test("are at most 40 000 bytes", async () => {
    const output = await outputOf(`${"é".repeat(500)}\n`.repeat(100));
    expect(Buffer.byteLength(output)).toBeLessThan(40_100);
    expect(output).toMatch(/\n\[the file goes on: read it with offset 40\]$/);
  });

  test("of more than 2000 characters are cut, on code points", async () => {
    expect(await outputOf("😀".repeat(2000))).toBe(`     1\t${"😀".repeat(2000)}`);
    expect(await outputOf(`${"😀".repeat(2001)}\nnext`)).toBe(
      `     1\t${"😀".repeat(2000)} [line cut: it has 8004 bytes]\n     2\tnext`,
    );
    expect(await outputOf(`${"a".repeat(200_000)}\n`)).toBe(`     1\t${"a".repeat(2000)} [line cut: it has 200000 bytes]`);
  });

  test("come without a byte order mark; bytes that are not UTF-8 are U+FFFD", async () => {
    expect(await outputOf("\ufeffone\n")).toBe("     1\tone");
    expect(await outputOf(Uint8Array.of(0x61, 0xff, 0x62, 0x0a))).toBe("     1\ta\ufffdb");
  });

  test("of an empty file: there are none", async () => {
    expect(await outputOf("")).toBe("[the file is empty]");
  });

  test("of a huge file are read only as far as they are shown", async () => {
    const cwd = tempFolder();
    const path = join(cwd, "huge.log");
    writeFileSync(path, "first\n".repeat(20_000));
    truncateSync(path, 100 * 1024 ** 3);
    const { output } = await runTool(tool, { args: { path, limit: 1 }, cwd });
    expect(output).toBe("     1\tfirst\n[the file goes on: read it with offset 2]");
  });
});

describe("refusals in words", () => {
  async function refusal(path: string, cwd: string): Promise<string> {
    const error: unknown = await runTool(tool, { args: { path }, cwd }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "ModelVisibleError" });
    return error instanceof Error ? error.message : "";
  }

  test("a missing file, with the nearest name", async () => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, "Main.ts"), "");
    expect(await refusal("main.tsx", cwd)).toBe(`no such file or folder: ${cwd}/main.tsx (did you mean ${cwd}/Main.ts?)`);
    expect(await refusal("elsewhere.go", cwd)).toBe(`no such file or folder: ${cwd}/elsewhere.go`);
    expect(await refusal("no/such/folder", cwd)).toBe(`no such file or folder: ${cwd}/no/such/folder`);
    expect(await refusal("Main.ts/x", cwd)).toBe(`no such file or folder: ${cwd}/Main.ts/x (a part of the path is a file)`);
  });

  test("a folder, a pipe, a device", async () => {
    const cwd = tempFolder();
    mkdirSync(join(cwd, "sub"));
    execFileSync("mkfifo", [join(cwd, "pipe")]);
    expect(await refusal("sub", cwd)).toBe(`${cwd}/sub is a folder; list_dir shows what is in it`);
    expect(await refusal("pipe", cwd)).toBe(`${cwd}/pipe is not a regular file`);
    expect(await refusal("/dev/zero", cwd)).toBe("/dev/zero is not a regular file");
  });

  test("binary data", async () => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, "image"), Uint8Array.of(0x89, 0x50, 0, 0));
    expect(await refusal("image", cwd)).toBe(`${cwd}/image holds binary data (a NUL byte), or text that is not UTF-8`);
  });

  test.skipIf(process.getuid?.() === 0)("a file that may not be read", async () => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, "secret"), "x");
    chmodSync(join(cwd, "secret"), 0);
    expect(await refusal("secret", cwd)).toBe(`permission denied: ${cwd}/secret`);
  });

  test.each<[string, Uint8Array]>([
    ["little-endian with its mark", Uint8Array.of(0xff, 0xfe, 0x61, 0)],
    ["big-endian with its mark", Uint8Array.of(0xfe, 0xff, 0, 0x61)],
    ["little-endian without a mark", Buffer.from("hello there", "utf16le")],
    ["big-endian without a mark", Buffer.from("hello there", "utf16le").swap16()],
  ])("text in UTF-16, %s: said with what to do", async (_name, content) => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, "file.txt"), content);
    expect(await refusal("file.txt", cwd)).toBe(
      `${cwd}/file.txt is text in UTF-16, which is not shown; turn it into UTF-8 with a command (iconv -f UTF-16 -t UTF-8) and read that`,
    );
  });

  test("an odd path", async () => {
    expect(await refusal("x".repeat(300), "/")).toBe(`the path is too long: /${"x".repeat(300)}`);
    expect(await refusal("a\0b", "/")).toContain("null bytes");
  });

  test("an offset behind the end", async () => {
    await expect(read("a\nb\n", { offset: 9 })).rejects.toThrow(/^offset 9 is behind the end: .* has 2 lines$/);
  });
});

test("an abort stops it at once, however much there is to skip", async () => {
  const cwd = tempFolder();
  const path = join(cwd, "huge.log");
  writeFileSync(path, Buffer.alloc(64 * 1024 * 1024, "x\n"));
  const abort = new AbortController();
  const reading = runTool(tool, { args: { path, offset: 1_000_000_000 }, cwd, signal: abort.signal });
  abort.abort();
  expect(await reading).toEqual({ status: "aborted", output: expect.stringMatching(/^aborted by user after \d+\.\ds$/) });
});

test("prepare: needs no approval, notes unknown fields, refuses wrong types", () => {
  expect(tool.prepare({ path: "a", encoding: "utf8" }, { cwd: "/" })).toMatchObject({
    ok: true,
    run: { subject: null, notes: ["ignored unknown argument: encoding"] },
  });
  expect(tool.prepare({ path: "a", offset: 0 }, { cwd: "/" })).toMatchObject({ ok: false });
  expect(tool.prepare({}, { cwd: "/" })).toMatchObject({ ok: false });
  expect(tool).toMatchObject({ gate: "parallel", changesWorld: false, graceMs: 100, spec: { name: "read_file" } });
});
