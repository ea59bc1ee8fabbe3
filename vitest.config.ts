import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    exclude: ["test/e2e/**", "test/bench/**"],
    pool: "threads",
    setupFiles: ["test/support/fixed-seed.ts"],
    // Only what hangs ends by it: a busy machine must not.
    testTimeout: 60_000,
  },
});
