// What is done to sessions of ours as files: name, pin, archive, end, export; and that a turn looks after a restart as it did while it ran.
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../support/app-fixture";
import { hashOfFolder, writeCodexHome } from "../support/codex-home";
import type { OpenApp } from "../support/open-app";
import { rolloutFiles } from "../support/rollout-lines";

const row = (app: OpenApp, name: string | RegExp) => app.sidebar.locator("[data-session]").filter({ hasText: name });

async function act(app: OpenApp, name: string, words: string): Promise<void> {
  await row(app, name).click({ button: "right" });
  await app.page.getByRole("menuitem", { name: words }).click();
}

async function answerSaveDialog(app: OpenApp, file: string): Promise<void> {
  await app.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
}

test("a name outlives a restart and the cache; a pin puts it on top", async ({ app, launch }) => {
  await app.openFolder();
  await app.ask("what time is it");
  await app.turnEnds(1, /^Completed in /);
  await row(app, "what time is it").focus();
  await app.page.keyboard.press("F2");
  await app.page.getByRole("textbox", { name: /name/i }).fill("Clock");
  await app.page.keyboard.press("Enter");
  await expect(row(app, "Clock")).toBeFocused();
  await act(app, "Clock", "Pin");
  await expect(app.sidebar.getByRole("heading").first()).toHaveText("Pinned");
  await app.close();
  expect(app.lines().filter(({ type }) => type === "cf_name")).toHaveLength(1);
  rmSync(path.join(app.home, "cache"), { recursive: true });

  const again = await launch();
  await expect(again.sidebar.getByRole("heading").first()).toHaveText("Pinned");
  await row(again, "Clock").click();
  await expect(again.page.getByRole("heading", { level: 1 })).toHaveText("Clock");
  await act(again, "Clock", "Unpin");
  await expect(again.sidebar.getByRole("heading").first()).toHaveText(/^tidetable/);
});

test("archived and brought back it is the same session; deleted it is gone", async ({ app }) => {
  await app.openFolder();
  await app.ask("what time is it");
  await app.turnEnds(1, /^Completed in /);
  const text = readFileSync(app.rollout(), "utf8");
  await act(app, "what time is it", "Archive");
  await expect(row(app, "what time is it")).toHaveCount(0);
  expect(rolloutFiles(app.home)).toEqual([]);
  await app.button("Archived").click();
  await act(app, "what time is it", "Unarchive");
  await expect(app.sidebar).toContainText("Nothing is archived.");
  await app.button("Archived").click();
  await expect(row(app, "what time is it")).toBeVisible();
  expect(readFileSync(app.rollout(), "utf8")).toBe(text);

  await app.electron.evaluate(({ shell }) => {
    shell.trashItem = () => Promise.reject(new Error("no bin here"));
  });
  await row(app, "what time is it").focus();
  await app.page.keyboard.press("Delete");
  await app.button("Move to the bin").click();
  await expect(app.page.getByRole("alert")).toContainText("no bin here");
  expect(rolloutFiles(app.home)).toHaveLength(1);
  await app.button("Delete for good").click();
  await expect(row(app, "what time is it")).toHaveCount(0);
  expect(rolloutFiles(app.home)).toEqual([]);
});

test("an export says what looks like a secret and writes each of the three forms; the file itself is not touched", async ({
  places,
  launch,
}) => {
  const app = await launch();
  await app.openFolder();
  const secret = `ghp_${"aB3dE5gH7jK9".repeat(3)}`;
  await app.ask(`show me markdown, not ${secret}`);
  await app.turnEnds(1, /^Completed in /);
  const before = hashOfFolder(path.join(app.home, "sessions"));
  await act(app, "show me markdown", "Export…");
  const card = app.page.getByRole("dialog", { name: "Export" });
  await expect(card.getByRole("list", { name: "What looks like a secret" }).getByRole("listitem")).toHaveCount(1);
  await expect(card.getByRole("listitem")).not.toContainText(secret);
  const written: Record<string, string> = {};
  for (const [name, end] of [
    ["Markdown", "md"],
    ["Web page", "html"],
    ["Original JSONL", "jsonl"],
  ] as const) {
    const file = path.join(places.root, `out.${end}`);
    await answerSaveDialog(app, file);
    await card.getByRole("radio", { name }).check();
    await card.getByRole("button", { name: /^Save/ }).click();
    await expect(card.getByText(/^Saved, /)).toContainText(file);
    written[end] = readFileSync(file, "utf8");
  }
  expect(written["md"]).toContain("show me markdown");
  expect(written["html"]).toMatch(/^<!doctype html>/i);
  expect(written["jsonl"]).toBe(readFileSync(app.rollout(), "utf8"));
  expect(hashOfFolder(path.join(app.home, "sessions"))).toBe(before);
});

test("a turn with tools, sleep and compaction looks after a restart as it did while it ran (I11)", async ({ app, launch }) => {
  await app.openFolder();
  await app.ask("list the files here then wait 1 second then read README.md");
  await app.turnEnds(1, /^Completed in /);
  await app.ask("compact");
  await app.turnEnds(2, /^Completed in /);
  const look = async (shown: OpenApp): Promise<string> => {
    await shown.thread.evaluate((element) => element.scrollTo(0, 0));
    return shown.thread.innerText();
  };
  // It opened by itself to show its countdown, and stays as the reader left it.
  await app.page.setViewportSize({ width: 1100, height: 2400 });
  await app.button(/^Waited/).click();
  const live = await look(app);
  await app.close();
  rmSync(path.join(app.home, "cache"), { recursive: true, force: true });
  const again = await launch();
  await again.page.setViewportSize({ width: 1100, height: 2400 });
  await row(again, "list the files here").click();
  await expect(again.thread.getByText(/^Completed in /)).toHaveCount(2);
  expect(await look(again)).toBe(live);
});

test("one of another program is neither renamed nor moved nor deleted, and says why", async ({ places, launch }) => {
  const codex = writeCodexHome(places.root, places.workspace);
  const before = hashOfFolder(codex.home);
  const app = await launch({ CODEX_HOME: codex.home });
  await app.button("Show them").click();
  await row(app, "Draw the spring tide").click({ button: "right" });
  for (const words of ["Rename", "Archive", "Delete…"])
    await expect(app.page.getByRole("menuitem", { name: words })).toContainText("Written by Codex: its file is only read.");
  await app.page.keyboard.press("Escape");
  await act(app, "Draw the spring tide", "Pin");
  await expect(app.sidebar.getByRole("heading").first()).toHaveText("Pinned");
  expect(hashOfFolder(codex.home)).toBe(before);
  expect(existsSync(path.join(app.home, "pins.json"))).toBe(true);
});
