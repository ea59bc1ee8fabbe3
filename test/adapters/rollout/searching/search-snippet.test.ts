import { describe, expect, test } from "vitest";
import { snippetOf } from "../../../../electron/adapters/rollout/searching/search-snippet";

function marked(text: string, words: readonly string[]): string[] {
  const found = snippetOf(text, words);
  return (found?.ranges ?? []).map(([start, end]) => found?.snippet.slice(start, end) ?? "");
}

describe("snippetOf", () => {
  test("marks every word where it stands, whatever its case", () => {
    expect(marked("The parser parses. PARSE it", ["parse"])).toEqual(["parse", "parse", "PARSE"]);
  });

  test("begins near the first word and says what is left out", () => {
    const found = snippetOf(`${"a ".repeat(500)}needle${" b".repeat(500)}`, ["needle"]);
    expect(found?.snippet).toMatch(/^….*needle.*…$/);
    expect(found?.snippet.length).toBeLessThan(220);
  });

  test("it begins where the words stand together, and marks them where words begin", () => {
    const text = `desktop ${"x ".repeat(300)}the line two to notes`;
    const found = snippetOf(text, ["two", "to", "notes"]);
    expect(found?.snippet.endsWith("the line two to notes")).toBe(true);
    expect(marked(text, ["two", "to", "notes"])).toEqual(["two", "to", "notes"]);
    expect(marked("desktop", ["top"])).toEqual(["top"]);
  });

  test("ranges are of the snippet, also behind letters whose lower case is longer", () => {
    expect(marked("İİİİ needle", ["needle"])).toEqual(["needle"]);
  });

  test("touching words become one range", () => {
    expect(snippetOf("foobar", ["foo", "foobar"])?.ranges).toEqual([[0, 6]]);
  });

  test("an emoji is never cut in half", () => {
    const found = snippetOf(`${"😀".repeat(60)}needle${"😀".repeat(200)}`, ["needle"]);
    expect(Buffer.from(found?.snippet ?? "").toString()).toBe(found?.snippet);
  });

  test("null without any of the words", () => {
    expect(snippetOf("nothing here", ["needle"])).toBeNull();
  });
});
