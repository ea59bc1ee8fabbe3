import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MAX_RECENT, RecentFiles } from "../../electron/window/recent-files";

let home: string;
let told: (readonly string[])[];
let recent: RecentFiles;

beforeEach(() => {
  home = mkdtempSync(path.join(realpathSync(tmpdir()), "cf-recent-"));
  told = [];
  recent = new RecentFiles(home, (paths) => told.push(paths));
});
afterEach(() => rmSync(home, { recursive: true }));

const file = (name: string): string => path.join(home, name);

test("the newest is first, each is there once, and the next start knows them", async () => {
  expect(await recent.read()).toEqual([]);
  await Promise.all([recent.add(file("a")), recent.add(file("b")), recent.add(file("a"))]);
  expect(await new RecentFiles(home, () => undefined).read()).toEqual([file("a"), file("b")]);
  expect(told).toEqual([[file("a")], [file("b"), file("a")], [file("a"), file("b")]]);
});

test("only the last ones are kept, and none after clearing", async () => {
  for (let count = 0; count < MAX_RECENT + 5; count += 1) await recent.add(file(`${count}`));
  const paths = await recent.read();
  expect([paths.length, paths[0]]).toEqual([MAX_RECENT, file(`${MAX_RECENT + 4}`)]);
  await recent.clear();
  expect(await recent.read()).toEqual([]);
});

test.each(["{ not json", '{"paths":7}', "", '{"paths":["relative.jsonl"]}'])(
  "%j counts as none, and is written anew",
  async (text) => {
    writeFileSync(file("recent.json"), text);
    expect(await recent.read()).toEqual([]);
    await recent.add(file("a"));
    expect(JSON.parse(readFileSync(file("recent.json"), "utf8"))).toEqual({ paths: [file("a")] });
  },
);

test("a path that is not absolute is left out", async () => {
  await recent.add("a.jsonl");
  expect(await recent.read()).toEqual([]);
});

test("a home that cannot be written to is said, and the next one is written again", async () => {
  const blocked = new RecentFiles(file("recent.json/below"), () => undefined);
  writeFileSync(file("recent.json"), "{}");
  await expect(blocked.add(file("a"))).rejects.toThrow();
  rmSync(file("recent.json"));
  await blocked.add(file("b"));
  expect(await blocked.read()).toEqual([file("b")]);
});
