// thread/list: everything is there, in order, by pages, and what is hidden is counted and can be shown (issue 4 part 4).
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { acquireLock } from "../../../../electron/adapters/rollout/lock";
import { openCatalog, previews, threadId } from "./open-catalog";
import {
  AT,
  codexSession,
  event,
  filler,
  header,
  idOf,
  item,
  line,
  lines,
  message,
  nameLine,
  ownSession,
  put,
  rolloutName,
  timeOf,
  zstdOf,
} from "./rollouts";

const day = join("2026", "03", "01");

describe("the list", () => {
  test("a session of our own, and one of a Codex home, with all that their files tell", async () => {
    const { catalog, home, codex } = openCatalog();
    const own = put(join(home, "sessions", day, rolloutName(idOf(1))), ownSession(idOf(1), "mine", nameLine("My name")), 2);
    const theirs = put(join(codex, "sessions", day, rolloutName(idOf(2))), codexSession(idOf(2), "theirs"), 1);
    const shared = { cwd: "/work place", provider: "openai", approvalPolicy: "onRequest", status: { type: "idle" } };
    const facts = { ...shared, createdAtMs: Date.parse(AT), lastTurn: "completed", archived: false, pinned: false };
    expect(await catalog.list({})).toEqual({
      threads: [
        {
          ...facts,
          ...{
            id: idOf(1),
            path: own,
            name: "My name",
            preview: "mine",
            model: "model-2",
            choice: { model: "model-2", sandbox: "readOnly" },
            source: "counterfoil",
            sourceVersion: "0.171.0",
          },
          ...{ origin: "own", readOnly: false, updatedAtMs: timeOf(2), sizeBytes: readFileSync(own).length },
        },
        {
          ...facts,
          ...{ id: expect.stringMatching(/^file-[0-9a-f]{24}$/), path: theirs, sessionId: idOf(2), preview: "theirs" },
          ...{ model: "model-1", source: "codex_cli_rs", sourceVersion: "0.171.0", totalTokens: 1234 },
          ...{ origin: "root", readOnly: true, updatedAtMs: timeOf(1), sizeBytes: readFileSync(theirs).length },
        },
      ],
      nextCursor: null,
      hidden: {},
      origins: { own: 1, root: 1 },
      isComplete: true,
    });
  });

  test("no folders, no sessions", async () => {
    const { catalog } = openCatalog();
    const empty = { threads: [], nextCursor: null, hidden: {}, origins: {}, isComplete: true };
    expect(await catalog.list({})).toEqual(empty);
  });

  test("pinned ones first, then the newest; pages that follow each other hold all of them once", async () => {
    const { catalog, home, codex } = openCatalog();
    for (let n = 0; n < 6; n += 1) put(join(home, "sessions", day, rolloutName(idOf(n))), ownSession(idOf(n), `own ${n}`), n);
    for (let n = 6; n < 9; n += 1)
      put(join(codex, "sessions", day, rolloutName(idOf(n))), codexSession(idOf(n), `their ${n}`), n);
    await catalog.setPinned(threadId(idOf(1)), true);
    const order = ["own 1", "their 8", "their 7", "their 6", "own 5", "own 4", "own 3", "own 2", "own 0"];
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof catalog.list>> = await catalog.list({
        limit: 2,
        ...(cursor === null ? {} : { cursor }),
      });
      seen.push(...previews(page.threads));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(order);
  });

  test("a cursor stays good while files come and go", async () => {
    const { catalog, home } = openCatalog();
    const path = (n: number): string => join(home, "sessions", day, rolloutName(idOf(n)));
    for (let n = 0; n < 6; n += 1) put(path(n), ownSession(idOf(n), `${n}`), n);
    const first = await catalog.list({ limit: 3 });
    expect(previews(first.threads)).toEqual(["5", "4", "3"]);
    rmSync(path(3));
    rmSync(path(2));
    put(path(7), ownSession(idOf(7), "7"), 7);
    await catalog.refresh();
    expect(previews((await catalog.list({ limit: 3, cursor: first.nextCursor ?? "" })).threads)).toEqual(["1", "0"]);
  });

  test("a cursor of something else is refused", async () => {
    const { catalog } = openCatalog();
    await expect(catalog.list({ cursor: "@100" })).rejects.toMatchObject({ kind: "invalidParams" });
  });

  test("filters: folder, every word somewhere in name, preview or folder, source, archive", async () => {
    const { catalog, home, codex } = openCatalog();
    put(join(home, "sessions", day, rolloutName(idOf(1))), ownSession(idOf(1), "Fix the PARSER", nameLine("Blue")), 4);
    put(join(codex, "sessions", day, rolloutName(idOf(2))), codexSession(idOf(2), "fix the lexer", { cwd: "/other/" }), 3);
    put(join(codex, "archived_sessions", rolloutName(idOf(3))), codexSession(idOf(3), "old of theirs"), 2);
    put(join(home, "archived_sessions", rolloutName(idOf(4))), ownSession(idOf(4), "old of mine"), 1);
    const found = async (query: Parameters<typeof catalog.list>[0]): Promise<string[]> =>
      previews((await catalog.list(query)).threads);
    expect(await found({ cwd: "/other" })).toEqual(["fix the lexer"]);
    expect(await found({ cwd: "/oth" })).toEqual([]);
    expect(await found({ query: "  FIX  the" })).toEqual(["Fix the PARSER", "fix the lexer"]);
    expect(await found({ query: "blue parser work" })).toEqual(["Fix the PARSER"]);
    expect(await found({ query: "blue lexer" })).toEqual([]);
    expect(await found({ sources: ["root"] })).toEqual(["fix the lexer"]);
    expect(await found({ sources: [] })).toEqual([]);
    expect(await found({ archived: true })).toEqual(["old of theirs", "old of mine"]);
    expect((await catalog.list({ sources: ["own"] })).origins).toEqual({ own: 1, root: 1 });
  });

  test("names of a Codex home are those of its index, the newest line of each", async () => {
    const { catalog, codex } = openCatalog();
    put(join(codex, "sessions", day, rolloutName(idOf(1))), codexSession(idOf(1), "hello"));
    const entry = (name: string): string => `${JSON.stringify({ id: idOf(1), thread_name: name, updated_at: AT })}\n`;
    put(join(codex, "session_index.jsonl"), `${entry("one")}torn\n${entry("two")}`);
    expect((await catalog.list({})).threads.map(({ name }) => name)).toEqual(["two"]);
    appendFileSync(join(codex, "session_index.jsonl"), entry("three"));
    expect((await catalog.list({})).threads.map(({ name }) => name)).toEqual(["three"]);
  });

  test("the first words of a session that continues another by reference are those of that one", async () => {
    const { catalog, codex } = openCatalog();
    const base = (thread: string) => ({ history_base: { thread_id: thread, end_ordinal_exclusive: 1, end_byte_offset: 1 } });
    put(join(codex, "sessions", day, rolloutName(idOf(1))), codexSession(idOf(1), "the first words"), 1);
    put(join(codex, "sessions", day, rolloutName(idOf(2))), lines(header(idOf(2), base(idOf(1)))), 2);
    put(join(codex, "sessions", day, rolloutName(idOf(3))), codexSession(idOf(3), "later", base(idOf(2))), 3);
    put(join(codex, "sessions", day, rolloutName(idOf(4))), codexSession(idOf(4), "round", base(idOf(4))), 4);
    const { threads } = await catalog.list({});
    expect(previews(threads)).toEqual(["round", "the first words", "the first words", "the first words"]);
  });

  test("a turn without an end is interrupted, unless the lock of its thread is held", async () => {
    const { catalog, home } = openCatalog();
    const text = ownSession(idOf(1), "hello", event("task_started", { turn_id: "t2" }));
    put(join(home, "sessions", day, rolloutName(idOf(1))), text);
    expect((await catalog.list({})).threads).toMatchObject([{ lastTurn: "interrupted", status: { type: "idle" } }]);
    const lock = await acquireLock(join(home, "locks", idOf(1)), 0);
    expect((await catalog.list({})).threads).toMatchObject([{ lastTurn: "inProgress", status: { type: "active" } }]);
    await lock.release();
    expect((await catalog.list({})).threads).toMatchObject([{ lastTurn: "interrupted" }]);
  });

  test("a session of ours that asked the person and stopped waits for the answer, although nobody has opened it", async () => {
    const { catalog, home } = openCatalog();
    const asked = line("cf_approval_requested", { requestId: "r1", callId: "c1", kind: "command", command: "ls", cwd: "/" });
    const waiting = ownSession(idOf(1), "hello", event("task_started", { turn_id: "t2" }), asked);
    const path = put(join(home, "sessions", day, rolloutName(idOf(1))), waiting);
    const status = { type: "active", flags: ["waitingOnApproval"] };
    expect((await catalog.list({})).threads).toMatchObject([{ lastTurn: "interrupted", status }]);
    const file = await catalog.locate({ path });
    expect(await catalog.thread(file)).toMatchObject({ status });
    const decided = line("cf_approval_decided", { requestId: "r1", callId: "c1", decision: "cancel", decidedBy: "person" });
    put(path, waiting + lines(decided), 1);
    await catalog.refresh();
    expect((await catalog.list({})).threads).toMatchObject([{ lastTurn: "interrupted", status: { type: "idle" } }]);
  });

  test("when it was made: the header, else the first record, else the id in the name, else the day in it, never later than the last write (bug report 81)", async () => {
    const { catalog, codex } = openCatalog();
    const [, ...rest] = codexSession(idOf(1), "no header").trimEnd().split("\n");
    const bare = JSON.stringify(message("user", "bare"));
    put(join(codex, "sessions", day, `rollout-2001-01-01T23-50-00-${idOf(1)}.jsonl`), lines(...rest), 1);
    put(join(codex, "sessions", day, `rollout-2001-01-01T23-50-00-${idOf(2)}.jsonl`), lines(bare), 2);
    put(join(codex, "sessions", day, "rollout-2025-02-03T23-50-00-x.jsonl"), lines(bare), 3);
    put(join(codex, "sessions", day, "rollout-2099-02-03T23-50-00-x.jsonl"), lines(bare), 4);
    const { threads } = await catalog.list({});
    const made = threads.map(({ createdAtMs }) => createdAtMs);
    expect(made).toEqual([timeOf(4), Date.parse("2025-02-03T12:00:00Z"), Date.parse(AT) + 120_000, Date.parse(AT)]);
  });
});

describe("nothing is hidden silently", () => {
  test("each reason is counted, and shown when it is asked for", async () => {
    const { catalog, home, codex } = openCatalog();
    const sessions = join(codex, "sessions", day);
    put(join(home, "sessions", day, rolloutName(idOf(0))), lines(header(idOf(0))), 20);
    put(join(sessions, rolloutName(idOf(1))), "", 19);
    put(join(sessions, "notes.jsonl"), "words\n", 18);
    symlinkSync(join(codex, "nowhere"), join(sessions, rolloutName(idOf(3))));
    put(join(sessions, rolloutName(idOf(4))), codexSession(idOf(4), "plain"), 16);
    put(join(sessions, `${rolloutName(idOf(4))}.zst`), zstdOf(codexSession(idOf(4), "compressed")), 17);
    const spawn = { source: { subagent: { thread_spawn: { parent_thread_id: idOf(4), depth: 1 } } } };
    put(join(sessions, rolloutName(idOf(5))), codexSession(idOf(5), "agent", spawn), 15);
    put(join(sessions, rolloutName(idOf(6))), codexSession(idOf(6), "before revert"), 14);
    put(join(sessions, rolloutName(idOf(6), idOf(8))), codexSession(idOf(6), "after second revert"), 12);
    put(join(sessions, rolloutName(idOf(6), idOf(7))), codexSession(idOf(6), "after revert"), 13);
    const { threads, hidden } = await catalog.list({});
    expect(previews(threads)).toEqual(["", "plain", "after second revert"]);
    expect(hidden).toEqual({ empty: 1, notRollout: 1, unreadable: 1, duplicate: 1, subAgent: 1, superseded: 2 });
    const all = await catalog.list({ show: ["empty", "notRollout", "unreadable", "duplicate", "subAgent", "superseded"] });
    expect(all.hidden).toEqual({});
    expect(
      Object.fromEntries(
        all.threads.flatMap(({ hidden: reason, path, problem }) => (reason === undefined ? [] : [[path, [reason, problem]]])),
      ),
    ).toEqual({
      [join(sessions, rolloutName(idOf(1)))]: ["empty", "The file is empty."],
      [join(sessions, "notes.jsonl")]: ["notRollout", "No line of it is a record of a session."],
      [join(sessions, rolloutName(idOf(3)))]: ["unreadable", "It is a link, and where it leads there is nothing."],
      [join(sessions, `${rolloutName(idOf(4))}.zst`)]: ["duplicate", undefined],
      [join(sessions, rolloutName(idOf(5)))]: ["subAgent", undefined],
      [join(sessions, rolloutName(idOf(6)))]: ["superseded", undefined],
      [join(sessions, rolloutName(idOf(6), idOf(7)))]: ["superseded", undefined],
    });
    expect(all.threads.find(({ preview }) => preview === "agent")?.parentThreadId).toBe(idOf(4));
    expect(new Set(all.threads.map(({ id }) => id)).size).toBe(all.threads.length);
  });

  test("the same id twice: in one tree the newest stands for it, in another tree it is another copy", async () => {
    const { catalog, home, codex } = openCatalog({ roots: () => [] });
    const old = join(dirname(codex), "copy", day, rolloutName(idOf(2)));
    put(join(codex, "sessions", day, rolloutName(idOf(2))), codexSession(idOf(2), "original"), 5);
    put(join(codex, "archived_sessions", rolloutName(idOf(2))), codexSession(idOf(2), "left in the archive"), 4);
    put(old, codexSession(idOf(2), "migrated"), 3);
    put(join(home, "sessions", "a", rolloutName(idOf(1))), ownSession(idOf(1), "newer"), 2);
    put(join(home, "sessions", "b", rolloutName(idOf(1))), ownSession(idOf(1), "older"), 1);
    await catalog.setRoot(codex, true);
    await catalog.setRoot(join(dirname(codex), "copy"), true);
    await catalog.refresh();
    const { threads, hidden } = await catalog.list({});
    expect([previews(threads), hidden]).toEqual([["original", "migrated", "newer"], { duplicate: 1 }]);
    expect((await catalog.list({ archived: true })).hidden).toEqual({ duplicate: 1 });
  });

  test.runIf(process.platform === "linux")("a file whose name is not UTF-8 is told, and so is what lies too deep", async () => {
    const { catalog, codex } = openCatalog();
    const sessions = join(codex, "sessions");
    const deep = join(sessions, ...Array.from({ length: 16 }, () => "d"));
    put(join(deep, rolloutName(idOf(1))), codexSession(idOf(1), "deep"));
    writeFileSync(Buffer.concat([Buffer.from(`${sessions}/rollout-`), Buffer.from([0xff]), Buffer.from(".jsonl")]), "{}");
    const { threads, hidden } = await catalog.list({ show: ["unreadable"] });
    expect(hidden).toEqual({});
    expect(Object.fromEntries(threads.map(({ path, problem }) => [path, problem]))).toEqual({
      [deep]: expect.stringContaining("too many folders deep") as string,
      [join(sessions, "rollout-\ufffd.jsonl")]: expect.stringContaining("not UTF-8") as string,
    });
  });

  test("a folder that is none is told; loops of links end", async () => {
    const { catalog, home, codex } = openCatalog();
    mkdirSync(home);
    writeFileSync(join(home, "sessions"), "a file");
    put(join(codex, "sessions", day, rolloutName(idOf(2))), codexSession(idOf(2), "once"));
    symlinkSync(join(codex, "sessions"), join(codex, "sessions", "2026", "loop"));
    const { threads, hidden } = await catalog.list({ show: ["unreadable"] });
    expect([previews(threads), hidden]).toEqual([["once", ""], {}]);
    expect(threads[1]).toMatchObject({ path: join(home, "sessions"), hidden: "unreadable" });
  });

  test("all forms of files are found: days, flat archive, one JSON at the top, compressed, any name", async () => {
    const { catalog, codex } = openCatalog();
    const single = JSON.stringify({ session: { timestamp: AT, id: idOf(1) }, items: [message("user", "single")] });
    put(join(codex, "sessions", `rollout-2025-04-20-${idOf(1)}.json`), single, 4);
    put(join(codex, "sessions", "settings.json"), "{}", 4);
    put(join(codex, "sessions", day, `${rolloutName(idOf(2))}.zst`), zstdOf(codexSession(idOf(2), "compressed")), 3);
    put(join(codex, "sessions", day, "my copy.jsonl"), codexSession(idOf(3), "any name"), 2);
    put(join(codex, "sessions", day, rolloutName(idOf(4))), lines(item(message("user", "no header")), filler(1000)), 1);
    const { threads, hidden } = await catalog.list({});
    expect([previews(threads), hidden]).toEqual([["single", "compressed", "any name", "no header"], {}]);
  });

  test("files of our folders that are not named as ours are read like anybody else's", async () => {
    const { catalog, home } = openCatalog();
    put(join(home, "sessions", "copy.jsonl"), ownSession(idOf(1), "copy"));
    expect((await catalog.list({})).threads).toMatchObject([{ preview: "copy", origin: "root", readOnly: true }]);
  });
});
