// Past sessions in the window: opened at a place, paged both ways, read anew when their lines are known, continued, and never trusted.
import { ThreadId } from "../../shared/protocol/ids";
import type { TurnItem } from "../../shared/protocol/turn-item";
import { codexThread, damaged, kinds } from "./past-moments";
import { agent, command, item, NOW, resumed, type Snapshot, thread, turn, user } from "./scene";
import { expect, test, type WindowUnderTest } from "./window-fixture";

const COUNT = 1500;
const TURN = 50;
const turnOf = (index: number) => `t${Math.floor(index / TURN)}`;
const entry = (index: number): TurnItem =>
  index % TURN === 0
    ? user(turnOf(index), index + 1, `Question ${index / TURN}`)
    : agent(turnOf(index), index + 1, `Entry ${index}. ${"Some words of prose. ".repeat((index * 7) % 23)}`, `entry-${index}`);
const entries = Array.from({ length: COUNT }, (_, index) => entry(index));
const turns = Array.from({ length: COUNT / TURN }, (_, index) =>
  turn(`t${index}`, { status: "completed", completedAtMs: NOW + 1000 }),
);
const newest: Snapshot = {
  thread: codexThread,
  items: entries.slice(-100),
  turns: turns.slice(-2),
  nextCursor: `@${COUNT - 100}`,
};

const hit = {
  threadId: codexThread.id,
  itemId: "entry-777",
  cursor: "@777",
  field: "answer",
  atMs: NOW,
  snippet: "Entry 777.",
  ranges: [[0, 5]],
};

async function openAtHit(view: WindowUnderTest, shown = codexThread): Promise<void> {
  const hits = [{ ...hit, threadId: shown.id }];
  await view.open({
    snapshot: { ...newest, thread: shown },
    results: { "thread/search": { hits, threads: [shown], nextCursor: null, isComplete: true } },
  });
  await view.page.evaluate(
    ([all, allTurns]) =>
      window.fake.compute("thread/items/list", (params) => {
        const asked = typeof params === "object" && params !== null ? params : {};
        const isForward = "direction" in asked && asked.direction === "forward";
        const cursor = "cursor" in asked && typeof asked.cursor === "string" ? Number(asked.cursor.slice(1)) : null;
        const place = cursor ?? (isForward ? 0 : all.length);
        const from = isForward ? place : Math.max(0, place - 100);
        const to = isForward ? Math.min(all.length, place + 100) : place;
        const hasMore = isForward ? to < all.length : from > 0;
        return { items: all.slice(from, to), turns: allTurns, nextCursor: hasMore ? `@${isForward ? to : from}` : null };
      }),
    [entries, turns] as const,
  );
  await view.page.keyboard.press("Control+k");
  await view.page.getByRole("combobox").fill("777");
  await view.page.getByRole("option", { name: /Entry 777/ }).click();
  await expect(view.page.getByText("Entry 777.")).toBeInViewport();
}

const list = (view: WindowUnderTest) => view.page.getByRole("region", { name: "Thread", exact: true });

test("a search hit opens at its entry, which is marked; newer pages come on scrolling down, and nothing jumps", async ({
  view,
}) => {
  await openAtHit(view);
  const marked = view.page.locator(".entry[aria-current]");
  await expect(marked).toHaveCount(1);
  await expect(marked).toContainText("Entry 777.");
  const jumps = await list(view).evaluate(async (element) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const rows = () => [...element.querySelectorAll<HTMLElement>("[data-row]")];
    let worst = 0;
    for (let step = 0; step < 120; step += 1) {
      const mark = rows().find((row) => row.getBoundingClientRect().top > 300);
      const key = mark?.dataset["row"];
      const before = mark?.getBoundingClientRect().top ?? 0;
      const from = element.scrollTop;
      element.scrollBy(0, 160);
      await frame();
      await frame();
      const moved = rows().find((row) => row.dataset["row"] === key);
      const by = Math.min(160, element.scrollTop - from);
      if (moved !== undefined && by === 160) worst = Math.max(worst, Math.abs(before - moved.getBoundingClientRect().top - 160));
    }
    return worst;
  });
  expect(jumps).toBeLessThanOrEqual(1);
  const asked = await view.sent("thread/items/list");
  expect(asked).toContainEqual(
    expect.objectContaining({ threadId: codexThread.id, cursor: "@777", limit: 100, direction: "forward" }),
  );
  expect(asked).toContainEqual(
    expect.objectContaining({ threadId: codexThread.id, cursor: "@877", limit: 100, direction: "forward" }),
  );
});

test("from a hit the end can be jumped to, by keyboard too", async ({ view }) => {
  await openAtHit(view);
  await view.page.getByRole("button", { name: "Jump to the end" }).focus();
  await view.page.keyboard.press("Enter");
  await expect(view.page.getByText(`Entry ${COUNT - 1}.`)).toBeInViewport();
  await expect(view.page.getByRole("button", { name: "Jump to the end" })).toHaveCount(0);
});

test("what is sent from the middle of a session is seen at its end", async ({ view }) => {
  await openAtHit(view, thread({ preview: codexThread.preview }));
  await view.composer.fill("Go on");
  await view.composer.press("Enter");
  await expect(view.page.getByText(`Entry ${COUNT - 1}.`)).toBeInViewport();
});

test("line numbers appear in the margin once the file has been read; nothing on screen moves", async ({ view }) => {
  const bare = entries.slice(-100).map((known, index) => {
    const { line: _line, ...rest } = known;
    return index % 9 === 5
      ? command(turnOf(COUNT - 100 + index), `c${index}`, `step ${index}`, { status: "completed" })
      : item(rest);
  });
  const numbered = bare.map((known, index) => item({ ...known, line: COUNT - 99 + index }));
  const index = { bytes: 400, totalBytes: 1000 };
  await view.open({ snapshot: { ...newest, items: bare, index, nextCursor: null } });
  await expect(view.page.getByText("Numbering lines 40 %")).toBeVisible();
  await list(view).evaluate((element) => element.scrollBy(0, -900));
  await view.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const tops = () =>
    list(view).evaluate((element) =>
      [...element.querySelectorAll<HTMLElement>("[data-row]")].map((row) => [
        row.dataset["row"],
        row.getBoundingClientRect().top,
      ]),
    );
  const before = await tops();
  const after = resumed({ ...newest, items: numbered, nextCursor: null, repairs: ["line 3: two records on one line"] });
  await view.page.evaluate((result) => window.fake.answer("thread/resume", result), after);
  await view.push({ method: "thread/index/progress", params: { threadId: codexThread.id, bytes: 1000, totalBytes: 1000 } });
  await expect(view.page.locator(".line-no").first()).toBeVisible();
  await expect(view.page.getByText("This session’s file is damaged.")).toBeVisible();
  const shown = new Set(before.map(([key]) => key));
  expect((await tops()).filter(([key]) => shown.has(key))).toEqual(before);
  await view.page.getByRole("button", { name: "Show the places" }).click();
  await expect(view.page.getByText("Two records on one line")).toBeVisible();
});

test("a read-only session is announced, has one offer in place of the composer, and opening it wrote nothing", async ({
  view,
}) => {
  await view.open({ snapshot: damaged });
  await expect(view.page.getByRole("status").filter({ hasText: "Opened read-only." })).toHaveCount(1);
  await expect(view.composer).toHaveCount(0);
  await expect(list(view)).toBeFocused();
  const written = await view.page.evaluate(() =>
    window.fake.sent
      .map(({ method }) => method)
      .filter((method) => method?.match(/\/(start|add|set|fork|write|delete|archive|export)$/)),
  );
  expect(written).toEqual([]);
  const copy = thread({ id: "copy", preview: "Move readings to a ring buffer, on" });
  await view.page.evaluate(
    ([made, opened]) => {
      window.fake.answer("thread/fork", { thread: made });
      window.fake.answer("thread/resume", opened);
    },
    [copy, resumed({ thread: copy, items: damaged.items, turns: damaged.turns })] as const,
  );
  await view.page.getByRole("button", { name: "Continue as a new session" }).click();
  await expect(view.composer).toBeVisible();
  expect(await view.sent("thread/fork")).toEqual([{ threadId: ThreadId.parse(codexThread.id) }]);
});

test("each turn's end forks from there and copies as Markdown", async ({ view }) => {
  await view.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await view.open({
    snapshot: { ...damaged, nextCursor: null },
    results: { "thread/markdown/read": { markdown: "## Turn" }, "thread/fork": { thread: thread({ id: "copy" }) } },
  });
  await view.page.getByRole("button", { name: "Copy this turn as Markdown" }).first().click();
  await expect.poll(() => view.page.evaluate(() => navigator.clipboard.readText())).toBe("## Turn");
  await view.page.getByRole("button", { name: "Fork from here" }).first().press("Enter");
  await expect.poll(() => view.sent("thread/fork")).toEqual([{ threadId: codexThread.id, throughTurnId: "t13" }]);
});

test("a patch shows each file's change by signs and numbers", async ({ view }) => {
  await view.open({ snapshot: kinds });
  const card = view.page.getByRole("article", { name: /Edited src\/card\/legend.ts and 3 more/ });
  await expect(card).toContainText("+44 −3");
  await card.getByRole("button").first().click();
  await expect(card.getByRole("button", { name: "Moved src/card/old.ts → src/card/place.ts" })).toBeVisible();
  await card.getByRole("button", { name: /Changed src\/card\/legend.ts/ }).click();
  const rows = card.getByRole("region", { name: "Change of src/card/legend.ts" }).getByRole("row");
  await expect(rows.filter({ hasText: "#ring.push" })).toHaveText(/15\+added\s+this/);
});

test("images: drawn from the session, on the web only outside and when asked, broken ones said", async ({ view }) => {
  const requested: string[] = [];
  view.page.on("request", (request) => requested.push(request.url()));
  await view.open({ snapshot: kinds });
  await list(view).evaluate((element) => element.scrollTo(0, 0));
  await expect(view.page.getByRole("img", { name: "Image 1 of 3 (PNG, 75 bytes)" })).toBeVisible();
  await expect(view.page.getByText("This image is broken and cannot be shown (PNG, 3 bytes)")).toBeVisible();
  await view.page.getByRole("button", { name: "Open outside" }).click();
  expect(await view.sent("link/open")).toEqual([{ url: "https://images.example/tide.png" }]);
  expect(requested.filter((url) => url.includes("images.example"))).toEqual([]);
});

test("what is very long is drawn in steps", async ({ view }) => {
  const long = "a line of output that repeats itself\n".repeat(80_000);
  await view.open({
    snapshot: {
      thread: codexThread,
      items: [
        user("t1", 1, "Run it"),
        command("t1", "big", "cat big.log", { status: "completed", exitCode: 0, line: 2, aggregatedOutput: long }),
        item({ type: "context", id: "ctx", turnId: "t1", line: 3, kind: "environment", text: long }),
        item({ type: "raw", id: "raw", turnId: "t1", line: 4, lineType: "odd", json: JSON.stringify({ long }) }),
      ],
      turns: [turn("t1", { status: "completed", completedAtMs: NOW + 1 })],
    },
  });
  for (const name of ["Ran cat big.log", "Environment", "Unknown record"]) {
    await view.page.getByRole("button", { name }).click();
    expect(await list(view).evaluate((element) => (element.textContent ?? "").length)).toBeLessThan(400_000);
  }
  await view.page.getByRole("button", { name: "Show more", exact: true }).click();
  await expect(view.page.getByText("2.8 MB not drawn here")).toBeVisible();
  await expect(view.page.getByRole("button", { name: /Show more, / })).toHaveCount(2);
});

test("nothing of a past session is markup, and nothing hides in it", async ({ view }) => {
  const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>\u202Egpj';
  await view.open({
    snapshot: {
      thread: thread({ ...codexThread, source: hostile }),
      items: [
        user("t1", 1, "Look"),
        item({ type: "context", id: "a", turnId: "t1", line: 2, kind: "other", text: hostile }),
        item({
          type: "plan",
          id: "b",
          turnId: "t1",
          line: 3,
          steps: [{ text: hostile, status: "pending" }],
          explanation: hostile,
        }),
        item({ type: "webSearch", id: "c", turnId: "t1", line: 4, query: hostile, action: hostile }),
        item({ type: "imageView", id: "d", turnId: "t1", line: 5, path: hostile, prompt: hostile, url: "javascript:alert(1)" }),
        item({ type: "subAgent", id: "e", turnId: "t1", line: 6, activity: hostile, name: hostile, text: hostile }),
        item({
          type: "fileChange",
          id: "f",
          turnId: "t1",
          line: 7,
          status: "completed",
          recordedAtMs: NOW,
          changes: [{ path: hostile, movePath: hostile, kind: "update", diff: `@@ -1 +1 @@\n+${hostile}` }],
          output: hostile,
        }),
        item({
          type: "mcpToolCall",
          id: "g",
          turnId: "t1",
          line: 8,
          status: "completed",
          recordedAtMs: NOW,
          server: hostile,
          tool: hostile,
          arguments: hostile,
          output: hostile,
        }),
      ],
      turns: [turn("t1", { status: "completed", completedAtMs: NOW + 1 })],
      repairs: [`line 1: ${hostile}`],
    },
  });
  for (const name of [/^Context/, /^Edited/, /^Called/]) await view.page.getByRole("button", { name }).click();
  expect(await view.page.locator(".thread-list img, .thread-list script, .notice img").count()).toBe(0);
  expect(await view.page.title()).not.toMatch(/^[12]$/);
  expect(await view.page.locator(".thread-list .esc", { hasText: "U+202E" }).count()).toBeGreaterThan(8);
});
