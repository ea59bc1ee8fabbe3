import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test, type Places } from "../support/app-fixture";
import { expectUsable, overflows, zoom } from "../support/layout";
import type { OpenApp } from "../support/open-app";
import { repository } from "../support/use-host";

function bounds(app: OpenApp): Promise<{ x: number; y: number; width: number; height: number } | undefined> {
  return app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
}

function remember(places: Places, place: { x: number; y: number; width: number; height: number }): void {
  mkdirSync(places.home, { recursive: true });
  writeFileSync(path.join(places.home, "window.json"), JSON.stringify({ bounds: place, isMaximized: false }));
}

test("the window opens at the size it had", async ({ app, launch }) => {
  expect(await bounds(app)).toMatchObject({ width: 1120, height: 780 });
  await app.page.evaluate(() => window.resizeTo(window.outerWidth - 220, window.outerHeight - 80));
  await expect.poll(() => bounds(app)).toMatchObject({ width: 900, height: 700 });
  await app.close();
  const again = await launch();
  expect(await bounds(again)).toMatchObject({ width: 900, height: 700 });
});

test("a remembered place that no screen has any more is made to fit", async ({ places, launch }) => {
  remember(places, { x: 9000, y: -7000, width: 5000, height: 100 });
  const app = await launch();
  const area = await app.electron.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea);
  await expect
    .poll(async () => {
      const place = await bounds(app);
      if (place === undefined) return "no window";
      const isInside =
        place.x >= area.x && place.y >= area.y && place.x + place.width <= area.x + area.width && place.height >= 400;
      return isInside ? "inside" : JSON.stringify({ place, area });
    })
    .toBe("inside");
});

test("a window.json that is no JSON opens the window as on the first day", async ({ places, launch }) => {
  mkdirSync(places.home, { recursive: true });
  writeFileSync(path.join(places.home, "window.json"), "{ not json");
  const app = await launch();
  expect(await bounds(app)).toMatchObject({ width: 1120, height: 780 });
  await app.close();
  expect(readFileSync(path.join(places.home, "window.json"), "utf8")).toContain("1120");
});

test("a second start on the same home brings the first window to the front and ends", async ({ app, places }) => {
  await app.electron.evaluate(({ BrowserWindow }) => {
    const counts = { focus: 0 };
    Reflect.set(globalThis, "counts", counts);
    BrowserWindow.getAllWindows()[0]?.on("focus", () => (counts.focus += 1));
  });
  const environment = await app.electron.evaluate(() => process.env);
  const isRoot = process.getuid?.() === 0;
  const second = spawn(
    app.electron.process().spawnfile,
    [...(isRoot ? ["--no-sandbox"] : []), repository, "--home", places.home],
    { env: environment, stdio: "ignore" },
  );
  expect(await once(second, "exit")).toEqual([0, null]);
  await expect
    .poll(() => app.electron.evaluate(() => (Reflect.get(globalThis, "counts") as { focus: number }).focus))
    .toBeGreaterThan(0);
  expect(await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test("light and dark follow the system, without a reload", async ({ app }) => {
  const paper = (): Promise<string> => app.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const choose = (source: "light" | "dark"): Promise<void> =>
    app.electron.evaluate(({ nativeTheme }, chosen) => {
      nativeTheme.themeSource = chosen;
    }, source);
  await choose("light");
  await expect.poll(paper).toBe("rgb(250, 250, 247)");
  await choose("dark");
  await expect.poll(paper).toBe("rgb(25, 27, 24)");
});

test.describe("any size", () => {
  test.beforeEach(async ({ app }) => {
    await app.openFolder();
    await app.ask("show me markdown");
    await app.turnEnds(1, /^Completed in /);
    await app.ask("do these three things at once");
    await expect(app.card(/^Approval/)).toBeFocused();
  });

  for (const { name, width, height } of [
    { name: "900 × 700", width: 900, height: 700 },
    { name: "480 px wide", width: 480, height: 700 },
    { name: "480 × 400, the smallest", width: 480, height: 400 },
  ]) {
    test(`${name}: nothing runs out sideways and the composer works`, async ({ app }) => {
      await app.page.setViewportSize({ width, height });
      await expectUsable(app);
      await app.button("Deny N").click();
      await app.turnEnds(2, /^Completed in /);
      await expectUsable(app);
      await app.page.keyboard.press("ControlOrMeta+n");
      await expect(app.thread).toHaveCount(0);
      await expectUsable(app);
    });
  }

  test("zoomed to 200 %: nothing runs out sideways and the composer works", async ({ app }) => {
    await zoom(app, 2);
    await expectUsable(app);
    await app.button("Deny N").click();
    await app.turnEnds(2, /^Completed in /);
    await expectUsable(app);
  });

  test("in a narrow window the sidebar lies over the thread and goes away again", async ({ app }) => {
    await app.page.setViewportSize({ width: 480, height: 700 });
    await expect(app.sidebar).toHaveCount(0);
    await app.page.keyboard.press("ControlOrMeta+b");
    await expect(app.sidebar).toBeVisible();
    expect(await overflows(app.page)).toEqual([]);
    await app.page.keyboard.press("Escape");
    await expect(app.sidebar).toHaveCount(0);
    await expect(app.card(/^Approval/)).toBeVisible();
  });
});

test("the menu does what its entries say", async ({ app }) => {
  await app.answerFolderDialog(app.workspace);
  await app.chooseMenu("openFolder");
  await expect(app.page.getByRole("main").getByText(app.workspace, { exact: true })).toBeVisible();
  await app.chooseMenu("toggleSidebar");
  await expect(app.sidebar).toHaveCount(0);
  await app.chooseMenu("toggleSidebar");
  await expect(app.sidebar).toBeVisible();
  await app.ask("what time is it");
  await app.turnEnds(1, /^Completed in /);
  await app.chooseMenu("newSession");
  await expect(app.page.getByRole("heading", { level: 1, name: "New session" })).toBeVisible();
});
