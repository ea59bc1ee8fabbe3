// A part of the build as a program, built once for each test file that needs it: Node itself runs no TypeScript.
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "vite";
import { afterAll } from "vitest";

/** Call it outside of the tests and `build`, which gives its path, before them. It is gone after the file's tests. */
export function builtProgram(entry: string): { readonly build: () => Promise<string> } {
  const folder = mkdtempSync(join(tmpdir(), "counterfoil-test-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return { build: () => buildInto(folder, entry) };
}

async function buildInto(folder: string, entry: string): Promise<string> {
  const name = `${basename(entry, ".ts")}.cjs`;
  await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      ssr: entry,
      outDir: folder,
      target: "node20",
      rolldownOptions: { output: { format: "cjs", entryFileNames: name } },
    },
    ssr: { noExternal: true, target: "node" },
  });
  return join(folder, name);
}
