// Finds out what is installed, chooses the host of this run and tells Playwright's launcher of it. The module `electron` is never loaded: it
// would fetch its binary.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { chooseHost, type HostChoice } from "./e2e-host";

export const repository = path.join(import.meta.dirname, "../..");

/** Called by the configuration, which the runner and every worker load; the runner alone says it. Throws when nothing may run. */
export function useHost(): void {
  const choice = findHost();
  if (choice.kind === "refused") throw new Error(choice.words);
  if (process.env["TEST_WORKER_INDEX"] === undefined) process.stderr.write(`${choice.words}\n`);
  // Read by the launcher when it starts the first app.
  if (choice.kind === "chromium-host") process.env["ELECTRON_OVERRIDE_DIST_PATH"] = path.join(repository, "test/host/bin");
  else delete process.env["ELECTRON_OVERRIDE_DIST_PATH"];
}

export function findHost(): HostChoice {
  return chooseHost({
    wanted: process.env["E2E_HOST"] || undefined,
    electron: electronBinary(),
    hasStandIn: existsSync(path.join(repository, "dist/test-host/electron.cjs")),
  });
}

function electronBinary(): string | null {
  const folder = path.join(repository, "node_modules/electron");
  const note = path.join(folder, "path.txt");
  if (!existsSync(note)) return null;
  const binary = path.join(folder, "dist", readFileSync(note, "utf8").trim());
  return existsSync(binary) ? binary : null;
}
