// Pictures of what a person allows under test-results/screens, for people to look at beside the design; nothing runs out sideways, axe finds nothing.
import { accessViolations } from "../support/axe";
import { expect } from "../support/app-fixture";
import { overflows } from "../support/layout";
import { connectedTo, test, writeSettings } from "../support/model-fixture";
import type { OpenApp } from "../support/open-app";
import { hasSandbox } from "../support/permission-facts";
import { PERMISSION_SCRIPT, walkPermissions, writePermissionWorkspace } from "../support/permission-walk";

const SIZES = [
  { name: "900x700", width: 900, height: 700 },
  { name: "480x400", width: 480, height: 400 },
  // What 200 % leaves of the usual window.
  { name: "zoom200", width: 560, height: 390 },
];

/** The moment in light and dark and in every size. */
async function everyLook(app: OpenApp, moment: string): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await app.electron.evaluate(({ nativeTheme }, source) => {
      nativeTheme.themeSource = source;
    }, theme);
    await app.page.waitForFunction((wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches, theme);
    await app.screenshot(`${moment}-${theme}`);
    expect(await accessViolations(app.page), `${moment}, ${theme}`).toEqual([]);
  }
  for (const { name, width, height } of SIZES) {
    await app.page.setViewportSize({ width, height });
    await app.screenshot(`${moment}-${name}`);
    expect(await overflows(app.page), `${moment} ${name}`).toEqual([]);
  }
  await app.page.setViewportSize({ width: 1120, height: 780 });
}

test("what a person allows, in pictures: outside the sandbox, patches, questions, settings", async ({
  places,
  launch,
  model,
}) => {
  test.setTimeout(240_000);
  writePermissionWorkspace(places.workspace);
  writeSettings(places, { approvalPolicy: "onRequest" });
  const server = await model(PERMISSION_SCRIPT);
  const app = await launch(connectedTo(server));
  test.skip(!(await hasSandbox(app)), "this machine has no sandbox");
  await app.page.setViewportSize({ width: 1120, height: 780 });
  await app.openFolder();
  await walkPermissions(app, (moment) => everyLook(app, `permission-${moment}`));
});

test("a patch that is asked for, in pictures", async ({ places, launch, model }) => {
  test.slow();
  writePermissionWorkspace(places.workspace);
  const patch = PERMISSION_SCRIPT[2];
  const server = await model(patch === undefined ? [] : [patch]);
  const app = await launch(connectedTo(server));
  await app.page.setViewportSize({ width: 1120, height: 780 });
  await app.openFolder();
  await app.ask("Heights such as 4.25 m lose their last digit. Mend that.");
  await expect(app.card(/^Approval: Edit src\/heights\.ts and 1 more/)).toBeFocused();
  await everyLook(app, "permission-approval-patch");
});
