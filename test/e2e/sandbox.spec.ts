// How far commands are confined, in the whole app: what runs unasked, what the sandbox refuses, what goes on outside of it, and a machine without one.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "../support/app-fixture";
import { fileBreaches } from "../support/file-breaches";
import { test, writeSettings } from "../support/model-fixture";
import { decisions, hasSandbox, outputs } from "../support/permission-facts";
import { closeSettings, openSettings } from "../support/settings-dialog";

test.describe("in the sandbox, asked only when needed", () => {
  test.beforeEach(async ({ places, launch }) => {
    writeSettings(places, { approvalPolicy: "onRequest" });
    mkdirSync(path.join(places.workspace, ".git/hooks"), { recursive: true });
    const app = await launch();
    test.skip(!(await hasSandbox(app)), "this machine has no sandbox");
    await app.close();
  });

  test("a command runs unasked, and its card and the composer say that the sandbox held", async ({ app }) => {
    await app.openFolder();
    await expect(app.button(/^Sandbox: Workspace, enforced by /)).toBeVisible();
    await app.ask("run touch made.txt");
    await app.turnEnds(1, /^Completed in /);
    expect([decisions(app), existsSync(path.join(app.workspace, "made.txt"))]).toEqual([[], true]);
    const ran = app.card("Ran touch made.txt, Exit 0");
    await ran.getByRole("button", { name: "Ran" }).click();
    await expect(ran.getByRole("definition").filter({ hasText: /^enforced$/ })).toBeVisible();
    expect(fileBreaches(app.rollout())).toEqual([]);
  });

  test("the sandbox has a temporary folder of its own, and the model is told where it is", async ({ app }) => {
    test.skip(process.platform !== "linux", "other systems confine the temporary folder that there is");
    const file = `/tmp/${path.basename(path.dirname(app.home))}.txt`;
    await app.openFolder();
    await app.ask(`run \`echo kept > ${file}; cat ${file}\``);
    await app.turnEnds(1, /^Completed in /);
    expect(JSON.stringify(app.lines())).toContain(`write in ${app.workspace} and /tmp,`);
    expect([outputs(app)[0], existsSync(file)]).toEqual([expect.stringContaining("Output:\nkept"), false]);
  });

  test("what the sandbox refuses is told apart from a failure of the command", async ({ app }) => {
    await app.openFolder();
    await app.ask("run `echo bad > .git/hooks/pre-commit`");
    await app.turnEnds(1, /^Completed in /);
    const refused = app.card(/^Ran echo bad/);
    await expect(refused).toContainText("sandbox refused");
    await refused.getByRole("button", { name: "Ran" }).click();
    await expect(refused.getByRole("note")).toHaveText(/^The sandbox may be why\. It seems to have refused /);
    expect(existsSync(path.join(app.workspace, ".git/hooks/pre-commit"))).toBe(false);
    expect(outputs(app)[0]).toContain("call it again with outsideSandbox: true");

    await app.ask("run `echo its own fault; exit 3`");
    await app.turnEnds(2, /^Completed in /);
    const failed = app.card(/^Ran echo its own fault; exit 3, Exit 3$/);
    await failed.getByRole("button", { name: "Ran" }).click();
    await expect(failed).toContainText("its own fault");
    await expect(failed.getByRole("note")).toHaveCount(0);
    expect(outputs(app)[1]).not.toContain("Sandbox");
  });

  test("outside the sandbox is asked for with its reason: denied it does not run, allowed it does", async ({ app }) => {
    await app.openFolder();
    const hook = path.join(app.workspace, ".git/hooks/pre-commit");
    await app.ask("run `echo true > .git/hooks/pre-commit` outside the sandbox");
    const asking = app.card(/^Approval: Run echo true.*outside the sandbox, Waiting for you$/);
    await expect(asking).toBeFocused();
    await expect(asking).toContainText("You asked for it in these words.");
    await expect(asking.getByRole("button", { name: /^Always allow/ })).toHaveCount(0);
    await app.page.keyboard.press("n");
    await app.turnEnds(1, /^Completed in /);
    await expect(app.card(/^Run echo true.*, Denied$/)).toContainText("by you");
    expect(existsSync(hook)).toBe(false);

    await app.ask("run `echo true > .git/hooks/pre-commit` outside the sandbox");
    await expect(asking).toBeFocused();
    await app.page.keyboard.press("y");
    await app.turnEnds(2, /^Completed in /);
    const ran = app.card(/^Ran echo true.*, Exit 0$/);
    await ran.getByRole("button", { name: "Ran" }).click();
    await expect(ran.getByRole("definition").filter({ hasText: "not in force" })).toBeVisible();
    expect(readFileSync(hook, "utf8")).toBe("true\n");
    expect(decisions(app)).toEqual([
      ["decline", "person"],
      ["accept", "person"],
    ]);
    expect(fileBreaches(app.rollout())).toEqual([]);
  });
});

test("the sandbox does not hold: the window says why, and commands ask", async ({ places, launch }) => {
  test.skip(process.platform !== "linux", "bubblewrap is Linux's");
  writeSettings(places, { approvalPolicy: "onRequest" });
  // The filter of system calls cannot be written where a folder lies.
  mkdirSync(path.join(places.home, "cache", "sandbox", `seccomp-${process.arch}.bpf`), { recursive: true });
  const words = "(the sandbox could not be tried|bubblewrap is not installed)";
  const app = await launch();
  await app.openFolder();
  const choice = app.button(new RegExp(`^Sandbox: Workspace, not enforced: ${words}`));
  await expect(choice).toHaveText("Workspace, not enforced");
  const card = await openSettings(app);
  await expect(card.getByText(new RegExp(`^On this machine not enforced: ${words}`)).first()).toBeVisible();
  await closeSettings(app);
  await app.ask("run touch made.txt");
  await expect(app.card("Approval: Run touch made.txt, Waiting for you")).toBeFocused();
  expect(existsSync(path.join(app.workspace, "made.txt"))).toBe(false);
  await app.page.keyboard.press("y");
  await app.turnEnds(1, /^Completed in /);
  const ran = app.card("Ran touch made.txt, Exit 0");
  await ran.getByRole("button", { name: "Ran" }).click();
  await expect(ran.getByRole("definition").filter({ hasText: new RegExp(`not in force: ${words}`) })).toBeVisible();
});
