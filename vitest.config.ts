import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    exclude: ["test/e2e/**", "test/bench/**"],
    // What a test counts of its process (memory, time, open files) is its own, and a file that it holds open is passed on to no process that a test
    // beside it starts.
    pool: "forks",
    // Many tests wait for processes, so one worker leaves a core idle; Vitest itself would leave one out.
    maxWorkers: "100%",
    setupFiles: ["test/support/fixed-seed.ts"],
    // Only what hangs ends by it: a busy machine must not.
    testTimeout: 60_000,
  },
});
