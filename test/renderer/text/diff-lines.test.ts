import { expect, test } from "vitest";
import { diffCount, type DiffLine, diffLines, isText } from "../../../renderer/text/diff-lines";

const update = (diff: string) => ({ path: "a.ts", kind: "update" as const, diff });
const ended = { hasReturn: false, isUnended: false };
const sides = (lines: readonly DiffLine[]) =>
  lines.map((line) => (isText(line) ? [line.kind, line.older, line.newer] : line.kind));

test("lines have the numbers they have in both files", () => {
  expect(diffLines(update("@@ -4,3 +5,3 @@ class A\n one\n-two\n+TWO\n three\n"), 100)).toEqual({
    lines: [
      { kind: "hunk", text: "@@ -4,3 +5,3 @@ class A" },
      { kind: "same", older: 4, newer: 5, text: "one", ...ended },
      { kind: "delete", older: 5, newer: null, text: "two", ...ended },
      { kind: "add", older: null, newer: 6, text: "TWO", ...ended },
      { kind: "same", older: 6, newer: 7, text: "three", ...ended },
    ],
    rest: 0,
  });
});

test("a second hunk counts from where it says", () => {
  const { lines } = diffLines(update("@@ -1,1 +1,2 @@\n a\n+b\n@@ -90,1 +91,1 @@\n-y\n+z"), 100);
  expect(sides(lines)).toEqual(["hunk", ["same", 1, 1], ["add", null, 2], "hunk", ["delete", 90, null], ["add", null, 91]]);
});

test("a hunk that does not tell where it stands has no numbers", () => {
  expect(sides(diffLines(update("@@\n-a\n+b"), 100).lines)).toEqual(["hunk", ["delete", null, null], ["add", null, null]]);
});

test("an added or deleted file is all of its text", () => {
  expect(diffLines({ path: "a", kind: "add", diff: "x\n\ny\n" }, 2)).toEqual({
    lines: [
      { kind: "add", older: null, newer: 1, text: "x", ...ended },
      { kind: "add", older: null, newer: 2, text: "", ...ended },
    ],
    rest: 1,
  });
  expect(diffCount({ path: "a", kind: "add", diff: "x\n\ny\n" })).toEqual({ added: 3, deleted: 0 });
  expect(diffCount({ path: "a", kind: "delete", diff: "x" })).toEqual({ added: 0, deleted: 1 });
});

test("the names of the files are no lines of them; a line that begins with dashes is one", () => {
  const diff = "--- a/q.sql\n+++ b/q.sql\n@@ -1,2 +1,1 @@\n--- old remark\n select 1;\n";
  expect(diffCount(update(diff))).toEqual({ added: 0, deleted: 1 });
  expect(diffLines(update(diff), 100).lines.map(({ kind }) => kind)).toEqual(["remark", "remark", "hunk", "delete", "same"]);
});

test("that nothing ends a file belongs to its last line, also where the lines that are read end", () => {
  const diff = "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n+b";
  const expected = { kind: "delete", older: 1, newer: null, text: "a", hasReturn: false, isUnended: true };
  expect(diffLines(update(diff), 100).lines[1]).toEqual(expected);
  const { lines, rest } = diffLines(update(diff), 2);
  expect(lines.at(-1)).toEqual(expected);
  expect(rest).toBe(2);
});

test("a carriage return before the end is told apart from the text", () => {
  const { lines } = diffLines(update("@@ -1,1 +1,1 @@\n-a\r\n+a\n"), 100);
  expect(lines.filter(isText).map(({ text, hasReturn }) => [text, hasReturn])).toEqual([
    ["a", true],
    ["a", false],
  ]);
});

test("what the recorder says of a text that it cut is no line of the file", () => {
  const change = { path: "a", kind: "add" as const, diff: "x\n\\ the rest is not shown here: 90 more characters" };
  expect(diffLines(change, 100).lines.map(({ kind }) => kind)).toEqual(["add", "remark"]);
  expect(diffCount(change)).toEqual({ added: 1, deleted: 0 });
});

test("where the file does not tell what was changed there are no lines", () => {
  expect(diffLines(update(""), 100)).toEqual({ lines: [], rest: 0 });
  expect(diffCount(update(""))).toEqual({ added: 0, deleted: 0 });
});
