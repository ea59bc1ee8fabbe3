import fc from "fast-check";
import { expect, test } from "vitest";
import { outputWindow } from "../../../renderer/text/output-window";

test("a short output is drawn whole", () => {
  expect(outputWindow("one\ntwo\n", false)).toEqual({ head: "", cut: 0, tail: "one\ntwo\n" });
});

test("a long one by both ends, a live one by its end; the cut says how much is between", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 60_000, max: 200_000 }),
      fc.integer({ min: 1, max: 3000 }),
      fc.boolean(),
      (length, width, isLive) => {
        const output = `${"x".repeat(width)}\n`.repeat(Math.ceil(length / (width + 1)));
        const { head, cut, tail } = outputWindow(output, isLive);
        expect(head.length + cut + tail.length).toBe(output.length);
        expect(output.startsWith(head) && output.endsWith(tail)).toBe(true);
        expect(head.length + tail.length).toBeLessThan(70_000);
        if (isLive) expect(head).toBe("");
      },
    ),
  );
});

test("a very long line is not cut within an escape sequence or a character", () => {
  const link = "\u001b]8;;https://example.org/a\u001b\\";
  for (const piece of ["\u001b[38;2;1;2;3m", link, "🙂"])
    for (let lead = 0; lead < piece.length; lead += 1) {
      const output = `${"x".repeat(lead)}${piece.repeat(Math.ceil(100_000 / piece.length))}`;
      const { head, cut, tail } = outputWindow(output, false);
      expect(head.length + cut + tail.length).toBe(output.length);
      expect((head.length - lead) % piece.length).toBe(0);
      expect(tail.length % piece.length).toBe(0);
      expect(outputWindow(output, true).tail.length % piece.length).toBe(0);
    }
});
