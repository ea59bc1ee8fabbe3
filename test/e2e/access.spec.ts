import { accessViolations } from "../support/axe";
import type { Locator } from "playwright/test";
import { expect, test } from "../support/app-fixture";
import type { OpenApp } from "../support/open-app";
import { walkQueueMailAndCompaction, walkRetriesAndFailures } from "../support/turn-moments";

async function choose(app: OpenApp, theme: "light" | "dark"): Promise<void> {
  await app.electron.evaluate(({ nativeTheme }, source) => {
    nativeTheme.themeSource = source;
  }, theme);
  await app.page.waitForFunction((wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches, theme);
}

async function cleanInBoth(app: OpenApp, moment: string): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await choose(app, theme);
    expect(await accessViolations(app.page), `${moment}, ${theme}`).toEqual([]);
  }
}

test("axe finds nothing wrong with queue, mail, hooks and compaction, light and dark", async ({ places, launch }) => {
  test.slow();
  await walkQueueMailAndCompaction({ places, launch, visit: cleanInBoth });
});

test("axe finds nothing wrong with retries and failures, light and dark", async ({ places, launch }) => {
  test.slow();
  await walkRetriesAndFailures({ places, launch, visit: cleanInBoth });
});

for (const theme of ["light", "dark"] as const) {
  test(`axe finds nothing wrong on any page, ${theme}`, async ({ app }) => {
    const clean = async (moment: string): Promise<void> => {
      expect(await accessViolations(app.page), moment).toEqual([]);
    };
    await choose(app, theme);
    await clean("empty");
    await app.button("Connect a model").first().click();
    await expect(app.page.getByRole("dialog")).toBeVisible();
    await clean("how to connect a model");
    await app.page.keyboard.press("Escape");
    await expect(app.page.getByRole("dialog")).toHaveCount(0);

    await app.openFolder();
    await app.ask("do these three things at once");
    await expect(app.card(/^Approval/)).toBeFocused();
    await clean("an approval waits");
    await app.page.keyboard.press("n");
    await app.turnEnds(1, /^Completed in /);
    await app.ask("wait 20 minutes");
    await expect(app.thread.getByRole("timer")).toBeVisible();
    await clean("running, asleep");
    await app.button("Wake now").click();
    await app.turnEnds(2, /^Completed in /);
    await app.ask("run `echo one; exit 3`");
    await expect(app.card(/^Approval/)).toBeFocused();
    await app.page.keyboard.press("y");
    await app.turnEnds(3, /^Completed in /);
    await app.button(/^Ran echo one/).click();
    await app.ask("show me markdown");
    await app.turnEnds(4, /^Completed in /);
    await clean("finished");
  });
}

test("with the keyboard alone: a new session, a folder, a request, an answer, a stop", async ({ app }) => {
  const { keyboard } = app.page;
  await app.answerFolderDialog(app.workspace);
  await keyboard.press("ControlOrMeta+n");
  await keyboard.press("ControlOrMeta+o");
  await expect(app.page.getByRole("main").getByText(app.workspace, { exact: true })).toBeVisible();
  await expect(app.composer).toBeFocused();
  await keyboard.type("run sleep 4711");
  await keyboard.press("Enter");
  await expect(app.card("Approval: Run sleep 4711, Waiting for you")).toBeFocused();
  await keyboard.press("y");
  await expect(app.card("Run sleep 4711, Running")).toBeVisible();
  await keyboard.press("Escape");
  await app.turnEnds(1, "Interrupted by you");
  await expect(app.composer).toBeFocused();
  await keyboard.type("what time is it");
  await keyboard.press("Enter");
  await app.turnEnds(2, /^Completed in /);
});

/** Goes there with Tab alone. */
async function tabTo(app: OpenApp, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await app.page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

test("with the keyboard alone: queue, reorder, steer, stop, resume, compact", async ({ app }) => {
  const { keyboard } = app.page;
  const typed = async (text: string, key: string): Promise<void> => {
    await expect(app.composer).toBeFocused();
    await keyboard.type(text);
    await keyboard.press(key);
    await expect(app.composer).toHaveValue("");
  };
  await app.openFolder();
  await typed("wait 20 minutes", "Enter");
  await expect(app.thread.getByRole("timer")).toBeVisible();
  await typed("list the files here", "Enter");
  // While one is on its way, Enter leaves the next where it is.
  await app.queueIs(["list the files here"]);
  await typed("what time is it", "Enter");
  await app.queueIs(["list the files here", "what time is it"]);
  await tabTo(app, app.queued("Move up", "what time is it"), "Shift+Tab");
  await keyboard.press("Enter");
  await app.queueIs(["what time is it", "list the files here"]);
  await tabTo(app, app.composer);
  await typed("wait 30 minutes", "ControlOrMeta+Enter");
  await expect(app.card(/^Wait 30 minutes/)).toBeVisible();
  await keyboard.press("Escape");
  await app.turnEnds(1, "Interrupted by you");
  await expect(app.composer).toBeFocused();
  await tabTo(app, app.button("Resume"), "Shift+Tab");
  await keyboard.press("Enter");
  await app.turnEnds(3, /^Completed in /);
  await expect(app.composer).toBeFocused();
  await tabTo(app, app.button(/^Context: /));
  await keyboard.press("Enter");
  await tabTo(app, app.button("Compact now"));
  await keyboard.press("Enter");
  await app.turnEnds(4, /^Completed in /);
  await keyboard.press("Escape");
  await expect(app.button(/^Context: /)).toBeFocused();
  await tabTo(app, app.button("Summary the model went on with"), "Shift+Tab");
  await keyboard.press("Enter");
  await expect(app.thread).toContainText("This is a summary by the built-in demo");
});

test("every control on the way can be reached with Tab, and where the focus is can be seen", async ({ app }) => {
  await app.openFolder();
  await app.ask("list the files here");
  await app.turnEnds(1, /^Completed in /);
  await app.composer.fill("x");
  const reached = new Set<string>();
  for (let presses = 0; presses < 30; presses += 1) {
    await app.page.keyboard.press("Tab");
    const focus = await app.page.evaluate(() => {
      const active = document.activeElement;
      if (!(active instanceof HTMLElement) || active === document.body) return null;
      const { outlineStyle, boxShadow } = getComputedStyle(active);
      const composer = active.closest(".composer");
      const isSeen = outlineStyle !== "none" || boxShadow !== "none" || (composer !== null && active.tagName === "TEXTAREA");
      return { name: active.getAttribute("aria-label") ?? active.textContent ?? "", isSeen };
    });
    if (focus === null) continue;
    expect(focus.isSeen, focus.name).toBe(true);
    reached.add(focus.name.trim());
  }
  const names = [...reached].join("\n");
  for (const name of [/Hide sidebar/, /New session/, /list the files here/, /Demo/, /^Listed/m, /Send/, /^Thread$/m])
    expect(names).toMatch(name);
});

test("each turn is a heading and each change of state is said once", async ({ app }) => {
  await app.page.evaluate(() => {
    const said: string[] = [];
    Reflect.set(globalThis, "said", said);
    const region = document.querySelector("[role=status][aria-live=polite]");
    if (region === null) throw new Error("no live region");
    new MutationObserver((changes) => {
      for (const change of changes) for (const node of change.addedNodes) said.push(node.textContent ?? "");
    }).observe(region, { childList: true });
  });
  await app.openFolder();
  await app.ask("run echo once");
  await expect(app.card(/^Approval/)).toBeFocused();
  await app.page.keyboard.press("y");
  await app.turnEnds(1, /^Completed in /);
  await expect(app.page.getByRole("heading", { level: 2, name: /^Turn 1\./ })).toHaveCount(1);
  const said = await app.page.evaluate(() => Reflect.get(globalThis, "said") as string[]);
  expect(said.filter((text) => text === "Working.")).toHaveLength(1);
  expect(said.filter((text) => /^Completed in/.test(text))).toHaveLength(1);
  expect(said.filter((text) => /echo once/.test(text))).toHaveLength(1);
});
