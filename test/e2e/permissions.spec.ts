// What a person settles in advance, in the whole app: rules from a question and in the settings, and the settings that are written.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect } from "../support/app-fixture";
import { fileBreaches } from "../support/file-breaches";
import { test, writeSettings } from "../support/model-fixture";
import { decisions, hasSandbox, jsonFile, outputs } from "../support/permission-facts";
import { closeSettings, openSettings } from "../support/settings-dialog";

test.describe("rules, where nothing confines a command", () => {
  test.beforeEach(({ places }) => writeSettings(places, { approvalPolicy: "onRequest", sandbox: "dangerFullAccess" }));

  test("Always allow makes a rule that holds until it is removed in the settings", async ({ app }) => {
    await app.openFolder();
    await expect(app.button("Sandbox: Full access, nothing to enforce")).toBeVisible();
    await app.ask("run mkdir first");
    await expect(app.card("Approval: Run mkdir first, Waiting for you")).toBeFocused();
    await app.button("Always allow mkdir * in this folder").click();
    await app.turnEnds(1, /^Completed in /);
    const rule = { folder: app.workspace, effect: "allow", pattern: "mkdir *" };
    expect(jsonFile(app, "rules.json")).toEqual({ rules: [rule] });

    await app.ask("run mkdir second");
    await app.turnEnds(2, /^Completed in /);
    await expect(app.card("Ran mkdir second, Exit 0")).toContainText("allowed by a rule");
    expect(readdirSync(app.workspace)).toEqual(expect.arrayContaining(["first", "second"]));

    const card = await openSettings(app);
    const here = card.getByRole("region", { name: `Rules in ${app.workspace}` });
    await expect(here.getByRole("listitem")).toHaveText(["Allowmkdir *Remove"]);
    await here.getByRole("button", { name: `Remove: Allow mkdir * in ${app.workspace}` }).click();
    await expect(card).toContainText("There are none yet.");
    expect(jsonFile(app, "rules.json")).toEqual({ rules: [] });
    await closeSettings(app);
    await app.ask("run mkdir third");
    await expect(app.card("Approval: Run mkdir third, Waiting for you")).toBeFocused();
    await app.page.keyboard.press("n");
    await app.turnEnds(3, /^Completed in /);
    expect(decisions(app)).toEqual([
      ["accept", "person"],
      ["accept", "policy"],
      ["decline", "person"],
    ]);
  });

  test("a deny rule refuses every command that holds it, with its words, and nobody is asked", async ({ app }) => {
    await app.openFolder();
    const card = await openSettings(app);
    const form = card.getByRole("form", { name: "Add a rule" });
    await expect(form.getByLabel("Folder")).toHaveValue(app.workspace);
    await form.getByLabel("Effect").selectOption("Deny");
    await form.getByLabel("Command").fill("mkdir *");
    await form.getByLabel("Command").press("Enter");
    await expect(card.getByRole("listitem").filter({ hasText: "mkdir *" })).toHaveText("Denymkdir *Remove");
    await closeSettings(app);
    await app.ask("run `echo before && mkdir never`");
    await app.turnEnds(1, /^Completed in /);
    const denied = app.card("Run echo before && mkdir never, Denied");
    await denied.getByRole("button", { name: "Run" }).click();
    await expect(denied).toContainText(`deny mkdir * in ${app.workspace}`);
    expect(outputs(app)[0]).toContain(`the rule “deny mkdir * in ${app.workspace}”`);
    expect([app.kinds().includes("cf_running"), readdirSync(app.workspace).includes("never")]).toEqual([false, false]);
    expect(fileBreaches(app.rollout())).toEqual([]);
  });

  test("what runs other programs can be always allowed neither by a question nor by a rule, which stays written", async ({
    app,
  }) => {
    await app.openFolder();
    await app.ask("run node --version");
    const asking = app.card("Approval: Run node --version, Waiting for you");
    await expect(asking).toBeFocused();
    await expect(asking.getByRole("button", { name: /^Always allow|in this session/ })).toHaveCount(0);
    await app.page.keyboard.press("a");
    await app.page.keyboard.press("n");
    await app.turnEnds(1, /^Completed in /);
    expect(decisions(app)).toEqual([["decline", "person"]]);
    const card = await openSettings(app);
    const form = card.getByRole("form", { name: "Add a rule" });
    await form.getByLabel("Command").fill("node *");
    await form.getByRole("button", { name: "Add rule" }).click();
    await expect(card.getByRole("alert")).toContainText("The rule was not added");
    await expect(form.getByLabel("Command")).toHaveValue("node *");
    await expect(card).toContainText("There are none yet.");
  });
});

test("what is chosen in the window holds from the next turn, and stands in settings.json beside all that stood there", async ({
  places,
  launch,
}) => {
  const stood = { provider: "demo", clock: { reminderSeconds: 600 }, sessionRoots: ["~/elsewhere"], approvalPolicy: "always" };
  writeSettings(places, stood);
  const app = await launch();
  await app.openFolder();
  await app.button("Approvals: Always ask").click();
  await app.page.getByRole("menuitemradio", { name: /^Ask when needed/ }).click();
  await expect(app.button("Approvals: Ask when needed")).toBeVisible();
  const card = await openSettings(app);
  await card.getByRole("radio", { name: /^Read only/ }).check();
  await card.getByRole("checkbox", { name: /^Network/ }).check();
  const changed = { ...stood, approvalPolicy: "onRequest", sandbox: "readOnly", network: true };
  await expect.poll(() => jsonFile(app, "settings.json")).toEqual(changed);
  await closeSettings(app);
  await app.ask("run touch made.txt");
  if (await hasSandbox(app)) {
    await app.turnEnds(1, /^Completed in /);
    await expect(app.card("Ran touch made.txt, Exit 1")).toContainText("sandbox refused");
  } else await expect(app.card("Approval: Run touch made.txt, Waiting for you")).toBeFocused();
  expect(existsSync(path.join(app.workspace, "made.txt"))).toBe(false);
});
