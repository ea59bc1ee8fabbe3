// Opens the app for a spec: each test has a home, a workspace and a temporary folder of its own, and leaves neither file nor process behind.
// What goes wrong inside the window fails the test even when nothing on screen shows it.
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { _electron, expect, test as base } from "playwright/test";
import { removeFolder } from "../host/remove-folder";
import { type AppPlaces, OpenApp } from "./open-app";
import { writeAskingSettings } from "./asking-settings";
import { createProcessMark, type ProcessMark } from "./process-count";
import { repository } from "./use-host";

export { expect } from "playwright/test";

export interface Places extends AppPlaces {
  /** Holds the other folders. */
  readonly root: string;
  readonly mark: ProcessMark;
}

interface Fixtures {
  places: Places;
  /** Variables that the app of this test gets besides the usual ones. */
  variables: Record<string, string>;
  /** Starts the app on this test's home, with arguments of its own; it is closed at the test's end if it still runs. */
  launch: (variables?: Record<string, string>, args?: readonly string[]) => Promise<OpenApp>;
  /** The app, started. */
  app: OpenApp;
}

export const test = base.extend<Fixtures>({
  places: async ({}, use) => {
    const root = mkdtempSync(path.join(realpathSync(tmpdir()), "cf-e2e-"));
    const places = { root, home: path.join(root, "home"), workspace: path.join(root, "tidetable"), mark: createProcessMark() };
    mkdirSync(places.workspace);
    mkdirSync(path.join(root, "tmp"));
    writeAskingSettings(places.home);
    writeWorkspace(places.workspace);
    await use(places);
    removeFolder(root);
  },

  variables: [{}, { option: true }],

  launch: async ({ places, variables }, use) => {
    const opened: OpenApp[] = [];
    await use(async (more = {}, args = []) => {
      const app = await open(places, { ...variables, ...more }, args);
      opened.push(app);
      return app;
    });
    for (const app of opened) if (app.isRunning()) await app.close();
    expect(opened.flatMap((app) => app.problems)).toEqual([]);
    if (process.platform === "linux") await expect.poll(() => places.mark.living()).toEqual([]);
  },

  app: async ({ launch }, use) => use(await launch()),
});

async function open(places: Places, variables: Record<string, string>, args: readonly string[]): Promise<OpenApp> {
  const electron = await _electron.launch({
    args: [repository, "--home", places.home, ...args],
    cwd: places.root,
    colorScheme: null,
    env: { ...inheritedVariables(), ...placeVariables(places), ...places.mark.variable, ...variables },
  });
  const page = await electron.firstWindow();
  const app = new OpenApp(electron, page, places);
  if (args.length === 0) await expect(app.composer).toBeFocused();
  // A file among the arguments may be shown already, and one that is only read has an offer in the composer's place.
  else await expect(app.composer.or(app.button("Continue as a new session")).first()).toBeVisible();
  return app;
}

/** Without what would connect the app to a model of the developer's. */
export function inheritedVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || name.startsWith("COUNTERFOIL_") ? [] : [[name, value] as const],
    ),
  );
}

function placeVariables({ root }: Places): Record<string, string> {
  const temporary = path.join(root, "tmp");
  return { XDG_CONFIG_HOME: root, APPDATA: root, TMPDIR: temporary, TMP: temporary, TEMP: temporary };
}

function writeWorkspace(folder: string): void {
  const readme = "# Tide table\n\nA small library that parses tide heights.\n\n- fast\n- exact\n";
  writeFileSync(path.join(folder, "README.md"), readme);
  writeFileSync(path.join(folder, "package.json"), '{"name":"tidetable","scripts":{"test":"echo 12 passed"}}\n');
}
