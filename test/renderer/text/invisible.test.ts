import fc from "fast-check";
import { expect, test } from "vitest";
import { invisibleCodes, textSegments, visibleLine } from "../../../renderer/text/invisible";

test("invisible characters are named in place", () => {
  expect(textSegments("loc\u200bode\u00a0-o")).toEqual([
    { type: "text", text: "loc" },
    { type: "invisible", code: "U+200B", name: "zero width space" },
    { type: "text", text: "ode" },
    { type: "invisible", code: "U+00A0", name: "no-break space" },
    { type: "text", text: "-o" },
  ]);
});

test.each([
  "\u202e",
  "\u2066",
  "\u00ad",
  "\u2800",
  "\u3164",
  "\ufe0f",
  "\u{e0041}",
  "\u2028",
  "\r",
  "\u001b",
  "\u0000",
  "\ud800",
  "\u3000",
  "\u115f",
])("%j is seen", (character) => {
  expect(invisibleCodes(`a${character}b`)).toHaveLength(1);
});

test.each(["a", " ", "\n", "\t", "é", "日本", "😀", "العربية", "-"])("%j is left alone", (text) => {
  expect(textSegments(text)).toEqual([{ type: "text", text }]);
});

test("nothing is lost: the segments hold the text in order", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const back = textSegments(text).map((segment) =>
        segment.type === "text" ? segment.text : String.fromCodePoint(Number.parseInt(segment.code.slice(2), 16)),
      );
      expect(back.join("")).toBe(text);
    }),
  );
});

test("a label is one line and shows codes", () => {
  expect(visibleLine("rm \u202ex\n\ny")).toBe("rm [U+202E]x y");
});
