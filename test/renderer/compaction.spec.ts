// Compaction as a person meets it: the boundary in the thread, and the card that says what the model sees now.
import { agent, item, NOW, Sequence, type Snapshot, thread, turn, user } from "./scene";
import { expect, test, type WindowUnderTest } from "./window-fixture";

const ended = turn("t1", { status: "completed", completedAtMs: NOW + 10 });
const idle: Snapshot = { items: [user("t1", 2, "Hello"), agent("t1", 4, "Hello.")], turns: [ended] };
const running: Snapshot = { ...idle, turns: [turn("t1")], thread: thread({ status: { type: "active", flags: [] } }) };

const WINDOW = {
  items: [
    { kind: "instructions", text: "You are a coding agent.", estimatedTokens: 6 },
    { kind: "person", text: "Hello", estimatedTokens: 2 },
    { kind: "call", name: "shell", text: '{"command":"ls\u200b"}', estimatedTokens: 8 },
    { kind: "output", text: "line\n".repeat(40), estimatedTokens: 80 },
  ],
  tokens: { count: 49_810, source: "reported" },
  contextWindow: 131_072,
  limit: 118_000,
};

const compaction = (fields: object) =>
  item({ type: "contextCompaction", id: "k1", turnId: "t1", status: "completed", ...fields });
const region = ({ page }: WindowUnderTest) => page.getByRole("region", { name: "Thread" });
const card = ({ page }: WindowUnderTest) => page.getByRole("dialog", { name: "What the model sees now" });
const ring = ({ page }: WindowUnderTest) => page.getByRole("button", { name: /^Context: / });

test("a compaction begins, and becomes a boundary with its numbers and a summary that opens", async ({ view }) => {
  await view.open({ snapshot: running });
  const sequence = new Sequence(0);
  await view.push(
    sequence.event("item/started", {
      turnId: "t1",
      item: compaction({ status: "inProgress", trigger: "midTurn", tokensBefore: 241_300 }),
    }),
  );
  await expect(region(view)).toContainText("Compacting…241\u202f300 tokens · the window was full within the turn");
  await expect(view.page.getByText("Compacting the window", { exact: true })).toBeVisible();
  await expect(view.page.locator('.sr[role="status"]')).toHaveText("Compacting.");
  await view.push(
    sequence.event("item/completed", {
      turnId: "t1",
      item: compaction({
        trigger: "midTurn",
        tokensBefore: 241_300,
        tokensAfter: 18_900,
        summary: "Ring of **4 096**.",
        line: 9,
      }),
    }),
  );
  await expect(region(view)).toContainText("Compacted automatically241\u202f300 → 18\u202f900 tokens, estimated");
  await expect(region(view)).not.toContainText("Compacting…");
  await view.page.getByRole("button", { name: "Summary the model went on with" }).click();
  await expect(region(view).locator("strong", { hasText: "4 096" })).toBeVisible();
  await expect(region(view).getByText("Hello.", { exact: true })).toBeVisible();
});

test("one that failed says why and what to do; one that was stopped says so", async ({ view }) => {
  const error = { code: "compactionFailed", message: "the summary was empty", action: "Try again, or start a new session." };
  await view.open({
    snapshot: {
      ...idle,
      items: [
        ...idle.items,
        compaction({ status: "failed", trigger: "manual", error, line: 6 }),
        compaction({ id: "k2", status: "aborted", trigger: "preTurn", line: 7 }),
      ],
    },
  });
  await expect(region(view)).toContainText("Compaction failedasked for by you · the window is as it was");
  await expect(region(view)).toContainText("the summary was emptyTry again, or start a new session.");
  await expect(region(view)).toContainText("Compaction stopped");
});

test("where the turn failed by it, why and what to do are said once, in the line that ends the turn", async ({ view }) => {
  const error = { code: "badRequest", message: "the server refused", action: "Check the model." } as const;
  await view.open({
    snapshot: {
      items: [...idle.items, compaction({ turnId: "t2", status: "failed", trigger: "manual", error, line: 6 })],
      turns: [ended, turn("t2", { status: "failed", completedAtMs: NOW + 10, error })],
    },
  });
  await expect(region(view)).toContainText("Compaction failedasked for by you · the window is as it was");
  await expect(region(view).getByText("the server refused")).toHaveCount(1);
  await expect(region(view)).toContainText("Failed: the server refusedCheck the model.");
});

test("the ring opens what the model sees now: each entry, the sum with its source, and the limit", async ({ view }) => {
  await view.open({ snapshot: idle, results: { "thread/window/read": WINDOW } });
  await expect(ring(view)).toHaveAccessibleName("Context: unknown. What the model sees now");
  await ring(view).click();
  await expect(card(view)).toContainText(
    "49\u202f810 tokens, as reported by the provider, of 131\u202f072. Compacted by itself from 118\u202f000 on.",
  );
  const entries = card(view).getByRole("listitem");
  await expect(entries).toHaveCount(4);
  await expect(entries.nth(0)).toContainText("Instructionsabout 6 tokensYou are a coding agent.");
  await expect(entries.nth(2)).toContainText('Callshellabout 8 tokens{"command":"lsU+200B"}');
  await expect(entries.nth(3).getByText("line")).toHaveText("line\n".repeat(6).trim() + "…");
  await entries.nth(3).getByRole("button", { name: "Show all 200 characters" }).click();
  await expect(entries.nth(3).getByRole("button", { name: "Show less" })).toBeVisible();
  await view.page.keyboard.press("Escape");
  await expect(card(view)).toHaveCount(0);
  await expect(ring(view)).toBeFocused();
});

test("the ring says how full and where the number comes from", async ({ view }) => {
  await view.open({ snapshot: running });
  const last = { inputTokens: 9000, cachedInputTokens: 0, outputTokens: 0, reasoningOutputTokens: 0, totalTokens: 9000 };
  await view.push(
    new Sequence(0).event("thread/tokenUsage/updated", {
      turnId: "t1",
      total: last,
      last,
      modelContextWindow: 18_000,
      source: "estimated",
    }),
  );
  await expect(ring(view)).toHaveAccessibleName("Context: 50 % of 18\u202f000 tokens, estimated. What the model sees now");
});

test("Compact now compacts, says why it cannot while a turn runs, and the entries are read again after it", async ({ view }) => {
  await view.open({ snapshot: idle, results: { "thread/window/read": WINDOW } });
  await ring(view).click();
  const button = card(view).getByRole("button", { name: "Compact now" });
  await button.click();
  await expect.poll(() => view.sent("thread/compact/start")).toEqual([{ threadId: "thread-1" }]);
  const sequence = new Sequence(0);
  await view.push(
    sequence.event("thread/status/changed", { status: { type: "active", flags: [] } }),
    sequence.event("turn/started", { turn: turn("t2") }),
  );
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await expect(card(view).getByRole("status")).toHaveText("A turn is running; the window can be compacted when it has ended.");
  await button.press("Enter");
  expect(await view.sent("thread/compact/start")).toHaveLength(1);
  const smaller = { ...WINDOW, tokens: { count: 900, source: "estimated" } };
  await view.page.evaluate((result) => window.fake.answer("thread/window/read", result), smaller);
  await view.push(
    sequence.event("turn/completed", { turn: turn("t2", { status: "completed", completedAtMs: NOW + 10 }) }),
    sequence.event("thread/status/changed", { status: { type: "idle" } }),
  );
  await expect(card(view)).toContainText("900 tokens, estimated from their length");
  await expect(button).toHaveAttribute("aria-disabled", "false");
});

test("Esc closes the card and does not stop the turn; what cannot be read is told there", async ({ view }) => {
  await view.open({ snapshot: running });
  await view.page.evaluate(() => window.fake.refuse("thread/window/read", "storage", "the disk is gone"));
  await ring(view).click();
  await expect(card(view).getByRole("alert")).toHaveText("It could not be read: the disk is gone");
  await view.page.keyboard.press("Escape");
  await expect(card(view)).toHaveCount(0);
  expect(await view.sent("turn/interrupt")).toEqual([]);
});

test("a boundary opens what the model sees now", async ({ view }) => {
  await view.open({
    snapshot: { ...idle, items: [...idle.items, compaction({ trigger: "manual", summary: "Short.", line: 6 })] },
    results: { "thread/window/read": WINDOW },
  });
  await region(view).getByRole("button", { name: "What the model sees now" }).click();
  await expect(card(view).getByRole("listitem")).toHaveCount(4);
});
