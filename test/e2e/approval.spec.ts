import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../support/app-fixture";
import type { OpenApp } from "../support/open-app";

const ASKING = "Approval: Run touch made.txt, Waiting for you";

function hasRun(app: OpenApp): boolean {
  return existsSync(path.join(app.workspace, "made.txt"));
}

function decisions(app: OpenApp): unknown[] {
  return app
    .lines()
    .filter(({ type }) => type === "cf_approval_decided")
    .map(({ payload: { decision, decidedBy } }) => [decision, decidedBy]);
}

test.beforeEach(async ({ app }) => {
  await app.openFolder();
  await app.ask("run touch made.txt");
  await expect(app.card(ASKING)).toBeFocused();
  expect(hasRun(app)).toBe(false);
});

test("the call stands in the file and on screen before anything runs, its perforation open", async ({ app }) => {
  await expect(app.card(ASKING)).toHaveAttribute("data-state", "waiting");
  const call = await app.line((lines) => lines.find(({ payload }) => payload["type"] === "function_call"));
  await expect(app.entry(call.number).getByRole("article")).toHaveCount(1);
  expect(app.kinds()).not.toContain("function_call_output");
  expect(app.kinds()).not.toContain("cf_running");
  await expect(app.sidebar.getByRole("button", { name: "Waiting for you." })).toBeVisible();
  await app.page.keyboard.press("y");
  await app.turnEnds(1, /^Completed in /);
  await expect(app.card("Ran touch made.txt, Exit 0")).toHaveAttribute("data-state", "done");
});

test("Y allows it once: the next time it asks again", async ({ app }) => {
  await app.page.keyboard.press("y");
  await app.turnEnds(1, /^Completed in /);
  await expect(app.card("Ran touch made.txt, Exit 0")).toContainText("you allowed it");
  expect([hasRun(app), decisions(app)]).toEqual([true, [["accept", "person"]]]);
  await app.ask("run touch made.txt");
  await expect(app.card(ASKING)).toBeFocused();
});

test("A allows it in this session: the same command runs unasked, another one asks", async ({ app }) => {
  await app.page.keyboard.press("a");
  await app.turnEnds(1, /^Completed in /);
  await app.ask("run touch made.txt");
  await app.turnEnds(2, /^Completed in /);
  expect(decisions(app)).toEqual([
    ["acceptForSession", "person"],
    ["accept", "session"],
  ]);
  await expect(app.card("Ran touch made.txt, Exit 0").last()).toContainText("allowed in this session");
  await app.ask("run touch other.txt");
  await expect(app.card("Approval: Run touch other.txt, Waiting for you")).toBeFocused();
});

test("N denies it: nothing runs, the model is told, the turn goes on", async ({ app }) => {
  await app.page.keyboard.press("n");
  await app.turnEnds(1, /^Completed in /);
  await expect(app.card("Run touch made.txt, Denied")).toContainText("by you");
  expect([hasRun(app), decisions(app)]).toEqual([false, [["decline", "person"]]]);
  const output = app.lines().find(({ payload }) => payload["type"] === "function_call_output");
  expect(output?.payload["output"]).toBe("denied by the user: not allowed to run");
});

for (const { button, decision, runs } of [
  { button: "Allow once", decision: "accept", runs: true },
  { button: "Allow in this session", decision: "acceptForSession", runs: true },
  { button: "Deny N", decision: "decline", runs: false },
]) {
  test(`a click on "${button}" answers`, async ({ app }) => {
    await app.card(ASKING).getByRole("button", { name: button }).click();
    await app.turnEnds(1, /^Completed in /);
    expect([hasRun(app), decisions(app)]).toEqual([runs, [[decision, "person"]]]);
  });
}

test("Enter never answers, not on the card and not on its buttons", async ({ app }) => {
  await app.page.keyboard.press("Enter");
  await app.button("Allow once").focus();
  await app.page.keyboard.press("Enter");
  await app.button("Deny N").focus();
  await app.page.keyboard.press("Enter");
  await app.page.keyboard.press("n");
  await app.turnEnds(1, /^Completed in /);
  expect([hasRun(app), decisions(app)]).toEqual([false, [["decline", "person"]]]);
});

test("Stop resolves an open question: nothing runs and the next request works", async ({ app }) => {
  await app.page.keyboard.press("Escape");
  await app.turnEnds(1, "Interrupted by you");
  await expect(app.card("Run touch made.txt, Aborted")).toBeVisible();
  expect([hasRun(app), decisions(app)]).toEqual([false, [["cancel", "person"]]]);
  await app.ask("what time is it");
  await app.turnEnds(2, /^Completed in /);
});
