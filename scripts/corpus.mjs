// npm run corpus -- DIR: opens every rollout below DIR and compares what it holds with DIR/expected.json, if there is one. With --fuzz N SEED: damages
// them at random N times. Builds the checking program first.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import { root } from "./parts.mjs";

const folder = process.cwd();
const [asked] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
if (asked === undefined || !existsSync(path.resolve(folder, asked))) {
  console.error(
    `corpus: ${asked === undefined ? "name a folder" : `${asked} is not there`}: npm run corpus -- DIR [--fuzz N SEED]`,
  );
  process.exit(2);
}
process.chdir(root);
await build({
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  build: {
    ssr: "test/adapters/rollout/reading/corpus/corpus.ts",
    outDir: "dist/corpus",
    target: "node20",
    rolldownOptions: { output: { format: "es", entryFileNames: "corpus.mjs", codeSplitting: false } },
  },
});
const { status } = spawnSync(process.execPath, [`${root}/dist/corpus/corpus.mjs`, ...process.argv.slice(2)], {
  cwd: folder,
  stdio: "inherit",
});
process.exit(status ?? 1);
