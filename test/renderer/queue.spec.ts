// The queue strip: what it shows, each thing that can be done to an entry, and where the focus is afterwards.
import { agent, NOW, queue, Sequence, type Snapshot, thread, turn, user } from "./scene";
import { expect, test, type WindowUnderTest } from "./window-fixture";

const ended = turn("t1", { status: "completed", completedAtMs: NOW + 10 });
const texts = ["Add a line to CHANGELOG.md", "Does the gauge need the same test?", "Then push"];
const running: Snapshot = {
  items: [user("t1", 2, "Hello")],
  turns: [turn("t1")],
  thread: thread({ status: { type: "active", flags: [] } }),
  queue: queue(texts),
};
const paused: Snapshot = {
  items: [user("t1", 2, "Hello"), agent("t1", 4, "Hello.")],
  turns: [turn("t1", { status: "interrupted", completedAtMs: NOW + 10 })],
  queue: queue(texts, { paused: true }),
};

const strip = ({ page }: WindowUnderTest) => page.getByRole("region", { name: "Queue" });
const entries = (view: WindowUnderTest) => strip(view).getByRole("listitem");
const act = (view: WindowUnderTest, name: string, text: string) => strip(view).getByRole("button", { name: `${name}: ${text}` });
const said = ({ page }: WindowUnderTest) => page.locator('.sr[role="status"]');
const first = "Add a line to CHANGELOG.md";
const second = "Does the gauge need the same test?";

test("shows the entries in order with their count, and follows the runtime's word alone", async ({ view }) => {
  await view.open({ snapshot: running });
  await expect(strip(view)).toContainText("Queue 3sent one by one when this turn ends");
  await expect(entries(view)).toHaveText(texts.map((text, index) => `${index + 1}${text}`));
  await act(view, "Remove", first).click();
  expect(await view.sent("thread/queue/delete")).toEqual([{ threadId: "thread-1", queuedSubmissionId: "q1" }]);
  await expect(entries(view)).toHaveCount(3);
  await view.push(new Sequence(0).event("thread/queue/changed", { queue: queue(texts.slice(1), { ids: ["q2", "q3"] }) }));
  await expect(entries(view)).toHaveCount(2);
  await view.push(new Sequence(1).event("thread/queue/changed", { queue: queue([]) }));
  await expect(strip(view)).toHaveCount(0);
});

test("a paused queue says why, and Resume resumes it", async ({ view }) => {
  await view.open({ snapshot: paused });
  await expect(strip(view)).toContainText("Queue 3Paused after Stop");
  await strip(view).getByRole("button", { name: "Resume" }).click();
  await expect.poll(() => view.sent("thread/queue/resume")).toEqual([{ threadId: "thread-1" }]);
  await view.push(new Sequence(0).event("thread/queue/changed", { queue: queue(texts) }));
  await expect(said(view)).toHaveText("Queue resumed.");
});

test("by keyboard: an entry moves, the focus stays with it, and each move is said", async ({ view }) => {
  await view.open({ snapshot: running });
  await act(view, "Move up", second).focus();
  await view.page.keyboard.press("Enter");
  await expect
    .poll(() => view.sent("thread/queue/reorder"))
    .toEqual([{ threadId: "thread-1", queuedSubmissionIds: ["q2", "q1", "q3"] }]);
  await expect(said(view)).toHaveText("Moved to 1 of 3.");
  await view.push(
    new Sequence(0).event("thread/queue/changed", { queue: queue([second, first, "Then push"], { ids: ["q2", "q1", "q3"] }) }),
  );
  await expect(entries(view).first()).toContainText(second);
  await expect(act(view, "Move up", second)).toBeFocused();
  await expect(act(view, "Move up", second)).toHaveAttribute("aria-disabled", "true");
  await view.page.keyboard.press("Enter");
  expect(await view.sent("thread/queue/reorder")).toHaveLength(1);
});

test("after a removal the focus goes to the entry in its place, and at last to the composer", async ({ view }) => {
  await view.open({ snapshot: running });
  await act(view, "Remove", first).focus();
  await view.page.keyboard.press("Enter");
  await view.push(new Sequence(0).event("thread/queue/changed", { queue: queue([second], { ids: ["q2"] }) }));
  await expect(act(view, "Remove", second)).toBeFocused();
  await view.page.keyboard.press("Enter");
  await view.push(new Sequence(1).event("thread/queue/changed", { queue: queue([]) }));
  await expect(view.composer).toBeFocused();
});

test("while a turn runs Send now steers, and deletes the entry only when the steer was accepted", async ({ view }) => {
  await view.open({ snapshot: running });
  await view.page.evaluate(() => window.fake.hold("turn/steer"));
  await act(view, "Send now", second).click();
  await expect.poll(() => view.sent("turn/steer")).toMatchObject([{ expectedTurnId: "t1", input: [{ text: second }] }]);
  await act(view, "Sending", second).press("Enter");
  expect(await view.sent("turn/steer")).toHaveLength(1);
  expect(await view.sent("thread/queue/delete")).toEqual([]);
  await view.page.evaluate(() => window.fake.release("turn/steer"));
  await expect.poll(() => view.sent("thread/queue/delete")).toEqual([{ threadId: "thread-1", queuedSubmissionId: "q2" }]);
  await expect(said(view)).toHaveText("Sent into the running turn.");
});

test("a Send now that was refused leaves the entry, says why, and goes out again under the same client id", async ({ view }) => {
  await view.open({ snapshot: running });
  await view.page.evaluate(() => window.fake.refuse("turn/steer", "storage", "the disk is full"));
  await act(view, "Send now", second).click();
  await expect(view.page.getByText("Send now failed: the disk is full")).toBeVisible();
  expect(await view.sent("thread/queue/delete")).toEqual([]);
  await view.page.evaluate(() => window.fake.answer("turn/steer", { turnId: "t1" }));
  await act(view, "Send now", second).click();
  await expect.poll(() => view.sent("thread/queue/delete")).toHaveLength(1);
  const ids = (await view.sent("turn/steer")).map((params) => JSON.stringify(params));
  expect(ids[0]).toBe(ids[1]);
});

test("a Send now that is overtaken by turns puts its entry to the front", async ({ view }) => {
  await view.open({ snapshot: running });
  await view.page.evaluate(() => window.fake.refuse("turn/steer", "turnMismatch", "another turn"));
  await act(view, "Send now", second).click();
  await expect.poll(() => view.sent("thread/queue/reorder")).toEqual([{ threadId: "thread-1", queuedSubmissionIds: ["q2"] }]);
  expect(await view.sent("thread/queue/delete")).toEqual([]);
  expect(await view.sent("thread/queue/add")).toEqual([]);
});

test("idle: Send now starts a turn and deletes the entry; the others stay paused", async ({ view }) => {
  await view.open({ snapshot: paused });
  await act(view, "Send now", second).click();
  await expect.poll(() => view.sent("thread/queue/delete")).toEqual([{ threadId: "thread-1", queuedSubmissionId: "q2" }]);
  expect(await view.sent("turn/start")).toMatchObject([{ input: [{ text: second }] }]);
  expect(await view.sent("thread/queue/resume")).toEqual([]);
});

test("idle: Send now of the only entry resumes the queue", async ({ view }) => {
  await view.open({ snapshot: { ...paused, queue: queue([first], { paused: true }) } });
  await act(view, "Send now", first).click();
  await expect.poll(() => view.sent("thread/queue/resume")).toHaveLength(1);
  expect(await view.sent("turn/start")).toEqual([]);
  expect(await view.sent("thread/queue/delete")).toEqual([]);
});

test("an entry is changed in place: Enter saves, and the focus is back on Edit", async ({ view }) => {
  await view.open({ snapshot: running });
  await act(view, "Edit", first).click();
  const field = view.page.getByRole("textbox", { name: "Queued entry 1" });
  await expect(field).toBeFocused();
  await field.press("End");
  await field.pressSequentially(", under 2.4");
  await expect(act(view, "Edit", second)).toHaveAttribute("aria-disabled", "true");
  await field.press("Enter");
  await expect
    .poll(() => view.sent("thread/queue/update"))
    .toEqual([
      {
        threadId: "thread-1",
        queuedSubmissionId: "q1",
        input: [{ type: "text", text: "Add a line to CHANGELOG.md, under 2.4" }],
      },
    ]);
  await expect(field).toHaveCount(0);
  await expect(act(view, "Edit", first)).toBeFocused();
});

test("Esc leaves an edit as it was and does not stop the turn", async ({ view }) => {
  await view.open({ snapshot: running });
  await act(view, "Edit", first).click();
  const field = view.page.getByRole("textbox", { name: "Queued entry 1" });
  await field.fill("something else");
  await field.evaluate((element) =>
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", isComposing: true, bubbles: true, cancelable: true })),
  );
  await expect(field).toHaveValue("something else");
  await field.press("Escape");
  await expect(field).toHaveCount(0);
  await expect(entries(view).first()).toContainText(first);
  await expect(act(view, "Edit", first)).toBeFocused();
  expect(await view.sent("turn/interrupt")).toEqual([]);
  expect(await view.sent("thread/queue/update")).toEqual([]);
});

test("a change that was refused stays in its field with the reason", async ({ view }) => {
  await view.open({ snapshot: running });
  await view.page.evaluate(() => window.fake.refuse("thread/queue/update", "storage", "the disk is full"));
  await act(view, "Edit", first).click();
  const field = view.page.getByRole("textbox", { name: "Queued entry 1" });
  await field.fill("something else");
  await field.press("Enter");
  await expect(strip(view).getByRole("alert")).toHaveText("Not saved: the disk is full");
  await expect(field).toHaveValue("something else");
});

test("an entry that starts while it is changed leaves its words in the composer, with a note", async ({ view }) => {
  await view.open({ snapshot: running });
  await act(view, "Edit", first).click();
  await view.page.getByRole("textbox", { name: "Queued entry 1" }).fill("something else");
  await view.push(
    new Sequence(0).event("turn/completed", { turn: ended }),
    new Sequence(1).event("thread/queue/changed", { queue: queue([second], { ids: ["q2"] }) }),
    new Sequence(2).event("turn/started", { turn: turn("t2") }),
  );
  await expect(view.composer).toHaveValue("something else");
  await expect(view.composer).toBeFocused();
  await expect(view.page.getByRole("form", { name: "Composer" }).getByRole("alert")).toHaveText(
    "That entry left the queue before your change was saved. What you wrote is here.",
  );
});

test("in a low window the queue is folded to its head, and opens on request", async ({ view }) => {
  await view.page.setViewportSize({ width: 1000, height: 450 });
  await view.open({ snapshot: running });
  await expect(strip(view)).toContainText("Queue 3");
  await expect(entries(view)).toHaveCount(0);
  await strip(view).getByRole("button", { name: "Queue 3" }).click();
  await expect(entries(view)).toHaveCount(3);
});

test("a read-only session shows its queue and offers nothing", async ({ view }) => {
  await view.open({ snapshot: { ...paused, thread: thread({ readOnly: true }) } });
  await expect(entries(view)).toHaveCount(3);
  await expect(entries(view).getByRole("button")).toHaveCount(0);
  await expect(strip(view).getByRole("button", { name: "Resume" })).toHaveCount(0);
});

test("a queue that grows takes room from the thread, and a reader at its end stays there", async ({ view }) => {
  const long = Array.from({ length: 40 }, (_, index) => agent("t1", 3 + index, `Line ${index}. ${"Some words. ".repeat(20)}`));
  await view.open({ snapshot: { ...running, items: [user("t1", 2, "Tell me"), ...long], queue: queue([]) } });
  const list = view.page.getByRole("region", { name: "Thread" });
  const fromEnd = () =>
    list.evaluate(({ scrollHeight, clientHeight, scrollTop }) => Math.round(scrollHeight - clientHeight - scrollTop));
  await expect.poll(fromEnd).toBeLessThanOrEqual(2);
  const before = await list.evaluate(({ clientHeight }) => clientHeight);
  await view.push(new Sequence(0).event("thread/queue/changed", { queue: queue(texts) }));
  await expect.poll(() => list.evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(before);
  await expect.poll(fromEnd).toBeLessThanOrEqual(2);
  await expect(view.page.getByRole("button", { name: "To the end" })).toHaveCount(0);
});

test("the queue folds and opens with the window's height, and a reader at the end stays there", async ({ view }) => {
  const some = Array.from({ length: 6 }, (_, index) => agent("t1", 3 + index, `Line ${index}. ${"Some words. ".repeat(20)}`));
  await view.open({ snapshot: { ...running, items: [user("t1", 2, "Tell me"), ...some] } });
  const list = view.page.getByRole("region", { name: "Thread" });
  const fromEnd = () =>
    list.evaluate(({ scrollHeight, clientHeight, scrollTop }) => Math.round(scrollHeight - clientHeight - scrollTop));
  for (const [width, height] of [
    [1120, 780],
    [480, 400],
    [1120, 600],
    [480, 400],
    [1120, 780],
    [560, 390],
    [1120, 560],
  ] as const) {
    await view.page.setViewportSize({ width, height });
    await expect.poll(fromEnd).toBeLessThanOrEqual(2);
    await view.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await fromEnd(), `${width} × ${height}`).toBeLessThanOrEqual(2);
    await expect(view.page.getByRole("button", { name: /To the end|new$/ })).toHaveCount(0);
  }
});
