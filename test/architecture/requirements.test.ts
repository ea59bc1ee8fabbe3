// The list of requirements is held against the tests themselves: an entry that no test cites, or a title that was changed, fails here.
import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { acceptance, contracts, pastSessions, trustedTools } from "../requirements";
import type { Requirement } from "../requirements/requirement";
import { TestFiles, citedSections, requirementBreaches } from "./requirement-breaches";
import { readTests } from "./test-titles";

const root = path.join(import.meta.dirname, "../..");
const files = new TestFiles(root);
const sources = new Set(contracts.map(({ source }) => source));

function sections(document: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${document} §${index + 1}`);
}

function partsOf(issue: string, list: readonly Requirement[]): number[] {
  const parts = list.flatMap(({ source }) => (source.startsWith(`${issue} part `) ? Number(source.split(" part ")[1]) : []));
  return [...new Set(parts)].toSorted((one, other) => one - other);
}

describe("the requirements", () => {
  test("each is cited by a test that exists under exactly that title", () => {
    expect(requirementBreaches([...contracts, ...acceptance, ...pastSessions, ...trustedTools], files)).toEqual([]);
  });

  test("every section has entries, and no other source is named", () => {
    expect([...sources].toSorted()).toEqual([...sections("runtime.md", 14), ...sections("protocol.md", 7)].toSorted());
    expect(acceptance.filter(({ source }) => !source.startsWith("Codex, "))).toEqual([]);
    const past = /^(issue 4 part [1-8]|issue 4, must hold|window\.md §6|bug report (7[3-9]|8\d|9[0-8]))$/;
    expect(pastSessions.filter(({ source }) => !past.test(source))).toEqual([]);
    const trust = /^(issue 5 part [1-7]|issue 5, must hold|window\.md §[345]|bug report (3\d|1[1-4]\d))$/;
    expect(trustedTools.filter(({ source }) => !trust.test(source))).toEqual([]);
    expect(partsOf("issue 4", pastSessions)).toEqual(Array.from({ length: 8 }, (_, index) => index + 1));
    expect(partsOf("issue 5", trustedTools)).toEqual(Array.from({ length: 7 }, (_, index) => index + 1));
  });

  test("every invariant has its entry", () => {
    const named = contracts.filter(({ source }) => source === "runtime.md §14").map(({ id }) => id.split("-")[0]);
    expect([...new Set(named)]).toEqual(Array.from({ length: 14 }, (_, index) => `I${index + 1}`));
  });

  test("every section that a scenario's title cites exists", () => {
    const scenarios = readdirSync(path.join(root, "test/scenarios")).map((name) => `test/scenarios/${name}`);
    const titles = scenarios.flatMap((file) => files.of(file)?.titles ?? []);
    expect(titles.length).toBeGreaterThan(100);
    expect(titles.filter((title) => !citedSections(title).every((section) => sources.has(section)))).toEqual([]);
  });
});

describe("a planted fault is seen", () => {
  const file = "test/architecture/requirements.test.ts";
  const title = "a planted fault is seen > in a list that has none";
  const sound: Requirement = { id: "sound", source: "runtime.md §1", contract: "It holds.", tests: [{ file, title }] };
  const breaches = (...list: Requirement[]): string[] => requirementBreaches(list, files);

  test("in a list that has none", () => {
    expect(breaches(sound, { ...sound, id: "row", tests: [{ file, title, row: "It holds." }] })).toEqual([]);
    expect(breaches({ id: "none", source: "Codex, voice", contract: "It speaks.", notApplicable: "There is no voice." })).toEqual(
      [],
    );
  });

  test.each<[string, Partial<Requirement>, string]>([
    ["an entry without a test", { tests: [] }, "sound: no test cites it"],
    ["a difference without a test", { differs: "Ours does not.", tests: [] }, "sound: no test cites it"],
    ["a title that was changed", { tests: [{ file, title: `${title} left` }] }, `sound: ${file} holds no test «${title} left»`],
    [
      "a title without its group",
      { tests: [{ file, title: "in a list that has none" }] },
      `sound: ${file} holds no test «in a list that has none»`,
    ],
    ["a file that is gone", { tests: [{ file: "test/gone.test.ts", title }] }, "sound: test/gone.test.ts does not exist"],
    [
      "a row that is gone",
      { tests: [{ file, title, row: ["no such", "row"].join(" ") }] },
      `sound: ${file} has no row «no such row»`,
    ],
    ["an excuse beside a test", { notApplicable: "It is not there." }, "sound: says that it does not apply, and more"],
  ])("%s", (_name, fault, breach) => {
    expect(breaches({ ...sound, ...fault })).toEqual([breach]);
  });

  test("an id that is there twice", () => {
    expect(breaches(sound, sound)).toEqual(["sound: this id is there twice"]);
  });

  test("a section that does not exist", () => {
    expect(citedSections("runtime.md §8 §12 all > protocol.md §9 one > §10")).toEqual([
      "runtime.md §8",
      "runtime.md §12",
      "protocol.md §9",
      "protocol.md §10",
    ]);
    expect(citedSections("§15 none").every((section) => sources.has(section))).toBe(false);
  });
});

describe("the titles of a file", () => {
  const titles = (text: string): readonly string[] => readTests(text).titles;

  test("are those of its tests, with the groups around them, and templates as they are written", () => {
    expect(
      titles(`
        test("plain", () => {});
        describe("outer", () => {
          it('quoted "so"', { timeout: 1 }, async () => {});
          describe.each(rows)("inner %s", () => test.each([["a"]])("row $name", (name) => {}));
          test.describe("window", () => test(\`\${name}: \${count} of them\`, body));
        });
        for (const name of names) test.for(rows)(\`no placeholder\`, () => {});
      `),
    ).toEqual([
      "plain",
      'outer > quoted "so"',
      "outer > inner %s > row $name",
      "outer > window > ${name}: ${count} of them",
      "no placeholder",
    ]);
  });

  test("do not count what is skipped, still to do, no test, or only text", () => {
    expect(
      titles(`
        test.skip("skipped", () => {});
        describe.skip("all of it", () => test("inside", () => {}));
        test.todo("later");
        test("nothing but a title");
        test.step("a step", () => {});
        contest("other", () => {});
        const text = 'test("quoted", () => {})'; // test("comment", () => {});
      `),
    ).toEqual([]);
  });
});
