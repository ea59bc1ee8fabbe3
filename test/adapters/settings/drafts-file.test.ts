// Drafts on real files: replaced as a whole, in order, never thrown away (protocol.md §6).
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MAX_DRAFT_BYTES, createDraftsFile } from "../../../electron/adapters/settings/drafts-file";

describe("the drafts file", () => {
  let home: string;
  let file: string;
  let problems: string[];
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), "drafts-"));
    file = join(home, "drafts.json");
    problems = [];
  });
  afterEach(() => rm(home, { recursive: true }));

  const make = () => createDraftsFile({ file, onProblem: (problem) => problems.push(problem) });

  it("is empty when it is missing, and reading makes nothing", async () => {
    expect(await make().read()).toEqual({});
    expect(await readdir(home)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("keeps drafts over a start; an empty text removes one", async () => {
    const drafts = make();
    await drafts.write("new", "one\u2028\n😀");
    await drafts.write("thread", "two");
    await drafts.write("thread", "");
    expect(await make().read()).toEqual({ new: "one\u2028\n😀" });
    expect(await readdir(home)).toEqual(["drafts.json"]);
  });

  it("is settled when every write so far is on disk, so that a program that ends then loses none", async () => {
    const drafts = make();
    const writes = [drafts.write("new", "one"), drafts.write("thread", "two")];
    await drafts.settled();
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ new: "one", thread: "two" });
    await Promise.all(writes);
  });

  it("a key is only a key, whatever objects inherit", async () => {
    await make().write("constructor", "text");
    expect(await make().read()).toEqual({ constructor: "text" });
  });

  it("writes in the order of the calls and loses none of them", async () => {
    const drafts = make();
    await Promise.all(
      Array.from({ length: 30 }, (_n, index) => drafts.write(index % 2 === 0 ? "a" : `b${index}`, `text ${index}`)),
    );
    const read = await drafts.read();
    expect(read["a"]).toBe("text 28");
    expect(Object.keys(read)).toHaveLength(16);
    expect(await readdir(home)).toEqual(["drafts.json"]);
  });

  it("a reader finds the old text or the new one, never half of it", async () => {
    const drafts = make();
    await drafts.write("new", "x".repeat(500_000));
    let isDone = false;
    const writes = (async () => {
      for (let n = 0; n < 20; n += 1) await drafts.write("new", String(n % 10).repeat(500_000));
    })().finally(() => (isDone = true));
    let reads = 0;
    while (!isDone) {
      const { new: text = "" } = JSON.parse(await readFile(file, "utf8")) as { new?: string };
      expect(text).toBe((text[0] ?? "").repeat(500_000));
      reads += 1;
    }
    await writes;
    expect(reads).toBeGreaterThan(0);
  });

  it("only the person may read it", async ({ skip }) => {
    skip(process.platform === "win32", "Windows has no such modes");
    await make().write("new", "x");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("a draft of 1 MiB is kept, a longer one is refused and the old one stays", async () => {
    const drafts = make();
    const longest = "é".repeat(MAX_DRAFT_BYTES / 2);
    await drafts.write("new", longest);
    await expect(drafts.write("new", `${longest}x`)).rejects.toThrow("longer than 1 MiB");
    expect(await drafts.read()).toEqual({ new: longest });
  });

  it.each(["", "{", "[]", '{"new":7}', '{"new":"cut off'])(
    "a broken file (%j) is put aside and told, never thrown away",
    async (text) => {
      await writeFile(file, text);
      await writeFile(join(home, "drafts.broken-1.json"), "an earlier one");
      const drafts = make();
      expect(await drafts.read()).toEqual({});
      expect(problems).toEqual([
        `The drafts in ${file} were damaged. They were kept as ${join(home, "drafts.broken-2.json")}, and new drafts begin empty.`,
      ]);
      expect(await readFile(join(home, "drafts.broken-2.json"), "utf8")).toBe(text);
      expect(await readFile(join(home, "drafts.broken-1.json"), "utf8")).toBe("an earlier one");
      await drafts.write("new", "next");
      expect(await drafts.read()).toEqual({ new: "next" });
      expect(problems).toHaveLength(1);
    },
  );

  it("what the disk refuses to read is told, and never replaced", async () => {
    await mkdir(file);
    const drafts = make();
    expect(await drafts.read()).toEqual({});
    expect(problems).toEqual([expect.stringContaining(`The drafts in ${file} cannot be read (EISDIR`)]);
    await expect(drafts.write("new", "x")).rejects.toThrow("cannot be read");
    expect((await stat(file)).isDirectory()).toBe(true);
  });

  it("says when the disk refuses to write, and goes on with the next draft", async () => {
    const inTheWay = join(home, "folder");
    await writeFile(inTheWay, "");
    const drafts = createDraftsFile({ file: join(inTheWay, "drafts.json"), onProblem: (problem) => problems.push(problem) });
    await expect(drafts.write("new", "x")).rejects.toThrow(inTheWay);
    await rm(inTheWay);
    await drafts.write("new", "x");
    expect(await drafts.read()).toEqual({ new: "x" });
    expect(problems).toEqual([]);
  });
});
