// What is wrong with a list of requirements, in words; an empty list is the pass. Apart from its test so that faults can be planted in another list.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Citation, Requirement } from "../requirements/requirement";
import { readTests, type TestsOfFile } from "./test-titles";

/** Tests by file, each file read once. `root`: the folder that citations start from. */
export class TestFiles {
  readonly #read = new Map<string, TestsOfFile | null>();

  constructor(private readonly root: string) {}

  of(file: string): TestsOfFile | null {
    const known = this.#read.get(file);
    if (known !== undefined) return known;
    const place = path.join(this.root, file);
    const tests = existsSync(place) ? readTests(readFileSync(place, "utf8")) : null;
    this.#read.set(file, tests);
    return tests;
  }

  /** Whether the text stands in the file, or in one of those it imports. */
  holds(file: string, text: string): boolean {
    const tests = this.of(file);
    if (tests === null) return false;
    if (tests.texts.has(text)) return true;
    return tests.imports.some((name) => this.of(`${path.join(path.dirname(file), name)}.ts`)?.texts.has(text) === true);
  }
}

function citationBreaches({ file, title, row }: Citation, files: TestFiles): string[] {
  const tests = files.of(file);
  if (tests === null) return [`${file} does not exist`];
  const found = tests.titles.filter((other) => other === title).length;
  if (found === 0) return [`${file} holds no test «${title}»`];
  if (found > 1) return [`${file} holds ${found} tests «${title}»`];
  return row === undefined || files.holds(file, row) ? [] : [`${file} has no row «${row}»`];
}

function entryBreaches({ tests = [], differs, notApplicable }: Requirement, files: TestFiles): string[] {
  if (notApplicable !== undefined && (tests.length > 0 || differs !== undefined))
    return ["says that it does not apply, and more"];
  if (notApplicable === undefined && tests.length === 0) return ["no test cites it"];
  return tests.flatMap((citation) => citationBreaches(citation, files));
}

export function requirementBreaches(list: readonly Requirement[], files: TestFiles): string[] {
  const ids = list.map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id}: this id is there twice`);
  return [...twice, ...list.flatMap((entry) => entryBreaches(entry, files).map((breach) => `${entry.id}: ${breach}`))];
}

/** The sections that a title cites, such as `runtime.md §5`; without a document's name it is the one named last, at first runtime.md. */
export function citedSections(title: string): string[] {
  let document = "runtime.md";
  return [...title.matchAll(/(?:(\w+\.md) )?§(\d+)/g)].map(([, named, section]) => {
    document = named ?? document;
    return `${document} §${section}`;
  });
}
