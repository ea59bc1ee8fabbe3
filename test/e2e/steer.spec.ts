import { expect, test } from "../support/app-fixture";
import { isTurnEnd } from "../support/rollout-lines";

test.beforeEach(async ({ app }) => app.openFolder());

test("Enter during a turn steers it, and the button says so", async ({ app }) => {
  await expect(app.button(/^Send/)).toBeVisible();
  await app.ask("run sleep 4711");
  await expect(app.card("Approval: Run sleep 4711, Waiting for you")).toBeFocused();
  await expect(app.button(/^Steer/)).toBeVisible();
  await app.ask("what time is it");
  await expect(app.composer).toHaveValue("");
  const steer = await app.line((lines) => lines.filter(({ type }) => type === "cf_input")[1]);
  expect(steer.payload["via"]).toBe("steer");
  await app.button("Deny").click();
  await app.turnEnds(1, /^Completed in /);

  await expect(app.card("Read the clock, Done")).toBeVisible();
  await expect(app.button(/^Send/)).toBeVisible();
  expect(app.lines().filter(isTurnEnd)).toHaveLength(1);
  const end = app.lines().find(({ type, payload }) => type === "cf_input_end" && payload["inputId"] === steer.payload["inputId"]);
  expect(end?.payload["how"]).toBe("sampled");
});

test("a steer that was not sampled is back in the composer after Stop, and can be sent then", async ({ app }) => {
  await app.ask("run sleep 4711");
  await expect(app.card("Approval: Run sleep 4711, Waiting for you")).toBeFocused();
  await app.page.keyboard.press("y");
  await expect(app.card("Run sleep 4711, Running")).toBeVisible();
  await app.ask("what time is it");
  await expect(app.composer).toHaveValue("");
  await app.composer.press("Escape");
  await app.turnEnds(1, "Interrupted by you");
  await expect(app.composer).toHaveValue("what time is it");
  await app.composer.press("Enter");
  await app.turnEnds(2, /^Completed in /);
  await expect(app.card("Read the clock, Done")).toBeVisible();
});

test("Shift+Enter makes a line and sends nothing", async ({ app }) => {
  await app.composer.fill("what time");
  await app.composer.press("Shift+Enter");
  await app.composer.pressSequentially("is it");
  await expect(app.composer).toHaveValue("what time\nis it");
  await app.composer.press("Enter");
  await app.turnEnds(1, /^Completed in /);
});
