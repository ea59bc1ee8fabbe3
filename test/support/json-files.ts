// Fixtures: the JSON files of a folder under test/fixtures, by name.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const FIXTURES = join(import.meta.dirname, "../fixtures");

/** Path of a fixture. */
export function fixture(...parts: readonly string[]): string {
  return join(FIXTURES, ...parts);
}

/** Name without `.json` → parsed content, in order of the names. */
export function jsonFiles(...folder: readonly string[]): Map<string, unknown> {
  const names = readdirSync(fixture(...folder))
    .filter((name) => name.endsWith(".json"))
    .toSorted();
  return new Map(
    names.map((name) => [name.slice(0, -".json".length), JSON.parse(readFileSync(fixture(...folder, name), "utf8"))]),
  );
}
