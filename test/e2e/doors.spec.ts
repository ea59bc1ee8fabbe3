// Every way in which a session is opened from outside the window: arguments, a second start, the system, the menu, a link.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test, type Places } from "../support/app-fixture";
import type { OpenApp } from "../support/open-app";
import { rolloutFiles } from "../support/rollout-lines";
import { repository } from "../support/use-host";

const SESSION_ID = "0199a2b4-7f6e-7c11-8d22-3f4455667788";

/** A rollout of another program in which one question was asked. */
function writeRollout(places: Places, name: string, question: string): string {
  const timestamp = "2026-03-04T09:15:02.000Z";
  const lines = [
    {
      timestamp,
      type: "session_meta",
      payload: { id: SESSION_ID, timestamp, cwd: places.workspace, originator: "other", cli_version: "0.90.0" },
    },
    { timestamp, type: "event_msg", payload: { type: "user_message", message: question } },
    {
      timestamp,
      type: "response_item",
      payload: { type: "message", role: "user", content: [{ type: "input_text", text: question }] },
    },
  ];
  const file = path.join(places.root, name);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return file;
}

async function expectShown(app: OpenApp, question: string): Promise<void> {
  await expect(app.thread.getByText(question)).toBeVisible();
}

test("a rollout given as an argument is open when the window is, and is not changed", async ({ places, launch }) => {
  const file = writeRollout(places, "given.jsonl", "When is low water?");
  const before = readFileSync(file);
  const app = await launch({}, ["given.jsonl"]);
  await expectShown(app, "When is low water?");
  expect(readFileSync(file)).toEqual(before);
});

test("a second start opens its file in the first window", async ({ places, app }) => {
  const file = writeRollout(places, "two words.jsonl", "When is high water?");
  const environment = await app.electron.evaluate(() => process.env);
  const second = spawn(
    app.electron.process().spawnfile,
    [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), repository, "--home", places.home, path.basename(file)],
    { env: environment, cwd: places.root, stdio: "ignore" },
  );
  expect(await once(second, "exit")).toEqual([0, null]);
  await expectShown(app, "When is high water?");
});

test("open-file of the system opens the file; it is in Open Recent afterwards, and opens from there", async ({ places, app }) => {
  const file = writeRollout(places, "a.jsonl", "When is low water?");
  await app.electron.evaluate(({ app: electronApp }, opened) => {
    electronApp.emit("open-file", { preventDefault: () => undefined }, opened);
  }, file);
  await expectShown(app, "When is low water?");
  await expect
    .poll(() => app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById("recent-0")?.label))
    .toBe(file);
  await app.chooseMenu("newSession");
  await expect(app.thread).toHaveCount(0);
  await app.chooseMenu("recent-0");
  await expectShown(app, "When is low water?");
});

test("a link opens the session it names; one that names none says so", async ({ app }) => {
  await app.openFolder();
  await app.ask("what time is it");
  await app.turnEnds(1, /^Completed in /);
  const threadId = /([0-9a-f-]{36})\.jsonl$/.exec(rolloutFiles(app.home)[0] ?? "")?.[1] ?? "";
  await app.chooseMenu("newSession");
  await expect(app.thread).toHaveCount(0);
  const follow = (link: string): Promise<void> =>
    app.electron.evaluate(({ app: electronApp }, url) => {
      electronApp.emit("open-url", { preventDefault: () => undefined }, url);
    }, link);
  await follow(`counterfoil://thread/${threadId}`);
  await expectShown(app, "what time is it");
  await follow("counterfoil://thread/../../etc/passwd");
  await expect.poll(() => app.stderr).toContain('"counterfoil://thread/../../etc/passwd" is no link to a session');
  await expectShown(app, "what time is it");
});

test("File › Open Rollout asks for a file and opens it", async ({ places, app }) => {
  const file = writeRollout(places, "chosen.jsonl", "When is high water?");
  await app.answerFolderDialog(file);
  await app.chooseMenu("openRollout");
  await expectShown(app, "When is high water?");
});
