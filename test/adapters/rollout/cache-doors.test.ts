// Every program that opens archives keeps the cache below its size: run from outside, with a cache that is full.
import { existsSync, mkdirSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expandedFolder, MAX_EXPANDED_CACHE } from "../../../electron/adapters/rollout/reading/open-source";
import { plainEnvironment, RunningProcess } from "../../support/run-process";
import { tempFolder } from "../../support/temp-folder";
import { codexSession, idOf, put, zstdOf } from "./catalog/rollouts";

const programs = join(import.meta.dirname, "../../../dist");
const HOUR = 60 * 60 * 1000;

/** What was expanded an hour ago, more than the cache may hold; it takes no room on the disk. */
function full(home: string): string {
  const folder = expandedFolder(join(home, "cache"));
  mkdirSync(folder, { recursive: true });
  const old = join(folder, "old-whole.jsonl");
  writeFileSync(old, "");
  truncateSync(old, MAX_EXPANDED_CACHE + 1);
  const at = (Date.now() - HOUR) / 1000;
  utimesSync(old, at, at);
  return old;
}

const archiveIn = (home: string): string => put(join(home, "some.jsonl.zst"), zstdOf(codexSession(idOf(1), "hello")));

test("exec open FILE --summary makes room for the archive that it expands", async () => {
  const home = tempFolder();
  const old = full(home);
  const args = [join(programs, "exec.cjs"), "--home", home, "open", archiveIn(home), "--summary"];
  const running = new RunningProcess(args, { environment: plainEnvironment(), input: "" });
  expect({ code: await running.exitCode(), stderr: running.stderr }).toEqual({ code: 0, stderr: "" });
  expect(existsSync(old)).toBe(false);
});

test("so does whoever opens it as a session", async () => {
  const home = tempFolder();
  const old = full(home);
  const requests = [
    { id: 1, method: "initialize", params: { clientInfo: { name: "test", version: "1" } } },
    { id: 2, method: "thread/resume", params: { path: archiveIn(home) } },
  ];
  const input = requests.map((request) => `${JSON.stringify(request)}\n`).join("");
  const running = new RunningProcess([join(programs, "headless.cjs"), "--home", home], {
    environment: plainEnvironment(),
    input,
  });
  expect({ code: await running.exitCode(), stderr: running.stderr }).toEqual({ code: 0, stderr: "" });
  expect(running.stdout).toContain('"hello"');
  expect(existsSync(old)).toBe(false);
});
