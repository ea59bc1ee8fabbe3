// The cache does not grow without end, and what is read stays in it.
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CacheFolder } from "../../../electron/adapters/rollout/cache-folder";
import { expandedFolder, openSource } from "../../../electron/adapters/rollout/reading/open-source";
import { tempFolder } from "../../support/temp-folder";
import { codexSession, idOf, put, zstdOf } from "./catalog/rollouts";

const MINUTE = 60_000;
const NOW = Date.parse("2026-03-01T10:00:00Z");

/** Files of 100 bytes, used so many minutes ago. */
function folderOf(files: Record<string, number>, maxBytes: number) {
  const folder = tempFolder();
  for (const [name, minutes] of Object.entries(files)) {
    const at = (NOW - minutes * MINUTE) / 1000;
    writeFileSync(join(folder, name), "x".repeat(100));
    utimesSync(join(folder, name), at, at);
  }
  const clock = { nowMs: NOW };
  const cache = new CacheFolder({ folder, maxBytes, nowMs: () => clock.nowMs });
  return { cache, clock, folder, names: () => readdirSync(folder).sort() };
}

test("beyond its size what was not used for longest goes, and no more than has to", async () => {
  const { cache, names } = folderOf({ a: 40, b: 60, c: 50, d: 30 }, 250);
  await cache.added();
  expect(names()).toEqual(["a", "d"]);
});

test("what is held stays as long as one holds it", async () => {
  const { cache, clock, folder, names } = folderOf({ a: 40, b: 30, c: 20 }, 100);
  const [release, again] = [cache.hold(join(folder, "a")), cache.hold(join(folder, "a"))];
  await cache.added();
  expect(names()).toEqual(["a"]);
  writeFileSync(join(folder, "d"), "x".repeat(100));
  utimesSync(join(folder, "d"), NOW / 1000, NOW / 1000);
  release();
  clock.nowMs += 30 * MINUTE;
  await cache.added();
  expect(names()).toEqual(["a"]);
  writeFileSync(join(folder, "e"), "x".repeat(100));
  utimesSync(join(folder, "e"), clock.nowMs / 1000, clock.nowMs / 1000);
  again();
  clock.nowMs += MINUTE;
  await cache.added();
  expect(names()).toEqual(["e"]);
});

test("what was used lately stays, and using it makes it the last one; its making keeps its time", async () => {
  const { cache, clock, folder, names } = folderOf({ a: 60, b: 50, c: 5, d: 5 }, 100);
  const made = statSync(join(folder, "a")).mtimeMs;
  await cache.used(join(folder, "a"));
  await cache.added();
  expect(names()).toEqual(["a", "c", "d"]);
  expect(statSync(join(folder, "a")).mtimeMs).toBe(made);
  clock.nowMs += 12 * MINUTE;
  await cache.added();
  expect(names()).toEqual(["a"]);
});

test("it looks once a minute at most; a folder that is not there is as good as empty", async () => {
  const { cache, clock, folder, names } = folderOf({ a: 40 }, 100);
  await cache.added();
  writeFileSync(join(folder, "b"), "x".repeat(100));
  await cache.added();
  expect(names()).toEqual(["a", "b"]);
  clock.nowMs += MINUTE;
  await cache.added();
  expect(names()).toEqual(["b"]);
  const nowhere = new CacheFolder({ folder: join(folder, "none"), maxBytes: 0, nowMs: () => NOW });
  await nowhere.used(join(folder, "none", "a"));
  await nowhere.added();
});

test("an archive that is read stays expanded; once it is closed it may go for the next one", async () => {
  const home = tempFolder();
  const cacheFolder = join(home, "cache");
  mkdirSync(expandedFolder(cacheFolder), { recursive: true });
  const clock = { nowMs: Date.now() };
  const expanded = new CacheFolder({ folder: expandedFolder(cacheFolder), maxBytes: 1, nowMs: () => clock.nowMs });
  const open = (n: number) =>
    openSource(put(join(home, `${n}.jsonl.zst`), zstdOf(codexSession(idOf(n), "hello"))), {
      cacheFolder,
      expanded,
      findRollout: () => Promise.resolve(null),
    });
  const first = await open(1);
  clock.nowMs += 30 * MINUTE;
  const second = await open(2);
  expect(readdirSync(expandedFolder(cacheFolder))).toHaveLength(2);
  expect(Buffer.from(await first.read(0, 10)).toString()).toBe('{"timestam');
  await first.close();
  await second.close();
  clock.nowMs += 30 * MINUTE;
  const third = await open(3);
  expect(readdirSync(expandedFolder(cacheFolder))).toHaveLength(1);
  expect(third.size).toBe(first.size);
  await third.close();
});
