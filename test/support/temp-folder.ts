// A folder that is gone after the test.
import { mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Its real path, without symbolic links. Call it inside a test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "counterfoil-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
