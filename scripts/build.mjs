// Builds all parts, or the named ones: node scripts/build.mjs [renderer] [main] [preload] [headless] [exec] [rollout-worker] [search-worker] [seatbelt-profile] [host]
import { copyFile, utimes } from "node:fs/promises";
import path from "node:path";
import { build } from "vite";
import { partNames, programs, root } from "./parts.mjs";

const names = process.argv.length > 2 ? process.argv.slice(2) : partNames;
const unknown = names.filter((name) => !partNames.includes(name));
if (unknown.length > 0) {
  console.error(`build: no part named ${unknown.join(", ")}; there are ${partNames.join(", ")}`);
  process.exit(2);
}
process.chdir(root);
for (const name of names) await buildPart(name);

async function buildPart(name) {
  if (name === "renderer") return build({ root: "renderer", configFile: "renderer/vite.config.ts", logLevel: "warn" });
  if (name === "host") return (await import("../test/host/build.mjs")).buildHost();
  return buildProgram(programs[name]);
}

async function buildProgram({ entry, output, besides = [] }) {
  const startedAt = new Date();
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    // Node 20, because the programs run on the person's Node too, not only on Electron's.
    build: {
      ssr: entry,
      outDir: path.dirname(output),
      emptyOutDir: false,
      target: "node20",
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        external: ["electron"],
        output: { format: "cjs", entryFileNames: path.basename(output), codeSplitting: false },
      },
    },
    ssr: { noExternal: true, external: ["electron"], target: "node" },
  });
  for (const file of besides) await copyFile(file, path.join(path.dirname(output), path.basename(file)));
  // As old as the sources that were read: an edit made while the bundler ran counts as newer.
  await utimes(output, startedAt, startedAt);
}
