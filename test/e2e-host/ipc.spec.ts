import { expect, test } from "./fixture";

test("invoke: round trip, the handler's error in Electron's words, a missing handler, an uncloneable result", async ({
  page,
}) => {
  const outcome = (channel: string, value?: unknown): Promise<unknown> =>
    page.evaluate(
      ([name, argument]) => window.fixture.invoke(String(name), argument).catch((error: Error) => error.message),
      [channel, value],
    );
  expect(await outcome("echo", { text: "héllo", list: [1, null] })).toEqual({ text: "héllo", list: [1, null] });
  expect(await outcome("fail")).toBe("Error invoking remote method 'fail': RangeError: out of range");
  expect(await outcome("absent")).toBe("Error invoking remote method 'absent': Error: No handler registered for 'absent'");
  expect(await outcome("uncloneable")).toBe("Error invoking remote method 'uncloneable': Error: An object could not be cloned.");
});

test("structured values survive bridge and IPC both ways", async ({ page }) => {
  const back = await page.evaluate(async () => {
    const value: Record<string, unknown> = {
      date: new Date(5),
      map: new Map([[1, [undefined, null, Number.NaN, -0, 7n]]]),
      set: new Set(["x"]),
      bytes: new Uint8Array([1, 2, 3]),
      pattern: /a/gi,
      error: new TypeError("kept"),
    };
    value["self"] = value;
    const copy = (await window.fixture.invoke("echo", value)) as typeof value & {
      date: Date;
      map: Map<number, unknown[]>;
      error: Error;
    };
    const list = copy.map.get(1) ?? [];
    return {
      isCycle: copy["self"] === copy,
      date: copy.date instanceof Date && copy.date.getTime(),
      numbers: [list.length, list[0] === undefined, Number.isNaN(list[2]), Object.is(list[3], -0), typeof list[4]],
      set: copy["set"] instanceof Set && copy["set"].has("x"),
      bytes: copy["bytes"] instanceof Uint8Array && [...copy["bytes"]],
      pattern: String(copy["pattern"]),
      error: String(copy.error),
    };
  });
  expect(back).toEqual({
    isCycle: true,
    date: 5,
    numbers: [5, true, true, true, "bigint"],
    set: true,
    bytes: [1, 2, 3],
    pattern: "/a/gi",
    error: "TypeError: kept",
  });
});

test("what cannot be cloned is refused on the page's side", async ({ page }) => {
  const refused = await page.evaluate(() => {
    const words = (error: unknown): string => (error instanceof Error ? error.message : "");
    const attempt = async (value: unknown): Promise<unknown> => window.fixture.invoke("echo", value);
    return Promise.all([new WeakMap(), Symbol("s"), { list: [() => 1] }].map((value) => attempt(value).catch(words)));
  });
  expect(refused).toEqual(Array(3).fill("An object could not be cloned."));
});

test("senderFrame and sender are the window's own main frame and contents", async ({ page }) => {
  expect(await page.evaluate(() => window.fixture.invoke("sender"))).toEqual({
    isMainFrame: true,
    isSender: true,
    url: "app://bundle/index.html",
    origin: "app://bundle",
  });
});

test("20 000 events arrive in order, and none after the subscription has ended", async ({ page, electronApp }) => {
  const started = Date.now();
  await page.evaluate(() => window.fixture.invoke("stream", 20_000));
  await page.waitForFunction(() => window.events.length === 20_000);
  console.log(`20 000 events in ${Date.now() - started} ms`);
  const isInOrder = await page.evaluate(() =>
    window.events.every((event, index) => (event as { index: number }).index === index),
  );
  expect(isInOrder).toBe(true);

  await page.evaluate(() => window.unsubscribe());
  await electronApp.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.send("event", "late"));
  await page.evaluate(() => window.fixture.invoke("echo", "after the late event"));
  expect(await page.evaluate(() => window.events.length)).toBe(20_000);
});

test("a reply goes to the document that asked, never to the next one", async ({ page, electronApp }) => {
  await electronApp.evaluate(({ ipcMain }) => {
    ipcMain.handle("held", () => new Promise((resolve) => Reflect.set(globalThis, "release", resolve)));
  });
  await page.evaluate(() => {
    window.fixture.invoke("held").catch(() => undefined);
  });
  await page.reload();
  await page.waitForFunction(() => "fixture" in window);
  const first = page.evaluate(() => window.fixture.invoke("echo", "mine"));
  await electronApp.evaluate(() =>
    Reflect.apply(Reflect.get(globalThis, "release") as (value: string) => void, undefined, ["theirs"]),
  );
  expect(await first).toBe("mine");
});

test("a file of the page has the path that the environment says, a made one too", async ({ page }) => {
  expect(await page.evaluate(() => window.fixture.pathOf(new File(["{}"], "a b.jsonl")))).toBe("/home/me/sessions/a b.jsonl");
});
