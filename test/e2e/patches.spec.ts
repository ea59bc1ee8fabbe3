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
  await expect(asking).toHaveAccessibleName("Approval: Edit README.md, Waiting for you, 1 lines added, 0 deleted");
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
