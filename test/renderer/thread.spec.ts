// The thread: follows only at the end, moves nothing above the reader, streams, catches up after a gap, and says each change once.
import { agent, command, item, NOW, resumed, SETTINGS, Sequence, type Snapshot, thread, turn, user } from "./scene";
import { expect, test, type WindowUnderTest } from "./window-fixture";

const done = (id: string) => turn(id, { status: "completed", completedAtMs: NOW + 1000 });

function manyItems(from: number, count: number): Snapshot["items"] {
  return Array.from({ length: count }, (_, index) =>
    agent("t1", from + index, `Line ${from + index}. ${"Some words of prose. ".repeat((index * 7) % 23)}`),
  );
}

const running = thread({ status: { type: "active", flags: [] } });
const long: Snapshot = { items: [user("t1", 2, "Tell me"), ...manyItems(3, 80)], turns: [turn("t1")], thread: running };

const list = (view: WindowUnderTest) => view.page.getByRole("region", { name: "Thread" });

/** Distance from the end, in pixels. */
const fromEnd = (view: WindowUnderTest) =>
  list(view).evaluate(({ scrollHeight, clientHeight, scrollTop }) => Math.round(scrollHeight - clientHeight - scrollTop));

test("opens at the end and follows it while text arrives", async ({ view }) => {
  await view.open({ snapshot: long });
  await expect.poll(() => fromEnd(view)).toBeLessThanOrEqual(2);
  const sequence = new Sequence(0);
  await view.push(sequence.event("item/started", { turnId: "t1", item: agent("t1", undefined, "", "m1") }));
  await expect(view.page.getByText("writing", { exact: true })).toBeVisible();
  for (let index = 0; index < 30; index += 1) {
    await view.push(
      sequence.event("item/agentMessage/delta", { turnId: "t1", itemId: "m1", delta: `Paragraph ${index} of the answer.\n\n` }),
    );
  }
  await expect(view.page.getByText("Paragraph 29 of the answer.")).toBeInViewport();
  await expect.poll(() => fromEnd(view)).toBeLessThanOrEqual(2);
});

test("an entry that is much higher than the window is followed as any other", async ({ view }) => {
  await view.open({ snapshot: { ...long, items: [user("t1", 2, "Tell me"), ...manyItems(3, 4)] } });
  const sequence = new Sequence(0);
  for (let index = 0; index < 5; index += 1) {
    const text = `High ${index}. ${"more ".repeat(4000)}`;
    await view.push(sequence.event("item/completed", { turnId: "t1", item: agent("t1", 90 + index, text) }));
    await expect(view.page.getByText(`High ${index}.`)).toBeInViewport();
    await expect.poll(() => fromEnd(view)).toBeLessThanOrEqual(2);
    await expect(view.page.getByRole("button", { name: /To the end|new$/ })).toHaveCount(0);
  }
});

test("stays where the reader is, says how much is new, and goes to the end on request", async ({ view }) => {
  await view.open({ snapshot: long });
  await expect.poll(() => fromEnd(view)).toBeLessThanOrEqual(2);
  await list(view).hover();
  await view.page.mouse.wheel(0, -1500);
  await expect.poll(() => fromEnd(view)).toBeGreaterThan(1000);
  const sequence = new Sequence(0);
  const before = await list(view).evaluate((element) => element.scrollTop);
  await view.push(
    sequence.event("item/completed", { turnId: "t1", item: agent("t1", 90, "New one") }),
    sequence.event("item/completed", { turnId: "t1", item: agent("t1", 91, "New two") }),
  );
  const pill = view.page.getByRole("button", { name: "2 new" });
  await expect(pill).toBeVisible();
  expect(await list(view).evaluate((element) => element.scrollTop)).toBe(before);
  await pill.click();
  await expect(view.page.getByText("New two")).toBeInViewport();
  await expect(pill).toHaveCount(0);
});

test("a window that gets narrower or lower leaves a reader at the end there", async ({ view }) => {
  await view.open({ snapshot: long });
  await expect.poll(() => fromEnd(view)).toBeLessThanOrEqual(2);
  for (const size of [
    { width: 900, height: 700 },
    { width: 480, height: 800 },
    { width: 480, height: 400 },
    { width: 1440, height: 900 },
  ]) {
    await view.page.setViewportSize(size);
    await expect.poll(() => fromEnd(view)).toBeLessThanOrEqual(2);
    await view.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await expect(view.page.getByRole("button", { name: /To the end|new$/ })).toHaveCount(0);
  }
});

test("a window that is higher for a moment and then only a little higher than before leaves a reader at the end there", async ({
  view,
}) => {
  await view.page.setViewportSize({ width: 900, height: 500 });
  await view.open({ snapshot: long });
  await expect.poll(() => fromEnd(view)).toBeLessThanOrEqual(2);
  await list(view).evaluate(async (element) => {
    const frame = element.parentElement;
    if (frame === null) throw new Error("no frame");
    const before = frame.clientHeight;
    frame.style.flex = "none";
    frame.style.height = "2000px";
    // The browser moves the place when it lays the page out, and tells of it later.
    element.getBoundingClientRect();
    frame.style.height = `${before + 60}px`;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  expect(await fromEnd(view)).toBeLessThanOrEqual(2);
  await expect(view.page.getByRole("button", { name: /To the end|new$/ })).toHaveCount(0);
});

test("a reader can leave the end while text streams in", async ({ view }) => {
  await view.open({ snapshot: long });
  await expect.poll(() => fromEnd(view)).toBeLessThanOrEqual(2);
  const sequence = new Sequence(0);
  await view.push(sequence.event("item/started", { turnId: "t1", item: agent("t1", undefined, "", "m1") }));
  const deltas = Array.from({ length: 120 }, (_, index) =>
    sequence.event("item/agentMessage/delta", { turnId: "t1", itemId: "m1", delta: `Paragraph ${index}.\n\n` }),
  );
  await view.page.evaluate((events) => {
    const next = () => {
      const event = events.shift();
      if (event === undefined) return;
      window.fake.push([event]);
      requestAnimationFrame(next);
    };
    next();
  }, deltas);
  await list(view).hover();
  await view.page.mouse.wheel(0, -600);
  await view.page.mouse.wheel(0, -600);
  await expect(view.page.getByRole("button", { name: /new|To the end/ })).toBeVisible();
  await expect.poll(() => fromEnd(view)).toBeGreaterThanOrEqual(1190);
});

test("older pages come in without moving what is read", async ({ view }) => {
  const newest: Snapshot = { items: manyItems(200, 100), turns: [done("t1")], nextCursor: "before-200" };
  await view.open({
    snapshot: newest,
    results: { "thread/items/list": { items: manyItems(100, 100), turns: [done("t1")], nextCursor: null } },
  });
  await view.page.evaluate(() => window.fake.hold("thread/items/list"));
  await expect.poll(() => fromEnd(view)).toBeLessThanOrEqual(2);
  await list(view).evaluate((element) => element.scrollTo(0, 300));
  await expect
    .poll(() => view.sent("thread/items/list"))
    .toMatchObject([{ threadId: "thread-1", cursor: "before-200", limit: 100, direction: "backward" }]);
  // What stands in the middle of the window is what is being read, once the rows jumped to have been measured.
  const mark = await list(view).evaluate(async (element) => {
    const reading = () => {
      const rows = [...element.querySelectorAll<HTMLElement>("[data-row]")];
      const row = rows.find((candidate) => candidate.getBoundingClientRect().top > 200);
      return { key: row?.dataset["row"], top: row?.getBoundingClientRect().top ?? 0 };
    };
    let last = reading();
    for (let still = 0; still < 10;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = reading();
      still = now.key === last.key && now.top === last.top ? still + 1 : 0;
      last = now;
    }
    return last;
  });
  await view.page.evaluate(() => window.fake.release("thread/items/list"));
  await expect.poll(() => list(view).evaluate((element) => element.scrollTop)).toBeGreaterThan(1000);
  const after = await view.page.locator(`[data-row="${mark.key}"]`).evaluate((row) => row.getBoundingClientRect().top);
  expect(Math.abs(after - mark.top)).toBeLessThanOrEqual(1);
});

test("the heading of the turn that is read stays in the page, and so does what has the focus", async ({ view }) => {
  await view.open({
    snapshot: {
      ...long,
      items: [...long.items, command("t1", "c1", "ls", { status: "completed", exitCode: 0, line: 90, outputLine: 91 })],
    },
  });
  await expect.poll(() => fromEnd(view)).toBeLessThanOrEqual(2);
  await expect(view.page.getByRole("heading", { level: 2, name: "Turn 1. You" })).toBeAttached();
  const head = view.page.getByRole("button", { name: "Ran ls" });
  await head.focus();
  await list(view).evaluate((element) => element.scrollTo(0, 0));
  await expect(view.page.getByText("Tell me")).toBeInViewport();
  await expect(head).toBeFocused();
});

test("a card opens downwards, its perforation closes when the output is recorded", async ({ view }) => {
  const call = command("t1", "c1", "npm test", { line: 4, startedAtMs: NOW });
  await view.open({ snapshot: { items: [user("t1", 2, "Test"), call], turns: [turn("t1")], thread: running } });
  const card = view.page.getByRole("article");
  await expect(card).toHaveAttribute("data-state", "running");
  await card.getByRole("button", { name: "Run npm test" }).click();
  await expect(card.getByRole("button", { name: "Run npm test" })).toHaveAttribute("aria-expanded", "true");
  const sequence = new Sequence(0);
  await view.push(
    sequence.event("item/commandExecution/outputDelta", {
      turnId: "t1",
      itemId: "c1",
      delta: "\u001b[32mok\u001b[0m 3 passed\n",
    }),
  );
  await expect(view.page.getByRole("log")).toHaveText("ok 3 passed");
  await view.push(sequence.event("item/returned", { turnId: "t1", itemId: "c1", durationMs: 900, finishedOrder: 1 }));
  await expect(card).toHaveAttribute("data-state", "returned");
  const recorded = command("t1", "c1", "npm test", {
    line: 4,
    outputLine: 6,
    status: "completed",
    exitCode: 0,
    durationMs: 900,
    aggregatedOutput: "ok 3 passed\n",
  });
  await view.push(sequence.event("item/completed", { turnId: "t1", item: recorded }));
  await expect(card).toHaveAttribute("data-state", "done");
  await expect(card).toContainText("Exit 0");
  await expect(card).toContainText("recorded · line 6");
});

test("Wake now wakes, and the card says how the wait ended", async ({ view }) => {
  await view.page.clock.setFixedTime(NOW + 312_000);
  const base = { type: "sleep", id: "s1", turnId: "t1", line: 4, recordedAtMs: NOW, seconds: 1200 } as const;
  const sequence = new Sequence(0);
  await view.open({
    snapshot: { items: [user("t1", 2, "Wait"), item({ ...base, status: "inProgress" })], turns: [turn("t1")], thread: running },
  });
  await expect(view.page.getByRole("article")).toHaveAttribute("data-state", "recorded");
  await view.push(sequence.event("item/running", { turnId: "t1", itemId: "s1", startedAtMs: NOW, deadlineMs: NOW + 1_200_000 }));
  await expect(view.page.getByRole("timer")).toHaveText("Waiting 05:12 of 20:00 · until 14:30");
  await view.page.getByRole("button", { name: "Wake now" }).click();
  await expect.poll(() => view.sent("clock/wake")).toEqual([{ threadId: "thread-1", itemId: "s1" }]);
  await view.push(
    sequence.event("item/completed", {
      turnId: "t1",
      item: item({ ...base, status: "completed", outputLine: 5, outcome: "woken", sleptMs: 312_400 }),
    }),
  );
  await expect(view.page.getByRole("article")).toContainText("Woken by you");
  await expect(view.page.getByRole("article")).toContainText("5 min 12 s");
});

test("a wait that a hook made shorter counts what will really pass", async ({ view }) => {
  await view.page.clock.setFixedTime(NOW + 1000);
  const sleep = item({ type: "sleep", id: "s1", turnId: "t1", line: 4, recordedAtMs: NOW, seconds: 20, status: "inProgress" });
  await view.open({ snapshot: { items: [user("t1", 2, "Wait"), sleep], turns: [turn("t1")], thread: running } });
  await view.push(
    new Sequence(0).event("item/running", { turnId: "t1", itemId: "s1", startedAtMs: NOW, deadlineMs: NOW + 2000 }),
  );
  await expect(view.page.getByRole("timer")).toHaveText("Waiting 00:01 of 00:02 · until 14:10:02");
});

test("what a hook did to a call stands on its card without opening it, whatever the tool", async ({ view }) => {
  const changed = 'arguments changed by a hook to {"command":"echo \u202ebye"}';
  const base = { turnId: "t1", recordedAtMs: NOW, startedAtMs: NOW, status: "completed" } as const;
  const items = [
    user("t1", 2, "Go"),
    command("t1", "c1", "echo hi", { status: "completed", exitCode: 0, line: 4, outputLine: 5, notes: [changed] }),
    item({
      ...base,
      type: "toolCall",
      id: "c2",
      line: 6,
      tool: "other",
      arguments: "{}",
      notes: ["a hook replaced what the model reads"],
    }),
    item({ ...base, type: "sleep", id: "c3", line: 8, seconds: 2, status: "denied", notes: ["a hook refused it"] }),
  ];
  await view.open({ snapshot: { items, turns: [turn("t1", { status: "completed", completedAtMs: NOW + 1 })] } });
  const ran = view.page.getByRole("article", { name: "Ran echo hi, Exit 0" });
  await expect(ran.getByRole("listitem")).toHaveText('arguments changed by a hook to {"command":"echo U+202Ebye"}');
  await expect(view.page.getByText("a hook replaced what the model reads")).toBeVisible();
  await expect(view.page.getByRole("article", { name: "Wait 2 seconds, Denied" })).toContainText("a hook refused it");
  await ran.getByRole("button").first().click();
  await expect(ran.getByRole("listitem")).toHaveCount(1);
});

test("a hook's warning is a row of the thread and is said once; nothing of it stays over later turns", async ({ view }) => {
  await view.open({ snapshot: { items: [user("t1", 2, "Hi")], turns: [turn("t1")], thread: running } });
  const text = "The hook stop:0 (exit 7) failed with exit code 7 and was ignored.";
  const sequence = new Sequence(0);
  const notice = item({ type: "notice", id: "n1", turnId: "t1", line: 4, level: "warning", code: "hook", text });
  await view.push(sequence.event("item/completed", { turnId: "t1", item: notice }), sequence.event("warning", { message: text }));
  await expect(view.page.getByRole("region", { name: "Thread" }).getByText(text)).toHaveCount(1);
  await expect(view.page.locator('.sr[role="status"]')).toHaveText(text);
  await expect(view.page.locator(".notice")).toHaveCount(0);
});

test("the margin says in a title what it shows, and never breaks a time from its line", async ({ view }) => {
  await view.open({ snapshot: { items: [user("t1", 6, "Hi"), agent("t1", 7, "Yes.")], turns: [turn("t1")], thread: running } });
  const mark = view.page.getByTitle("Begun at 14:10:00, line 6 of the session’s file");
  await expect(mark).toHaveText("14:10line 6 of the file");
  await expect(view.page.getByTitle("Line 7 of the session’s file")).toBeVisible();
  const lineHeight = async () => (await mark.boundingBox())?.height ?? 0;
  const before = await lineHeight();
  await view.page.setViewportSize({ width: 480, height: 800 });
  await expect(mark.locator("time")).toBeHidden();
  expect(await lineHeight()).toBeLessThanOrEqual(before + 8);
});

test("a short wait says to the second when it ends", async ({ view }) => {
  await view.page.clock.setFixedTime(NOW + 5000);
  await view.open({ snapshot: { items: [user("t1", 2, "Wait")], turns: [turn("t1")], thread: running } });
  const sequence = new Sequence(0);
  const wait = item({ type: "sleep", id: "s1", turnId: "t1", line: 4, recordedAtMs: NOW, seconds: 20, status: "inProgress" });
  await view.push(
    sequence.event("item/completed", { turnId: "t1", item: wait }),
    sequence.event("item/running", { turnId: "t1", itemId: "s1", startedAtMs: NOW, deadlineMs: NOW + 20_000 }),
  );
  await expect(view.page.getByRole("timer")).toHaveText("Waiting 00:05 of 00:20 · until 14:10:20");
  await expect(view.page.getByRole("article", { name: "Wait 20 seconds, until 14:10:20" })).toBeVisible();
  await expect(view.page.getByText("Waiting until 14:10:20", { exact: true })).toBeVisible();
  await expect(view.page.locator('.sr[role="status"]')).toHaveText("Waiting until 14:10:20.");
});

test("while nothing is reached it says so, why, and what to do", async ({ view }) => {
  await view.open({ snapshot: { items: [user("t1", 2, "Hi")], turns: [turn("t1")], thread: running } });
  const message = "no connection to http://localhost:18479 (ECONNREFUSED)";
  const error = { code: "network", message, action: "Check that the server runs." } as const;
  await view.push(new Sequence(0).event("error", { turnId: "t1", error, willRetry: true }));
  await expect(view.page.getByRole("region", { name: "Thread" })).toContainText(
    `Waiting for network${message}Check that the server runs.`,
  );
});

test("the countdown to the next try ends its timer when it has run out", async ({ view }) => {
  // Enough time for the window to open before the clock stands still.
  await view.page.clock.install({ time: NOW - 60_000 });
  await view.open({ snapshot: { items: [user("t1", 2, "Hi")], turns: [turn("t1")], thread: running } });
  await view.page.clock.pauseAt(NOW + 1000);
  const error = { code: "rateLimited", message: "429 Too Many Requests", action: "Wait and send it again." } as const;
  await view.push(
    new Sequence(0).event("error", { turnId: "t1", error, willRetry: true, attempt: 1, maxAttempts: 5, retryAtMs: NOW + 42_000 }),
  );
  await expect(list(view)).toContainText("Rate limited until 14:10:42next try in 41 s");
  // The program does it by itself.
  await expect(list(view)).not.toContainText("send it again");
  await view.page.clock.runFor(30_000);
  await expect(list(view)).toContainText("next try in 11 s");
  await view.page.clock.runFor(12_000);
  await expect(list(view)).toContainText("trying now");
  await expect(view.page.locator('.sr[role="status"]')).toHaveText("Rate limited. Next try at 14:10:42.");
});

test("a failed turn says when it makes sense to come back", async ({ view }) => {
  const error = { code: "quotaExceeded", message: "the quota is used up", retryAtMs: NOW + 26 * 3_600_000 } as const;
  await view.open({
    snapshot: { items: [user("t1", 2, "Hi")], turns: [turn("t1", { status: "failed", completedAtMs: NOW + 10, error })] },
  });
  await expect(list(view)).toContainText("Failed: the quota is used upWorth another try from Wed 16:10");
});

test("each input of a person says how it came, and turns that begin without one have a heading", async ({ view }) => {
  const via = (turnId: string, line: number, how: "steer" | "queue", text: string) =>
    item({ type: "userMessage", id: `u${line}`, turnId, line, content: [{ type: "text", text }], via: how });
  await view.open({
    snapshot: {
      items: [
        user("t1", 2, "Go"),
        via("t1", 3, "steer", "Not there"),
        via("t2", 8, "queue", "Then this"),
        item({
          type: "mail",
          id: "m1",
          turnId: "t3",
          line: 12,
          author: "build-bot",
          text: "The build is red.",
          triggerTurn: true,
        }),
      ],
      turns: [done("t1"), done("t2"), done("t3")],
    },
  });
  const entry = (text: string) => list(view).locator("[data-row]").filter({ hasText: text });
  await expect(entry("Not there")).toContainText("Yousteered");
  await expect(entry("Then this")).toContainText("Youqueued");
  await expect(entry("Then this").getByRole("heading", { name: "Turn 2. You" })).toBeVisible();
  await expect(entry("The build is red.").getByRole("heading", { level: 2 })).toHaveText("Turn 3.");
  await expect(entry("The build is red.")).toContainText("Mail from build-botasked for a turn");
});

test("a gap in the sequence brings a snapshot, and events go on from there", async ({ view }) => {
  const first = [user("t1", 2, "Count"), agent("t1", 3, "One")];
  await view.open({ snapshot: { items: first, turns: [turn("t1")], thread: running } });
  const sequence = new Sequence(0);
  sequence.skip();
  const whole = resumed({ items: [...first, agent("t1", 4, "Two")], turns: [turn("t1")], thread: running, seq: 1 });
  await view.page.evaluate((result) => window.fake.answer("thread/resume", result), whole);
  await view.push(sequence.event("item/completed", { turnId: "t1", item: agent("t1", 5, "Three") }));
  await expect(view.page.getByText("Two")).toBeVisible();
  await expect(view.page.getByText("Three")).toBeVisible();
  await expect(view.page.getByText("One")).toHaveCount(1);
});

test("events that the snapshot already holds change nothing", async ({ view }) => {
  await view.open({
    snapshot: { items: [user("t1", 2, "Hi"), agent("t1", undefined, "abc", "m1")], turns: [turn("t1")], thread: running, seq: 3 },
  });
  const old = new Sequence(2);
  await view.push(
    old.event("item/agentMessage/delta", { turnId: "t1", itemId: "m1", delta: "c" }),
    old.event("item/agentMessage/delta", { turnId: "t1", itemId: "m1", delta: "d" }),
  );
  await expect(view.page.getByText("abcd", { exact: true })).toBeVisible();
});

test("the live region says each change once", async ({ view }) => {
  await view.open({ snapshot: { items: [user("t1", 2, "Hi")], turns: [turn("t1")], thread: running } });
  const region = view.page.locator('.sr[role="status"]');
  await view.push(
    new Sequence(0).event("turn/completed", { turn: turn("t1", { status: "completed", completedAtMs: NOW + 6400 }) }),
  );
  await expect(region).toHaveText("Completed in 6.4 s.");
  await expect(region.locator("p")).toHaveCount(1);
});

test("the path of the session's file can be copied, once something is recorded", async ({ view, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await view.open({ snapshot: { items: [], turns: [], thread: running } });
  const button = view.page.getByRole("button", { name: "Copy the path of the session's file" });
  await expect(view.composer).toBeVisible();
  await expect(button).toHaveCount(0);
  await view.push(new Sequence(0).event("item/completed", { turnId: "t1", item: user("t1", 2, "Hi") }));
  await expect(button).toHaveAttribute("title", running.path);
  await button.click();
  await expect(view.page.locator('.sr[role="status"]')).toHaveText("Copied.");
  expect(await view.page.evaluate(() => navigator.clipboard.readText())).toBe(running.path);
});

test("the menu of the window works: new session, open a folder, sidebar", async ({ view }) => {
  const menu = (action: string) => ({ method: "window/menu", params: { action } });
  await view.open({ snapshot: { items: [user("t1", 2, "Hi")], turns: [done("t1")] } });
  await view.push(menu("toggleSidebar"));
  await expect(view.page.getByRole("navigation")).toHaveCount(0);
  await view.push(menu("toggleSidebar"), menu("newSession"));
  await expect(view.page.getByRole("heading", { level: 1 })).toHaveText("New session");
  await expect(view.page.getByText("/home/mara/code/tidetable").first()).toBeVisible();
  await view.push(menu("openFolder"));
  await expect.poll(() => view.sent("folder/choose")).toHaveLength(1);
});

test("a batch with an entry that cannot be read still brings the others", async ({ view }) => {
  await view.open({ snapshot: { items: [user("t1", 2, "Hi")], turns: [turn("t1")], thread: running } });
  await view.push(
    { nonsense: true },
    new Sequence(0).event("item/completed", { turnId: "t1", item: agent("t1", 3, "Still here") }),
  );
  await expect(view.page.getByText("Still here")).toBeVisible();
  await expect(view.page.getByText(/could not be read/)).toBeVisible();
});

test("a broken settings file is told at the top", async ({ view }) => {
  await view.open({
    results: {
      "settings/read": { ...SETTINGS, approvalPolicy: "never", problem: "line 3: a comma is missing" },
    },
  });
  await expect(view.page.getByText("line 3: a comma is missing")).toBeVisible();
  await expect(view.page.getByText("Never ask")).toBeVisible();
});

test("while the list scrolls its rows still take the pointer: a press that scrolls does not lose its click", async ({ view }) => {
  await view.open({ snapshot: long });
  await expect.poll(() => fromEnd(view)).toBeLessThanOrEqual(2);
  const pointer = await list(view).evaluate(async (element) => {
    element.scrollTop -= 40;
    const parent = () => element.querySelector("[data-row]")?.closest<HTMLElement>('[style*="pointer-events"]') ?? null;
    while (parent() === null) await new Promise((resolve) => requestAnimationFrame(resolve));
    const row = element.querySelector("[data-row]");
    return { list: parent()?.style.pointerEvents, row: row === null ? "" : getComputedStyle(row).pointerEvents };
  });
  expect(pointer).toEqual({ list: "none", row: "auto" });
});
