// What patches make of files: a table of traps. Where Codex 0.171 makes something else of the same, the title says what.
import { chmodSync, linkSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PatchBench, patch, update } from "./patch-bench";

interface Trap {
  readonly title: string;
  readonly before: string;
  readonly hunks: readonly string[];
  readonly after: string;
}

const TRAPS: readonly Trap[] = [
  { title: "one line is replaced", before: "a\nb\nc\n", hunks: ["@@", " a", "-b", "+B", " c"], after: "a\nB\nc\n" },
  { title: "the first hunk needs no @@", before: "a\nb\n", hunks: ["-a", "+A"], after: "A\nb\n" },
  {
    title: "several hunks, each below the other",
    before: "a\nb\nc\nd\ne\n",
    hunks: ["@@", "-a", "+A", "@@", "-e", "+E"],
    after: "A\nb\nc\nd\nE\n",
  },
  {
    title: "a line behind @@ tells which of equal places is meant",
    before: "fn a\nx\nfn b\nx\n",
    hunks: ["@@ fn b", "-x", "+y"],
    after: "fn a\nx\nfn b\ny\n",
  },
  {
    title: "several @@ narrow it down step by step (Codex refuses them)",
    before: "class A\n def f\n  x\nclass B\n def f\n  x\n",
    hunks: ["@@ class B", "@@  def f", "-  x", "+  y"],
    after: "class A\n def f\n  x\nclass B\n def f\n  y\n",
  },
  {
    title: "the line behind @@ may be the hunk's first once more (Codex does not find it)",
    before: "fn a\nx\nend\n",
    hunks: ["@@ fn a", " fn a", "-x", "+y"],
    after: "fn a\ny\nend\n",
  },
  {
    title: "numbers of a unified diff are passed over (Codex does not find them)",
    before: "a\nb\n",
    hunks: ["@@ -7,2 +7,2 @@", "-a", "+A", " b"],
    after: "A\nb\n",
  },
  {
    title: "lines that are only added come behind the line that @@ names (Codex puts them at the end)",
    before: "a\nb\nc\n",
    hunks: ["@@ a", "+x"],
    after: "a\nx\nb\nc\n",
  },
  {
    title: "lines that are only added, without a place, come at the end",
    before: "a\nb\n",
    hunks: ["@@", "+c"],
    after: "a\nb\nc\n",
  },
  { title: "an empty file gets its first lines", before: "", hunks: ["@@", "+a", "+b"], after: "a\nb\n" },
  { title: "all lines may go", before: "a\nb\n", hunks: ["@@", "-a", "-b"], after: "" },
  {
    title: "End of File takes the last of equal places",
    before: "x\ny\nx\n",
    hunks: ["@@", "-x", "+z", "*** End of File"],
    after: "x\ny\nz\n",
  },
  {
    title: "an empty line in a hunk is a blank line of context",
    before: "a\n\nb\n",
    hunks: ["@@", " a", "", "-b", "+B"],
    after: "a\n\nB\n",
  },
  {
    title: "a blank line at a hunk's end that is only layout is passed over",
    before: "a\nb\n",
    hunks: ["@@", "-a", "+A", "", "@@", "-b", "+B"],
    after: "A\nB\n",
  },
  {
    title: "spaces at the ends of lines do not matter, and the file keeps its own",
    before: "a  \nb\t\nc\n",
    hunks: ["@@", " a", "-b", "+B", " c"],
    after: "a  \nB\nc\n",
  },
  {
    title: "other indentation is found, and context keeps the file's",
    before: "\tif x:\n\t\ty\n",
    hunks: ["@@", " if x:", "-  y", "+  z"],
    after: "\tif x:\n  z\n",
  },
  {
    title: "typographic signs are found by their plain likes",
    before: "a – b “q” it’s\n",
    hunks: ["@@", '-a - b "q" it\'s', "+x"],
    after: "x\n",
  },
  {
    title: "a space that does not break is a space",
    before: "a\u00a0b\nc\n",
    hunks: ["@@", " a b", "-c", "+C"],
    after: "a\u00a0b\nC\n",
  },
  {
    title: "an exact place further down wins over an inexact one above",
    before: " x\nx\n",
    hunks: ["@@", "-x", "+y"],
    after: " x\ny\n",
  },
  {
    title: "lines that look like a patch are lines",
    before: "*** Update File: q\nb\n",
    hunks: ["@@", " *** Update File: q", "-b", "+B"],
    after: "*** Update File: q\nB\n",
  },
  {
    title: "lines that begin with signs of a patch are lines",
    before: "-a\n+b\n@@ c\n",
    hunks: ["@@", "--a", "+-A", " +b", " @@ c"],
    after: "-A\n+b\n@@ c\n",
  },
  {
    title: "CRLF stays CRLF (bug report 140)",
    before: "a\r\nb\r\nc\r\n",
    hunks: ["@@", " a", "-b", "+B", "+B2", " c"],
    after: "a\r\nB\r\nB2\r\nc\r\n",
  },
  {
    title: "of mixed endings each line keeps its own; new lines take those of the lines they replace (Codex gives all one)",
    before: "a\r\nb\nc\r\nd\n",
    hunks: ["@@", " a", "-b", "+B", "+B2", "-c", "+C", " d"],
    after: "a\r\nB\nB2\r\nC\r\nd\n",
  },
  {
    title: "a line put between takes the ending of the line above",
    before: "a\r\nb\nc\n",
    hunks: ["@@", " a", "+x", " b"],
    after: "a\r\nx\r\nb\nc\n",
  },
  {
    title: "a line put in front of all takes the ending of the line below",
    before: "a\r\nb\r\n",
    hunks: ["@@", "+x", " a"],
    after: "x\r\na\r\nb\r\n",
  },
  {
    title: "a missing newline at the end stays missing, when another line changes (Codex adds it)",
    before: "a\nb",
    hunks: ["@@", "-a", "+A", " b"],
    after: "A\nb",
  },
  { title: "… when the last line changes (Codex adds it)", before: "a\nb", hunks: ["@@", " a", "-b", "+B"], after: "a\nB" },
  {
    title: "… when lines come behind it (Codex adds it)",
    before: "a\r\nb",
    hunks: ["@@", " b", "+c", "+d"],
    after: "a\r\nb\r\nc\r\nd",
  },
  { title: "… when the last line goes (Codex adds it)", before: "a\nb", hunks: ["@@", " a", "-b"], after: "a" },
  { title: "… in a file of one line (Codex adds it)", before: "a", hunks: ["@@", "-a", "+A", "+B"], after: "A\nB" },
  {
    title: "a byte order mark stays, and is no part of the first line (Codex does not find it)",
    before: "\ufeffa\nb\n",
    hunks: ["@@", "-a", "+A", " b"],
    after: "\ufeffA\nb\n",
  },
  {
    title: "a lone carriage return is a character like any other",
    before: "a\rb\nc\n",
    hunks: ["@@", " a\rb", "-c", "+C"],
    after: "a\rb\nC\n",
  },
  { title: "astral characters are whole", before: "🙂\n𝒳\n", hunks: ["@@", " 🙂", "-𝒳", "+𝒴🙃"], after: "🙂\n𝒴🙃\n" },
];

describe("an update", () => {
  test.each(TRAPS)("$title", async ({ before, hunks, after }) => {
    const bench = new PatchBench({ "f.txt": before });
    expect(await bench.apply(update("f.txt", ...hunks))).toMatchObject({
      status: "completed",
      output: "Success. Updated the following files:\nM f.txt",
    });
    expect(bench.read("f.txt")).toBe(after);
  });

  test("of a patch with CRLF lines keeps the file's endings, whichever they are", async () => {
    const bench = new PatchBench({ "lf.txt": "a\nb\n", "crlf.txt": "a\r\nb\r\n" });
    const lines = [
      "*** Update File: lf.txt",
      "@@",
      "-a",
      "+A",
      "*** Update File: crlf.txt",
      "@@",
      "-a",
      "+A",
      "*** Add File: n.txt",
      "+x",
    ];
    await bench.apply(patch(...lines).replaceAll("\n", "\r\n"));
    expect(bench.files()).toEqual({ "lf.txt": "A\nb\n", "crlf.txt": "A\r\nb\r\n", "n.txt": "x\n" });
  });

  test("is found within a million equal lines at once", async () => {
    const many = "x\n".repeat(1_000_000);
    const bench = new PatchBench({ "f.txt": `${many}end\n` });
    const run = Array.from({ length: 5000 }, () => " x");
    const started = performance.now();
    expect((await bench.apply(update("f.txt", "@@", ...run, "-end", "+END"))).status).toBe("completed");
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(bench.read("f.txt")).toBe(`${many}END\n`);
  });
});

describe("several steps", () => {
  test("see what the earlier ones have made", async () => {
    const bench = new PatchBench({ "f.txt": "a\nb\n" });
    const twice = patch("*** Update File: f.txt", "@@", "-a", "+A", "*** Update File: f.txt", "@@", "-A", "+AA");
    expect(await bench.apply(twice)).toMatchObject({ output: "Success. Updated the following files:\nM f.txt" });
    expect(bench.read("f.txt")).toBe("AA\nb\n");
  });

  test("deleted and added again is an update, with the same permissions", async () => {
    const bench = new PatchBench({ "f.sh": "a\n" });
    chmodSync(bench.path("f.sh"), 0o750);
    const { changes } = await bench.apply(patch("*** Delete File: f.sh", "*** Add File: f.sh", "+b"));
    expect(changes).toEqual([{ path: "f.sh", kind: "update", diff: "@@ -1,1 +1,1 @@\n-a\n+b" }]);
    expect(bench.mode("f.sh")).toBe(0o750);
  });

  test("a move keeps permissions and bytes, and makes folders", async () => {
    const bench = new PatchBench({ "f.bin": Buffer.from([0, 255, 1]) });
    chmodSync(bench.path("f.bin"), 0o700);
    expect(await bench.apply(patch("*** Update File: f.bin", "*** Move to: x/y/g.bin"))).toMatchObject({
      output: "Success. Updated the following files:\nM x/y/g.bin",
      changes: [{ path: "f.bin", kind: "update", movePath: "x/y/g.bin", diff: "" }],
    });
    expect([...readFileSync(bench.path("x/y/g.bin"))]).toEqual([0, 255, 1]);
    expect(bench.mode("x/y/g.bin")).toBe(0o700);
    expect(Object.keys(bench.files())).toEqual(["x/y/g.bin"]);
  });

  test("two files may change places, by way of a third", async () => {
    const bench = new PatchBench({ a: "1\n", b: "2\n" });
    const swap = [
      "*** Update File: a",
      "*** Move to: t",
      "*** Update File: b",
      "*** Move to: a",
      "*** Update File: t",
      "*** Move to: b",
    ];
    expect((await bench.apply(patch(...swap))).status).toBe("completed");
    expect(bench.files()).toEqual({ a: "2\n", b: "1\n" });
  });

  test("which undo each other change nothing, and that is said", async () => {
    const bench = new PatchBench({ f: "a\n" });
    expect(
      await bench.apply(patch("*** Update File: f", "@@", "-a", "+b", "*** Update File: f", "@@", "-b", "+a")),
    ).toMatchObject({
      status: "completed",
      output: "Success. The files are as the patch wants them already; nothing was changed.",
      changes: [],
    });
    expect(bench.files(bench.home)).toEqual({});
  });

  test("are told as hunks with line numbers, whole texts, and moves", async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
    const bench = new PatchBench({ "f.txt": `${lines.join("\n")}\n`, "old.txt": "gone\n" });
    const { output, changes } = await bench.apply(
      patch(
        ...["*** Add File: new.txt", "+fresh", "*** Delete File: old.txt", "*** Update File: f.txt"],
        ...["@@", "-line 2", "+two", "@@", " line 20", "+twenty and a half"],
      ),
    );
    expect(output).toBe("Success. Updated the following files:\nA new.txt\nM f.txt\nD old.txt");
    expect(changes).toEqual([
      { path: "new.txt", kind: "add", diff: "fresh\n" },
      { path: "old.txt", kind: "delete", diff: "gone\n" },
      {
        path: "f.txt",
        kind: "update",
        diff: [
          ...["@@ -1,5 +1,5 @@", " line 1", "-line 2", "+two", " line 3", " line 4", " line 5"],
          ...["@@ -18,6 +18,7 @@", " line 18", " line 19", " line 20", "+twenty and a half", " line 21", " line 22", " line 23"],
        ].join("\n"),
      },
    ]);
  });

  test("of an added file: folders are made, an empty one is empty, blank lines between steps do not matter", async () => {
    const bench = new PatchBench();
    await bench.apply(
      patch("*** Add File: a/b/c.txt", "+x", "", "*** Add File: empty.txt", "", "*** Add File: ./d/../e.txt", "+"),
    );
    expect(bench.files()).toEqual({ "a/b/c.txt": "x\n", "empty.txt": "", "e.txt": "\n" });
  });
});

test("a here-document around the patch is taken off, also with the command in front (Codex: without it)", async () => {
  const bench = new PatchBench({ f: "a\n" });
  await bench.apply(`<<'EOF'\n${update("f", "@@", "-a", "+b")}\nEOF\n`);
  await bench.apply(`apply_patch <<PATCH\n${update("f", "@@", "-b", "+c")}\nPATCH`, { callId: "2" });
  expect(bench.read("f")).toBe("c\n");
});

test("a hard link is replaced, not written through: its other name keeps the old text, and that is said", async () => {
  const bench = new PatchBench({ f: "a\n" });
  const outside = `${bench.folder}/outside.txt`;
  linkSync(bench.path("f"), outside);
  const { output } = await bench.apply(update("f", "@@", "-a", "+b"));
  expect(output).toContain("f had other names (hard links); they keep the old text.");
  expect([bench.read("f"), readFileSync(outside, "utf8")]).toEqual(["b\n", "a\n"]);
});

test("of very long texts the beginning is recorded, and how much is not", async () => {
  const bench = new PatchBench({ big: "line of text\n".repeat(200_000), small: "s\n" });
  const { changes = [] } = await bench.apply(patch("*** Delete File: big", "*** Delete File: small"));
  const [big, small] = changes.map(({ diff }) => diff);
  expect(big?.length).toBeLessThan(1_100_000);
  expect(big).toMatch(/\nline of text\n\\ the rest is not shown here: \d+ more characters$/);
  expect(small).toBe("\\ the rest is not shown here: 2 more characters");
});
