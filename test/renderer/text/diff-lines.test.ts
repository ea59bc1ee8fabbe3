import { expect, test } from "vitest";
import { diffCount, diffLines } from "../../../renderer/text/diff-lines";

const update = (diff: string) => ({ path: "a.ts", kind: "update" as const, diff });

test("lines have the numbers of their file and the sign of their change", () => {
  expect(diffLines(update("@@ -4,3 +4,3 @@ class A\n one\n-two\n+TWO\n three\n"), 100)).toEqual({
    lines: [
      { kind: "hunk", number: null, text: "@@ -4,3 +4,3 @@ class A" },
      { kind: "same", number: 4, text: "one" },
      { kind: "delete", number: 5, text: "two" },
      { kind: "add", number: 5, text: "TWO" },
      { kind: "same", number: 6, text: "three" },
    ],
    rest: 0,
  });
});

test("a hunk that does not tell where it stands has no numbers", () => {
  expect(diffLines(update("@@\n-a\n+b"), 100).lines.map(({ kind, number }) => [kind, number])).toEqual([
    ["hunk", null],
    ["delete", null],
    ["add", null],
  ]);
});

test("an added or deleted file is all of its text", () => {
  expect(diffLines({ path: "a", kind: "add", diff: "x\n\ny\n" }, 2)).toEqual({
    lines: [
      { kind: "add", number: 1, text: "x" },
      { kind: "add", number: 2, text: "" },
    ],
    rest: 1,
  });
  expect(diffCount({ path: "a", kind: "add", diff: "x\n\ny\n" })).toEqual({ added: 3, deleted: 0 });
  expect(diffCount({ path: "a", kind: "delete", diff: "x" })).toEqual({ added: 0, deleted: 1 });
});

test("the names of the files are no lines of them; a line that begins with dashes is one", () => {
  const diff = "--- a/q.sql\n+++ b/q.sql\n@@ -1,2 +1,1 @@\n--- old remark\n select 1;\n\\ No newline at end of file";
  expect(diffCount(update(diff))).toEqual({ added: 0, deleted: 1 });
  expect(diffLines(update(diff), 100).lines.map(({ kind }) => kind)).toEqual([
    "remark",
    "remark",
    "hunk",
    "delete",
    "same",
    "remark",
  ]);
});

test("where the file does not tell what was changed there are no lines", () => {
  expect(diffLines(update(""), 100)).toEqual({ lines: [], rest: 0 });
  expect(diffCount(update(""))).toEqual({ added: 0, deleted: 0 });
});
