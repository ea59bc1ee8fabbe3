import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainOutput, styledRuns } from "../../../renderer/text/ansi";

describe("styledRuns", () => {
  test("colours and weights become class names, and end where they end", () => {
    expect(styledRuns("a \u001b[1;32mok\u001b[0m b \u001b[91mred\u001b[39m.")).toEqual([
      { text: "a ", classes: "" },
      { text: "ok", classes: "ansi-bold ansi-green" },
      { text: " b ", classes: "" },
      { text: "red", classes: "ansi-red" },
      { text: ".", classes: "" },
    ]);
  });

  test("titles, links, cursor moves and unfinished sequences are dropped, their text is kept", () => {
    expect(
      plainOutput("\u001b]0;title\u0007a\u001b]8;;javascript:alert(1)\u001b\\b\u001b]8;;\u001b\\\u001b[?25lc\u001b[2Kd\u001b[3"),
    ).toBe("abcd");
  });

  test("an extended colour takes its parameters with it", () => {
    expect(styledRuns("\u001b[38;2;1;31;4mx\u001b[38;5;31;1my")).toEqual([
      { text: "x", classes: "" },
      { text: "y", classes: "ansi-bold" },
    ]);
  });

  test("a line drawn over by carriage returns shows what was drawn last", () => {
    expect(plainOutput("10 %\r50 %\r100 %\r\nnext\r\n")).toBe("100 %\nnext\n");
  });

  test("no escape character ever gets through", () => {
    const piece = fc.constantFrom("\u001b", "\u001b[", "[", "]", ";", "31", "m", "a", "\u0007", "\u009b", "\u001bP", "\n", "\\");
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        expect(plainOutput(pieces.join(""))).not.toMatch(/[\u001b\u0007\u009b]/);
      }),
    );
  });

  test("a flood of parameters stays cheap", () => {
    const flood = `\u001b[${";".repeat(500_000)}m${"\u001b[".repeat(100_000)}\nend`;
    const startedAt = performance.now();
    expect(plainOutput(flood)).toBe("\nend");
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});
