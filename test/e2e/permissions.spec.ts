// What a person settles in advance, in the real program: a rule from a question, the rules in the settings, and the settings that are written.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../support/app-fixture";

test("Always allow makes a rule that holds until it is removed in the settings", async ({ app }) => {
  await app.openFolder();
  // Where nothing confines a command, it is asked for unless a rule allows it.
  await app.button(/^Approvals: /).click();
  await app.page.getByRole("menuitemradio", { name: /^Ask when needed/ }).click();
  await app.button(/^Sandbox: /).click();
  await app.page.getByRole("menuitemradio", { name: /^Full access/ }).click();
  await expect(app.button("Sandbox: Full access, nothing to enforce")).toBeVisible();
  await app.ask("run touch made.txt");
  await expect(app.card("Approval: Run touch made.txt, Waiting for you")).toBeFocused();
  await app.button(/^Always allow touch/).click();
  await app.turnEnds(1, /^Completed in /);
  await app.ask("run touch other.txt");
  await app.turnEnds(2, /^Completed in /);
  await expect(app.card("Ran touch other.txt, Exit 0")).toContainText("allowed by a rule");
  await app.page.keyboard.press("ControlOrMeta+,");
  const settings = app.page.getByRole("dialog", { name: "Settings" });
  await settings.getByRole("button", { name: /^Remove: Allow touch/ }).click();
  await expect(settings).toContainText("There are none yet.");
  await app.page.keyboard.press("Escape");
  await app.ask("run touch third.txt");
  await expect(app.card("Approval: Run touch third.txt, Waiting for you")).toBeFocused();
  await app.page.keyboard.press("n");
  await app.turnEnds(3, /^Completed in /);
});

test("a rule for what runs other programs is refused with words, and stays written", async ({ app }) => {
  await app.openFolder();
  await app.page.keyboard.press("ControlOrMeta+,");
  const form = app.page.getByRole("form", { name: "Add a rule" });
  await form.getByLabel("Command").fill("python3 *");
  await form.getByRole("button", { name: "Add rule" }).click();
  await expect(app.page.getByRole("alert")).toContainText("The rule was not added");
  await expect(form.getByLabel("Command")).toHaveValue("python3 *");
});

test("what is chosen stands in the settings file and beside the composer", async ({ app, places }) => {
  await app.openFolder();
  await app.button(/^Approvals: /).click();
  await app.page.getByRole("menuitemradio", { name: /^Never ask/ }).click();
  await expect(app.button("Approvals: Never ask")).toBeVisible();
  await expect
    .poll(() => JSON.parse(readFileSync(path.join(places.home, "settings.json"), "utf8")) as unknown)
    .toMatchObject({ approvalPolicy: "never" });
});
