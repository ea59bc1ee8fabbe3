import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { exitCode, expect, fixtureApp, runStandIn, standIn, test } from "./fixture";

test("quit through the menu: the events in order, code 0, no profile left", async ({ page, electronApp, environment }) => {
  expect(await page.title()).toBe("Fixture");
  let stdout = "";
  electronApp.process().stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  const code = exitCode(electronApp);
  await electronApp.evaluate(({ Menu }) => {
    setImmediate(() => Menu.getApplicationMenu()?.getMenuItemById("quit")?.click());
  });
  expect(await code).toBe(0);
  expect(stdout).toBe("before-quit\nwill-quit\nquit\n");
  expect(profiles(environment)).toEqual([]);
});

test("the app knows its name, version, folders and arguments", async ({ electronApp, environment }) => {
  const facts = await electronApp.evaluate(({ app }) => ({
    names: [app.getName(), app.getVersion(), app.getAppPath(), app.isPackaged, app.isReady()],
    userData: app.getPath("userData"),
    argv: process.argv.slice(1),
    type: process.type,
    hasElectron: process.versions["electron"] !== undefined,
  }));
  expect(facts).toEqual({
    names: ["Host Fixture", "3.2.1", fixtureApp, false, true],
    userData: path.join(environment["XDG_CONFIG_HOME"] ?? "", "Host Fixture"),
    argv: [fixtureApp],
    type: "browser",
    hasElectron: true,
  });
});

test("a second instance hands over its arguments and ends with code 0", async ({ page, electronApp, environment }) => {
  expect(await page.title()).toBe("Fixture");
  const second = await runStandIn([fixtureApp, "one.jsonl"], environment);
  expect(second).toMatchObject({ code: 0, stderr: "" });
  const heard = [{ argv: ["one.jsonl"], workingDirectory: process.cwd(), data: { from: "fixture" } }];
  await expect.poll(() => electronApp.evaluate(() => globalThis.log)).toEqual(heard);
});

test("an error that nobody catches in the main process ends everything with code 1", async ({
  page,
  electronApp,
  environment,
}) => {
  const closed = page.waitForEvent("close");
  const code = exitCode(electronApp);
  await electronApp.evaluate(() => {
    setImmediate(() => {
      throw new Error("planted");
    });
  });
  expect(await code).toBe(1);
  await closed;
  expect(profiles(environment)).toEqual([]);
});

test("without a Chromium: code 1 and one line that says what to do", async ({ environment }) => {
  const ended = await runStandIn([fixtureApp], { ...environment, ELECTRON_HOST_CHROMIUM: "/nowhere/chromium" });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(/^electron stand-in: no Chromium at ELECTRON_HOST_CHROMIUM=\/nowhere\/chromium; .*\n$/);
  expect(ended.stderr.split("\n")).toHaveLength(2);
});

test("a Chromium that does not start: code 1 and its last words", async ({ environment }) => {
  const ended = await runStandIn([fixtureApp], { ...environment, ELECTRON_HOST_CHROMIUM: process.execPath });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain("electron stand-in: Chromium does not start");
  expect(ended.stderr).toContain("bad option");
});

test("--print-browser prints the Chromium that would be used, or fails", async ({ environment }) => {
  const chosen = await runStandIn(["--print-browser"], { ...environment, ELECTRON_HOST_CHROMIUM: process.execPath });
  expect(chosen).toEqual({ code: 0, stdout: `${process.execPath}\n`, stderr: "" });
  const none = await runStandIn(["--print-browser"], { ...environment, ELECTRON_HOST_CHROMIUM: "/nowhere" });
  expect(none).toMatchObject({ code: 1, stdout: "" });
});

test("without a test runner nothing listens", async ({ environment }) => {
  test.skip(spawnSync("ss", ["-V"]).status !== 0, "needs ss");
  const host = await startStandIn(environment);
  const pids = [host.pid, ...chromiumOf(environment)];
  const listening = spawnSync("ss", ["-ltnp"], { encoding: "utf8" }).stdout;
  expect(pids.filter((pid) => listening.includes(`pid=${pid},`))).toEqual([]);
  host.kill("SIGTERM");
  expect(await once(host, "exit")).toEqual([0, null]);
});

test("killed, it leaves no Chromium", async ({ environment }) => {
  test.skip(process.platform === "win32", "needs ps");
  const host = await startStandIn(environment);
  host.kill("SIGKILL");
  await once(host, "exit");
  await expect.poll(() => chromiumOf(environment)).toEqual([]);
});

/** Without a test runner; resolves once Chromium runs. */
async function startStandIn(environment: Record<string, string>): Promise<ChildProcess> {
  const host = spawn(process.execPath, [standIn, fixtureApp], { env: environment, stdio: ["ignore", "ignore", "inherit"] });
  await expect.poll(() => chromiumOf(environment).length).toBeGreaterThan(1);
  return host;
}

/** Profile folders in this test's temp folder. */
function profiles(environment: Record<string, string>): string[] {
  return readdirSync(environment["TMPDIR"] ?? "").filter((name) => name.startsWith("electron-stand-in-"));
}

/** Processes whose command line names a profile in this test's temp folder. */
function chromiumOf(environment: Record<string, string>): number[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" });
  const profile = path.join(environment["TMPDIR"] ?? "", "electron-stand-in-");
  return stdout.split("\n").flatMap((line) => (line.includes(profile) ? [Number.parseInt(line, 10)] : []));
}

test("the bin is a folder that the environment names; what cannot be moved there rejects", async ({
  electronApp,
  environment,
}) => {
  const folder = environment["XDG_CONFIG_HOME"] ?? "";
  const file = path.join(folder, "a.jsonl");
  writeFileSync(file, "{}\n");
  const trash = (item: string): Promise<string> =>
    electronApp.evaluate(
      ({ shell }, target) =>
        shell.trashItem(target).then(
          () => "moved",
          () => "refused",
        ),
      item,
    );
  expect([await trash(file), await trash(file)]).toEqual(["moved", "refused"]);
  expect(readdirSync(path.join(folder, "bin"))).toEqual(["a.jsonl"]);
});

test("recent documents are taken, and no link of the system starts the stand-in", async ({ electronApp }) => {
  const isRegistered = await electronApp.evaluate(({ app }) => {
    app.addRecentDocument("/home/me/a.jsonl");
    return app.setAsDefaultProtocolClient("counterfoil");
  });
  expect(isRegistered).toBe(false);
});
