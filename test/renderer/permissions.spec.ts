// What a person settles in advance: the choices beside the composer, the settings with their rules; and stopping one command alone.
import { PERMISSION_MOMENTS, UNENFORCED } from "./permission-moments";
import { command, NOW, SETTINGS, Sequence, type Snapshot, thread, turn, user } from "./scene";
import { expect, test, type WindowUnderTest } from "./window-fixture";

const idle = PERMISSION_MOMENTS.settings.snapshot;
const RULES = PERMISSION_MOMENTS.settings.results["rule/list"].rules;

/** From now on what is written is what is read. */
const writable = (view: WindowUnderTest) =>
  view.page.evaluate((settings) => {
    const now = { ...settings };
    window.fake.compute("settings/write", (params) => {
      Object.assign(now, params);
      return {};
    });
    window.fake.compute("settings/read", () => now);
  }, SETTINGS);

test("the choice beside the composer says how far the sandbox holds, and writes another one", async ({ view }) => {
  await view.open({ snapshot: idle });
  await writable(view);
  const sandbox = view.page.getByRole("button", { name: "Sandbox: Workspace, enforced by bubblewrap" });
  await sandbox.click();
  await expect(view.page.getByRole("menuitemradio", { name: /^Workspace/ })).toBeFocused();
  await view.page.keyboard.press("ArrowUp");
  await view.page.keyboard.press("Enter");
  await expect(view.page.getByRole("button", { name: "Sandbox: Read only, enforced by bubblewrap" })).toBeFocused();
  await view.page.getByRole("button", { name: "Approvals: Ask when needed" }).click();
  await view.page.getByRole("menuitemradio", { name: /^Always ask/ }).click();
  await expect(view.page.getByRole("button", { name: "Approvals: Always ask" })).toBeVisible();
  expect(await view.sent("settings/write")).toEqual([{ sandbox: "readOnly" }, { approvalPolicy: "always" }]);
});

test("Esc leaves such a menu, gives the focus back, and stops nothing", async ({ view }) => {
  await view.open({ snapshot: { ...idle, turns: [turn("t1")], thread: thread({ status: { type: "active", flags: [] } }) } });
  const sandbox = view.page.getByRole("button", { name: /^Sandbox: / });
  await sandbox.click();
  await expect(view.page.getByRole("menu")).toBeVisible();
  await view.page.keyboard.press("Escape");
  await expect(view.page.getByRole("menu")).toHaveCount(0);
  await expect(sandbox).toBeFocused();
  expect(await view.sent("turn/interrupt")).toEqual([]);
});

test("a sandbox that does not hold is told beside the composer, with its reason", async ({ view }) => {
  await view.open({ snapshot: idle, results: { "settings/read": UNENFORCED } });
  const sandbox = view.page.getByRole("button", { name: /^Sandbox: Workspace, not enforced: bubblewrap is not installed/ });
  await expect(sandbox).toHaveText("Workspace, not enforced");
});

test("a session that was started with a sandbox of its own shows that, and offers none that would not count", async ({
  view,
}) => {
  await view.open({ snapshot: { ...idle, thread: thread({ choice: { sandbox: "readOnly" } }) } });
  const own = view.page.getByRole("note", {
    name: "Sandbox: Read only, enforced by bubblewrap. This session was started with it.",
  });
  await expect(own).toHaveText("Read only");
  await expect(view.page.getByRole("button", { name: /^Sandbox: / })).toHaveCount(0);
  // What it did not choose is the settings', and can be changed.
  await expect(view.page.getByRole("button", { name: "Approvals: Ask when needed" })).toBeVisible();
});

test("a session that was started with a policy and a model of its own shows these, whatever the settings are changed to", async ({
  view,
}) => {
  await view.open(PERMISSION_MOMENTS.ownChoice);
  const started = "This session was started with it.";
  const own = [
    view.page.getByRole("note", { name: `Approvals: Never ask. ${started}` }),
    view.page.getByRole("note", { name: /^Sandbox: Full access, .* This session was started with it\.$/ }),
    view.page.getByRole("note", { name: `Model: coder-32b. ${started}` }),
  ];
  for (const note of own) await expect(note).toBeVisible();
  await writable(view);
  await view.page.keyboard.press("Control+,");
  await view.page.getByRole("radio", { name: /^Always ask/ }).check();
  await view.page.keyboard.press("Escape");
  for (const note of own) await expect(note).toBeVisible();
  await expect(view.page.getByRole("button", { name: /^(?:Approvals|Sandbox): / })).toHaveCount(0);
});

test("a command says how far it is confined as soon as it runs", async ({ view }) => {
  const items = [user("t1", 2, "go"), command("t1", "c1", "make docs", { line: 3 })];
  const snapshot: Snapshot = { ...idle, items, turns: [turn("t1")], thread: thread({ status: { type: "active", flags: [] } }) };
  await view.open({ snapshot });
  const card = view.page.getByRole("article", { name: /make docs/ });
  await expect(card).toContainText("make docs");
  const note = { sandboxed: false, sandboxNote: "bubblewrap is not installed" };
  await view.push(new Sequence(0).event("item/running", { turnId: "t1", itemId: "c1", startedAtMs: NOW, ...note }));
  await card.getByRole("button", { expanded: false }).click();
  await expect(card.locator(".facts")).toContainText("Sandboxnot in force: bubblewrap is not installed");
});

test("a choice that could not be written says why, and what is in force is shown", async ({ view }) => {
  await view.open({ snapshot: idle });
  await view.page.evaluate(() => window.fake.refuse("settings/write", "storage", "the settings file cannot be read"));
  await view.page.getByRole("button", { name: /^Approvals: / }).click();
  await view.page.getByRole("menuitemradio", { name: /^Never ask/ }).click();
  await expect(view.page.getByRole("alert")).toHaveText("The settings were not changed: the settings file cannot be read");
  await expect(view.page.getByRole("button", { name: "Approvals: Ask when needed" })).toBeVisible();
});

const opening: readonly (readonly [string, (view: WindowUnderTest) => Promise<void>])[] = [
  ["the keys", (view) => view.page.keyboard.press("Control+,")],
  ["the menu", (view) => view.push({ method: "window/menu", params: { action: "showSettings" } })],
  ["the sidebar", (view) => view.page.getByRole("button", { name: "Settings (Ctrl ,)" }).click()],
  [
    "the palette",
    async (view) => {
      await view.page.keyboard.press("Control+k");
      await view.page.keyboard.type("> settings");
      await view.page.keyboard.press("Enter");
    },
  ],
];
for (const [door, open] of opening)
  test(`the settings open by ${door}, and Esc closes them`, async ({ view }) => {
    await view.open({ snapshot: idle, results: { "rule/list": { rules: RULES } } });
    await open(view);
    await expect(view.page.getByRole("dialog", { name: "Settings" })).toContainText("git push *");
    await view.page.keyboard.press("Escape");
    await expect(view.page.getByRole("dialog")).toHaveCount(0);
  });

test("policy, sandbox and network are written as they are chosen", async ({ view }) => {
  await view.open({ snapshot: idle, results: { "rule/list": { rules: [] } } });
  await writable(view);
  await view.page.keyboard.press("Control+,");
  const card = view.page.getByRole("dialog");
  await card.getByRole("radio", { name: /^Never ask/ }).check();
  await card.getByRole("radio", { name: /^Full access/ }).check();
  await card.getByRole("checkbox", { name: /^Network/ }).check();
  await expect
    .poll(() => view.sent("settings/write"))
    .toEqual([{ approvalPolicy: "never" }, { sandbox: "dangerFullAccess" }, { network: true }]);
  await expect(card.getByRole("checkbox", { name: /^Network/ })).toBeChecked();
  await expect(card).toContainText("/home/mara/.config/counterfoil/settings.json");
});

test("rules stand by their folder; one is removed, one added for the folder that is shown", async ({ view }) => {
  await view.open({ snapshot: idle });
  await view.page.evaluate((rules) => {
    let known: unknown[] = [...rules];
    const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
    window.fake.compute("rule/list", () => ({ rules: known }));
    window.fake.compute("rule/add", (rule) => {
      known = [...known, rule];
      return {};
    });
    window.fake.compute("rule/delete", (rule) => {
      known = known.filter((other) => !same(other, rule));
      return {};
    });
  }, RULES);
  await view.page.keyboard.press("Control+,");
  const here = view.page.getByRole("region", { name: "Rules in /home/mara/code/tidetable" });
  await expect(here.getByRole("listitem")).toHaveText(["Allownpm run *Remove", "Allowgit statusRemove", "Denygit push *Remove"]);
  await here.getByRole("button", { name: "Remove: Allow git status in /home/mara/code/tidetable" }).click();
  await expect(here.getByRole("listitem")).toHaveCount(2);
  const form = view.page.getByRole("form", { name: "Add a rule" });
  await expect(form.getByLabel("Folder")).toHaveValue("/home/mara/code/tidetable");
  await form.getByLabel("Effect").selectOption("Deny");
  await form.getByLabel("Command").fill("curl *");
  await form.getByLabel("Command").press("Enter");
  await expect(here.getByRole("listitem").last()).toHaveText("Denycurl *Remove");
  await expect(form.getByLabel("Command")).toHaveValue("");
});

test("a rule that is refused stays written, with the runtime's words", async ({ view }) => {
  await view.open({ snapshot: idle, results: { "rule/list": { rules: [] } } });
  await view.page.evaluate(() => window.fake.refuse("rule/add", "invalidParams", "python runs what it is given"));
  await view.page.keyboard.press("Control+,");
  const form = view.page.getByRole("form", { name: "Add a rule" });
  await form.getByLabel("Command").fill("python *");
  await form.getByRole("button", { name: "Add rule" }).click();
  await expect(view.page.getByRole("alert")).toHaveText("The rule was not added: python runs what it is given");
  await expect(form.getByLabel("Command")).toHaveValue("python *");
});

const running: Snapshot = {
  items: [user("t1", 2, "Test"), command("t1", "c1", "npm test", { line: 4, startedAtMs: NOW })],
  turns: [turn("t1")],
  thread: thread({ status: { type: "active", flags: [] } }),
};

for (const isOpen of [false, true])
  test(`one running command is stopped alone from its ${isOpen ? "opened" : "closed"} card`, async ({ view }) => {
    await view.open({ snapshot: running });
    const card = view.page.getByRole("article", { name: /^Run npm test/ });
    if (isOpen) await card.getByRole("button", { expanded: false }).click();
    await card.getByRole("button", { name: "Stop this command" }).click();
    await expect(card.getByRole("button", { name: isOpen ? "Stopping…" : "Stopping this command" })).toBeVisible();
    expect(await view.sent("item/interrupt")).toEqual([{ threadId: "thread-1", itemId: "c1" }]);
    expect(await view.sent("turn/interrupt")).toEqual([]);
    const ended = command("t1", "c1", "npm test", { line: 4, status: "aborted", outputLine: 6, durationMs: 900 });
    await view.push(new Sequence(0).event("item/completed", { turnId: "t1", item: ended }));
    await expect(card.getByRole("button", { name: /Stop/ })).toHaveCount(0);
  });

test("what the sandbox refused is said apart from the command's own failure", async ({ view }) => {
  const moment = PERMISSION_MOMENTS.decided;
  await view.open({ snapshot: moment.snapshot });
  const failed = view.page.getByRole("article", { name: "Ran npm install left-pad, Exit 1" });
  await expect(failed).toContainText("Exit 1sandbox refused");
  await failed.getByRole("button", { expanded: false }).click();
  await expect(failed.getByRole("note")).toHaveText(/^The sandbox may be why\. It could not reach the network\./);
  const unconfined = view.page.getByRole("article", { name: /^Ran make docs/ });
  await unconfined.getByRole("button", { expanded: false }).click();
  await expect(unconfined.locator(".facts")).toContainText("Sandboxnot in force: bubblewrap is not installed");
  await expect(unconfined.locator(".facts")).toContainText("Allowed byyour answer earlier in this session");
  const ruled = view.page.getByRole("article", { name: /^Ran npm run lint/ });
  await ruled.getByRole("button", { expanded: false }).click();
  await expect(ruled.locator(".facts")).toContainText("Allowed bythe rule “allow npm run * in /home/mara/code/tidetable”");
});
