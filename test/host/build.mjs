// Bundles the stand-in into one CommonJS file, dist/test-host/electron.cjs. `node test/host/build.mjs`, or from a build script.
import { fileURLToPath } from "node:url";
import { build } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const PAGE_SCRIPT = "?page-script";

/** What runs in the page is bundled apart, for the page's engine, and becomes a text in the host's bundle. */
function pageScripts() {
  return {
    name: "page-scripts",
    async load(id) {
      if (!id.endsWith(PAGE_SCRIPT)) return undefined;
      const output = await build({
        configFile: false,
        root,
        logLevel: "warn",
        publicDir: false,
        build: {
          write: false,
          minify: false,
          target: "chrome130",
          lib: { entry: id.slice(0, -PAGE_SCRIPT.length), formats: ["iife"], name: "pageScript" },
        },
      });
      const [{ output: chunks }] = output;
      return `export const source = ${JSON.stringify(chunks[0].code)};`;
    },
  };
}

export async function buildHost() {
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    plugins: [pageScripts()],
    ssr: { noExternal: true, target: "node" },
    build: {
      outDir: "dist/test-host",
      emptyOutDir: true,
      target: "node20",
      ssr: `${here}main.ts`,
      minify: false,
      sourcemap: true,
      rolldownOptions: { output: { format: "cjs", entryFileNames: "electron.cjs", codeSplitting: false } },
    },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildHost();
