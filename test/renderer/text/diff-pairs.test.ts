import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffLines, isText } from "../../../renderer/text/diff-lines";
import { changedSpans, diffPairs, endWords, isMixed } from "../../../renderer/text/diff-pairs";
import { diffPieces } from "../../../renderer/text/diff-whitespace";

const linesOf = (diff: string) => diffLines({ path: "a", kind: "update", diff }, 1000).lines;
const marked = (older: string, newer: string) => {
  const spans = changedSpans(older, newer);
  return spans && [older.slice(spans.older.from, spans.older.to), newer.slice(spans.newer.from, spans.newer.to)];
};

test("deleted lines stand beside the added ones behind them, the others alone", () => {
  const pairs = diffPairs(linesOf("@@ -1,4 +1,5 @@\n a\n-b\n-c\n+B\n+C\n+D\n e\n-f\n"));
  expect(pairs.map((pair) => (pair.type === "across" ? pair.line.text : [pair.older?.text, pair.newer?.text]))).toEqual([
    "@@ -1,4 +1,5 @@",
    ["a", "a"],
    ["b", "B"],
    ["c", "C"],
    [undefined, "D"],
    ["e", "e"],
    ["f", undefined],
  ]);
});

describe("changedSpans", () => {
  test("what lies between the common beginning and the common end", () => {
    expect(marked("const rows = 12;", "const rows = 480;")).toEqual(["12", "480"]);
    expect(marked("a(b)", "a(b, c)")).toEqual(["", ", c"]);
    expect(marked("x  ", "x")).toEqual(["  ", ""]);
    expect(marked("\treturn a;", "  return a;")).toEqual(["\t", "  "]);
  });

  test("other lines are not marked as changed ones", () => {
    expect(marked("  return LEGACY[id];", "  throw new Error(text);")).toBeNull();
    expect(marked("}", "  if (code === undefined) return;")).toBeNull();
  });

  test("half a character is never marked", () => {
    expect(marked("value 🙂 end", "value 🙃 end")).toEqual(["🙂", "🙃"]);
    // The second halves are alike, the first are not.
    expect(marked("value \ud83d\ude42 end", "value \ud83c\ude42 end")).toEqual(["\ud83d\ude42", "\ud83c\ude42"]);
  });

  test("the parts outside of the spans are alike", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (older, newer) => {
        const spans = changedSpans(older, newer);
        if (spans === null) return;
        expect(spans.older.from).toBeLessThanOrEqual(spans.older.to);
        expect(spans.newer.from).toBeLessThanOrEqual(spans.newer.to);
        expect(older.slice(0, spans.older.from)).toBe(newer.slice(0, spans.newer.from));
        expect(older.slice(spans.older.to)).toBe(newer.slice(spans.newer.to));
      }),
    );
  });
});

describe("endWords", () => {
  const words = (diff: string) => {
    const lines = linesOf(diff);
    return diffPairs(lines).flatMap((pair) =>
      pair.type === "across"
        ? []
        : [
            [pair.older, pair.newer].map((line, side) =>
              line === null ? null : endWords(line, side === 0 ? pair.newer : pair.older, isMixed(lines)),
            ),
          ],
    );
  };

  test("line ends are named where they change", () => {
    expect(words("@@ -1,1 +1,1 @@\n-a\r\n+a\n")).toEqual([["CRLF", "LF"]]);
    expect(words("@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n")).toEqual([
      ["", ""],
      ["", ""],
    ]);
    expect(words("@@ -1,1 +1,2 @@\n a\n+b\r\n")).toEqual([
      ["", ""],
      [null, "CRLF"],
    ]);
  });

  test("a newline that came or went at the end of the file", () => {
    expect(words("@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n")).toEqual([["no newline at end of file", ""]]);
  });

  test("a diff that does not hold what ends its lines does not let two equal ones stand without a word", () => {
    expect(words("@@ -1,1 +1,1 @@\n-a\n+a\n")).toEqual([["other line ending", "other line ending"]]);
  });
});

describe("diffPieces", () => {
  test("blanks that changed alone, and those at the end of an added line, have signs", () => {
    expect(diffPieces("\tx", { from: 0, to: 1 }, false)).toEqual([
      { text: "\t", isChanged: true, isBlank: true },
      { text: "x", isChanged: false, isBlank: false },
    ]);
    expect(diffPieces("a b  ", null, true)).toEqual([
      { text: "a b", isChanged: false, isBlank: false },
      { text: " ", isChanged: false, isBlank: true },
      { text: " ", isChanged: false, isBlank: true },
    ]);
    expect(diffPieces("f(a, b)", { from: 2, to: 6 }, true)).toEqual([
      { text: "f(", isChanged: false, isBlank: false },
      { text: "a, b", isChanged: true, isBlank: false },
      { text: ")", isChanged: false, isBlank: false },
    ]);
  });

  test("the pieces joined are the line again, and there are not many of them", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(20), fc.nat(20), fc.boolean(), (text, one, other, hasTail) => {
        const span = { from: Math.min(one, other), to: Math.max(one, other) };
        expect(
          diffPieces(text, span, hasTail)
            .map((piece) => piece.text)
            .join(""),
        ).toBe(text);
      }),
    );
    expect(diffPieces(" ".repeat(2000), { from: 0, to: 2000 }, true).length).toBeLessThan(210);
  });
});

test("every line of a diff is in its pairs", () => {
  const lines = linesOf(`@@ -1,9 +1,9 @@\n${"-a\n+b\n c\n".repeat(50)}`);
  const seen = diffPairs(lines).flatMap((pair) => (pair.type === "across" ? [] : [pair.older, pair.newer]));
  expect(new Set(seen.filter((line) => line !== null)).size).toBe(lines.filter(isText).length);
});
