import { defineConfig } from "vitest/config";

/** Their tests start no process and change nothing that the next file could see: they share processes, which saves loading all anew for each file. */
const LIGHT = ["ipc", "renderer", "runtime", "scenarios", "shared", "window"].map(
  (folder) => `test/${folder}/**/*.test.{ts,tsx}`,
);

export default defineConfig({
  test: {
    // What a test counts of its process (memory, time, open files) is its own, and a file that it holds open is passed on to no process that a test
    // beside it starts.
    pool: "forks",
    // Many tests wait for processes, so one worker leaves a core idle; Vitest itself would leave one out.
    maxWorkers: "100%",
    setupFiles: ["test/support/fixed-seed.ts"],
    // Only what hangs ends by it: a busy machine must not.
    testTimeout: 60_000,
    projects: [
      { extends: true, test: { name: "light", include: LIGHT, isolate: false, sequence: { groupOrder: 0 } } },
      {
        extends: true,
        test: {
          name: "alone",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: [...LIGHT, "test/e2e/**", "test/bench/**"],
          // Behind the others: a process is passed on to the next file only when that is a light one too.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
