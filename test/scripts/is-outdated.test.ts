import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isOutdated } from "../../scripts/is-outdated.mjs";

let folder: string;
let output: string;
let source: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "is-outdated-"));
  output = path.join(folder, "output.cjs");
  source = path.join(folder, "source");
  await mkdir(path.join(source, "inner"), { recursive: true });
  await writeFile(path.join(source, "inner", "a.ts"), "1");
  await writeFile(output, "1");
  for (const each of [path.join(source, "inner", "a.ts"), path.join(source, "inner"), source]) await utimes(each, 100, 100);
  await utimes(output, 200, 200);
});
afterEach(() => rm(folder, { recursive: true }));

test("an output that is newer than all its sources is not outdated", () => {
  expect(isOutdated(output, [source])).toBe(false);
});

test("one without a file is", () => {
  expect(isOutdated(path.join(folder, "none.cjs"), [source])).toBe(true);
});

test("a source file changed deep inside makes it outdated", async () => {
  await utimes(path.join(source, "inner", "a.ts"), 300, 300);
  expect(isOutdated(output, [source])).toBe(true);
});

test("a removed source file makes it outdated", async () => {
  await rm(path.join(source, "inner", "a.ts"));
  expect(isOutdated(output, [source])).toBe(true);
});
