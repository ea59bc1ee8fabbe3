// The search worker as a program, built once for each test file that needs it: a thread of Node's own runs no TypeScript.
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterAll } from "vitest";

/** Call it outside of the tests and `build`, which gives its path, before them. It is gone after the file's tests. */
export function searchWorker(): { readonly build: () => Promise<string> } {
  const folder = mkdtempSync(join(tmpdir(), "counterfoil-test-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return { build: () => buildInto(folder) };
}

async function buildInto(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      ssr: "electron/adapters/tools/search-worker.ts",
      outDir: folder,
      target: "node20",
      rolldownOptions: { output: { format: "cjs", entryFileNames: "search-worker.cjs" } },
    },
    ssr: { noExternal: true, target: "node" },
  });
  return join(folder, "search-worker.cjs");
}
