import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type IndexedText, SearchDatabase } from "../../../../electron/adapters/rollout/searching/search-database";
import { searchWords } from "../../../../electron/adapters/rollout/searching/search-words";
import { tempFolder } from "../../../support/temp-folder";

function open(file = path.join(tempFolder(), "cache/search.db")): { database: SearchDatabase; file: string } {
  const database = new SearchDatabase(file);
  onTestFinished(() => database.close());
  return { database, file };
}

function text(words: string, atMs: number, more: Partial<IndexedText> = {}): IndexedText {
  return { field: "prompt", itemId: `item-${atMs}`, itemOffset: 0, offset: 0, length: 10, atMs, text: words, ...more };
}

function file(name: string, bytes = 100): Parameters<SearchDatabase["add"]>[0] {
  return { path: `/sessions/${name}.jsonl`, threadId: name, identity: "1", bytes, resume: "{}" };
}

function found(database: SearchDatabase, query: string, below: number | null = null, limit = 10): string[] {
  return database.find({ match: searchWords(query)?.match ?? "", below, limit }).map(({ itemId }) => itemId);
}

describe("SearchDatabase", () => {
  test("the newest are found first, whichever file was taken in last", () => {
    const { database } = open();
    database.add(file("new"), [text("fix the parser", 3000)]);
    database.add(file("old"), [text("fix the parser", 1000), text("fix it", 2000)]);
    expect(found(database, "fix")).toEqual(["item-3000", "item-2000", "item-1000"]);
    expect(found(database, "fix", 3000 * 2048)).toEqual(["item-2000", "item-1000"]);
    expect(found(database, "fix", null, 1)).toEqual(["item-3000"]);
  });

  test("texts of one moment keep their order and are all found", () => {
    const { database } = open();
    database.add(file("one"), [text("fix", 5, { itemId: "a" }), text("fix", 5, { itemId: "b" })]);
    database.add(file("two"), [text("fix", 5, { itemId: "c" })]);
    expect(found(database, "fix")).toEqual(["c", "b", "a"]);
  });

  test("a copied history, all of one moment, is taken in as a whole, however long it is", () => {
    const { database } = open();
    const texts = Array.from({ length: 5000 }, (_, at) => text(at % 1000 === 0 ? "fix" : "other", 5, { itemId: `${at}` }));
    database.add(file("one"), texts.slice(0, 3000));
    database.add(file("two"), texts.slice(3000));
    database.add(file("three"), [text("fix", 6, { itemId: "later" })]);
    expect(found(database, "fix").toSorted()).toEqual(["0", "1000", "2000", "3000", "4000", "later"]);
    database.remove("/sessions/one.jsonl");
    expect(found(database, "fix").toSorted()).toEqual(["3000", "4000", "later"]);
  });

  test("a time that no clock shows is no obstacle", () => {
    const { database } = open();
    database.add(file("one"), [text("fix", 8.64e15), text("fix", -5), text("fix", 1)]);
    expect(found(database, "fix")).toEqual(["item-8640000000000000", "item-1", "item--5"]);
  });

  test("beginnings, phrases, accents and parts of Chinese are found; the rest is not", () => {
    const { database } = open();
    database.add(file("one"), [text("Straße café 请帮我整理这个目录 fix-the-parser.ts", 1)]);
    for (const query of ["pars", '"the parser"', "cafe", "整理", "个目录", "fix ts"])
      expect(found(database, query), query).toEqual(["item-1"]);
    for (const query of ["arser", '"parser the"', "目整"]) expect(found(database, query), query).toEqual([]);
  });

  test("a file that is removed is found no more, the others are", () => {
    const { database } = open();
    database.add(file("one"), [text("fix", 1)]);
    database.add(file("two"), [text("fix", 2)]);
    database.remove("/sessions/one.jsonl");
    expect(found(database, "fix")).toEqual(["item-2"]);
    expect(database.paths()).toEqual(["/sessions/two.jsonl"]);
  });

  test("it is there again after a reopening, and after a process that was killed with the lock held", () => {
    const { database, file: name } = open();
    database.add(file("one", 77), [text("fix", 1)]);
    mkdirSync(`${name}.lock`);
    const again = open(name).database;
    expect(found(again, "fix")).toEqual(["item-1"]);
    expect(again.file("/sessions/one.jsonl")).toMatchObject({ bytes: 77, threadId: "one" });
  });

  test("a damaged index is made anew", () => {
    const { file: name } = open();
    const other = path.join(path.dirname(name), "other.db");
    writeFileSync(other, "this is no database, only text ".repeat(1000));
    expect(open(other).database.paths()).toEqual([]);
  });
});
