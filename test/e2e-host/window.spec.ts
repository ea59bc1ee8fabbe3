import { exitCode, expect, test } from "./fixture";

test("a menu item's click reaches the page through the focused window", async ({ page, electronApp }) => {
  await electronApp.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById("new")?.click());
  await page.waitForFunction(() => window.events.length === 1);
  expect(await page.evaluate(() => window.events)).toEqual(["new from the menu"]);
});

test("a window has the size it asked for, follows Chromium's, and zooms", async ({ page, electronApp }) => {
  const window = await electronApp.browserWindow(page);
  expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([640, 480]);
  const whenResized = window.evaluate(
    (self) => new Promise((resolve) => self.once("resize", () => resolve(self.getBounds().width > 640))),
  );
  await window.evaluate((self) => self.maximize());
  expect(await whenResized).toBe(true);
  expect(await window.evaluate((self) => [self.isMaximized(), self.getNormalBounds().width])).toEqual([true, 640]);
  await window.evaluate((self) => self.restore());
  await page.waitForFunction(() => innerWidth === 640);
  await window.evaluate((self) => self.webContents.setZoomLevel(1));
  await page.waitForFunction(() => innerWidth === 533);
  expect(await page.evaluate(() => devicePixelRatio)).toBeCloseTo(1.2);
});

test("dark and light follow nativeTheme", async ({ page, electronApp }) => {
  const isDark = (): Promise<boolean> => page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const use = (source: "dark" | "light"): Promise<boolean> =>
    electronApp.evaluate(({ nativeTheme }, theme) => {
      nativeTheme.themeSource = theme;
      return nativeTheme.shouldUseDarkColors;
    }, source);
  expect(await use("dark")).toBe(true);
  await expect.poll(isDark).toBe(true);
  expect(await use("light")).toBe(false);
  await expect.poll(isDark).toBe(false);
});

test("a second window opens, and closing it leaves the app", async ({ page, electronApp }) => {
  const opened = electronApp.waitForEvent("window");
  await electronApp.evaluate(async ({ BrowserWindow }) => {
    await new BrowserWindow({ width: 500, height: 400 }).loadURL("app://bundle/index.html");
  });
  const second = await opened;
  await expect(second).toHaveTitle("Fixture");
  expect(await second.evaluate(() => ["fixture" in window, innerWidth, innerHeight])).toEqual([false, 500, 400]);
  await second.close();
  await expect.poll(() => electronApp.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(await page.evaluate(() => window.fixture.invoke("echo", 1))).toBe(1);
});

test("a listener can refuse a close; the last close ends the app with code 0", async ({ page, electronApp }) => {
  const window = await electronApp.browserWindow(page);
  await window.evaluate((self) => {
    self.once("close", (event: Electron.Event) => event.preventDefault());
    self.close();
  });
  expect(await window.evaluate((self) => self.isDestroyed())).toBe(false);
  const code = exitCode(electronApp);
  await window.evaluate((self) => self.close());
  expect(await code).toBe(0);
});

test("window-all-closed leaves the decision to the app", async ({ page, electronApp }) => {
  await electronApp.evaluate(({ app }) => {
    app.on("window-all-closed", () => globalThis.log.push("all closed"));
  });
  await page.close();
  await expect.poll(() => electronApp.evaluate(() => globalThis.log)).toEqual(["all closed"]);
  const opened = electronApp.waitForEvent("window");
  await electronApp.evaluate(({ BrowserWindow }) => new BrowserWindow().loadURL("app://bundle/index.html"));
  await expect(await opened).toHaveTitle("Fixture");
});

test("a load that fails says so and rejects", async ({ page, electronApp }) => {
  expect(await page.title()).toBe("Fixture");
  const failed = await electronApp.evaluate(async ({ BrowserWindow, protocol }) => {
    const [window] = BrowserWindow.getAllWindows();
    const heard: unknown[] = [];
    protocol.handle("broken", () => Promise.reject(new Error("no file")));
    window?.webContents.on("did-fail-load", (_event, code, description, url) => heard.push([code, description, url]));
    const rejected = await window?.loadURL("broken://x/").catch((error: Error) => error.message);
    return [rejected, heard];
  });
  expect(failed).toEqual(["ERR_FAILED (-2) loading 'broken://x/'", [[-2, "ERR_FAILED", "broken://x/"]]]);
});

test("a crashed page is reported", async ({ page, electronApp }) => {
  const crashed = electronApp.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    return new Promise((resolve) => contents?.once("render-process-gone", (_event, { reason }) => resolve(reason)));
  });
  const whenCrashed = page.waitForEvent("crash");
  await page.goto("chrome://crash").catch((error: unknown) => expect(String(error)).toContain("crash"));
  await whenCrashed;
  expect(await crashed).toBe("crashed");
});
