// The parts of a build: what each is made of and where it lies. Apart from build.mjs, so that reading the table does not load the bundler.
import path from "node:path";

export const root = path.join(import.meta.dirname, "..");

/** Programs bundled into one CommonJS file each, with Node's modules and `electron` left outside. */
export const programs = {
  main: { entry: "electron/main.ts", output: "dist/electron/main.cjs" },
  preload: { entry: "electron/preload.ts", output: "dist/electron/preload.cjs" },
  headless: { entry: "electron/headless.ts", output: "dist/headless.cjs" },
  exec: { entry: "electron/exec.ts", output: "dist/exec.cjs" },
  "rollout-worker": {
    entry: "electron/rollout-worker.ts",
    output: "dist/rollout-worker.cjs",
    // SQLite itself, which its loader reads as a file that lies beside the program.
    besides: ["node_modules/node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm"],
  },
  "search-worker": { entry: "electron/adapters/tools/search-worker.ts", output: "dist/search-worker.cjs" },
  "seatbelt-profile": { entry: "electron/adapters/tools/sandbox/seatbelt-profile.ts", output: "dist/seatbelt-profile.cjs" },
};

/** What the others load when they need it. */
export const companions = ["rollout-worker", "search-worker", ...(process.platform === "darwin" ? ["seatbelt-profile"] : [])];

/** The page, and the stand-in for Electron's binary, know themselves how they are built. */
export const partNames = ["renderer", ...Object.keys(programs), "host"];

/** What a program is made of: when one of these is newer than its output, it has to be built. */
export const programSources = ["electron", "shared", "package-lock.json", "scripts/build.mjs", "scripts/parts.mjs"];
export const hostOutput = "dist/test-host/electron.cjs";
