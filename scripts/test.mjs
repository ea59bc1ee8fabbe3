// npm test: brings the browser it needs, builds, runs every suite, and ends with "N passed, N failed". Exit code 0 only when nothing failed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./parts.mjs";
import { countReport, failuresOf } from "./test-report.mjs";

const suites = [
  { name: "units, scenarios, properties", command: ["vitest", "run", "--reporter=default", "--reporter=json"], kind: "vitest" },
  { name: "stand-in host", command: ["playwright", "test", "-c", "test/host/playwright.config.ts"], kind: "playwright" },
  { name: "window parts", command: ["playwright", "test", "-c", "test/renderer/playwright.config.ts"], kind: "playwright" },
  { name: "app", command: ["playwright", "test"], kind: "playwright" },
];

process.chdir(root);
run("build", process.execPath, ["scripts/build.mjs"]);
ensureBrowser();
const reports = mkdtempSync(path.join(tmpdir(), "counterfoil-test-"));
const counts = suites.map(runSuite);
rmSync(reports, { recursive: true, force: true });
const passed = sum("passed");
const failed = sum("failed");
for (const failure of counts.flatMap((count) => count.failures)) console.log(`FAILED ${failure}`);
for (const { name, passed: ok, failed: bad } of counts) console.log(`${name}: ${ok} passed, ${bad} failed`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function sum(key) {
  return counts.reduce((total, count) => total + count[key], 0);
}

function runSuite({ name, command, kind }) {
  const [tool, ...args] = command;
  const report = path.join(reports, `${name.replaceAll(/\W+/g, "-")}.json`);
  const reporter = kind === "vitest" ? [`--outputFile.json=${report}`] : ["--reporter=list,json"];
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, [binary(tool), ...args, ...reporter], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const result = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null;
  const count = result === null ? { passed: 0, failed: 0 } : countReport(kind, result);
  // A suite that ended badly without a failed test (it did not start, or crashed) counts as one failure.
  const failed = count.failed === 0 && status !== 0 ? 1 : count.failed;
  return { name, passed: count.passed, failed, failures: result === null ? [] : failuresOf(kind, result) };
}

function binary(tool) {
  return tool === "vitest" ? "node_modules/vitest/vitest.mjs" : "node_modules/playwright/cli.js";
}

/** The e2e suites need a Chromium. As root on Debian it is installed; elsewhere the way to get it is said. */
function ensureBrowser() {
  const found = () => spawnSync(process.execPath, ["dist/test-host/electron.cjs", "--print-browser"], { encoding: "utf8" });
  const first = found();
  if (first.status === 0) return;
  const canInstall = process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!canInstall) {
    console.error(first.stderr.trim());
    process.exit(1);
  }
  console.log("Installing Chromium, which the window's tests need (apt-get install chromium) …");
  run("apt-get update", "apt-get", ["update", "-qq"]);
  run("apt-get install", "apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-dejavu-core"]);
}

function run(name, command, args) {
  const { status, error } = spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] });
  if (status === 0) return;
  console.error(`${name} failed${error === undefined ? "" : `: ${error.message}`}`);
  console.log("0 passed, 1 failed");
  process.exit(1);
}
