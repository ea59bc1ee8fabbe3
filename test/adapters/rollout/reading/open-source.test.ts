// Any rollout file → one run of bytes.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, unlinkSync, utimesSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ChainFile, readBaseChain } from "../../../../electron/adapters/rollout/reading/base-chain";
import { expandArchive } from "../../../../electron/adapters/rollout/reading/expand-archive";
import { CommandRefused } from "../../../../electron/runtime/errors";
import { openFilesOf } from "../../../support/open-files";
import { tempFolder } from "../../../support/temp-folder";
import {
  bytesOf,
  eras,
  ID,
  linesOf,
  meta,
  opened,
  repeated,
  said,
  scan,
  single,
  stored,
  wrapped,
  written,
} from "./rollout-fixtures";

const plain = linesOf(eras.wrapped);
const NAME = `rollout-2026-02-03T10-00-00-${ID}.jsonl`;

/** 41 lines, really compressed (`zstd -19`). */
const ARCHIVE =
  "KLUv/WRuFU0LANYTPBlQ1wOzO3k1B3bt4C6b61SCFCEEfhg7UyTANAA1ADYA0YHNO3ZHcg+7w+ipYywXnMEytVRa2jtvx56tDnPBlf8nHj9M5A/xhxo/OnaLYrCdKQlzL/7EX+Id+5U1" +
  "F3xfizQ1C5cd3Tj2S2NMJUHSpV3wKjsXAxVZkSkdFY7d2RoXHL6dw///8Mgcxtf6lP6cL+XHCOEHx6YvKNhX3vT0VNkOtBNME4MFm0Ycu+AZYvbO1HLlnblDm1qwKmvZge8LwPf5vdYa" +
  "Rq2UzilljBC+fHmvtYZRK6VzShkjhB8/3mutYdRK6ZxSxgjhw4f3vrVvBFmoEeCuZZWU1KwGoCWFHBIAETAEDAFD0BD8v7fAEBphfmFCCU6YkAQXWCghfoBhDSeYcIIZJhzhhfxghzdM" +
  "KMEJG5LgAguDDQ4yoASigxwUgRUABxMcAhjPSCmlzR8IO9CpTKyz/Cl9JzZTubf8OIYbjVXK7R9ZjR6c";

async function refusal(path: string): Promise<string> {
  const refused = await opened(path).then(
    async (source) => {
      await source.close();
      return null;
    },
    (error: unknown) => error,
  );
  if (!(refused instanceof CommandRefused)) throw new Error(`not refused: ${String(refused)}`);
  expect(refused.kind).toBe("notARollout");
  return refused.message;
}

describe("openSource", () => {
  it.each(Object.entries(eras))("opens a plain file of the form %s", async (era, lines) => {
    const source = await opened(written(NAME, linesOf(lines)));
    expect(source).toMatchObject({ era, ownStart: 0, repairs: [], size: Buffer.byteLength(linesOf(lines)) });
    expect(source.header?.record).toEqual(JSON.parse(lines[0]));
    expect(await bytesOf(source)).toBe(linesOf(lines));
    await source.close();
  });

  it("the single JSON of 2025 is read as lines: its session, then its items", async () => {
    const source = await opened(written(`rollout-2025-04-02-${ID}.json`, single));
    const found = await scan(await bytesOf(source));
    expect(found).toMatchObject([
      { type: "session_meta", payload: { id: ID, instructions: "" } },
      { type: "response_item", payload: { role: "user" } },
      { type: "response_item", payload: { role: "assistant" } },
    ]);
    expect(source.era).toBe("single");
    await source.close();
  });

  it("of a single JSON that is cut off the whole items in front of the cut are read, and that is said", async () => {
    const items = [said("user", 'He said "}]" and left.'), said("assistant", "one"), said("assistant", "two")];
    const torn = JSON.stringify(
      { session: { id: ID, timestamp: "2025-04-02T10:00:00.000Z", git: { branch: "main" } }, items },
      null,
      2,
    );
    const whole = await opened(written("rollout-1.json", torn));
    const lines = (await bytesOf(whole)).split("\n");
    await whole.close();
    const counts = new Set<number>();
    for (let end = torn.indexOf('"one"'); end < torn.length; end += 7) {
      const source = await opened(written("rollout-1.json", torn.slice(0, end)));
      const found = (await bytesOf(source)).trimEnd().split("\n");
      await source.close();
      expect(found).toEqual(lines.slice(0, found.length));
      expect(source).toMatchObject({ era: "single", header: { payload: { id: ID } } });
      expect(source.repairs).toEqual([
        `The file is cut off or damaged behind its item ${found.length - 1}; what comes before is shown.`,
      ]);
      counts.add(found.length - 1);
    }
    expect([...counts]).toEqual([1, 2, 3]);
  });

  it("a file that grows is read as far as it was at opening, and has another stamp then", async () => {
    const path = written(NAME, plain);
    const source = await opened(path);
    appendFileSync(path, "more\n");
    expect(source.size).toBe(plain.length);
    expect(await bytesOf(source)).toBe(plain);
    const later = await opened(path);
    expect(later.stamp).not.toBe(source.stamp);
    await source.close();
    await later.close();
  });

  it.runIf(process.platform !== "win32")("a pipe that nobody writes to is refused, not waited for", async () => {
    const path = join(tempFolder(), NAME);
    execFileSync("mkfifo", [path]);
    expect(await refusal(path)).toContain("is no file");
  });

  it.runIf(process.platform !== "win32")("a socket is refused", async () => {
    const path = join(tempFolder(), "s.jsonl");
    const server = createServer().listen(path);
    await once(server, "listening");
    expect(await refusal(path)).toContain("is no file");
    server.close();
  });

  it("reads that were asked for at once come each as asked", async () => {
    const source = await opened(written(NAME, plain));
    const read = async (at: number): Promise<string> => Buffer.from(await source.read(at, 20)).toString();
    expect(await Promise.all([0, 100, 200].map(read))).toEqual([0, 100, 200].map((at) => plain.slice(at, at + 20)));
    await source.close();
  });

  describe("compressed files", () => {
    it("are expanded into the cache once, and the archive is not changed", async () => {
      const folder = tempFolder();
      const path = written(`${NAME}.zst`, Buffer.from(ARCHIVE, "base64"), folder);
      const before = statSync(path);
      const source = await opened(path);
      const found = await scan(await bytesOf(source));
      expect(found).toHaveLength(41);
      expect(found.at(-1)).toMatchObject({ payload: { message: "How tall do sunflowers grow? 39" }, place: { line: 41 } });
      await source.close();
      const [cached = "", ...others] = readdirSync(join(folder, "cache", "expanded"));
      expect(others).toEqual([]);
      const made = statSync(join(folder, "cache", "expanded", cached));
      const again = await opened(path);
      await again.close();
      expect(statSync(join(folder, "cache", "expanded", cached)).mtimeMs).toBe(made.mtimeMs);
      expect(again.stamp).toBe(source.stamp);
      expect(statSync(path).mtimeMs).toBe(before.mtimeMs);
    });

    it("are expanded anew when they have changed, or the cache is gone", async () => {
      const folder = tempFolder();
      const path = written(`${NAME}.zst`, stored(Buffer.from(plain)), folder);
      await (await opened(path)).close();
      written(`${NAME}.zst`, stored(Buffer.from(plain.slice(0, plain.indexOf("\n") + 1))), folder);
      const changed = await opened(path);
      expect(await bytesOf(changed)).toBe(`${eras.wrapped[0]}\n`);
      await changed.close();
      for (const name of readdirSync(join(folder, "cache", "expanded"))) unlinkSync(join(folder, "cache", "expanded", name));
      const source = await opened(path);
      expect(await bytesOf(source)).toBe(`${eras.wrapped[0]}\n`);
      await source.close();
    });

    it("a torn archive gives what it had, and says so again when it comes from the cache", async () => {
      const whole = stored(Buffer.from(plain));
      const tail = stored(Buffer.from("x".repeat(100)));
      const path = written(`${NAME}.zst`, Buffer.concat([whole, tail.subarray(0, 40)]));
      for (const _ of ["expanded", "cached"]) {
        const source = await opened(path);
        expect((await bytesOf(source)).startsWith(plain)).toBe(true);
        expect(source.repairs).toEqual(["The compressed file is damaged or cut off; what comes before that place is shown."]);
        await source.close();
      }
    });

    it("frames that are to be skipped stand anywhere in an archive, in front as well", async () => {
      const skipped = Buffer.from([0x5f, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
      const bytes = Buffer.concat([skipped, stored(Buffer.from(plain)), skipped]);
      const source = await opened(written(`${NAME}.zst`, bytes));
      expect([await bytesOf(source), source.repairs]).toEqual([plain, []]);
      await source.close();
      expect(await refusal(written(`${NAME}.zst`, skipped))).toContain("is empty: nothing was ever recorded in it");
    });

    it("an archive of several frames is read to its end", async () => {
      const half = Math.floor(plain.length / 2);
      const frames = [plain.slice(0, half), plain.slice(half)].map((text) => stored(Buffer.from(text)));
      const source = await opened(written(`${NAME}.zst`, Buffer.concat(frames)));
      expect(await bytesOf(source)).toBe(plain);
      expect(source.repairs).toEqual([]);
      await source.close();
    });

    it("an archive of which nothing can be expanded is refused", async () => {
      const head = stored(Buffer.from(plain)).subarray(0, 8);
      expect(await refusal(written(`${NAME}.zst`, head))).toContain("nothing of it could be expanded");
    });

    it("a plain file beside its archive is the one that counts, and an archive is found by its plain name", async () => {
      const folder = tempFolder();
      const archive = written(`${NAME}.zst`, stored(Buffer.from(linesOf(eras.paginated))), folder);
      const viaName = await opened(join(folder, NAME));
      expect(viaName.era).toBe("paginated");
      await viaName.close();
      written(NAME, plain, folder);
      const source = await opened(archive);
      expect(source.era).toBe("wrapped");
      await source.close();
    });

    it("what is small and says it is much is expanded up to a limit, and that is said", async () => {
      const folder = tempFolder();
      const path = written(`${NAME}.zst`, repeated(20), folder);
      const limit = 1_000_000;
      const expanded = await expandArchive(path, join(folder, "cache"), limit);
      expect(statSync(expanded.path).size).toBe(limit);
      expect(expanded.repairs).toEqual(["The compressed file holds more than can be expanded; its beginning is shown."]);
      expect(await refusal(path)).toContain("is not a session file");
    });
  });

  describe("rollouts that continue others by reference", () => {
    const base = (thread: string, end: number, offset: number): object => ({
      history_mode: "paginated",
      history_base: { thread_id: thread, end_ordinal_exclusive: end, end_byte_offset: offset },
    });
    const event = (ordinal: number, message: string): string =>
      wrapped("event_msg", { type: "user_message", message }, 1, ordinal);
    const first = [
      wrapped("session_meta", meta({ history_mode: "paginated" }), 0, 0),
      event(1, "a"),
      event(2, "b"),
      event(3, "c"),
    ];
    const cutAt = (count: number): number => linesOf(first.slice(0, count)).length;

    /** Files named by their id, in one folder; the last is opened. */
    async function chain(
      files: Record<string, string>,
    ): Promise<{ messages: string[]; repairs: readonly string[]; own: string }> {
      const folder = tempFolder();
      for (const [id, text] of Object.entries(files)) written(`${id}.jsonl`, text, folder);
      const last = Object.keys(files).at(-1) ?? "";
      const source = await opened(join(folder, `${last}.jsonl`), (id) => (id in files ? join(folder, `${id}.jsonl`) : null));
      const bytes = await bytesOf(source);
      await source.close();
      expect(source.header?.place.offset).toBe(source.ownStart);
      const messages = [...bytes.matchAll(/"message":"(\w+)"/g)].map((match) => match[1] ?? "");
      return { messages, repairs: source.repairs, own: bytes.slice(source.ownStart) };
    }

    it("the base comes first, as far as it is continued", async () => {
      const own = linesOf([wrapped("session_meta", meta(base("one", 3, cutAt(3))), 0, 3), event(4, "x")]);
      expect(await chain({ one: linesOf(first), own })).toEqual({ messages: ["a", "b", "x"], repairs: [], own });
    });

    it("the ordinal decides, not the byte offset", async () => {
      for (const offset of [0, 7, cutAt(2), cutAt(4), 1_000_000]) {
        const own = linesOf([wrapped("session_meta", meta(base("one", 3, offset)), 0, 3), event(4, "x")]);
        expect(await chain({ one: linesOf(first), own })).toMatchObject({ messages: ["a", "b", "x"], repairs: [] });
      }
    });

    it("several levels are put together, oldest first", async () => {
      const second = [wrapped("session_meta", meta(base("one", 3, cutAt(3))), 0, 3), event(4, "x"), event(5, "y")];
      const own = linesOf([wrapped("session_meta", meta(base("two", 5, 0)), 0, 5), event(6, "z")]);
      expect(await chain({ one: linesOf(first), two: linesOf(second), own })).toMatchObject({
        messages: ["a", "b", "x", "z"],
        repairs: [],
      });
    });

    it("a cut that lies in the base of the base cuts there", async () => {
      const second = [wrapped("session_meta", meta(base("one", 4, cutAt(4))), 0, 4), event(5, "x")];
      const own = linesOf([wrapped("session_meta", meta(base("two", 2, 0)), 0, 2), event(3, "z")]);
      expect((await chain({ one: linesOf(first), two: linesOf(second), own })).messages).toEqual(["a", "z"]);
    });

    it("a base that is missing is said, and the rest is shown", async () => {
      const own = linesOf([wrapped("session_meta", meta(base("gone", 3, 10)), 0, 3), event(4, "x")]);
      expect(await chain({ own })).toEqual({
        messages: ["x"],
        repairs: ["This session continues gone, which was not found; what came before is missing."],
        own,
      });
    });

    it("a base that is shorter than it was is said, and what it has is shown, even with a torn end", async () => {
      const own = linesOf([wrapped("session_meta", meta(base("one", 9, 5000)), 0, 9), event(10, "x")]);
      const { messages, repairs } = await chain({ one: linesOf(first).slice(0, -20), own });
      expect(messages).toEqual(
        ["a", "b", "c", "x"].filter((message) => message !== "c" || linesOf(first).slice(0, -20).includes('"c"')),
      );
      expect(repairs).toEqual([
        "This session continues one up to record 9, but that file ends before; what is missing cannot be shown.",
      ]);
    });

    it("a circle ends where it closes", async () => {
      const one = linesOf([wrapped("session_meta", meta(base("own", 9, 0)), 0, 0), event(1, "a")]);
      const own = linesOf([wrapped("session_meta", meta(base("one", 2, 0)), 0, 2), event(3, "x")]);
      const { messages, repairs } = await chain({ one, own });
      expect(messages).toEqual(["a", "x"]);
      expect(repairs).toEqual(["This session continues own, which in turn continues this one; what came before is missing."]);
    });

    it("a chain that is longer than any is cut, and that is said", async () => {
      const folder = tempFolder();
      const level = (n: number): string =>
        linesOf([wrapped("session_meta", meta(base(`f${n + 1}`, 9, 0)), 0, 0), event(1, `m${n}`)]);
      for (let n = 0; n < 6; n += 1) written(`f${n}.jsonl`, level(n), folder);
      const file = async (id: string): Promise<ChainFile> => {
        const path = join(folder, `${id}.jsonl`);
        const source = await opened(path);
        return { path, bytes: source, stamp: source.stamp, header: source.header, repairs: [], reopen: () => opened(path) };
      };
      const start = await file("f0");
      const chain = await readBaseChain(start, file, 4);
      expect(chain.stamps).toHaveLength(3);
      expect(chain.repairs.at(-1)).toBe(
        "This session continues more than 3 others, one after the other; what came before them is not shown.",
      );
      for (const part of [start.bytes, ...chain.parts]) await part.close();
    });

    it("of a chain of many files only a few are open at a time, and all of it is read, again too", async () => {
      const folder = tempFolder();
      const count = 60;
      const level = (n: number): string =>
        linesOf([wrapped("session_meta", meta(n === 0 ? {} : base(`f${n - 1}`, 2 * n, 0)), 0, 2 * n), event(2 * n + 1, `m${n}`)]);
      for (let n = 0; n < count; n += 1) written(`f${n}.jsonl`, level(n), folder);
      const source = await opened(join(folder, `f${count - 1}.jsonl`), (id) => join(folder, `${id}.jsonl`));
      const messages = Array.from({ length: count }, (_, n) => `m${n}`);
      for (let pass = 0; pass < 2; pass += 1) {
        const bytes = await bytesOf(source);
        expect([...bytes.matchAll(/"message":"(\w+)"/g)].map((match) => match[1])).toEqual(messages);
        expect(openFilesOf(folder) ?? 0).toBeLessThanOrEqual(17);
      }
      rmSync(join(folder, "f0.jsonl"));
      await expect(source.read(0, 10)).rejects.toMatchObject({ fault: "io" });
      await source.close();
      expect(openFilesOf(folder) ?? 0).toBe(0);
    });

    it("what stands in the place of an id is not shown at any length", async () => {
      const own = linesOf([wrapped("session_meta", meta(base("x".repeat(1_000_000), 3, 0)), 0, 3), event(4, "x")]);
      expect((await chain({ own })).repairs).toEqual([
        `This session continues ${"x".repeat(80)}…, which was not found; what came before is missing.`,
      ]);
    });

    it("a base that is no rollout is as good as none", async () => {
      const own = linesOf([wrapped("session_meta", meta(base("one", 3, 10)), 0, 3), event(4, "x")]);
      expect((await chain({ one: "log\n", own })).repairs).toHaveLength(1);
    });

    it("a read may go over the seam", async () => {
      const own = linesOf([wrapped("session_meta", meta(base("one", 3, cutAt(3))), 0, 3)]);
      const folder = tempFolder();
      const one = written("one.jsonl", linesOf(first), folder);
      const source = await opened(written("own.jsonl", own, folder), () => one);
      const all = linesOf(first.slice(0, 3)) + own;
      for (const [at, length] of [
        [0, 10],
        [source.ownStart - 5, 10],
        [source.ownStart, 10],
        [all.length - 3, 10],
        [all.length, 10],
      ] as const)
        expect(Buffer.from(await source.read(at, length)).toString()).toBe(all.slice(at, at + length));
      await source.close();
    });
  });

  describe("refuses with words", () => {
    it.each([
      ["an empty file", "", "is empty"],
      ["UTF-16 with a mark", Buffer.from(`\ufeff${plain}`, "utf16le"), "is UTF-16 text"],
      ["UTF-16 without one", Buffer.from(plain, "utf16le"), "is UTF-16 text"],
      ["UTF-16, the other byte first", Buffer.from(plain, "utf16le").swap16(), "is UTF-16 text"],
      ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 1, 2, 3, 4]), "it is not text"],
      ["a log of a terminal program", '{"ts":"2025-08-09T00:00:00Z","dir":"meta","kind":"start"}\n', "no line of it is a record"],
      [
        "lines of another agent",
        '{"type":"user","uuid":"1","timestamp":"2026-01-01T00:00:00Z","message":{}}\n',
        "no line of it is a record",
      ],
      ["a JSON that is no session", '{"name":"x","version":"1.0.0"}\n', "no line of it is a record"],
    ])("%s", async (_, bytes, words) => {
      expect(await refusal(written("some.jsonl", bytes))).toContain(words);
    });

    it("a folder, and a file that is not there", async () => {
      const folder = tempFolder();
      mkdirSync(join(folder, "sub"));
      expect(await refusal(join(folder, "sub"))).toContain("is a folder");
      expect(await refusal(join(folder, "none.jsonl"))).toContain("There is no file");
    });
  });

  it("a rollout whose first lines are damaged or NULs is one all the same", async () => {
    for (const start of ["garbage\n", `${"\0".repeat(5000)}\n`, '{"half":\n']) {
      const source = await opened(written(NAME, start + plain));
      expect(source).toMatchObject({ era: "wrapped", header: { payload: { id: ID } } });
      await source.close();
    }
  });

  it("opening changes neither the bytes nor the times of a file", async () => {
    const path = written(NAME, plain);
    utimesSync(path, 1_700_000_000, 1_700_000_000);
    await (await opened(path)).close();
    expect(readFileSync(path, "utf8")).toBe(plain);
    expect(statSync(path).mtimeMs).toBe(1_700_000_000_000);
  });
});
