// Patches that are refused: nothing may be changed, and the words must help whoever reads them.
import { chmodSync, truncateSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parsePatch } from "../../../../electron/adapters/tools/patch/parse-patch";
import { PatchBench, patch, update } from "./patch-bench";

describe("a text that is no patch", () => {
  test.each([
    ["no beginning", "*** Update File: f\n@@\n-a\n+b", "the first line of the patch must be '*** Begin Patch'"],
    ["no end", "*** Begin Patch\n*** Delete File: f", "the last line of the patch must be '*** End Patch'"],
    ["words behind the end", `${patch("*** Delete File: f")}\nDone!`, "the last line of the patch must be '*** End Patch'"],
    ["nothing in it", patch(), "the patch names no file"],
    ["an unknown header", patch("*** Rename File: f"), 'line 2 ("*** Rename File: f"): expected'],
    ["a header without a path", patch("*** Add File: "), "line 2"],
    ["an update that says nothing", patch("*** Update File: f"), "nothing is said about how to update f"],
    ["a hunk without lines", update("f", "@@"), "this hunk has no lines"],
    ["a line without a sign", update("f", "@@", "a", "-b"), 'line 4 ("a"): every line of a hunk must start with'],
    ["a line of an added file without a sign", patch("*** Add File: f", "+a", "b"), 'line 4 ("b"): every line of an added file'],
    ["a NUL character", patch("*** Add File: f", "+a\0b"), "a NUL character"],
    ["half a character", patch("*** Add File: f", "+\ud800"), "half a character"],
  ])("%s", (_, text, words) => {
    const parsed = parsePatch(text);
    expect(parsed.ok ? "" : parsed.detail).toContain(words);
  });
});

interface Refusal {
  readonly title: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly text: string;
  readonly words: readonly string[];
}

const REFUSALS: readonly Refusal[] = [
  {
    title: "lines that are not there are named, with the hunk and the nearest candidate",
    files: { "src/f.ts": "one\ntwo\nthree\nfour\n" },
    text: update("src/f.ts", "@@", "-one", "+1", "@@", " two", "-thre", "+3", " four"),
    words: [
      "src/f.ts, hunk 2 of 2: these lines were not found below line 1:\n  two\n  thre\n  four",
      "     2| two\n     3| three\n     4| four",
    ],
  },
  {
    title: "the nearest candidate is found by its words too",
    files: { f: "alpha\nconst total = price * count;\nomega\n" },
    text: update("f", "@@", "-const total = price * amount;", "+x"),
    words: ["     2| const total = price * count;"],
  },
  {
    title: "hunks in the wrong order are told so",
    files: { f: "a\nb\nc\n" },
    text: update("f", "@@", "-c", "+C", "@@", "-a", "+A"),
    words: ["They stand above, at line 1: the hunks of a file must come in its order."],
  },
  {
    title: "a line behind @@ that is not there",
    files: { f: "a\n" },
    text: update("f", "@@ class Zebra", "-a", "+b"),
    words: ["the line that @@ names was not found", "class Zebra"],
  },
  {
    title: "End of File that is not the end",
    files: { f: "x\ny\n" },
    text: update("f", "@@", "-x", "+z", "*** End of File"),
    words: ["not found at the end of the file", "They stand at line 1, which is not the end."],
  },
  { title: "lines of an empty file", files: { f: "" }, text: update("f", "@@", "-x", "+y"), words: ["The file is empty."] },
  { title: "a file that is not there", files: {}, text: update("nope", "@@", "-x", "+y"), words: ["nope does not exist"] },
  {
    title: "deleting what is not there",
    files: {},
    text: patch("*** Delete File: a/b"),
    words: ["a/b does not exist, so it cannot be deleted"],
  },
  {
    title: "adding over a file (Codex overwrites it)",
    files: { f: "precious\n" },
    text: patch("*** Add File: f", "+x"),
    words: ["f is there already"],
  },
  {
    title: "moving over a file (Codex overwrites it)",
    files: { f: "a\n", g: "precious\n" },
    text: update("f", "*** Move to: g", "@@", "-a", "+b"),
    words: ["g is there already"],
  },
  {
    title: "moving onto itself (Codex deletes the file)",
    files: { f: "a\n" },
    text: update("f", "*** Move to: ./f", "@@", "-a", "+b"),
    words: ["f cannot be moved onto itself"],
  },
  {
    title: "text that is not UTF-8",
    files: { f: Buffer.from([0xe9, 10, 98, 10]) },
    text: update("f", "@@", "-b", "+B"),
    words: ["f cannot be patched: it is not valid UTF-8"],
  },
  {
    title: "binary (Codex patches it)",
    files: { f: Buffer.from("a\0\nb\n") },
    text: update("f", "@@", "-b", "+B"),
    words: ["it is binary"],
  },
  {
    title: "UTF-16",
    files: { f: Buffer.from("\ufeffb\n", "utf16le") },
    text: update("f", "@@", "-b", "+B"),
    words: ["it is UTF-16 text"],
  },
  { title: "a folder", files: { "d/x": "" }, text: patch("*** Delete File: d"), words: ["d is a folder"] },
  { title: "a file as a folder", files: { f: "a\n" }, text: patch("*** Add File: f/x", "+x"), words: ["f is not a folder"] },
  {
    title: "a file and a folder of one name, both new",
    files: {},
    text: patch("*** Add File: f", "+a", "*** Add File: f/x", "+x"),
    words: ["f cannot be a file and the folder of f/x"],
  },
  {
    title: "a step behind one that deleted its file",
    files: { f: "a\n" },
    text: patch("*** Delete File: f", "*** Update File: f", "@@", "-a", "+b"),
    words: ["f does not exist"],
  },
];

describe("a patch that does not fit the files changes none of them, and keeps nothing", () => {
  test.each(REFUSALS)("$title", async ({ files, text, words }) => {
    // A step that would go well comes first: all or nothing.
    const first = text.replace("*** Begin Patch\n", "*** Begin Patch\n*** Add File: first.txt\n+x\n");
    const bench = new PatchBench(files);
    const before = bench.files();
    const { status, output, changes } = await bench.apply(first);
    expect({ status, changes }).toEqual({ status: "failed", changes: undefined });
    for (const part of [...words, "The patch was not applied: ", "No file was changed."]) expect(output).toContain(part);
    expect(bench.files()).toEqual(before);
    expect(bench.files(bench.home)).toEqual({});
  });

  test("a file over 32 MiB", async () => {
    const bench = new PatchBench({ f: "a\n" });
    truncateSync(bench.path("f"), 32 * 1024 * 1024 + 1);
    const { output } = await bench.apply(update("f", "@@", "-a", "+b"));
    expect(output).toContain("f is too large to be patched: 32.0 MiB, of at most 32");
  });

  test("a file that its permissions let nobody write", async () => {
    const bench = new PatchBench({ f: "a\n" });
    chmodSync(bench.path("f"), 0o444);
    expect((await bench.apply(update("f", "@@", "-a", "+b"))).output).toContain("f is write-protected");
    expect(bench.read("f")).toBe("a\n");
  });

  test("a patch that would need more than is kept for undo", async () => {
    const bench = new PatchBench({ f: `${"x".repeat(5000)}\na\n` }, 10_000);
    await bench.apply(update("f", "@@", "-a", "+b"));
    const { output } = await bench.apply(update("f", "@@", "-b", "+c"), { callId: "2" });
    expect(output).toContain("this turn has patched more than can be kept for undo");
    expect(bench.read("f")).toContain("\nb\n");
    expect((await bench.apply(update("f", "@@", "-b", "+c"), { callId: "3", turnId: "turn-2" })).status).toBe("completed");
    expect(await bench.snapshots.ofTurn({ threadId: "thread-1", turnId: "turn-1" })).toEqual([]);
  });

  test("one that was stopped before it wrote", async () => {
    const bench = new PatchBench({ f: "a\n" });
    const { status } = await bench.apply(update("f", "@@", "-a", "+b"), { signal: AbortSignal.abort() });
    expect([status, bench.read("f")]).toEqual(["aborted", "a\n"]);
  });
});
