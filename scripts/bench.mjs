// npm run bench [-- measure…]: builds the headless program and the bench, and runs it; the table goes to standard output.
import { spawnSync } from "node:child_process";
import { build } from "vite";
import { companions, root } from "./parts.mjs";

process.chdir(root);
run(["scripts/build.mjs", "headless", ...companions]);
await build({
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  build: {
    ssr: "test/bench/bench.ts",
    outDir: "dist/bench",
    target: "node20",
    rolldownOptions: { output: { format: "es", entryFileNames: "bench.mjs", codeSplitting: false } },
  },
});
run(["dist/bench/bench.mjs", ...process.argv.slice(2)]);

function run(args) {
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
