// Who may import whom (architecture.md §3). Each rule's comment says what to do instead.
const main = "^electron/(main|headless|exec|preload|rollout-worker)\\.ts$";

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "R1-shared",
      comment: "shared imports only zod and itself",
      severity: "error",
      from: { path: "^shared/" },
      to: { pathNot: ["^shared/", "(^|/)node_modules/zod/"] },
    },
    {
      name: "R2-runtime",
      comment: "runtime imports only itself and shared; the outside comes through a port",
      severity: "error",
      from: { path: "^electron/runtime/" },
      to: { pathNot: ["^electron/runtime/", "^shared/"] },
    },
    {
      name: "R5-renderer-electron",
      comment: "renderer and electron meet only in shared/protocol, types included",
      severity: "error",
      from: { path: "^renderer/" },
      to: { path: "^electron/" },
    },
    { name: "R5-electron-renderer", severity: "error", from: { path: "^electron/" }, to: { path: "^renderer/" } },
    {
      name: "R6-electron-module",
      comment: "the electron module only in main, preload, window/** and the IPC transport",
      severity: "error",
      from: {
        pathNot: ["^electron/(main|preload)\\.ts$", "^electron/window/", "^electron/ipc/electron-transport\\.ts$", "^test/"],
      },
      to: { path: "(^|/)node_modules/electron/|^electron$" },
    },
    {
      name: "R7-adapter-folders",
      comment: "adapter folders meet only in the composition roots",
      severity: "error",
      from: { path: "^electron/adapters/([^/]+)/" },
      to: { path: "^electron/adapters/([^/]+)/", pathNot: "^electron/adapters/$1/" },
    },
    {
      name: "R7-adapters-from-roots",
      comment: "only composition roots (and their shared assembly) know adapters",
      severity: "error",
      from: {
        path: "^electron/",
        pathNot: ["^electron/adapters/", main, "^electron/(assembly|past-assembly|permission-assembly)\\.ts$"],
      },
      to: { path: "^electron/adapters/" },
    },
    { name: "R8-roots", comment: "nobody imports a composition root", severity: "error", from: {}, to: { path: main } },
    {
      name: "R8-tests",
      comment: "nobody outside imports test/**",
      severity: "error",
      from: { pathNot: ["^test/", "^vitest\\.config\\.ts$", "^playwright\\.config\\.ts$", "^scripts/"] },
      to: { path: "^test/" },
    },
    {
      name: "R9-floor",
      comment:
        "inside runtime downward only: async, errors, ports <- history, input <- tools <- turn <- session <- session-manager",
      severity: "error",
      from: { path: "^electron/runtime/(async/|errors\\.ts|ports/)" },
      to: { path: "^electron/runtime/(history|input|tools|turn)/|^electron/runtime/session" },
    },
    {
      name: "R9-history-input",
      severity: "error",
      from: { path: "^electron/runtime/(history|input)/" },
      to: { path: "^electron/runtime/(tools|turn)/|^electron/runtime/session" },
    },
    {
      name: "R9-tools",
      severity: "error",
      from: { path: "^electron/runtime/tools/" },
      to: { path: "^electron/runtime/turn/|^electron/runtime/session" },
    },
    { name: "R9-turn", severity: "error", from: { path: "^electron/runtime/turn/" }, to: { path: "^electron/runtime/session" } },
    {
      name: "R9-session",
      severity: "error",
      from: { path: "^electron/runtime/session(-doors)?\\.ts$" },
      to: { path: "^electron/runtime/session-manager\\.ts$" },
    },
    {
      name: "R11-state",
      comment: "renderer/state is free of React: stores are vanilla",
      severity: "error",
      from: { path: "^renderer/state/" },
      to: { path: ["(^|/)node_modules/(react|react-dom)/", "^renderer/(components|items|actions)/"] },
    },
    { name: "R12-cycles", comment: "no cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "R12-barrels",
      comment: "no barrels: import the file that owns the thing",
      severity: "error",
      from: {},
      to: { path: "/index\\.tsx?$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(dist|release)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "test/tsconfig.json" },
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".css"] },
  },
};
