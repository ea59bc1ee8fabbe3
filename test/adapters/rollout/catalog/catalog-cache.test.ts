// What the catalog remembers, and how it hears of changes: the files are the truth, the cache may be deleted at any time (issue 4 part 4).
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readCache } from "../../../../electron/adapters/rollout/catalog/catalog-cache";
import { tempFolder } from "../../../support/temp-folder";
import { type OpenCatalog, openCatalog, previews, threadId } from "./open-catalog";
import { codexSession, filler, idOf, lines, nameLine, ownSession, put, rolloutName, timeOf } from "./rollouts";

const day = join("2026", "03", "01");

/** A session of our own whose name stands far from its beginning and its end, one of Codex's, and one that is broken. */
function fill({ home, codex }: OpenCatalog): string {
  const work = lines(...Array<string>(20).fill(filler(30_000)));
  const text = ownSession(idOf(1), "mine") + work + lines(nameLine("My name")) + work;
  put(join(codex, "sessions", day, rolloutName(idOf(2))), codexSession(idOf(2), "theirs"), 1);
  put(join(codex, "sessions", day, rolloutName(idOf(3))), "words", 0);
  return put(join(home, "sessions", day, rolloutName(idOf(1))), text, 2);
}

/** Asks again with each news until the list is as it should be. */
async function until({ catalog, changed }: OpenCatalog, isThere: (previews: string[]) => boolean): Promise<void> {
  for (;;) {
    const next = changed();
    if (isThere(previews((await catalog.list({})).threads))) return;
    await next;
  }
}

describe("the cache", () => {
  test("without it the same list is found, names included", async () => {
    const open = openCatalog();
    fill(open);
    await open.catalog.refresh();
    const before = await open.catalog.list({ show: ["notRollout"] });
    expect(before.threads.map(({ name }) => name)).toEqual(["My name", undefined, undefined]);
    await open.catalog.close();
    expect(existsSync(join(open.home, "cache", "catalog.jsonl"))).toBe(true);
    rmSync(join(open.home, "cache"), { recursive: true });
    const fresh = open.again();
    await fresh.refresh();
    expect(await fresh.list({ show: ["notRollout"] })).toEqual(before);
  });

  test("with it the same list is there, and no file that has not changed is read", async () => {
    const open = openCatalog();
    const path = fill(open);
    await open.catalog.refresh();
    const before = await open.catalog.list({});
    await open.catalog.close();
    const { mtime, size } = statSync(path);
    writeFileSync(path, "x".repeat(size));
    utimesSync(path, mtime, mtime);
    expect((await open.again().list({})).threads).toEqual(before.threads);
  });

  test("a file that has changed in size or time is read anew", async () => {
    const open = openCatalog();
    const path = fill(open);
    await open.catalog.refresh();
    await open.catalog.close();
    appendFileSync(path, lines(nameLine("New name")));
    const theirs = join(open.codex, "sessions", day, rolloutName(idOf(2)));
    put(theirs, readFileSync(theirs, "utf8").replaceAll("theirs", "THEIRS"), 7);
    const fresh = open.again();
    await fresh.refresh();
    expect((await fresh.list({})).threads.map(({ name, preview }) => name ?? preview).toSorted()).toEqual(["New name", "THEIRS"]);
  });

  test.each(["", "{", '{"version":0}\n{}\n', '{"version":1}\n{"path":1}\ntorn'])(
    "a broken one (%j) is no cache",
    async (text) => {
      const open = openCatalog();
      fill(open);
      put(join(open.home, "cache", "catalog.jsonl"), text);
      await open.catalog.refresh();
      expect(previews((await open.catalog.list({})).threads)).toEqual(["mine", "theirs"]);
    },
  );

  test("one of valid JSON of the wrong form is given up at its first such line", async () => {
    const path = join(tempFolder(), "catalog.jsonl");
    const facts = { kind: "broken", reason: "notRollout", problem: "" };
    const file = (name: string): string => JSON.stringify({ path: name, stamp: "s", size: 1, inode: "1", facts });
    writeFileSync(path, lines('{"version":5}', file("a"), file("b"), '{"path":1}', file("c")));
    expect([...(await readCache(path)).keys()]).toEqual(["a", "b"]);
    writeFileSync(path, lines('{"version":5}', file("a"), `"${"x".repeat(1024 * 1024)}"`, file("c")));
    expect([...(await readCache(path)).keys()]).toEqual(["a"]);
  });

  test("one that is larger than any that was written here is not read", async () => {
    const path = join(tempFolder(), "catalog.jsonl");
    writeFileSync(path, '{"version":5}\n');
    truncateSync(path, 3 * 1024 ** 3);
    expect(await readCache(path)).toEqual(new Map());
  });

  test.runIf(process.platform !== "win32").each(["a pipe", "a folder"])("%s in its place stops nobody", async (kind) => {
    const open = openCatalog();
    fill(open);
    mkdirSync(join(open.home, "cache"));
    for (const path of ["cache/catalog.jsonl", "pins.json", "session-roots.json"].map((name) => join(open.home, name))) {
      if (kind === "a folder") mkdirSync(path);
      else execFileSync("mkfifo", [path]);
    }
    await open.catalog.refresh();
    expect(previews((await open.catalog.list({})).threads)).toEqual(["mine", "theirs"]);
    await expect(open.catalog.setPinned(threadId(idOf(1)), true)).rejects.toThrow("is not in order");
  });

  test("where none can be written the list is there all the same", async () => {
    const open = openCatalog();
    fill(open);
    put(join(open.home, "cache"), "a file");
    await open.catalog.refresh();
    expect(previews((await open.catalog.list({})).threads)).toEqual(["mine", "theirs"]);
  });
});

describe("changes", () => {
  test("a new file, a longer one and one that is gone are told and in the list", async () => {
    const open = openCatalog();
    const path = fill(open);
    await open.catalog.refresh();
    const added = put(join(open.codex, "sessions", day, rolloutName(idOf(4))), codexSession(idOf(4), "added"), 9);
    await until(open, (shown) => shown.includes("added"));
    rmSync(added);
    await until(open, (shown) => !shown.includes("added"));
    appendFileSync(path, ownSession(idOf(1), "later"));
    appendFileSync(path, lines(nameLine("Later")));
    const file = await open.catalog.locate({ threadId: threadId(idOf(1)) });
    expect(await open.catalog.thread(file)).toMatchObject({ name: "Later", preview: "mine" });
  });

  test("a file in a folder that is new is told", async () => {
    const open = openCatalog();
    fill(open);
    await open.catalog.refresh();
    put(join(open.codex, "sessions", "2027", "01", "01", rolloutName(idOf(4))), codexSession(idOf(4), "next year"), 9);
    await until(open, (shown) => shown.includes("next year"));
    expect((await open.catalog.list({})).isComplete).toBe(true);
  });

  test("the first session of a home is told, though there was no folder for it", async () => {
    const open = openCatalog();
    mkdirSync(open.home);
    await open.catalog.refresh();
    put(join(open.home, "sessions", day, rolloutName(idOf(1))), ownSession(idOf(1), "the first"));
    await until(open, (shown) => shown.includes("the first"));
  });

  test("what the watch cannot hear is found when the list is asked for later", async () => {
    let nowMs = 0;
    const open = openCatalog({ nowMs: () => nowMs });
    fill(open);
    await open.catalog.list({});
    await open.catalog.close();
    put(join(open.codex, "sessions", day, rolloutName(idOf(4))), codexSession(idOf(4), "unheard"), 9);
    expect(previews((await open.catalog.list({})).threads)).not.toContain("unheard");
    nowMs = 60_000;
    await open.catalog.list({});
    await open.catalog.refresh();
    expect(previews((await open.catalog.list({})).threads)).toContain("unheard");
  });

  test("until all files are read the newest are there, and it is told when the rest is", async () => {
    const open = openCatalog();
    for (let n = 0; n < 450; n += 1) put(join(open.home, "sessions", day, rolloutName(idOf(n))), ownSession(idOf(n), `${n}`), n);
    const first = await open.catalog.list({ limit: 3 });
    expect(previews(first.threads)).toEqual(["449", "448", "447"]);
    expect(await open.catalog.listedFiles()).toHaveLength(450);
    expect(await open.catalog.list({ limit: 3 })).toMatchObject({ isComplete: true, origins: { own: 450 } });
  });

  test("a pinned session is read before all others, however old it is", async () => {
    const open = openCatalog();
    for (let n = 0; n < 450; n += 1) put(join(open.home, "sessions", day, rolloutName(idOf(n))), ownSession(idOf(n), `${n}`), n);
    put(join(open.home, "pins.json"), JSON.stringify({ pins: [{ threadId: idOf(0) }] }));
    expect(previews((await open.catalog.list({ limit: 2 })).threads)).toEqual(["0", "449"]);
  });

  test("what a search looks through is what is listed, the archive included, newest first", async () => {
    const open = openCatalog();
    const path = fill(open);
    const archived = put(join(open.home, "archived_sessions", rolloutName(idOf(5))), ownSession(idOf(5), "old"), 8);
    expect(await open.catalog.listedFiles()).toEqual([
      { threadId: idOf(5), path: archived, updatedAtMs: timeOf(8) },
      { threadId: idOf(1), path, updatedAtMs: timeOf(2) },
      expect.objectContaining({ updatedAtMs: timeOf(1) }),
    ]);
    expect(await open.catalog.folders()).toEqual([
      join(open.home, "sessions"),
      join(open.home, "archived_sessions"),
      join(open.codex, "sessions"),
    ]);
  });

  test("a file that may not be read is told, and read once it may be", async ({ skip }) => {
    skip(process.getuid?.() === 0 || process.platform === "win32", "permissions do not bind root");
    const open = openCatalog();
    const path = fill(open);
    chmodSync(path, 0);
    await open.catalog.refresh();
    expect((await open.catalog.list({})).hidden).toEqual({ notRollout: 1, unreadable: 1 });
    chmodSync(path, 0o600);
    await open.catalog.refresh();
    expect((await open.catalog.list({})).hidden).toEqual({ notRollout: 1 });
  });
});
