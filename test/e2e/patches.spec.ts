// Changes of files in the whole app: asked for with their diff, granted for a session, and what a patch does without a question.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "../support/app-fixture";
import { fileBreaches } from "../support/file-breaches";
import { test, writeSettings } from "../support/model-fixture";
import type { OpenApp } from "../support/open-app";
import { decisions, hasSandbox, outputs } from "../support/permission-facts";

function inWorkspace(app: OpenApp, name: string): string | null {
  const file = path.join(app.workspace, name);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

test("a patch is asked for with its diff, nothing is written before, and Y applies it", async ({ app }) => {
  await app.openFolder();
  await app.ask("add the line See also the gauge. to README.md");
  const asking = app.card(/^Approval: Edit README\.md, Waiting for you/);
  await expect(asking).toBeFocused();
  const before = inWorkspace(app, "README.md");
  await expect(asking.getByRole("region", { name: "Proposed changes" })).toContainText("See also the gauge.");
  await expect(asking).toHaveAccessibleName("Approval: Edit README.md, Waiting for you, 1 line added, 0 deleted");
  expect([before, app.kinds().includes("cf_running")]).toEqual([expect.not.stringContaining("gauge"), false]);
  await app.page.keyboard.press("y");
  await app.turnEnds(1, /^Completed in /);
  expect(inWorkspace(app, "README.md")).toBe(`${before}See also the gauge.\n`);
  const done = app.card(/^Edited README\.md, Done/);
  await expect(done).toContainText("you allowed it");
  await expect(done).toContainText("+1");
  expect(decisions(app)).toEqual([["accept", "person"]]);
  expect(fileBreaches(app.rollout())).toEqual([]);
});

test("denied, the files stay as they are and the model is told", async ({ app }) => {
  await app.openFolder();
  await app.ask("delete the file README.md");
  await expect(app.card(/^Approval: Delete README\.md, Waiting for you/)).toBeFocused();
  await app.page.keyboard.press("n");
  await app.turnEnds(1, /^Completed in /);
  await expect(app.card(/^Delete README\.md, Denied/)).toContainText("by you");
  expect(inWorkspace(app, "README.md")).toContain("# Tide table");
  expect(outputs(app)).toEqual(["denied by the user: not allowed to run"]);
});

test("allowed in this session: the same file is changed unasked, another one asks", async ({ app }) => {
  await app.openFolder();
  await app.ask("write notes.txt saying hello");
  const asking = app.card(/^Approval: Add notes\.txt, Waiting for you/);
  await expect(asking).toBeFocused();
  await expect(asking).toContainText("“In this session” covers further changes of these files.");
  await app.page.keyboard.press("a");
  await app.turnEnds(1, /^Completed in /);
  await app.ask("add the line again to notes.txt");
  await app.turnEnds(2, /^Completed in /);
  await expect(app.card(/^Edited notes\.txt, Done/)).toContainText("allowed in this session");
  expect(inWorkspace(app, "notes.txt")).toBe("hello\nagain\n");
  await app.ask("write other.txt saying hello");
  await expect(app.card(/^Approval: Add other\.txt, Waiting for you/)).toBeFocused();
  await app.page.keyboard.press("n");
  await app.turnEnds(3, /^Completed in /);
  expect(inWorkspace(app, "other.txt")).toBeNull();
  expect(decisions(app)).toEqual([
    ["acceptForSession", "person"],
    ["accept", "session"],
    ["decline", "person"],
  ]);
});

test("asked only when needed, a patch within the workspace is applied unasked; one outside never is", async ({
  places,
  launch,
}) => {
  writeSettings(places, { approvalPolicy: "onRequest" });
  const app = await launch();
  test.skip(!(await hasSandbox(app)), "this machine has no sandbox");
  await app.openFolder();
  await app.ask("write notes.txt saying hello");
  await app.turnEnds(1, /^Completed in /);
  await expect(app.card(/^Added notes\.txt, Done/)).toBeVisible();
  expect([inWorkspace(app, "notes.txt"), decisions(app)]).toEqual(["hello\n", []]);
  await app.ask("write ../outside.txt saying hello");
  await app.turnEnds(2, /^Completed in /);
  await expect(app.card(/^Add \.\.\/outside\.txt, Denied/)).toBeVisible();
  expect([existsSync(path.join(places.root, "outside.txt")), app.kinds().filter((kind) => kind === "cf_running")]).toEqual([
    false,
    ["cf_running"],
  ]);
  expect(fileBreaches(app.rollout())).toEqual([]);
});

test("a patch that no longer fits changes nothing and says so", async ({ app }) => {
  await app.openFolder();
  writeFileSync(path.join(app.workspace, "notes.txt"), "mine\n");
  await app.ask("write notes.txt saying hello, then what time is it");
  await expect(app.card(/^Approval: Add notes\.txt, Waiting for you/)).toBeFocused();
  await app.page.keyboard.press("y");
  await app.turnEnds(1, /^Completed in /);
  await expect(app.card(/^Add notes\.txt, Failed/)).toBeVisible();
  expect(inWorkspace(app, "notes.txt")).toBe("mine\n");
  expect(outputs(app)[0]).toContain("No file was changed.");
});

test.describe("undo", () => {
  const patchesApplied = async (app: OpenApp): Promise<void> => {
    await app.openFolder();
    await app.ask("write notes.txt saying hello, then add the line again to README.md");
    for (const card of [/^Approval: Add notes\.txt/, /^Approval: Edit README\.md/]) {
      await expect(app.card(card)).toBeFocused();
      await app.page.keyboard.press("y");
    }
    await app.turnEnds(1, /^Completed in /);
    expect([inWorkspace(app, "notes.txt"), inWorkspace(app, "README.md")]).toEqual([
      "hello\n",
      expect.stringMatching(/again\n$/),
    ]);
  };
  const confirmUndo = async (app: OpenApp): Promise<void> => {
    await app.button("Undo file changes").click();
    const dialog = app.page.getByRole("dialog");
    await expect(dialog).toContainText("What commands did is not undone.");
    await dialog.getByRole("button", { name: "Undo in 2 files" }).click();
  };

  test("puts the files of a turn back, says so in the thread and to the model, and it stays said after a restart", async ({
    app,
    launch,
  }) => {
    const before = readFileSync(path.join(app.workspace, "README.md"), "utf8");
    await patchesApplied(app);
    await confirmUndo(app);
    await expect(app.page.getByRole("dialog")).toHaveCount(0);
    expect([inWorkspace(app, "notes.txt"), inWorkspace(app, "README.md")]).toEqual([null, before]);
    await expect(app.card(/^You undid changes in /)).toBeVisible();
    await expect(app.button("Undo file changes")).toHaveCount(0);
    const rows = await app.thread.locator("[data-row]").allTextContents();
    const at = (words: string) => rows.findIndex((row) => row.includes(words));
    expect(at("You undid changes in")).toBeGreaterThan(at("Completed in"));
    expect(app.kinds()).toContain("cf_undo");
    expect(fileBreaches(app.rollout())).toEqual([]);
    await app.close();

    const again = await launch();
    await again.openSession();
    await expect(again.card(/^You undid changes in /)).toBeVisible();
    await expect(again.button("Undo file changes")).toHaveCount(0);
    await again.ask("what time is it");
    await again.turnEnds(2, /^Completed in /);
    expect(fileBreaches(again.rollout())).toEqual([]);
  });

  test("after a restart too; a file that was changed since is named, and nothing is done", async ({ app, launch }) => {
    await patchesApplied(app);
    await app.kill();
    const again = await launch();
    await again.openSession();
    writeFileSync(path.join(again.workspace, "notes.txt"), "mine\n");
    await confirmUndo(again);
    const dialog = again.page.getByRole("dialog", { name: "Nothing was undone" });
    await expect(dialog.getByRole("listitem")).toHaveText(["notes.txt"]);
    expect([inWorkspace(again, "notes.txt"), inWorkspace(again, "README.md")]).toEqual([
      "mine\n",
      expect.stringMatching(/again\n$/),
    ]);
    expect(again.kinds()).not.toContain("cf_undo");
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
    writeFileSync(path.join(again.workspace, "notes.txt"), "hello\n");
    await confirmUndo(again);
    await expect(again.card(/^You undid changes in /)).toBeVisible();
    expect(inWorkspace(again, "notes.txt")).toBeNull();
    expect(fileBreaches(again.rollout())).toEqual([]);
  });
});
