// The composer: what Enter does, input methods, drafts, and that nothing written is ever lost.
import type { Page } from "playwright/test";
import { agent, NOW, queue, Sequence, SETTINGS, type Snapshot, thread, turn, user } from "./scene";
import { expect, test } from "./window-fixture";

const idle: Snapshot = {
  items: [user("t1", 2, "Hello"), agent("t1", 4, "Hello.")],
  turns: [turn("t1", { status: "completed", completedAtMs: NOW + 10 })],
};
const running: Snapshot = {
  items: [user("t1", 2, "Hello")],
  turns: [turn("t1")],
  thread: thread({ status: { type: "active", flags: [] } }),
};

function clientIdOf(params: unknown): unknown {
  return typeof params === "object" && params !== null && "clientUserMessageId" in params
    ? params.clientUserMessageId
    : undefined;
}

/** How long the page's main thread works at something: a machine that is busy with other things does not count. */
async function busyMs(page: Page, act: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await act();
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN);
}

test("Enter sends, Shift+Enter makes a new line", async ({ view }) => {
  await view.open({ snapshot: idle });
  await view.composer.fill("one");
  await view.composer.press("Shift+Enter");
  await view.composer.pressSequentially("two");
  await view.composer.press("Enter");
  await expect(view.composer).toHaveValue("");
  expect(await view.sent("turn/start")).toMatchObject([{ threadId: "thread-1", input: [{ type: "text", text: "one\ntwo" }] }]);
});

test("Enter of an input method never sends, nor does Esc stop", async ({ view }) => {
  await view.open({ snapshot: running });
  await view.composer.fill("日本");
  await view.composer.evaluate((field) => {
    const press = (init: KeyboardEventInit) =>
      field.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));
    press({ key: "Enter", isComposing: true });
    press({ key: "Enter", keyCode: 229 });
    press({ key: "Escape", isComposing: true });
    // The order of engines that end the composition before they report its key.
    field.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true, data: "日本" }));
    press({ key: "Enter" });
    press({ key: "Escape" });
  });
  expect(await view.sent("thread/queue/add")).toEqual([]);
  expect(await view.sent("turn/interrupt")).toEqual([]);
  await view.composer.press("Enter");
  await expect.poll(() => view.sent("thread/queue/add")).toHaveLength(1);
});

test("while a turn runs the button says Queue and Enter queues, once per client id", async ({ view }) => {
  await view.open({ snapshot: running });
  await expect(view.page.getByRole("button", { name: "Queue Enter" })).toBeVisible();
  await expect(view.composer).toHaveAttribute("placeholder", "Queue the next thing, or Ctrl Enter to steer this turn");
  await view.page.evaluate(() => window.fake.refuse("thread/queue/add", "storage", "the disk is full"));
  await view.composer.fill("and the second file");
  await view.composer.press("Enter");
  await expect(view.page.getByRole("alert")).toHaveText("Not sent: the disk is full");
  await expect(view.composer).toHaveValue("and the second file");
  await view.page.evaluate(() => window.fake.answer("thread/queue/add", { queuedSubmissionId: "q1" }));
  await view.composer.press("Enter");
  await expect(view.composer).toHaveValue("");
  const [first, second] = await view.sent("thread/queue/add");
  expect(first).toMatchObject({ threadId: "thread-1", input: [{ text: "and the second file" }] });
  expect(clientIdOf(second)).toBe(clientIdOf(first));
  await view.push(
    new Sequence(0).event("turn/completed", { turn: turn("t1", { status: "completed", completedAtMs: NOW + 10 }) }),
  );
  await expect(view.page.getByRole("button", { name: "Send" })).toBeVisible();
  await expect(view.page.getByRole("button", { name: "Steer" })).toHaveCount(0);
});

for (const key of ["Control+Enter", "Meta+Enter"]) {
  test(`${key} steers the running turn`, async ({ view }) => {
    await view.open({ snapshot: running });
    await view.composer.fill("not that file");
    await view.composer.press(key);
    await expect
      .poll(() => view.sent("turn/steer"))
      .toMatchObject([{ expectedTurnId: "t1", input: [{ text: "not that file" }] }]);
    await expect(view.composer).toHaveValue("");
    expect(await view.sent("thread/queue/add")).toEqual([]);
  });
}

test("the Steer button steers, and names its key as the platform does", async ({ view }) => {
  await view.open({ snapshot: running, platform: "darwin" });
  await view.composer.fill("not that file");
  await view.page.getByRole("button", { name: "Steer ⌘Enter" }).click();
  await expect.poll(() => view.sent("turn/steer")).toHaveLength(1);
});

test("idle: both keys send at once, and a paused queue stays as it is", async ({ view }) => {
  await view.open({ snapshot: { ...idle, queue: queue(["later"], { paused: true }) } });
  await expect(view.page.getByRole("button", { name: "Send Enter" })).toBeVisible();
  await view.composer.fill("first this");
  await view.composer.press("Enter");
  await expect.poll(() => view.sent("turn/start")).toHaveLength(1);
  await view.composer.fill("then that");
  await expect(view.page.getByRole("button", { name: "Send Enter" })).toHaveAttribute("aria-disabled", "false");
  await view.composer.press("Control+Enter");
  await expect
    .poll(() => view.sent("turn/start"))
    .toMatchObject([{ input: [{ text: "first this" }] }, { input: [{ text: "then that" }] }]);
  expect(await view.sent("thread/queue/resume")).toEqual([]);
});

test("a steer that finds no turn starts one with the same client id", async ({ view }) => {
  await view.open({ snapshot: running });
  await view.page.evaluate(() => window.fake.refuse("turn/steer", "noActiveTurn", "idle"));
  await view.composer.fill("late");
  await view.composer.press("Control+Enter");
  await expect.poll(() => view.sent("turn/start")).toHaveLength(1);
  const [steer] = await view.sent("turn/steer");
  const [start] = await view.sent("turn/start");
  expect(clientIdOf(start)).toBe(clientIdOf(steer));
  await expect(view.composer).toHaveValue("");
});

test("whatever turns do meanwhile, the text ends in the queue under the same client id", async ({ view }) => {
  await view.open({ snapshot: running });
  await view.page.evaluate(() => {
    window.fake.refuse("turn/steer", "noActiveTurn", "idle");
    window.fake.refuse("turn/start", "turnMismatch", "a turn is running");
  });
  await view.composer.fill("now");
  await view.composer.press("Control+Enter");
  await expect.poll(() => view.sent("thread/queue/add")).toHaveLength(1);
  const ids = [...(await view.sent("turn/steer")), ...(await view.sent("turn/start")), ...(await view.sent("thread/queue/add"))];
  expect(ids).toHaveLength(3);
  expect(new Set(ids.map(clientIdOf)).size).toBe(1);
  await expect(view.composer).toHaveValue("");
});

test("a send that fails keeps the text, says why, and goes out again under the same id", async ({ view }) => {
  await view.open({ snapshot: idle });
  await view.page.evaluate(() => window.fake.refuse("turn/start", "storage", "the disk is full"));
  await view.composer.fill("precious words");
  await view.composer.press("Enter");
  await expect(view.page.getByRole("alert")).toHaveText("Not sent: the disk is full");
  await expect(view.composer).toHaveValue("precious words");
  await view.page.evaluate(() => window.fake.answer("turn/start", { turn: { id: "t2", status: "inProgress", startedAtMs: 1 } }));
  await view.composer.press("Enter");
  await expect(view.composer).toHaveValue("");
  const [first, second] = await view.sent("turn/start");
  expect(clientIdOf(second)).toBe(clientIdOf(first));
  await expect(view.page.getByRole("alert")).toHaveCount(0);
});

test("a steer that was not sampled is back in the queue, and the composer is left alone", async ({ view }) => {
  await view.open({ snapshot: running });
  await view.composer.fill("written since");
  await view.push(new Sequence(0).event("thread/queue/changed", { queue: queue(["unsampled"], { paused: true }) }));
  await expect(view.page.getByRole("region", { name: "Queue" }).getByRole("listitem")).toContainText("unsampled");
  await expect(view.composer).toHaveValue("written since");
});

test("what stands in the bar never overlaps, however narrow the window is", async ({ view }) => {
  const settings = { ...SETTINGS, model: "a-model-with-a-rather-long-name" };
  await view.open({ snapshot: running, results: { "settings/read": settings } });
  for (const width of [1440, 1120, 900, 800, 640, 560, 480]) {
    await view.page.setViewportSize({ width, height: 700 });
    const overlaps = await view.page.locator(".composer-bar").evaluate((bar) => {
      const parts = [...bar.querySelectorAll(".pick, .btn")].map((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        return { name: part.textContent, box: range.getBoundingClientRect() };
      });
      const right = bar.getBoundingClientRect().right;
      return parts.flatMap(({ name, box }, index) =>
        parts
          .slice(index + 1)
          .filter(
            ({ box: other }) =>
              box.right > other.left && other.right > box.left && box.bottom > other.top && other.bottom > box.top,
          )
          .map((other) => `${name} / ${other.name}`)
          .concat(box.right > right ? [`${name} runs out`] : []),
      );
    });
    expect(overlaps, `${width}`).toEqual([]);
  }
});

test("drafts are read at the start and written when the window loses the focus", async ({ view }) => {
  await view.open({ snapshot: idle, results: { "draft/read": { drafts: { "thread-1": "from yesterday" } } } });
  await expect(view.composer).toHaveValue("from yesterday");
  await view.composer.fill("from today");
  await view.composer.blur();
  await expect.poll(() => view.sent("draft/write")).toEqual([{ key: "thread-1", text: "from today" }]);
});

test("what was taken is no draft on disk any more, before any time has passed", async ({ view }) => {
  await view.page.clock.install({ time: NOW - 60_000 });
  await view.open({ snapshot: idle });
  await view.composer.fill("do this");
  await view.composer.blur();
  await expect.poll(() => view.sent("draft/write")).toEqual([{ key: "thread-1", text: "do this" }]);
  await view.page.clock.pauseAt(NOW);
  await view.composer.press("Enter");
  await expect.poll(() => view.sent("draft/write").then((sent) => sent.at(-1))).toEqual({ key: "thread-1", text: "" });
});

test("a restored draft has its caret at the end", async ({ view }) => {
  const drafts = { new: "a new one", "thread-1": "from yesterday" };
  await view.open({ snapshot: idle, results: { "draft/read": { drafts } } });
  await expect(view.composer).toBeFocused();
  await view.composer.pressSequentially(" and today");
  await expect(view.composer).toHaveValue("from yesterday and today");
  await view.page.getByRole("button", { name: /New session/ }).click();
  await view.composer.pressSequentially(" too");
  await expect(view.composer).toHaveValue("a new one too");
});

test("Stop answers at once, and Esc stops", async ({ view }) => {
  await view.open({ snapshot: running });
  await view.page.evaluate(() => window.fake.hold("turn/interrupt"));
  await view.composer.press("Escape");
  await expect(view.page.getByRole("button", { name: "Stopping…" })).toBeVisible();
  expect(await view.sent("turn/interrupt")).toEqual([{ threadId: "thread-1", turnId: "t1" }]);
  await view.push(
    new Sequence(0).event("turn/completed", { turn: turn("t1", { status: "interrupted", completedAtMs: NOW + 52_000 }) }),
  );
  await expect(view.page.getByText("Interrupted by you", { exact: true })).toBeVisible();
  await expect(view.page.getByRole("button", { name: /Stop/ })).toHaveCount(0);
});

test("Esc closes what lies on top and leaves the turn alone", async ({ view }) => {
  await view.open({ snapshot: running });
  await view.page.getByRole("button", { name: "Demo offline" }).click();
  await expect(view.page.getByRole("dialog", { name: "Connect a model" })).toBeVisible();
  await view.page.keyboard.press("Escape");
  await expect(view.page.getByRole("dialog")).toHaveCount(0);
  expect(await view.sent("turn/interrupt")).toEqual([]);
});

test("the first input of a new session asks for a folder, starts a thread there, and then the turn", async ({ view }) => {
  await view.open({ results: { "thread/start": { thread: thread({ preview: "" }) }, "turn/start": { turn: turn("t1") } } });
  await view.page.evaluate(() => window.fake.refuse("thread/resume", "threadNotFound", "no file yet"));
  await view.page.getByRole("button", { name: /Try the demo/ }).click();
  await expect(view.composer).toHaveValue("List the files here");
  await expect(view.composer).toBeFocused();
  await view.composer.press("Enter");
  await expect
    .poll(() => view.sent("turn/start"))
    .toMatchObject([{ threadId: "thread-1", input: [{ text: "List the files here" }] }]);
  expect(await view.sent("thread/start")).toEqual([{ cwd: "/home/mara/code/tidetable" }]);
  const sequence = new Sequence(-1);
  await view.push(
    sequence.event("turn/started", { turn: turn("t1") }),
    sequence.event("item/completed", { turnId: "t1", item: user("t1", 2, "List the files here") }),
  );
  await expect(view.page.getByRole("heading", { level: 1 })).toHaveText("List the files here");
  await expect(view.page.getByRole("heading", { level: 2, name: "Turn 1. You" })).toBeVisible();
});

test("a folder dialog that was cancelled is told at the composer, and the text stays", async ({ view }) => {
  const { page, composer } = view;
  await view.open({ results: { "folder/choose": { path: null } } });
  const note = page.getByRole("form", { name: "Composer" }).getByRole("alert");
  await composer.fill("precious words");
  await composer.press("Enter");
  await expect(note).toHaveText("No folder was chosen, so nothing was sent.");
  await expect(composer).toHaveValue("precious words");
  await page.getByRole("button", { name: /Open a folder/ }).click();
  await expect(note).toHaveText("No folder was chosen.");
  await page.getByRole("button", { name: /Send/ }).click();
  await expect(note).toHaveText("No folder was chosen, so nothing was sent.");
  await page.getByRole("button", { name: "Choose a folder", exact: true }).click();
  await expect(note).toHaveText("No folder was chosen.");
  await page.getByRole("button", { name: /Try the demo/ }).click();
  await expect(note).toHaveText("No folder was chosen, so nothing was sent.");
  await expect(composer).toHaveValue("precious words");
  expect(await view.sent("thread/start")).toEqual([]);
  await page.evaluate(() => window.fake.answer("folder/choose", { path: "/home/mara/code" }));
  await page.getByRole("button", { name: "Choose a folder", exact: true }).click();
  await expect(note).toHaveCount(0);
});

test("a text of 60 000 characters can be written and is folded when sent", async ({ view }) => {
  const text = "A line of a long text.\n".repeat(2700);
  await view.open({ snapshot: idle, results: { "draft/read": { drafts: { "thread-1": text } } } });
  await expect(view.composer).toHaveJSProperty("textLength", text.length);
  const tookMs = await busyMs(view.page, async () => {
    await view.composer.evaluate(async (field) => {
      field.focus();
      document.execCommand("insertText", false, "x");
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    await expect(view.composer).toHaveJSProperty("textLength", text.length + 1);
  });
  expect(tookMs).toBeLessThan(500);
  await view.push(new Sequence(0).event("item/completed", { turnId: "t2", item: user("t2", 6, text) }));
  await expect(view.page.getByRole("button", { name: /Show all 62/ })).toBeVisible();
});
