import { expect, test } from "../support/app-fixture";
import { isTurnEnd } from "../support/rollout-lines";

test.beforeEach(async ({ app }) => app.openFolder());

test("during a turn Enter queues, Ctrl or Cmd with Enter steers, and the buttons say so", async ({ app }) => {
  await expect(app.button(/^Send/)).toBeVisible();
  await app.ask("run sleep 4711");
  await expect(app.card("Approval: Run sleep 4711, Waiting for you")).toBeFocused();
  await expect(app.button(/^Queue Enter/)).toBeVisible();
  await expect(app.button(/^Steer/)).toBeVisible();
  await app.ask("list the files here");
  await app.queueIs(["list the files here"]);
  await app.steer("what time is it");
  const inputs = app.lines().filter(({ type }) => type === "cf_input");
  expect(inputs.map(({ payload }) => payload["via"])).toEqual(["start", "queue", "steer"]);
  await app.button("Deny N").click();
  await app.turnEnds(1, /^Completed in /);
  await expect(app.card("Read the clock, Done")).toBeVisible();
  await app.turnEnds(2, /^Completed in /);

  await expect(app.button(/^Send/)).toBeVisible();
  await expect(app.queue).toHaveCount(0);
  expect(app.lines().filter(isTurnEnd)).toHaveLength(2);
  const steered = inputs[2]?.payload["inputId"];
  const end = app.lines().find(({ type, payload }) => type === "cf_input_end" && payload["inputId"] === steered);
  expect(end?.payload["how"]).toBe("sampled");
});

test("steers that were not sampled when Stop came are the first entries of the paused queue, and Resume sends them", async ({
  app,
}) => {
  await app.ask("run sleep 4711");
  await expect(app.card("Approval: Run sleep 4711, Waiting for you")).toBeFocused();
  await app.page.keyboard.press("y");
  await expect(app.card("Run sleep 4711, Running")).toBeVisible();
  await app.ask("list the files here");
  await app.queueIs(["list the files here"]);
  await app.steer("what time is it");
  await app.steer("say 3 words");
  await app.composer.press("Escape");
  await app.turnEnds(1, "Interrupted by you");
  await app.queueIs(["what time is it", "say 3 words", "list the files here"]);
  await expect(app.composer).toHaveValue("");
  await expect(app.queue).toContainText("Paused after Stop");

  await app.button("Resume").click();
  await app.turnEnds(4, /^Completed in /);
  await expect(app.queue).toHaveCount(0);
  await expect(app.card("Read the clock, Done")).toBeVisible();
  await expect(app.card("Listed ., Done")).toBeVisible();
});

test("Shift+Enter makes a line and sends nothing", async ({ app }) => {
  await app.composer.fill("what time");
  await app.composer.press("Shift+Enter");
  await app.composer.pressSequentially("is it");
  await expect(app.composer).toHaveValue("what time\nis it");
  await app.composer.press("Enter");
  await app.turnEnds(1, /^Completed in /);
});
