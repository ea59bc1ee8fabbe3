import { expect, test } from "../support/app-fixture";
import { kindOf } from "../support/rollout-lines";

test("a person picks a folder and asks: text streams, the call and its output are what the file holds", async ({ app }) => {
  await app.openFolder();
  const streams = app.page.waitForFunction(() =>
    [...document.querySelectorAll("[data-row]")].some((row) => row.querySelector(".wet")?.textContent === "writing"),
  );
  await app.ask("list the files here");
  await streams;
  await app.turnEnds(1, /^Completed in /);

  const lines = app.lines();
  const call = lines.find((line) => kindOf(line) === "function_call");
  const output = lines.find((line) => kindOf(line) === "function_call_output");
  const card = app.card("Listed ., Done");
  await expect(card).toHaveAttribute("data-state", "done");
  await expect(app.entry(call?.number ?? 0).getByRole("article")).toHaveCount(1);
  await card.getByRole("button").click();
  await expect(card.getByText(`recorded · line ${output?.number ?? 0}`)).toBeVisible();
  await expect(card).toContainText("README.md");
  await expect(app.thread).toContainText("Listing this folder gave 2 entries");
});

test("three calls at once stand in the order they were issued and say when each has finished", async ({ app }) => {
  await app.openFolder();
  await app.ask("do these three things at once");
  await expect(app.thread.getByText("3 calls at once")).toBeVisible();
  await expect(app.card("Approval: Run echo three things at once, Waiting for you")).toBeFocused();
  await app.page.keyboard.press("y");
  await app.turnEnds(1, /^Completed in /);

  await expect(app.thread.getByRole("listitem").getByRole("article")).toHaveText([
    /Listed/,
    /Read.*README\.md/,
    /Ran.*echo three/,
  ]);
  const lines = app.lines();
  const calls = lines.filter((line) => kindOf(line) === "function_call");
  const outputs = lines.filter((line) => kindOf(line) === "function_call_output");
  expect(outputs.map(({ payload }) => payload["call_id"])).toEqual(calls.map(({ payload }) => payload["call_id"]));
  await expect(app.thread.getByText(`lines ${calls[0]?.number ?? 0}–${calls[2]?.number ?? 0}`, { exact: true })).toBeVisible();
});

test("the person reads a file, runs the tests and asks the time, and each answer comes from the real thing", async ({ app }) => {
  // High enough that nothing has to be scrolled for.
  await app.page.setViewportSize({ width: 1120, height: 2000 });
  await app.openFolder();
  await app.ask("read README.md and summarise it");
  await app.turnEnds(1, /^Completed in /);
  await expect(app.thread).toContainText("It is titled Tide table");
  await app.ask("run the tests");
  await expect(app.card("Approval: Run npm test, Waiting for you")).toBeFocused();
  await app.page.keyboard.press("y");
  await app.turnEnds(2, /^Completed in /);
  await app.card("Ran npm test, Exit 0").getByRole("button", { name: "Ran" }).click();
  await expect(app.card("Ran npm test, Exit 0")).toContainText("12 passed");
  await app.ask("what time is it");
  await app.turnEnds(3, /^Completed in /);
  await expect(app.card("Read the clock, Done")).toBeVisible();
});

test("without a folder the first request asks for one, and thinking better of it keeps the words", async ({ app }) => {
  await app.answerFolderDialog(null);
  await app.ask("list the files here");
  await expect(app.composer).toHaveValue("list the files here");
  await app.answerFolderDialog(app.workspace);
  await app.composer.press("Enter");
  await app.turnEnds(1, /^Completed in /);
});
