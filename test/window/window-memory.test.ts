import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recallWindow, rememberWindow } from "../../electron/window/window-memory";

const memory = { bounds: { x: 1, y: 2, width: 300, height: 400 }, isMaximized: true };
let home: string;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "window-memory-"));
});
afterEach(() => rm(home, { recursive: true }));

test("what was remembered is recalled", () => {
  expect(rememberWindow(home, memory)).toBeNull();
  expect(recallWindow(home)).toEqual(memory);
});

test.each(["", "{", "null", '{"bounds":{"x":0}}', '{"bounds":{"x":0,"y":0,"width":-1,"height":1},"isMaximized":false}'])(
  "a file that holds %j counts as none",
  async (content) => {
    await writeFile(path.join(home, "window.json"), content);
    expect(recallWindow(home)).toBeNull();
  },
);

test("no file counts as none", () => {
  expect(recallWindow(home)).toBeNull();
});

test("a place that cannot be written is said, not thrown", async () => {
  const notAFolder = path.join(home, "file");
  await writeFile(notAFolder, "x");
  expect(rememberWindow(notAFolder, memory)).toMatch(/EEXIST|ENOTDIR/);
  expect(await readFile(notAFolder, "utf8")).toBe("x");
});
