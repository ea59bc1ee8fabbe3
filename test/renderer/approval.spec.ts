// Approvals: answered by Y, A and N while their card has the focus, and by nothing else.
import { approval, command, item, NOW, request, Sequence, type Snapshot, thread, turn, user } from "./scene";
import { expect, test, type WindowUnderTest } from "./window-fixture";

const asked = (callId: string) =>
  item({
    type: "approval",
    id: `approval-${callId}`,
    turnId: "t1",
    requestId: `request-${callId}`,
    callId,
    kind: "command",
    requestedAtMs: NOW,
  });

const snapshot: Snapshot = {
  items: [user("t1", 2, "Clean up"), command("t1", "c1", "rm -rf build", { line: 4 }), asked("c1")],
  turns: [turn("t1")],
  thread: thread({ status: { type: "active", flags: ["waitingOnApproval"] } }),
};

const ask = (callId = "c1", text = "rm -rf build") => request(approval("t1", callId, text));

const answers = (view: WindowUnderTest) =>
  view.page.evaluate(() =>
    window.fake.sent.filter(({ method }) => method === undefined).map(({ id, result }) => ({ id, result })),
  );

const card = (view: WindowUnderTest, name = "rm -rf build") =>
  view.page.getByRole("article", { name: new RegExp(`Approval: Run ${name}`) });

for (const [key, decision] of [
  ["y", "accept"],
  ["a", "acceptForSession"],
  ["n", "decline"],
  ["Y", "accept"],
] as const) {
  test(`${key} answers ${decision} when the card has the focus, which it takes when it appears`, async ({ view }) => {
    await view.open({ snapshot });
    await view.push(ask());
    await expect(card(view)).toBeFocused();
    await view.page.keyboard.press(key);
    await expect.poll(() => answers(view)).toEqual([{ id: "rpc-c1", result: { decision } }]);
  });
}

test("Enter never answers, on the card or on its buttons", async ({ view }) => {
  await view.open({ snapshot });
  await view.push(ask());
  await expect(card(view)).toBeFocused();
  await view.page.keyboard.press("Enter");
  await view.page.getByRole("button", { name: "Allow once" }).focus();
  await view.page.keyboard.press("Enter");
  await view.page.getByRole("button", { name: "Deny N" }).press("Enter");
  expect(await answers(view)).toEqual([]);
  await view.page.getByRole("button", { name: "Deny N" }).press("Space");
  await expect.poll(() => answers(view)).toHaveLength(1);
});

test("the focus stays with a person who is typing, and their letters answer nothing", async ({ view }) => {
  await view.open({ snapshot });
  await view.composer.pressSequentially("Tr");
  await view.push(ask());
  await expect(card(view)).toBeVisible();
  await view.composer.pressSequentially("y any");
  await expect(view.composer).toHaveValue("Try any");
  expect(await answers(view)).toEqual([]);
  await view.page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(card(view)).toBeFocused();
});

test("a held key does not answer", async ({ view }) => {
  await view.open({ snapshot });
  await view.push(ask());
  await expect(card(view)).toBeFocused();
  await card(view).evaluate((element) =>
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "y", repeat: true, bubbles: true })),
  );
  expect(await answers(view)).toEqual([]);
});

test("invisible characters are shown in place and the filled button is gone", async ({ view }) => {
  await view.open({
    snapshot: {
      ...snapshot,
      items: [...snapshot.items.slice(0, 1), command("t1", "c1", "rm -rf \u202ebuild", { line: 4 }), asked("c1")],
    },
  });
  await view.push(ask("c1", "rm -rf \u202ebuild"));
  await expect(view.page.locator("pre.cmd .esc")).toHaveText("U+202E");
  await expect(view.page.getByRole("button", { name: "Allow once" })).not.toHaveClass(/btn-primary/);
});

test("a command that a hook changed: the question shows exactly what will run, beside what was asked for", async ({ view }) => {
  await view.open({ snapshot });
  await view.push(ask("c1", "rm -rf  dist \u202e&& ls"));
  const changed = view.page.getByRole("article", {
    name: "Approval: Run rm -rf  dist [U+202E]&& ls, changed by a hook, Waiting for you",
  });
  await expect(changed).toBeFocused();
  await expect(changed.locator(".cf-detail")).toContainText(
    "A hook changed this command.Asked for:rm -rf buildWill run:rm -rf  dist U+202E&& ls",
  );
  await expect(changed).toContainText("covers exactly the command that will run, and not the one asked for");
  await expect(changed.getByRole("button", { name: "Allow once" })).not.toHaveClass(/btn-primary/);
  await changed.getByRole("button", { expanded: true }).click();
  await expect(changed.locator(".cf-head")).toHaveText("Runrm -rf  dist U+202E&& ls");
});

test("a command that no hook changed says nothing of hooks", async ({ view }) => {
  await view.open({ snapshot });
  await view.push(ask());
  await expect(card(view)).toContainText("covers this exact command only");
  await expect(card(view)).not.toContainText("hook");
});

test("the question names the folder it will run in, whatever the card was recorded with", async ({ view }) => {
  await view.open({ snapshot });
  await view.push(request({ ...approval("t1", "c1", "rm -rf build"), cwd: "/srv/elsewhere" }));
  await expect(card(view).locator(".facts")).toContainText("In/srv/elsewhere");
});

test("after an answer the focus goes on to the next question, then to the composer", async ({ view }) => {
  const two: Snapshot = { ...snapshot, items: [...snapshot.items, command("t1", "c2", "rm -rf dist", { line: 5 }), asked("c2")] };
  await view.open({ snapshot: two });
  await view.push(ask("c1"), ask("c2", "rm -rf dist"));
  await expect(view.page.getByText("2 calls wait for you")).toBeVisible();
  await expect(card(view)).toBeFocused();
  await view.page.keyboard.press("n");
  const sequence = new Sequence(0);
  const denied = command("t1", "c1", "rm -rf build", { line: 4, status: "denied", outputLine: 7 });
  await view.push(
    sequence.event("serverRequest/resolved", { requestId: "request-c1" }),
    sequence.event("item/completed", { turnId: "t1", item: denied }),
  );
  await expect(card(view, "rm -rf dist")).toBeFocused();
  await view.page.keyboard.press("y");
  await view.push(sequence.event("serverRequest/resolved", { requestId: "request-c2" }));
  await expect(view.composer).toBeFocused();
});

test("a request that is sent again is the same question", async ({ view }) => {
  await view.open({ snapshot });
  await view.push(ask());
  await view.push(ask());
  await expect(view.page.getByRole("button", { name: "Allow once" })).toHaveCount(1);
});

test("one that another client answered closes here", async ({ view }) => {
  await view.open({ snapshot });
  await view.push(ask());
  await expect(card(view)).toBeVisible();
  await view.push(new Sequence(0).event("serverRequest/resolved", { requestId: "request-c1" }));
  await expect(view.page.getByRole("button", { name: "Allow once" })).toHaveCount(0);
});
