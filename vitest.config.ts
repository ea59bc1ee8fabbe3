import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    exclude: ["test/e2e/**", "test/bench/**"],
    pool: "threads",
    setupFiles: ["test/support/fixed-seed.ts"],
    testTimeout: 30_000,
  },
});
