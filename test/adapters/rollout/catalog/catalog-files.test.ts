// What is done to sessions as files: pins, archive, deletion, roots. Files of other programs are never touched.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { openCatalog, previews, threadId } from "./open-catalog";
import { codexSession, idOf, ownSession, put, rolloutName, timeOf } from "./rollouts";

const day = join("2026", "03", "01");
const id = threadId(idOf(1));

/** The lock of another process that lives until the test ends. */
async function lockByOther(home: string): Promise<void> {
  const child = spawn(process.execPath, ["-e", "setInterval(() => 0, 1e6); console.log('here')"]);
  onTestFinished(() => {
    child.kill();
  });
  await once(child.stdout, "data");
  put(join(home, "locks", id), JSON.stringify({ pid: child.pid, startedAt: null, createdAtMs: 0, token: "other" }));
}

describe("archive", () => {
  test("moves the file to the archive, and back into the folder of its day", async () => {
    const { catalog, home } = openCatalog();
    const path = put(join(home, "sessions", day, rolloutName(idOf(1))), ownSession(idOf(1), "mine"));
    const archived = join(home, "archived_sessions", rolloutName(idOf(1)));
    await catalog.archive(id);
    expect([existsSync(path), existsSync(archived)]).toEqual([false, true]);
    expect((await catalog.list({})).threads).toEqual([]);
    expect((await catalog.list({ archived: true })).threads).toMatchObject([
      { id, path: archived, archived: true, readOnly: false },
    ]);
    await catalog.archive(id);
    rmSync(dirname(path), { recursive: true });
    await catalog.unarchive(id);
    expect((await catalog.list({})).threads).toMatchObject([{ id, path, archived: false }]);
    expect(existsSync(archived)).toBe(false);
  });

  test("never overwrites a file", async () => {
    const { catalog, home } = openCatalog();
    const path = put(join(home, "sessions", day, rolloutName(idOf(1))), ownSession(idOf(1), "newer"), 2);
    const there = put(join(home, "archived_sessions", rolloutName(idOf(1))), ownSession(idOf(1), "older"), 1);
    const before = [readFileSync(path, "utf8"), readFileSync(there, "utf8")];
    await expect(catalog.archive(id)).rejects.toMatchObject({
      kind: "invalidParams",
      message: expect.stringContaining(there) as string,
    });
    expect([readFileSync(path, "utf8"), readFileSync(there, "utf8")]).toEqual(before);
  });

  test("not while another process writes it", async () => {
    const { catalog, home } = openCatalog();
    const path = put(join(home, "sessions", day, rolloutName(idOf(1))), ownSession(idOf(1), "mine"));
    await lockByOther(home);
    await expect(catalog.archive(id)).rejects.toMatchObject({ kind: "lockedByOther" });
    await expect(catalog.remove(id)).rejects.toMatchObject({ kind: "lockedByOther" });
    expect(existsSync(path)).toBe(true);
  });
});

describe("remove", () => {
  test("takes the file, what its commands wrote, its lock and its pin", async () => {
    const { catalog, home } = openCatalog();
    const path = put(join(home, "sessions", day, rolloutName(idOf(1))), ownSession(idOf(1), "mine"));
    const output = put(join(home, "outputs", idOf(1), "call.txt"), "much");
    const lock = put(
      join(home, "locks", idOf(1)),
      JSON.stringify({ pid: 2 ** 22 + 5, startedAt: "1", createdAtMs: 0, token: "dead" }),
    );
    const other = put(join(home, "sessions", day, rolloutName(idOf(2))), ownSession(idOf(2), "other"));
    await catalog.setPinned(id, true);
    expect(await catalog.filesOf(id)).toEqual([path, join(home, "outputs", idOf(1))]);
    await catalog.remove(id);
    expect([path, output, lock, other].map((one) => existsSync(one))).toEqual([false, false, false, true]);
    expect(previews((await catalog.list({})).threads)).toEqual(["other"]);
    expect(JSON.parse(readFileSync(join(home, "pins.json"), "utf8"))).toEqual({ pins: [] });
    await expect(catalog.remove(id)).rejects.toMatchObject({ kind: "threadNotFound" });
  });

  test("with all copies of it, so that no older one comes to light", async () => {
    const { catalog, home } = openCatalog();
    put(join(home, "sessions", "a", rolloutName(idOf(1))), ownSession(idOf(1), "newer"), 2);
    put(join(home, "sessions", "b", rolloutName(idOf(1))), ownSession(idOf(1), "older"), 1);
    await catalog.remove(id);
    expect((await catalog.list({ show: ["duplicate"] })).threads).toEqual([]);
  });
});

describe("files of other programs", () => {
  test("are neither moved nor deleted, and listing, opening and pinning change no byte of them", async () => {
    const { catalog, codex } = openCatalog();
    const path = put(join(codex, "sessions", day, rolloutName(idOf(1))), codexSession(idOf(1), "theirs"));
    const before = [readFileSync(path, "utf8"), statSync(path).mtimeMs];
    await catalog.list({});
    await catalog.thread(await catalog.locate({ path }));
    await catalog.setPinned(id, true);
    for (const change of ["archive", "unarchive", "remove", "filesOf"] as const) {
      const words = expect.stringContaining(path) as string;
      await expect(catalog[change](id)).rejects.toMatchObject({ kind: "readOnly", message: words });
    }
    expect([readFileSync(path, "utf8"), statSync(path).mtimeMs]).toEqual(before);
  });
});

describe("what a killed program left unfinished", () => {
  const part = (n: number): string => `.${rolloutName(idOf(n))}.part`;

  test("goes from our own folders once it is older than an hour, and nothing else does", async () => {
    const { catalog, home, codex } = openCatalog({ nowMs: () => timeOf(120) });
    const [ours, theirs] = [join(home, "sessions", day), join(codex, "sessions", day)];
    const left = [put(join(ours, part(1)), "left"), put(join(home, "archived_sessions", part(2)), "left")];
    const fresh = put(join(ours, part(3)), "being written", 61);
    mkdirSync(join(ours, part(4)));
    const kept = [
      put(join(ours, "notes.jsonl.part"), "a person's"),
      put(join(ours, `${rolloutName(idOf(5))}.part`), "a person's"),
      put(join(theirs, part(1)), "another program's"),
    ];
    await catalog.refresh();
    expect(left.filter(existsSync)).toEqual([]);
    expect([fresh, join(ours, part(4)), ...kept].filter((path) => !existsSync(path))).toEqual([]);
  });

  test.runIf(process.platform !== "win32")("stays where a link leads out of our folders", async () => {
    const { catalog, home, codex } = openCatalog({ roots: () => [], nowMs: () => timeOf(120) });
    const path = put(join(codex, part(1)), "another's");
    mkdirSync(join(home, "sessions"), { recursive: true });
    symlinkSync(codex, join(home, "sessions", "linked"));
    symlinkSync(path, join(home, "sessions", part(2)));
    await catalog.refresh();
    expect([path, join(home, "sessions", part(2))].every(existsSync)).toBe(true);
  });
});

describe("pins", () => {
  test("hold over a new start, also of files that lie anywhere; unpinned ones are gone from the list again", async () => {
    const { catalog, home, again } = openCatalog();
    put(join(home, "sessions", day, rolloutName(idOf(1))), ownSession(idOf(1), "new"), 9);
    put(join(home, "sessions", day, rolloutName(idOf(2))), ownSession(idOf(2), "old"), 5);
    const path = put(join(dirname(home), "a.jsonl"), codexSession(idOf(3), "outside"), 1);
    const outside = await catalog.locate({ path });
    await catalog.setPinned(threadId(idOf(2)), true);
    await catalog.setPinned(outside.threadId, true);
    const next = again();
    const pinned = (await next.list({})).threads.map((thread) => [thread.preview, thread.pinned, thread.origin]);
    expect(pinned).toEqual([
      ["old", true, "own"],
      ["outside", true, "file"],
      ["new", false, "own"],
    ]);
    expect(await next.locate({ threadId: outside.threadId })).toEqual(outside);
    await next.setPinned(outside.threadId, false);
    expect(previews((await next.list({})).threads)).toEqual(["old", "new"]);
  });

  test("a pin is set once and taken away once; there is none of a session that is nowhere", async () => {
    const { catalog, home } = openCatalog();
    put(join(home, "sessions", day, rolloutName(idOf(1))), ownSession(idOf(1), "mine"));
    await Promise.all([catalog.setPinned(id, true), catalog.setPinned(id, true)]);
    expect(JSON.parse(readFileSync(join(home, "pins.json"), "utf8"))).toEqual({ pins: [{ threadId: id }] });
    await expect(catalog.setPinned(threadId("nowhere"), true)).rejects.toMatchObject({ kind: "threadNotFound" });
  });

  test("a file of pins that is not in order is left as it is, and the list is there without them", async () => {
    const { catalog, home } = openCatalog();
    put(join(home, "sessions", day, rolloutName(idOf(1))), ownSession(idOf(1), "mine"));
    writeFileSync(join(home, "pins.json"), "{");
    expect(previews((await catalog.list({})).threads)).toEqual(["mine"]);
    await expect(catalog.setPinned(id, true)).rejects.toMatchObject({ fault: "io" });
    expect(readFileSync(join(home, "pins.json"), "utf8")).toBe("{");
  });
});

describe("roots", () => {
  test("a Codex home that is found is offered with its number of sessions, taken up, and given up again", async () => {
    const { home, codex } = openCatalog();
    const none = join(dirname(home), "none");
    const { catalog } = openCatalog({ home, roots: () => [], codexHomes: [codex, none] });
    put(join(codex, "sessions", day, rolloutName(idOf(1))), codexSession(idOf(1), "theirs"));
    put(join(codex, "archived_sessions", rolloutName(idOf(2))), codexSession(idOf(2), "theirs"));
    put(join(codex, "history.jsonl"), "{}\n");
    const own = { path: home, kind: "own", isOffered: false, sessions: 0 };
    const theirs = { path: codex, kind: "codexHome", sessions: 2 };
    expect(await catalog.roots()).toEqual([own, { ...theirs, isOffered: true }]);
    expect((await catalog.list({})).threads).toEqual([]);
    await catalog.setRoot(codex, true);
    expect(await catalog.roots()).toEqual([own, { ...theirs, isOffered: false }]);
    expect(previews((await catalog.list({})).threads)).toEqual(["theirs"]);
    expect(JSON.parse(readFileSync(join(home, "session-roots.json"), "utf8"))).toEqual({ roots: [codex] });
    await catalog.setRoot(codex, false);
    expect(await catalog.roots()).toEqual([own, { ...theirs, isOffered: true }]);
    expect((await catalog.list({})).threads).toEqual([]);
  });

  test("configured ones are those of the settings now, and are given up there only", async () => {
    const roots: string[] = [];
    const { catalog, codex } = openCatalog({ roots: () => roots, codexHomes: [] });
    put(join(codex, "sessions", day, rolloutName(idOf(1))), codexSession(idOf(1), "theirs"));
    expect((await catalog.list({})).threads).toEqual([]);
    roots.push(codex);
    await catalog.refresh();
    expect(previews((await catalog.list({})).threads)).toEqual(["theirs"]);
    expect(await catalog.roots()).toContainEqual({ path: codex, kind: "configured", isOffered: false, sessions: 1 });
    await expect(catalog.setRoot(codex, false)).rejects.toMatchObject({ kind: "invalidParams" });
  });

  test("our own home is told once, whoever else names it", async () => {
    const { home } = openCatalog();
    put(join(home, "sessions", day, rolloutName(idOf(1))), ownSession(idOf(1), "mine"));
    const { catalog } = openCatalog({ home, roots: () => [home, `${home}/../home/`], codexHomes: [home] });
    expect(await catalog.roots()).toEqual([{ path: home, kind: "own", isOffered: false, sessions: 1 }]);
  });

  test("roots within each other, or around our own, give each session once", async () => {
    const { home, codex } = openCatalog();
    put(join(home, "sessions", day, rolloutName(idOf(1))), ownSession(idOf(1), "mine"), 2);
    put(join(codex, "sessions", day, rolloutName(idOf(2))), codexSession(idOf(2), "theirs"), 1);
    const { catalog } = openCatalog({ home, roots: () => [dirname(codex), codex, join(codex, "sessions"), home] });
    const { threads, hidden } = await catalog.list({});
    expect([threads.map(({ preview, origin }) => [preview, origin]), hidden]).toEqual([
      [
        ["mine", "own"],
        ["theirs", "root"],
      ],
      {},
    ]);
  });

  test("what is no folder, or depends on where the program was started, is refused", async () => {
    const { catalog, home } = openCatalog();
    mkdirSync(home);
    await expect(catalog.setRoot("sessions", true)).rejects.toMatchObject({ kind: "invalidParams" });
    await expect(catalog.setRoot(join(home, "none"), true)).rejects.toMatchObject({ kind: "invalidParams" });
  });
});
