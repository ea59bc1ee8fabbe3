// Pictures of the main moments under test-results/screens, for people to look at beside the design.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../support/app-fixture";
import { overflows, zoom } from "../support/layout";
import type { OpenApp } from "../support/open-app";
import { completed, created, message, messageAdded, textDelta } from "../support/provider-events";
import { cut, hang, refusal, reply, replyWith, startScriptedModel } from "../support/scripted-model";
import { gate } from "../support/gate";
import { walkQueueMailAndCompaction, walkRetriesAndFailures } from "../support/turn-moments";

async function choose(app: OpenApp, theme: "light" | "dark"): Promise<void> {
  await app.electron.evaluate(({ nativeTheme }, source) => {
    nativeTheme.themeSource = source;
  }, theme);
  await app.page.waitForFunction((wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches, theme);
}

/** The moment in light and in dark. */
async function both(app: OpenApp, name: string): Promise<void> {
  for (const theme of ["dark", "light"] as const) {
    await choose(app, theme);
    await app.screenshot(`${name}-${theme}`);
  }
  expect(await overflows(app.page)).toEqual([]);
}

test("the main moments, light and dark, large and small", async ({ app }) => {
  test.slow();
  await both(app, "empty");
  await app.openFolder();
  await app.ask("list the files here");
  await app.turnEnds(1, /^Completed in /);
  await app.ask("do these three things at once");
  await expect(app.card(/^Approval/)).toBeFocused();
  await both(app, "approval");
  await app.page.setViewportSize({ width: 480, height: 700 });
  await app.screenshot("approval-480");
  await app.page.setViewportSize({ width: 900, height: 700 });
  await app.screenshot("approval-900x700");
  await app.page.setViewportSize({ width: 1120, height: 780 });
  await app.page.keyboard.press("y");
  await app.turnEnds(2, /^Completed in /);
  await app.ask("run `seq 5; sleep 4711`");
  await expect(app.card(/^Approval/)).toBeFocused();
  await app.page.keyboard.press("y");
  await expect(app.card(/Running$/)).toBeVisible();
  await app.button(/^Run seq/).click();
  await expect(app.card(/Running$/)).toContainText("5");
  await both(app, "running");
  await app.composer.fill("and then the tests");
  await app.screenshot("typed-during-a-turn-light");
  await app.composer.fill("");
  await app.page.keyboard.press("Escape");
  await app.turnEnds(3, "Interrupted by you");
  await both(app, "stopped");
  await app.ask("wait 20 minutes");
  await expect(app.thread.getByRole("timer")).toBeVisible();
  await both(app, "sleeping");
  await app.button("Wake now").click();
  await app.turnEnds(4, /^Completed in /);
  await app.ask("show me markdown");
  await app.turnEnds(5, /^Completed in /);
  await both(app, "markdown");
});

test("zoomed to 200 %", async ({ app }) => {
  await zoom(app, 2);
  await both(app, "zoom200-empty");
  await app.openFolder();
  await app.ask("do these three things at once");
  await expect(app.card(/^Approval/)).toBeFocused();
  await both(app, "zoom200-approval");
});

test("what goes wrong, in pictures", async ({ places, launch }) => {
  const second = gate();
  const model = await startScriptedModel([
    refusal(401, { error: { message: "Incorrect API key provided." } }),
    reply(created(), messageAdded("m1"), textDelta("m1", "Half of an answer that the connection did not"), cut),
    replyWith({ beforeHeaders: second }, created(), ...message("The whole answer."), completed()),
    reply(created(), messageAdded("m2"), textDelta("m2", "Text that a stop"), hang),
  ]);
  const app = await launch({ COUNTERFOIL_BASE_URL: model.baseUrl, COUNTERFOIL_MODEL: "scripted-1" });
  await app.openFolder();
  await app.ask("a request with a wrong key");
  await app.turnEnds(1, "Failed");
  await app.ask("a request whose answer is cut");
  await expect(app.thread.getByText("Reconnecting 1 of 5")).toBeVisible();
  await both(app, "reconnecting");
  second.open();
  await app.turnEnds(2, /^Completed in /);
  await app.ask("a request that is stopped");
  await expect(app.thread).toContainText("Text that a stop");
  await app.page.keyboard.press("Escape");
  await app.turnEnds(3, "Interrupted by you");
  mkdirSync(places.home, { recursive: true });
  writeFileSync(path.join(places.home, "settings.json"), '{\n  "provider": mine\n}\n');
  await app.page.reload();
  await app.sidebar.getByRole("button").first().click();
  await app.turnEnds(3, "Interrupted by you");
  await both(app, "failed");
  await app.close();
  await model.close();
});

const SIZES = [
  { name: "900x700", width: 900, height: 700 },
  { name: "480x400", width: 480, height: 400 },
  // What 200 % leaves of the usual window. The zoom itself cannot be set beside a size.
  { name: "zoom200", width: 560, height: 390 },
];

/** The moment in every look. */
async function everyLook(app: OpenApp, moment: string): Promise<void> {
  await both(app, moment);
  for (const { name, width, height } of SIZES) {
    await app.page.setViewportSize({ width, height });
    await app.screenshot(`${moment}-${name}`);
    expect(await overflows(app.page), `${moment} ${name}`).toEqual([]);
  }
  await app.page.setViewportSize({ width: 1120, height: 780 });
}

test("the whole turn in pictures: queue, mail, hooks, compaction", async ({ places, launch }) => {
  test.setTimeout(240_000);
  await walkQueueMailAndCompaction({ places, launch, visit: everyLook });
});

test("the whole turn in pictures: retries and failures", async ({ places, launch }) => {
  test.setTimeout(240_000);
  await walkRetriesAndFailures({ places, launch, visit: everyLook });
});
