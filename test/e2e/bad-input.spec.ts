import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, inheritedVariables, test } from "../support/app-fixture";
import { HeadlessProgram } from "../support/headless-program";
import { isTurnEnd, kindOf, rolloutFiles } from "../support/rollout-lines";
import { createSmallDisk, type SmallDisk } from "../support/small-disk";

test("a folder that vanished before the first request: not sent, in words, nothing lost; another folder works", async ({
  app,
  places,
}) => {
  const other = path.join(places.root, "gone");
  mkdirSync(other);
  await app.openFolder(other);
  rmSync(other, { recursive: true });
  await app.ask("list the files here");
  await expect(app.page.getByRole("alert")).toContainText(`Not sent: ${other} does not exist; choose another folder`);
  await expect(app.composer).toHaveValue("list the files here");
  await app.openFolder();
  await expect(app.composer).toHaveValue("list the files here");
  await app.composer.press("Enter");
  await app.turnEnds(1, /^Completed in /);
});

test("a folder that vanished between two requests: the command fails with words and the session goes on", async ({ app }) => {
  await app.openFolder();
  await app.ask("list the files here");
  await app.turnEnds(1, /^Completed in /);
  renameSync(app.workspace, `${app.workspace}.away`);
  await app.ask("run echo here");
  await expect(app.card(/^Approval/)).toBeFocused();
  await app.page.keyboard.press("y");
  await app.turnEnds(2, /^Completed in /);
  const output = app.lines().findLast((line) => kindOf(line) === "function_call_output");
  expect(output?.payload["output"]).toContain(app.workspace);
  await app.ask("list the files here");
  await app.turnEnds(3, /^Completed in /);
  await expect(app.card(/^List(ed)? \., Failed/)).toBeVisible();
  renameSync(`${app.workspace}.away`, app.workspace);
  await app.ask("list the files here");
  await app.turnEnds(4, /^Completed in /);
});

test("a file in place of a folder: not sent, in words", async ({ app }) => {
  const file = path.join(app.workspace, "README.md");
  await app.openFolder(file);
  await app.ask("list the files here");
  await expect(app.page.getByRole("alert")).toContainText(`Not sent: ${file} is not a folder; choose a folder`);
  await expect(app.composer).toHaveValue("list the files here");
  expect(rolloutFiles(app.home)).toEqual([]);
});

test("a folder that may not be read: not sent, in words", async ({ app, places }) => {
  test.skip(process.getuid?.() === 0 || process.platform === "win32", "root may read everything");
  const closed = path.join(places.root, "closed");
  mkdirSync(closed);
  chmodSync(closed, 0);
  await app.openFolder(closed);
  await app.ask("list the files here");
  await expect(app.page.getByRole("alert")).toContainText(`you may not read ${closed}`);
  chmodSync(closed, 0o700);
});

test("a home where no session can be written: not sent, in words; put right, the same words go out", async ({ app }) => {
  const sessions = path.join(app.home, "sessions");
  rmSync(sessions, { recursive: true, force: true });
  writeFileSync(sessions, "in the way");
  await app.openFolder();
  await app.ask("list the files here");
  await expect(app.page.getByRole("alert")).toContainText("something that is not a folder is in the way");
  await expect(app.composer).toHaveValue("list the files here");
  await app.composer.press("Enter");
  await expect(app.page.getByRole("alert")).toContainText("something that is not a folder is in the way");
  rmSync(sessions);
  await app.composer.press("Enter");
  await app.turnEnds(1, /^Completed in /);
  expect(app.lines().filter(({ type }) => type === "cf_input")).toHaveLength(1);
});

test.describe("a disk that is full while a turn runs", () => {
  let disk: SmallDisk | null = null;
  test.afterEach(() => disk?.remove());

  test("the turn fails with words, what is on disk stays, and the next one works once there is room", async ({
    places,
    launch,
  }) => {
    disk = createSmallDisk(path.join(places.home, "sessions"));
    test.skip(disk === null, "no small disk can be made here");
    if (disk === null) return;
    const app = await launch();
    await app.openFolder();
    // More than what is left of the file's last block, so that the outcome cannot be written.
    await app.ask("run `touch made.txt; seq 3000`");
    await expect(app.card(/^Approval: Run touch made/)).toBeFocused();
    const before = readFileSync(app.rollout(), "utf8");
    disk.fill();
    await app.page.keyboard.press("y");
    await expect(app.thread.getByText(/^Failed: The disk is full: /)).toBeVisible();
    await expect(app.thread).toContainText("What is on disk is safe.");
    await expect(app.card(/^Ran touch made.*, Aborted$/)).toContainText("effects may stand");
    expect(existsSync(path.join(app.workspace, "made.txt"))).toBe(true);
    expect(readFileSync(app.rollout(), "utf8").startsWith(before)).toBe(true);

    const long = `what time is it? ${"more ".repeat(1100)}`;
    await app.ask(long);
    await expect(app.page.getByRole("alert")).toContainText("Not sent: The disk is full");
    await expect(app.composer).toHaveValue(long);
    disk.free();
    await app.composer.press("Enter");
    await expect(app.thread.getByText(/^Completed in /)).toBeVisible();
    await expect(app.card("Read the clock, Done")).toBeVisible();
    await expect(app.card(/^Ran touch made.*, Aborted$/)).toBeVisible();
    expect(readFileSync(app.rollout(), "utf8").startsWith(before)).toBe(true);
    await app.close();
  });
});

test("a session whose file was taken away while it was idle is told, and nothing crashes", async ({ app }) => {
  await app.openFolder();
  await app.ask("what time is it");
  await app.turnEnds(1, /^Completed in /);
  rmSync(app.rollout());
  await app.ask("what time is it");
  await expect(app.page.getByRole("alert")).toContainText("Not sent:");
  await expect(app.composer).toHaveValue("what time is it");
  await app.page.keyboard.press("ControlOrMeta+n");
  await app.composer.press("Enter");
  await app.ask("list the files here");
  await app.turnEnds(1, /^Completed in /);
});

test("a tool that prints a gigabyte: the window answers meanwhile, the output is cut and its file is named", async ({
  places,
  launch,
}) => {
  test.slow();
  mkdirSync(places.home, { recursive: true });
  writeFileSync(path.join(places.home, "settings.json"), '{"approvalPolicy":"never"}');
  const app = await launch();
  await app.openFolder();
  await app.ask("run `yes | head -c 1000000000`");
  await expect(app.card(/Running$/)).toBeVisible();
  // Each look reaches main and comes back; what a person types is there at once.
  const waits: number[] = [];
  while (!app.lines().some(isTurnEnd)) {
    const startedAt = performance.now();
    await app.composer.fill(`typed ${waits.length}`);
    await app.electron.evaluate(({ app: main }) => main.isReady());
    waits.push(performance.now() - startedAt);
  }
  expect(Math.max(...waits)).toBeLessThan(2000);
  await app.turnEnds(1, /^Completed in /);
  const card = app.card(/^Ran yes.*, Exit 0$/);
  await card.getByRole("button").first().click();
  await expect(card).toContainText(/of 1000\.0 MB not shown/);
  await expect(card).toContainText("Full output in");
  const outcome = app.lines().find(({ type }) => type === "cf_outcome");
  const log = String(outcome?.payload["outputFile"]);
  await expect(card).toContainText(log);
  expect(statSync(log).size).toBeLessThanOrEqual(64 * 1024 * 1024 + 1024);
  expect(statSync(app.rollout()).size).toBeLessThan(1024 * 1024);
});

test("a session that another program has open is read-only here and says so; once it is free it can be continued", async ({
  app,
  places,
}) => {
  const environment = { ...inheritedVariables(), ...places.mark.variable };
  const other = new HeadlessProgram({ home: places.home, environment });
  await other.ask("initialize", { clientInfo: { name: "other", version: "1" } });
  const { thread } = (await other.ask("thread/start", { cwd: places.workspace })) as { thread: { id: string } };
  await other.ask("turn/start", { threadId: thread.id, input: [{ type: "text", text: "wait 20 minutes" }] });
  await other.hear(({ method }) => method === "item/running");

  await app.page.reload();
  await app.sidebar.getByRole("button", { name: /wait 20 minutes/ }).click();
  await expect(app.page.getByText("Read-only: another program has this session open.")).toBeVisible();
  await expect(app.composer).toHaveCount(0);
  await expect(app.thread).toContainText("wait 20 minutes");

  expect(await other.closeInput()).toBe(0);
  await app.page.reload();
  await app.sidebar.getByRole("button", { name: /wait 20 minutes/ }).click();
  await app.turnEnds(1, /^Stopped with the app/);
  await app.ask("what time is it");
  await app.turnEnds(2, /^Completed in /);
});

test("a damaged session file opens, says what is damaged, and goes on", async ({ app, launch }) => {
  await app.openFolder();
  await app.ask("what time is it");
  await app.turnEnds(1, /^Completed in /);
  await app.close();
  const file = app.rollout();
  const text = readFileSync(file, "utf8");
  writeFileSync(file, `${text}this is no line\n{"timestamp":"2026-01-01T00:00:00.000Z","type":"cf_inp`);

  const again = await launch();
  await again.sidebar.getByRole("button", { name: /what time is it/ }).click();
  await expect(again.page.getByRole("status").filter({ hasText: "This session’s file is damaged." })).toBeVisible();
  await expect(again.page.getByRole("list", { name: "What is damaged" })).toContainText("line");
  await expect(again.card("Read the clock, Done")).toBeVisible();
  expect(readFileSync(file, "utf8").startsWith(`${text}this is no line\n`)).toBe(true);
  await again.ask("list the files here");
  await expect(again.card("Listed ., Done")).toBeVisible();
  await expect(again.thread.getByText(/^Completed in /)).toHaveCount(2);
});
