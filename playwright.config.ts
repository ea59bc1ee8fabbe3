// Runs test/e2e, the whole app, on the host that E2E_HOST names (test/support/e2e-host.ts).
import { defineConfig } from "playwright/test";
import { useHost } from "./test/support/use-host";

useHost();

export default defineConfig({
  testDir: "test/e2e",
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  outputDir: "test-results/app",
  forbidOnly: process.env["CI"] !== undefined,
});
