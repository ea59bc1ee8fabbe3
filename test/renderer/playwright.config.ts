// The window's specs: the built renderer in a real browser engine, with a fake agent behind the bridge.
import { defineConfig } from "playwright/test";

// eslint-disable-next-line no-restricted-syntax -- Playwright reads the default export
export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  globalSetup: "./build-renderer.ts",
  outputDir: "../../test-results/renderer",
  workers: 2,
  fullyParallel: true,
  // As the app's specs: they end what hangs, and a busy machine is no reason to fail.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [["line"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    timezoneId: "UTC",
    launchOptions: {
      executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
});
