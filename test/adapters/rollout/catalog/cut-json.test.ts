// A JSON text that was cut anywhere is closed to a whole one.
import { describe, expect, test } from "vitest";
import { closeCutJson } from "../../../../electron/adapters/rollout/catalog/cut-json";

describe("closeCutJson", () => {
  const whole = { a: 'x"y\\z\u00e9\n', b: [1, -2.5e3, true, null, { c: "d" }], e: { f: {} }, g: "" };

  test("of a text cut at any place, what is whole is kept and nothing is made up", () => {
    const text = JSON.stringify(whole).replace("é", "\\u00e9");
    for (let length = 1; length <= text.length; length += 1) {
      const closed: unknown = JSON.parse(closeCutJson(text.slice(0, length)) ?? "null");
      expect(isBeginning(closed, whole), text.slice(0, length)).toBe(true);
    }
    expect(JSON.parse(closeCutJson(text) ?? "null")).toEqual(whole);
  });

  test("a text value that is cut keeps its beginning, an escape that is cut goes", () => {
    expect(closeCutJson('{"a":"hel')).toBe('{"a":"hel"}');
    expect(closeCutJson('{"a":["x\\')).toBe('{"a":["x"]}');
    expect(closeCutJson('{"a":"x\\u00')).toBe('{"a":"x"}');
    expect(closeCutJson('{"a":1,"b')).toBe('{"a":1}');
  });

  test("nothing that was begun gives nothing, and depth does no harm", () => {
    expect(closeCutJson("")).toBeNull();
    expect(closeCutJson("words")).toBeNull();
    expect(closeCutJson("[".repeat(100_000))?.length).toBe(200_000);
  });
});

/** Everything in `part` is in `whole` at the same place; texts and lists may end early. */
function isBeginning(part: unknown, whole: unknown): boolean {
  if (typeof part === "string") return typeof whole === "string" && whole.startsWith(part);
  if (typeof part !== "object" || part === null) return part === null || part === whole;
  if (typeof whole !== "object" || whole === null) return false;
  const known = new Map<string, unknown>(Object.entries(whole));
  return Object.entries(part).every(([key, value]) => known.has(key) && isBeginning(value, known.get(key)));
}
