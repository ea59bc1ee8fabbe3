import { describe, expect, test } from "vitest";
import { indexedText, searchWords } from "../../../../electron/adapters/rollout/searching/search-words";

describe("searchWords", () => {
  test.each([
    ["two words must both be found, each by its beginning", "fix pars", '"fix"* AND "pars"*', ["fix", "pars"]],
    ["what stands in quotation marks is found as it stands", '"fix the parser"', '"fix the parser"', ["fix", "the", "parser"]],
    ["signs separate words as they do in the index", "src/main.ts", '"src main ts"*', ["src", "main", "ts"]],
    [
      "what the index would take for an operator is a word",
      "a OR NEAR(b)",
      '"a"* AND "OR"* AND "NEAR b"*',
      ["a", "or", "near", "b"],
    ],
    ["an open quotation mark is no error", 'say "hello', '"say"* AND "hello"*', ["say", "hello"]],
    ["a run of Chinese is found by its pairs", "整理目录", '"整理 理目 目录"', ["整理目录"]],
    ["a single character is the beginning of a pair", "录", '"录"*', ["录"]],
  ])("%s", (_name, query, match, marked) => {
    expect(searchWords(query)).toEqual({ match, marked });
  });

  test.each(["", "   ", "?!", '""', "\ud800"])("nothing to find in %j", (query) => {
    expect(searchWords(query)).toBeNull();
  });

  test("the index stores runs of Chinese as pairs among other words", () => {
    expect(indexedText("run 整理目录 now").split(/\s+/)).toEqual(["run", "整理", "理目", "目录", "now"]);
  });
});
