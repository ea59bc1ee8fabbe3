import fc from "fast-check";
import { expect, test } from "vitest";
import { previewText } from "../../../shared/text/preview-text";

test("the first words on one line", () => {
  expect(previewText("  fix\n\n the\ttests \r\n")).toBe("fix the tests");
});

test("what stands behind much white space belongs to it, or is left out with an ellipsis", () => {
  expect(previewText(`a${" ".repeat(5000)}b`)).toBe("a b");
  expect(previewText("😀".repeat(120))).toBe("😀".repeat(120));
  expect(previewText("😀".repeat(121))).toBe(`${"😀".repeat(119)}…`);
});

test("cut on a code point", () => {
  expect(previewText("😀".repeat(200))).toBe(`${"😀".repeat(119)}…`);
});

test("property: never longer than 120 code points, one line, and no half character that was not there before", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      const preview = previewText(text);
      expect([...preview].length).toBeLessThanOrEqual(120);
      expect(preview).not.toMatch(/[\n\r\t]/);
      expect(preview).not.toMatch(/\p{Surrogate}/u);
    }),
  );
});
