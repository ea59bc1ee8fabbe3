// Launches the fixture app on the stand-in, each time with a configuration folder of its own.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { _electron, type ElectronApplication, type Page, test as base } from "playwright/test";
import { removeFolder } from "../host/remove-folder";

export { expect } from "playwright/test";

export const fixtureApp = path.join(import.meta.dirname, "../host/fixture-app");
export const standIn = path.join(import.meta.dirname, "../host/bin/electron");

/** What the fixture app's preload and page put on `window`. */
export interface FixtureWindow {
  readonly fixture: {
    readonly platform: string;
    readonly nested: { readonly list: readonly unknown[] };
    invoke(channel: string, value?: unknown): Promise<unknown>;
    subscribe(listener: (value: unknown) => void): () => void;
    pathOf(file: File): string;
    unknownMember(): unknown;
    twice(): unknown;
  };
  readonly events: unknown[];
  readonly unsubscribe: () => void;
  readonly inlineScriptRan?: boolean;
}
declare global {
  interface Window extends FixtureWindow {}
  /** Written by the fixture app's main process. */
  var log: unknown[];
}

interface Fixtures {
  /** The environment of every process of this test. */
  environment: Record<string, string>;
  electronApp: ElectronApplication;
  page: Page;
}

export const test = base.extend<Fixtures>({
  environment: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), "host-spec-"));
    const inherited = Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    await use({
      ...Object.fromEntries(inherited),
      XDG_CONFIG_HOME: folder,
      APPDATA: folder,
      TMPDIR: folder,
      ELECTRON_HOST_FILE_FOLDER: "/home/me/sessions",
      ELECTRON_HOST_BIN: path.join(folder, "bin"),
    });
    removeFolder(folder);
  },
  electronApp: async ({ environment }, use) => {
    const app = await _electron.launch({ args: [fixtureApp], env: environment, colorScheme: null });
    await use(app);
    await app.close();
  },
  page: async ({ electronApp }, use) => {
    const page = await electronApp.firstWindow();
    await page.waitForFunction(() => "fixture" in window && document.readyState === "complete");
    await use(page);
  },
});

/** Runs the stand-in without a test runner; resolves when it has ended. */
export async function runStandIn(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [standIn, ...args], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr] = [collect(child, "stdout"), collect(child, "stderr")];
  const [code] = (await once(child, "close")) as [number];
  return { code, stdout: stdout.join(""), stderr: stderr.join("") };
}

function collect(child: ChildProcess, name: "stdout" | "stderr"): string[] {
  const chunks: string[] = [];
  child[name]?.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
  return chunks;
}

export async function exitCode(app: ElectronApplication): Promise<number | null> {
  const child = app.process();
  if (child.exitCode !== null) return child.exitCode;
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}
