import { describe, expect, test } from "vitest";
import { imageSource } from "../../../renderer/text/image-source";
import { damageWords, indexWords, originWords, repairOf } from "../../../renderer/text/past-words";
import { prettyJson } from "../../../renderer/text/pretty-json";

describe("the banner of a past session", () => {
  test.each([
    [{ source: "codex_cli_rs 0.104.0", sizeBytes: 308_000 }, "Codex 0.104.0 · 308 KB"],
    [{ source: "codex_cli_rs", sourceVersion: "0.104.0-alpha.1", sizeBytes: 308_000 }, "Codex 0.104.0-alpha.1 · 308 KB"],
    [{ source: "codex", sourceVersion: "0.0.0" }, "Codex"],
    [{ source: "codex" }, "Codex"],
    [{ source: "counterfoil", sizeBytes: 12 }, "Counterfoil · 12 bytes"],
    [{ source: "", sizeBytes: 12 }, "Another program · 12 bytes"],
    [{ source: "some\u202Ething" }, "some[U+202E]thing"],
  ])("says who wrote the file and how large it is: %j", (thread, words) => expect(originWords(thread)).toBe(words));

  test("says how far the file has been read, and nothing once it has been", () => {
    expect(indexWords({ bytes: 429, totalBytes: 1000 })).toBe("Numbering lines 42 %");
    expect(indexWords({ bytes: 1000, totalBytes: 1000 })).toBeNull();
    expect(indexWords({ bytes: 0, totalBytes: 0 })).toBeNull();
  });

  test("tells each damaged place by its line", () => {
    expect(repairOf("line 97: 4 096 empty bytes; skipped")).toEqual({ where: "line 97", what: "4 096 empty bytes; skipped" });
    expect(repairOf("line 5 is damaged (22 bytes) and was left out")).toEqual({
      where: "line 5",
      what: "Damaged (22 bytes) and was left out",
    });
    expect(repairOf("line 9, the last one, is cut off")).toEqual({ where: "line 9", what: "The last one, is cut off" });
    expect(repairOf("the base is missing: /x")).toEqual({ where: "", what: "The base is missing: /x" });
    expect([1, 4, 57].map(damageWords)).toEqual([
      "One place; everything else is shown.",
      "Four places; everything else is shown.",
      "57 places; everything else is shown.",
    ]);
  });
});

describe("where an image comes from", () => {
  test("one in the session is drawn, one on the web is only named", () => {
    expect(imageSource("data:image/png;base64,AAAA")).toEqual({
      type: "data",
      url: "data:image/png;base64,AAAA",
      words: "PNG, 3 bytes",
    });
    expect(imageSource("https://a.example/b.png")).toEqual({ type: "web", url: "https://a.example/b.png" });
  });

  test.each(["data:image/svg+xml;base64,AAAA", "data:text/html,<p>", "javascript:alert(1)", "file:///etc/passwd", "blob:x", ""])(
    "anything else is neither drawn nor opened: %s",
    (url) => expect(imageSource(url).type).toBe("unseen"),
  );

  test("a very large one is not decoded", () => {
    expect(imageSource(`data:image/png;base64,${"A".repeat(30_000_000)}`)).toEqual({
      type: "unseen",
      words: "An image too large to be drawn (PNG, 22.5 MB)",
    });
  });
});

test("a record is set out over lines, unless it is no JSON", () => {
  expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(prettyJson("{torn")).toBe("{torn");
});
