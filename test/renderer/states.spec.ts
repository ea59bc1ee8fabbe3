// Every moment of the window, light and dark: axe finds nothing, nothing breaks the policy, and a picture is kept to look at.
import type { Page } from "playwright/test";
import { axeViolations } from "./axe-violations";
import { type Moment, MOMENTS } from "./moments";
import { PAST_MOMENTS } from "./past-moments";
import { CHANGE_MOMENTS } from "./change-moments";
import { PERMISSION_MOMENTS } from "./permission-moments";
import { expect, test, type WindowUnderTest } from "./window-fixture";

async function show(view: WindowUnderTest, moment: Moment): Promise<void> {
  await view.page.clock.setFixedTime(moment.atMs);
  await view.open({ ...(moment.snapshot === undefined ? {} : { snapshot: moment.snapshot }), results: moment.results ?? {} });
  for (const name of moment.presses ?? []) await press(view.page, name);
  if (moment.batch !== undefined) await view.push(...moment.batch);
  await expect(view.page.getByText(moment.shows).first()).toBeVisible();
  await view.page.evaluate(() => document.fonts.ready);
}

/** The queue is open already in a window of some height. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name });
  if ((await button.getAttribute("aria-expanded")) !== "true") await button.click();
}

const SIZES = [
  { size: "900x700", width: 900, height: 700 },
  { size: "zoom200", width: 720, height: 450 },
  { size: "480", width: 480, height: 800 },
  { size: "480x400", width: 480, height: 400 },
] as const;

for (const [name, moment] of Object.entries<Moment>({ ...MOMENTS, ...PAST_MOMENTS, ...PERMISSION_MOMENTS, ...CHANGE_MOMENTS })) {
  test(`${name}: axe finds nothing, light and dark, and nothing overflows in small and zoomed windows`, async ({
    view,
  }, info) => {
    const { page } = view;
    await show(view, moment);
    if (name === "running") await page.getByRole("button", { name: "Run npm test -- heights" }).click();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ animations: "disabled", path: info.outputPath(`${name}-${colorScheme}.png`) });
      expect(await axeViolations(page), colorScheme).toEqual([]);
    }
    for (const { size, width, height } of SIZES) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ animations: "disabled", path: info.outputPath(`${name}-${size}.png`) });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(overflow, size).toBe(0);
      expect(await axeViolations(page), size).toEqual([]);
    }
  });
}

test("the card that connects a model", async ({ view }, info) => {
  await view.open();
  await view.page
    .getByRole("button", { name: /Connect a model/ })
    .first()
    .click();
  await expect(view.page.getByRole("dialog")).toContainText("/home/mara/.config/counterfoil/settings.json");
  await expect(view.page.getByRole("dialog")).toContainText("COUNTERFOIL_BASE_URL");
  await view.page.screenshot({ animations: "disabled", path: info.outputPath("connect.png") });
  expect(await axeViolations(view.page)).toEqual([]);
});

test("the sidebar over a narrow window", async ({ view }, info) => {
  await view.page.setViewportSize({ width: 720, height: 450 });
  await show(view, MOMENTS.finished);
  await view.page.keyboard.press("Control+b");
  await expect(view.page.getByRole("navigation", { name: "Sessions" })).toBeVisible();
  await view.page.screenshot({ animations: "disabled", path: info.outputPath("sidebar-over.png") });
  expect(await axeViolations(view.page)).toEqual([]);
  await view.page.keyboard.press("Escape");
  await expect(view.page.getByRole("navigation", { name: "Sessions" })).toHaveCount(0);
});

for (const name of ["finished", "queued", "notCompacted", "modelWindow"] as const) {
  test(`forced colours keep every state apart: ${name}`, async ({ view }, info) => {
    await view.page.emulateMedia({ forcedColors: "active" });
    await show(view, MOMENTS[name]);
    await view.page.screenshot({ animations: "disabled", path: info.outputPath(`${name}-forced-colors.png`) });
    expect(await axeViolations(view.page)).toEqual([]);
  });
}

test("reduced motion stops the breathing", async ({ view }) => {
  await view.page.emulateMedia({ reducedMotion: "reduce" });
  await show(view, MOMENTS.running);
  const animations = await view.page.evaluate(
    () => document.getAnimations().filter((animation) => animation.playState === "running").length,
  );
  expect(animations).toBe(0);
});
