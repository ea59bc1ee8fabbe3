import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LIVE_OUTPUT_BYTES, LIVE_OUTPUT_NOTE, MODEL_OUTPUT_BYTES } from "../../../electron/adapters/tools/command-output";
import { LOG_LIMIT_BYTES } from "../../../electron/adapters/tools/output-log";
import { createShellTool } from "../../../electron/adapters/tools/shell";
import type { RunResult } from "../../../electron/runtime/ports/tool";
import { noSandbox } from "../../support/no-sandbox";
import { tempFolder } from "../../support/temp-folder";
import { LiveOutput, runTool, type ToolCall } from "../../support/tool-bench";

const MEBIBYTE = 1024 * 1024;

function runIn(folder: string, command: string, call: Partial<ToolCall> & { timeoutMs?: number } = {}): Promise<RunResult> {
  const { timeoutMs = 60_000, ...rest } = call;
  const tool = createShellTool({
    sandbox: noSandbox,
    outputsFolder: join(folder, "outputs"),
    environment: { PATH: process.env["PATH"] },
  });
  return runTool(tool, { args: { command, timeoutMs }, cwd: folder, ...rest });
}

function bodyOf(result: RunResult): string {
  return result.output.slice(result.output.indexOf("Output:\n") + "Output:\n".length);
}

describe("the output for the model", () => {
  test("of 40 000 bytes is whole and makes no file", async () => {
    const folder = tempFolder();
    const result = await runIn(folder, `head -c ${MODEL_OUTPUT_BYTES} /dev/zero | tr '\\0' x`);
    expect(bodyOf(result)).toBe("x".repeat(MODEL_OUTPUT_BYTES));
    expect(result).not.toHaveProperty("outputFile");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("of more is head and tail, says how much is left out and which file holds all of it", async () => {
    const folder = tempFolder();
    const result = await runIn(folder, "seq 20000");
    const all = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join("");
    const file = join(folder, "outputs", "thread-1", "call-1.log");
    const [head, omitted, tail] = bodyOf(result).split(/\n(\[.*\])\n/);
    expect(all.startsWith(String(head)) && all.endsWith(String(tail))).toBe(true);
    expect(omitted).toBe(`[${all.length - MODEL_OUTPUT_BYTES} bytes left out here; all ${all.length} bytes are in ${file}]`);
    expect(result).toMatchObject({ outputBytes: all.length, outputFile: file });
    expect(readFileSync(file, "utf8")).toBe(all);
  });

  test("is cut beside an emoji, never in it", async () => {
    const result = await runIn(
      tempFolder(),
      `node -e 'process.stdout.write("a".repeat(19_999) + "😀".repeat(20_000) + "b".repeat(19_999))'`,
    );
    expect(bodyOf(result)).toMatch(/^a{19999}\n\[80000 bytes left out here; .*\]\nb{19999}$/);
  });

  test("keeps the error at the end", async () => {
    const result = await runIn(tempFolder(), "seq 20000; echo 'fatal: it broke' >&2; exit 1");
    expect(result.output.endsWith("fatal: it broke\n")).toBe(true);
  });

  test("keeps bytes that are not text for the file", async () => {
    const folder = tempFolder();
    const result = await runIn(folder, "head -c 30000 /dev/urandom | tee copy");
    expect(Buffer.byteLength(bodyOf(result))).toBeLessThan(MODEL_OUTPUT_BYTES + 300);
    expect(readFileSync(String(result.outputFile))).toEqual(readFileSync(join(folder, "copy")));
  });

  test("says so when the full output cannot be kept", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "outputs"), "a file where the folder should be");
    const result = await runIn(folder, "seq 20000");
    expect(result).toMatchObject({ status: "completed", exitCode: 0 });
    expect(result).not.toHaveProperty("outputFile");
    expect(result.output).toMatch(/bytes left out here; the full output could not be kept: .*(EEXIST|ENOTDIR)/);
  });

  test("goes to a file inside the outputs folder whatever the call id is", async () => {
    const folder = tempFolder();
    const result = await runIn(folder, "seq 20000", { callId: "../../a/b\0c:d 😀" });
    expect(result.outputFile).toMatch(/\/outputs\/thread-1\/_a_b_c_d_-[0-9a-f]{16}\.log$/);
    expect(readdirSync(folder)).toEqual(["outputs"]);
  });
});

test("the file ends at 64 MiB while the command goes on to its end", async () => {
  const folder = tempFolder();
  const result = await runIn(folder, `head -c ${LOG_LIMIT_BYTES + MEBIBYTE} /dev/zero | tr '\\0' x; echo end`);
  const totalBytes = LOG_LIMIT_BYTES + MEBIBYTE + 4;
  expect(result).toMatchObject({ status: "completed", outputBytes: totalBytes });
  expect(result.output).toContain(`the first ${LOG_LIMIT_BYTES} of ${totalBytes} bytes are in `);
  expect(result.output.endsWith("xend\n")).toBe(true);
  expect(statSync(String(result.outputFile)).size).toBe(LOG_LIMIT_BYTES);
});

describe("live output", () => {
  test("stops after 1 MiB with one note", async () => {
    const live = new LiveOutput();
    await runIn(tempFolder(), `head -c ${2 * MEBIBYTE} /dev/zero | tr '\\0' x`, { onOutput: live.take });
    expect(live.text).toBe("x".repeat(LIVE_OUTPUT_BYTES) + LIVE_OUTPUT_NOTE);
  });

  test("of 1 MiB has no note", async () => {
    const live = new LiveOutput();
    await runIn(tempFolder(), `head -c ${MEBIBYTE} /dev/zero | tr '\\0' x`, { onOutput: live.take });
    expect(live.text).toBe("x".repeat(LIVE_OUTPUT_BYTES));
  });

  test("holds a code point back until it is whole", async () => {
    const live = new LiveOutput();
    await runIn(tempFolder(), "printf '\\360\\237'; sleep 0.05; printf '\\230\\200'", { onOutput: live.take });
    expect(live.text).toBe("😀");
  });
});

describe("memory", () => {
  test.each(["yes", "cat /dev/urandom", "yes 1>&2"])("of %s stays within 32 MiB", async (command) => {
    const before = usedBytes();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, usedBytes())), 10);
    const result = await runIn(tempFolder(), command, { timeoutMs: 1000 });
    clearInterval(watch);
    expect(result.status).toBe("failed");
    expect(Number(result.outputBytes)).toBeGreaterThan(MEBIBYTE);
    expect(most - before).toBeLessThan(32 * MEBIBYTE);
  });
});

/** Heap and buffers: what the system has given besides is given back late. */
function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
