// Whether a built file is older than what it is made of.
import { readdirSync, statSync } from "node:fs";
import path from "node:path";

/** Folders count with all they hold, and themselves, so that a removed file is noticed too. */
export function isOutdated(output, sources) {
  const builtAtMs = statSync(output, { throwIfNoEntry: false })?.mtimeMs;
  return builtAtMs === undefined || sources.some((source) => changedAtMs(source) > builtAtMs);
}

function changedAtMs(source) {
  const stat = statSync(source);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(source).map((name) => changedAtMs(path.join(source, name))));
}
