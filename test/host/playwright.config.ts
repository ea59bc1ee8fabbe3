// Runs test/e2e-host on the built stand-in: `node test/host/build.mjs && npx playwright test -c test/host`.
import path from "node:path";
import { defineConfig } from "playwright/test";

// Read by Playwright when it launches the first app; workers load this file too.
process.env["ELECTRON_OVERRIDE_DIST_PATH"] = path.join(import.meta.dirname, "bin");

export const { testDir, outputDir, workers, timeout, reporter, forbidOnly } = defineConfig({
  testDir: path.join(import.meta.dirname, "../e2e-host"),
  outputDir: path.join(import.meta.dirname, "../../test-results/host"),
  workers: 1,
  timeout: 20_000,
  reporter: "list",
  forbidOnly: process.env["CI"] !== undefined,
});
