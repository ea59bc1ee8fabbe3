import fc from "fast-check";
import { expect, test } from "vitest";
import { exactParts, type ExactPart, hasHidden, lengthWords, spokenText } from "../../../renderer/text/exact-text";

test("blanks that nobody writes to be read are counted instead of shown", () => {
  expect(exactParts(`a${" ".repeat(5000)}b`)).toEqual([
    { type: "text", text: "a" },
    { type: "padding", words: "5\u202f000 spaces", endsLine: false },
    { type: "text", text: "b" },
  ]);
  expect(exactParts(`a\n${" \n".repeat(99)}b`)[1]).toEqual({ type: "padding", words: "100 line ends", endsLine: true });
  expect(exactParts(`a${"\t ".repeat(30)}b`)[1]).toEqual({ type: "padding", words: "60 spaces and tabs", endsLine: false });
});

test.each(["a  b", `if x:\n${" ".repeat(40)}y`, "a\n\n\nb", "a\tb"])("%j is shown as it stands", (text) => {
  expect(exactParts(text)).toEqual([{ type: "text", text }]);
  expect(hasHidden(text)).toBe(false);
});

test("letters from right to left turn among themselves alone", () => {
  expect(exactParts("rm אבג/דה 1٠")).toEqual([
    { type: "text", text: "rm " },
    { type: "rightToLeft", text: "אבג" },
    { type: "text", text: "/" },
    { type: "rightToLeft", text: "דה" },
    { type: "text", text: " 1" },
    { type: "rightToLeft", text: "٠" },
  ]);
});

test("the same invisible character many times is named once, with its number", () => {
  expect(exactParts(`a${"\u200b".repeat(700)}b`)[1]).toEqual({
    type: "invisible",
    code: "U+200B",
    name: "zero width space",
    count: 700,
  });
  expect(hasHidden("a\u200bb")).toBe(true);
});

test("nothing is lost: what is shown is the text, in order", () => {
  const back = (part: ExactPart): string => {
    switch (part.type) {
      case "text":
      case "rightToLeft":
        return part.text;
      case "invisible":
        return String.fromCodePoint(Number.parseInt(part.code.slice(2), 16)).repeat(part.count);
      case "padding":
        return "";
    }
  };
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const parts = exactParts(text);
      fc.pre(parts.every(({ type }) => type !== "padding"));
      expect(parts.map(back).join("")).toBe(text);
    }),
  );
});

test("a long text says how long it is", () => {
  expect([lengthWords("ls"), lengthWords("x".repeat(1200)), lengthWords("a\n".repeat(20))]).toEqual([
    null,
    "1\u202f200 characters",
    "40 characters in 21 lines",
  ]);
});

test("what is read aloud has an end", () => {
  expect(spokenText("rm \u202ex\ny")).toBe("rm [U+202E]x y");
  expect(spokenText("x".repeat(5000))).toBe(`${"x".repeat(300)} … and 4700 more characters`);
});
