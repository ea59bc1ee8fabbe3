import { expect, test } from "./fixture";

test("the page sees its API and nothing of Node, of the host or of the preload", async ({ page }) => {
  const seen = await page.evaluate(() => ({
    node: ["require", "process", "module", "Buffer", "global"].filter((name) => name in window),
    host: Object.getOwnPropertyNames(window).filter((name) => /host|electron|pageScript/i.test(name)),
    isFrozen: [window.fixture, window.fixture.nested, window.fixture.nested.list].every((part) => Object.isFrozen(part)),
    platform: window.fixture.platform,
  }));
  expect(seen).toEqual({ node: [], host: [], isFrozen: true, platform: process.platform });
});

test("the exposed name cannot be replaced or taken twice", async ({ page }) => {
  const [replaced, twice] = await page.evaluate(() => {
    const attempt = (act: () => unknown): string => {
      try {
        act();
        return "allowed";
      } catch (error) {
        return error instanceof Error ? error.message : "";
      }
    };
    return [attempt(() => Object.defineProperty(window, "fixture", { value: 1 })), attempt(() => window.fixture.twice())];
  });
  expect(replaced).toContain("Cannot redefine property");
  expect(twice).toBe("Cannot bind an API on top of an existing property on the window object");
});

test("the policy in the handler's response is enforced, and the page is a secure context", async ({ page }) => {
  const facts = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.added = true";
    document.body.append(script);
    return {
      inline: window.inlineScriptRan ?? "blocked",
      added: Reflect.get(window, "added") ?? "blocked",
      eval: Reflect.get(window, "evaluated"),
      foreign: await fetch("https://example.org/").catch(() => "blocked"),
      own: (await fetch("page.js")).status,
      absent: (await fetch("absent.css")).status,
      isSecureContext,
    };
  });
  expect(facts).toEqual({
    inline: "blocked",
    added: "blocked",
    eval: "blocked",
    foreign: "blocked",
    own: 200,
    absent: 404,
    isSecureContext: true,
  });
});

test("permissions are what the app's handlers answer", async ({ page }) => {
  const states = await page.evaluate(() =>
    Promise.all(
      ["geolocation", "notifications", "camera", "clipboard-write"].map(
        async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state,
      ),
    ),
  );
  expect(states).toEqual(["denied", "denied", "denied", "granted"]);
});

test("window.open, target=_blank and a foreign link go to the app's handlers, and the page stays", async ({
  page,
  electronApp,
}) => {
  expect(await page.evaluate(() => window.open("https://example.org/open"))).toBeNull();
  await page.click("#blank");
  await page.click("#away", { noWaitAfter: true });
  await expect
    .poll(() => electronApp.evaluate(() => globalThis.log))
    .toEqual(["open https://example.org/open", "open https://example.org/blank", "will-navigate https://example.org/away"]);
  expect(await page.evaluate(() => window.fixture.invoke("echo", "still here"))).toBe("still here");
  expect(electronApp.windows()).toHaveLength(1);
});

test("what the host lacks throws by its name, in the main process and in the preload", async ({ page, electronApp }) => {
  const words = await electronApp.evaluate((electron) => {
    const [window] = electron.BrowserWindow.getAllWindows();
    const word = (read: () => unknown): string => {
      try {
        read();
        return "is there";
      } catch (error) {
        return error instanceof Error ? error.message : "";
      }
    };
    return [
      word(() => electron.Tray),
      word(() => electron.app.setBadgeCount),
      word(() => electron.BrowserWindow.fromId),
      word(() => window?.setOpacity),
      word(() => window?.webContents.printToPDF),
      word(() => new electron.BrowserWindow({ webPreferences: { nodeIntegration: true } })),
    ];
  });
  const lacks = (name: string): string => `electron stand-in: electron.${name} is not implemented by this host`;
  expect(words).toEqual([
    lacks("Tray"),
    lacks("app.setBadgeCount"),
    lacks("BrowserWindow.fromId"),
    lacks("BrowserWindow.setOpacity"),
    lacks("WebContents.printToPDF"),
    "electron stand-in: the web preference nodeIntegration: true is not implemented by this host",
  ]);
  const inPreload = await page.evaluate(() => {
    try {
      return window.fixture.unknownMember();
    } catch (error) {
      return error instanceof Error ? error.message : "";
    }
  });
  expect(inPreload).toBe("electron stand-in: ipcRenderer.sendSync is not implemented by this host");
});
