// Lines of keys and of errors in a JSON text; JSON.parse is the judge of what is JSON.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonLines } from "../../electron/adapters/json-lines";

const lineOf = (text: string, ...path: PropertyKey[]): number => {
  const lines = jsonLines(text);
  if (lines.kind === "broken") throw new Error(lines.reason);
  return lines.lineOf(path);
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("jsonLines", () => {
  it("tells the line of each key and element", () => {
    const text = '{\n "a": 1,\n "b": {\n  "c.d": [\n   1,\n   {"e": 2}\n  ]}\n}';
    expect(lineOf(text, "a")).toBe(2);
    expect(lineOf(text, "b", "c.d")).toBe(4);
    expect(lineOf(text, "b", "c.d", 1, "e")).toBe(6);
  });

  it("tells the line of the nearest part for what is not there", () => {
    const text = '{\n "a": {\n  "b": 1 }\n}';
    expect(lineOf(text, "a", "missing", "deeper")).toBe(2);
    expect(lineOf(text)).toBe(1);
    expect(lineOf("7", "x")).toBe(1);
  });

  it.each([
    ['{\n "a": 1,\n}', 3, "a key in double quotes is expected"],
    ['{\n "a": 1\n "b": 2\n}', 3, "a comma or } is expected"],
    ['{\n "a" 1\n}', 2, "a colon is expected after the key"],
    ['{\n "a": nope\n}', 2, "a value is expected"],
    ['{\n "a": 01\n}', 2, "a value is expected"],
    ["{\n // no\n}", 2, "a key in double quotes is expected"],
    ["{\n 'a': 1\n}", 2, "a key in double quotes is expected"],
    ['{\n "a": [1 2]\n}', 2, "a comma or ] is expected"],
    ['{\n "a": 1', 2, "the text ends too early"],
    ["", 1, "the text ends too early"],
    ["{}\n{}", 2, "nothing may follow after the end"],
    ["[".repeat(100_000), 1, "it is nested too deeply"],
  ])("%j is broken on line %i: %s", (text, line, reason) => {
    expect(jsonLines(text)).toEqual({ kind: "broken", line, reason });
  });

  it("takes for JSON what JSON.parse takes, also after random damage", () => {
    const damaged = fc
      .tuple(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.nat({ max: 3 }),
        fc.constantFrom("", ",", '"', "{", "}", "[", "]", ":", "\\", "-", "0", "e", "\n", "\u0001", "\u2028"),
      )
      .map(([json, at, length, insert]) => {
        const start = at % (json.length + 1);
        return json.slice(0, start) + insert + json.slice(start + length);
      });
    fc.assert(
      fc.property(fc.oneof(fc.json({ maxDepth: 4 }), damaged), (text) => {
        expect(jsonLines(text).kind).toBe(isJson(text) ? "lines" : "broken");
      }),
      { numRuns: 2000 },
    );
  });
});
