// A session by its id, by the id in a file's header, or by the path of any rollout (bug reports 85, 88).
import { mkdirSync, renameSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openCatalog, threadId } from "./open-catalog";
import { codexSession, idOf, lines, nameLine, ownSession, put, rolloutName } from "./rollouts";

const day = join("2026", "03", "01");

describe("locate by id", () => {
  test("our own, in the day of the id, in any other folder, or in the archive", async () => {
    const { catalog, home } = openCatalog();
    const paths = [join("sessions", day), join("sessions", "elsewhere"), "archived_sessions"].map((folder, n) =>
      put(join(home, folder, rolloutName(idOf(n))), ownSession(idOf(n), "x")),
    );
    for (const [n, path] of paths.entries())
      expect(await catalog.locate({ threadId: threadId(idOf(n)) })).toEqual({ threadId: idOf(n), path, origin: "own" });
  });

  test("a file that was moved since is found where it is now", async () => {
    const { catalog, home } = openCatalog();
    const path = put(join(home, "sessions", "a", rolloutName(idOf(1))), ownSession(idOf(1), "x"));
    await catalog.list({});
    const moved = join(home, "sessions", rolloutName(idOf(1)));
    renameSync(path, moved);
    expect(await catalog.locate({ threadId: threadId(idOf(1)) })).toMatchObject({ path: moved });
  });

  test("a file of a root by its own id, and by the id of its header: then the newest", async () => {
    const { catalog, codex } = openCatalog();
    const named = put(join(codex, "sessions", day, rolloutName(idOf(1))), codexSession(idOf(1), "x"), 1);
    const other = put(join(codex, "sessions", "other", "a.jsonl"), codexSession("header-id", "x"), 2);
    const newer = put(join(codex, "archived_sessions", "b.jsonl"), codexSession("header-id", "x"), 3);
    const [first] = (await catalog.list({ query: "x" })).threads;
    expect(await catalog.locate({ threadId: threadId(first?.id ?? "") })).toMatchObject({ origin: "root" });
    expect(await catalog.locate({ threadId: threadId(idOf(1)) })).toMatchObject({ path: named, origin: "root" });
    expect(await catalog.locate({ threadId: threadId("header-id") })).toMatchObject({ path: newer });
    expect(other).not.toBe(newer);
  });

  test("of a reverted thread the segment that stands for it", async () => {
    const { catalog, codex } = openCatalog();
    put(join(codex, "sessions", day, rolloutName(idOf(1))), codexSession(idOf(1), "x"), 2);
    const head = put(join(codex, "sessions", day, rolloutName(idOf(1), idOf(2))), codexSession(idOf(1), "x"), 1);
    await catalog.list({});
    expect(await catalog.locate({ threadId: threadId(idOf(1)) })).toMatchObject({ path: head });
  });

  test("a session that was made since the last look is found; one that is nowhere is not", async () => {
    const { catalog, codex } = openCatalog();
    await catalog.list({});
    put(join(codex, "sessions", day, rolloutName(idOf(1))), codexSession(idOf(1), "x"));
    expect(await catalog.locate({ threadId: threadId(idOf(1)) })).toMatchObject({ origin: "root" });
    await expect(catalog.locate({ threadId: threadId("no-id") })).rejects.toMatchObject({ kind: "threadNotFound" });
    await expect(catalog.locate({ threadId: threadId(idOf(9)) })).rejects.toMatchObject({ kind: "threadNotFound" });
  });
});

describe("locate by path", () => {
  test("our own file is the thread of its name, one of a root is that root's, any other is itself", async () => {
    const { catalog, home, codex } = openCatalog();
    const own = put(join(home, "sessions", day, rolloutName(idOf(1))), ownSession(idOf(1), "x"));
    const root = put(join(codex, "sessions", day, rolloutName(idOf(2))), codexSession(idOf(2), "x"));
    const file = put(join(dirname(home), "any words.txt"), codexSession(idOf(3), "x"));
    const foreignId = expect.stringMatching(/^file-[0-9a-f]{24}$/) as string;
    expect(await catalog.locate({ path: own })).toEqual({ threadId: idOf(1), path: own, origin: "own" });
    expect(await catalog.locate({ path: root })).toEqual({ threadId: foreignId, path: root, origin: "root" });
    const found = await catalog.locate({ path: file });
    expect(found).toEqual({ threadId: foreignId, path: file, origin: "file" });
    expect(await catalog.locate({ threadId: found.threadId })).toEqual(found);
    const shown = { id: found.threadId, path: file, origin: "file", readOnly: true, preview: "x", sessionId: idOf(3) };
    expect(await catalog.thread(found)).toMatchObject(shown);
  });

  test("a link is the file that it leads to", async () => {
    const { catalog, home, codex } = openCatalog();
    const root = put(join(codex, "sessions", day, rolloutName(idOf(2))), codexSession(idOf(2), "x"));
    mkdirSync(home);
    symlinkSync(root, join(home, "link.jsonl"));
    expect(await catalog.locate({ path: join(home, "link.jsonl") })).toMatchObject({ path: root, origin: "root" });
  });

  test("what cannot be a session is refused in words", async () => {
    const { catalog, codex } = openCatalog();
    mkdirSync(codex);
    await expect(catalog.locate({ path: "a.jsonl" })).rejects.toMatchObject({ kind: "invalidParams" });
    await expect(catalog.locate({ path: codex })).rejects.toMatchObject({ kind: "notARollout" });
    await expect(catalog.locate({ path: join(codex, "none.jsonl") })).rejects.toMatchObject({ kind: "threadNotFound" });
    await expect(catalog.locate({ path: "~/no-such-folder/none.jsonl" })).rejects.toThrow(join(homedir(), "no-such-folder"));
  });

  test("a home that is a link has one path for each of its files", async () => {
    const { codex, home: real, again } = openCatalog();
    put(join(real, "sessions", day, rolloutName(idOf(1))), ownSession(idOf(1), "x"));
    const home = join(dirname(codex), "linked");
    symlinkSync(real, home);
    const { catalog } = openCatalog({ home });
    const path = join(home, "sessions", day, rolloutName(idOf(1)));
    expect((await catalog.list({})).threads).toMatchObject([{ path }]);
    expect(await catalog.locate({ path: join(real, "sessions", day, rolloutName(idOf(1))) })).toMatchObject({ path });
    expect((await again().list({})).threads).toHaveLength(1);
  });
});

describe("thread", () => {
  test("is what the file says now, before anything was looked through and after it has changed", async () => {
    const { catalog, home } = openCatalog();
    const path = put(join(home, "sessions", day, rolloutName(idOf(1))), ownSession(idOf(1), "x"));
    const file = await catalog.locate({ threadId: threadId(idOf(1)) });
    expect(await catalog.thread(file)).toMatchObject({ id: idOf(1), origin: "own", readOnly: false, preview: "x" });
    await catalog.list({});
    put(path, ownSession(idOf(1), "x") + lines(nameLine("named")), 1);
    expect(await catalog.thread(file)).toMatchObject({ name: "named" });
  });

  test("of a file that is gone is refused", async () => {
    const { catalog, home } = openCatalog();
    const file = { threadId: threadId(idOf(1)), path: join(home, "sessions", rolloutName(idOf(1))), origin: "own" } as const;
    await expect(catalog.thread(file)).rejects.toMatchObject({ kind: "threadNotFound" });
  });
});
