import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../support/app-fixture";
import { connections, isOutside } from "../support/net-connections";
import { completed, created, message } from "../support/provider-events";
import { reply, startScriptedModel } from "../support/scripted-model";

test("the page has nothing of Node and nothing of the host but the bridge", async ({ app }) => {
  const seen = await app.page.evaluate(() => ({
    node: ["require", "process", "module", "Buffer", "global", "electron", "ipcRenderer"].filter((name) => name in window),
    bridge: typeof Reflect.get(window, "agent"),
    members: Object.keys(Reflect.get(window, "agent") as object).sort(),
    isFrozen: Object.isFrozen(Reflect.get(window, "agent")),
    isSecure: isSecureContext,
  }));
  expect(seen).toEqual({
    node: [],
    bridge: "object",
    members: ["pathOfFile", "platform", "send", "subscribe"],
    isFrozen: true,
    isSecure: true,
  });
  await app.openFolder();
});

test("a command that is none and one that is malformed are refused in words", async ({ app }) => {
  const answers = await app.page.evaluate(async () => {
    const bridge: { send(command: unknown): Promise<unknown> } = Reflect.get(window, "agent");
    const attempt = (command: unknown): Promise<string> =>
      bridge.send(command).then(
        (reply) => JSON.stringify(reply),
        (error: unknown) => String(error),
      );
    return Promise.all([
      attempt({ id: 9001, method: "shell/run", params: { command: "id" } }),
      attempt({ id: 9002, method: "link/open", params: { url: "file:///etc/passwd" } }),
      attempt({ id: 9003, method: "thread/start", params: { cwd: 5 } }),
    ]);
  });
  expect(answers[0]).toContain("unknownMethod");
  expect(answers[1]).toMatch(/only http, https and mailto|invalidParams/);
  expect(answers[2]).toContain("invalidParams");
  expect(answers.join("")).not.toMatch(/ at .*\.(ts|cjs|js):\d+/);
});

test("no script gets in and no connection gets out: inline script, eval, fetch, images, frames", async ({ app }) => {
  app.expectProblem(/Content Security Policy|violates|Refused to|ERR_BLOCKED_BY_CSP|net::ERR_/);
  const blocked = await app.page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.hacked = 'inline'";
    document.body.append(script);
    const holder = document.createElement("div");
    holder.innerHTML = '<img src="x:y" onerror="window.hacked = \'handler\'">';
    document.body.append(holder);
    const loads = (element: HTMLElement): Promise<string> =>
      new Promise((resolve) => {
        element.onload = () => resolve("loaded");
        element.onerror = () => resolve("blocked");
        document.body.append(element);
      });
    const image = document.createElement("img");
    image.src = "https://example.com/pixel.png";
    const foreign = document.createElement("script");
    foreign.src = "https://example.com/script.js";
    const attempt = (act: () => unknown): string => {
      try {
        act();
        return "allowed";
      } catch {
        return "blocked";
      }
    };
    return {
      fetch: await fetch("https://example.com/").then(
        () => "allowed",
        () => "blocked",
      ),
      image: await loads(image),
      script: await loads(foreign),
      code: attempt(() => Reflect.construct(Function, ["return 1"])),
      hacked: Reflect.get(window, "hacked") ?? "no",
    };
  });
  expect(blocked).toEqual({ fetch: "blocked", image: "blocked", script: "blocked", code: "blocked", hacked: "no" });
});

test("the window goes nowhere: links, location and window.open are refused, permissions are denied", async ({ app }) => {
  app.expectProblem(/Not allowed to|ERR_ABORTED|Navigation|popup/i);
  const url = app.page.url();
  expect(await app.page.evaluate(() => window.open("https://example.com/") === null)).toBe(true);
  await app.page.evaluate(() => {
    location.href = "https://example.com/";
  });
  const states = await app.page.evaluate(() =>
    Promise.all(
      ["geolocation", "notifications", "camera", "microphone"].map(
        async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state,
      ),
    ),
  );
  expect(states).toEqual(["denied", "denied", "denied", "denied"]);
  expect(app.page.url()).toBe(url);
  expect(await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  await app.openFolder();
});

test.describe("a model that means ill", () => {
  const HTML = `<img src=x onerror="window.hacked=1"><script>window.hacked=2</script><b>bold</b>`;
  const LINKS = "[a](javascript:window.hacked=3) [b](https://example.com/x) [c](data:text/html,x) [d](file:///etc/passwd)";

  test("its HTML is text, in what it says and in what a tool prints, and only web links lead anywhere", async ({ launch }) => {
    const model = await startScriptedModel([reply(created(), ...message(`${HTML}\n\n${LINKS}`), completed())]);
    const app = await launch({ COUNTERFOIL_BASE_URL: model.baseUrl, COUNTERFOIL_MODEL: "ill" });
    await app.openFolder();
    await app.ask("go");
    await app.turnEnds(1, /^Completed in /);
    await expect(app.thread).toContainText("<b>bold</b>");
    await expect(app.thread.locator("img, script, b, iframe")).toHaveCount(0);
    await expect(app.thread.getByRole("link")).toHaveText(["b"]);
    const opened = await app.electron.evaluate(({ shell }) => {
      const links: string[] = [];
      Reflect.set(globalThis, "opened", links);
      shell.openExternal = (link) => {
        links.push(link);
        return Promise.resolve();
      };
      return links;
    });
    expect(opened).toEqual([]);
    for (const name of ["a", "c", "d"]) await app.thread.getByText(name, { exact: true }).click();
    await app.thread.getByRole("link", { name: "b" }).click();
    await expect
      .poll(() => app.electron.evaluate(() => Reflect.get(globalThis, "opened") as string[]))
      .toEqual(["https://example.com/x"]);
    expect(await app.page.evaluate(() => Reflect.get(window, "hacked") ?? "no")).toBe("no");
    await app.close();
    await model.close();
  });

  test("a file's HTML, read by a tool, is text", async ({ app }) => {
    writeFileSync(path.join(app.workspace, "ill.html"), `${HTML}\n`);
    await app.openFolder();
    await app.ask("read ill.html");
    await app.turnEnds(1, /^Completed in /);
    await app.button(/^Read ill\.html/).click();
    await expect(app.card(/^Read ill\.html/)).toContainText("<script>window.hacked=2</script>");
    expect(await app.page.evaluate(() => Reflect.get(window, "hacked") ?? "no")).toBe("no");
  });
});

test("no process of the app talks to another machine before a provider is set, a whole demo turn included", async ({
  app,
  places,
}) => {
  test.skip(process.platform !== "linux", "reads the system's tables of connections");
  const outside = () => connections(places.mark).filter(isOutside);
  // The runner's own connections to the app, on this machine, are seen: so would be others.
  expect(connections(places.mark)).not.toEqual([]);
  expect(outside()).toEqual([]);
  await app.openFolder();
  await app.ask("list the files here");
  await expect(app.card(/^List/)).toBeVisible();
  expect(outside()).toEqual([]);
  await app.turnEnds(1, /^Completed in /);
  expect(outside()).toEqual([]);
});
