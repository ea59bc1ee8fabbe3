import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { RolloutFinder } from "../../../electron/adapters/rollout/find-rollout";
import { tempFolder } from "../../support/temp-folder";

const THREAD = "01a22903-64fc-7363-91e1-01bafe0b1166";
const SEGMENT = "01a22903-6ceb-7e03-9d30-4ff216e5e106";

function tree(...names: readonly string[]): string {
  const folder = tempFolder();
  for (const name of names) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), "");
  }
  return folder;
}

test("the first file of a thread and its later segment are told apart by the last id of the name", async () => {
  const first = `2026/11/29/rollout-2026-11-29T20-33-38-${THREAD}.jsonl`;
  const second = `2026/11/29/rollout-2026-11-29T20-33-40-${THREAD}_${SEGMENT}.jsonl`;
  const folder = tree(second, first);
  const finder = new RolloutFinder(async () => [folder]);
  expect(await finder.find(THREAD)).toBe(path.join(folder, first));
  expect(await finder.find(SEGMENT.toUpperCase())).toBe(path.join(folder, second));
  expect(await finder.find("01a22903-0000-7000-8000-000000000000")).toBeNull();
});

test("the plain file goes before its compressed twin", async () => {
  const folder = tree(`a/rollout-1-${THREAD}.jsonl.zst`, `b/rollout-1-${THREAD}.jsonl`);
  expect(await new RolloutFinder(async () => [folder]).find(THREAD)).toBe(path.join(folder, `b/rollout-1-${THREAD}.jsonl`));
});

test("a file that was opened from elsewhere is looked for in its own tree; folders that are not there hold nothing", async () => {
  const folder = tree(`2026/11/29/rollout-1-${THREAD}.jsonl`, "2026/11/30/other.jsonl");
  const finder = new RolloutFinder(async () => ["/nowhere/at/all"]);
  expect(await finder.find(THREAD)).toBeNull();
  finder.lookAround(path.join(folder, "2026/11/30/other.jsonl"));
  expect(await finder.find(THREAD)).toBe(path.join(folder, `2026/11/29/rollout-1-${THREAD}.jsonl`));
});
