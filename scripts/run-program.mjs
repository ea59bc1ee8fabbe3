// Runs a built program in this very process: its input, output, signals and exit code are then the person's own.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isOutdated } from "./is-outdated.mjs";
import { companions, programs, programSources, root } from "./parts.mjs";

/** Builds first when a source is newer. Never writes to stdout: it belongs to the program. */
export async function runProgram(name, args) {
  const output = path.join(root, programs[name].output);
  const sources = programSources.map((source) => path.join(root, source));
  const outdated = [name, ...companions].filter((each) => isOutdated(path.join(root, programs[each].output), sources));
  if (outdated.length > 0) {
    console.error(`Building ${outdated.map((each) => programs[each].output).join(", ")} …`);
    buildParts(outdated);
  }
  process.argv = [process.execPath, output, ...args];
  await import(pathToFileURL(output).href);
}

/** Builds in a process of its own, so that the bundler's memory is gone again. Exits with the build's code when it fails. */
export function buildParts(names) {
  const { status, error } = spawnSync(process.execPath, [path.join(import.meta.dirname, "build.mjs"), ...names], {
    stdio: ["ignore", 2, 2],
  });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
