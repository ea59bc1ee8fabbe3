import { expect, test } from "vitest";
import { CompactionTrigger, ContextCompactionItem } from "../../../shared/protocol/turn-item";
import type { PendingRetry } from "../../../shared/view/thread-view";
import { compactionWords } from "../../../renderer/text/compaction-words";
import { foldedText, fullness, sumWords } from "../../../renderer/text/context-words";
import { countdownWords, dayTime } from "../../../renderer/text/duration";
import { leftWords, retryKind, retryWords } from "../../../renderer/text/retry-words";

const counts = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningOutputTokens: 0, totalTokens: 49_810 };

test("the ring says how full, of what, and where the number comes from", () => {
  const usage = { total: counts, last: counts, modelContextWindow: 131_072, source: "reported" as const };
  expect(fullness(usage)).toEqual({ short: "38 %", words: "38 % of 131\u202f072 tokens, reported", percent: 38 });
  expect(fullness({ ...usage, source: "estimated", modelContextWindow: null })).toEqual({
    short: "49\u202f810 tokens",
    words: "49\u202f810 tokens, estimated, of a window of unknown size",
    percent: 0,
  });
  expect(fullness(null)).toEqual({ short: "context unknown", words: "unknown", percent: 0 });
});

test("the sum says its source, the size of the window and when it is compacted", () => {
  const tokens = { count: 1200, source: "estimated" as const };
  expect(sumWords({ items: [], tokens, contextWindow: 8000, limit: 7000 })).toBe(
    "1\u202f200 tokens, estimated from their length, of 8\u202f000. Compacted by itself from 7\u202f000 on.",
  );
  expect(sumWords({ items: [], tokens: { ...tokens, source: "reported" }, contextWindow: null, limit: null })).toBe(
    "1\u202f200 tokens, as reported by the provider; the size of the window is unknown. Never compacted by itself.",
  );
});

test("a long entry is folded to its first lines and characters, never within a surrogate pair", () => {
  expect(foldedText("short\ntext")).toBe("short\ntext");
  expect(foldedText("1\n2\n3\n4\n5\n6\n7")).toBe("1\n2\n3\n4\n5\n6\n7");
  expect(foldedText("1\n2\n3\n4\n5\n6\n7\n8")).toBe("1\n2\n3\n4\n5\n6");
  expect(foldedText("x".repeat(600))).toHaveLength(600);
  expect(foldedText(`${"x".repeat(399)}😀${"y".repeat(400)}`)).toBe("x".repeat(399));
});

const compaction = (fields: object) =>
  ContextCompactionItem.parse({ type: "contextCompaction", id: "k", turnId: "t", status: "completed", ...fields });

test("a compaction says why it began and how much room it made", () => {
  const item = compaction({ trigger: "preTurn", tokensBefore: 241_300, tokensAfter: 18_900 });
  expect(compactionWords(item, "completed")).toEqual({
    title: "Compacted automatically",
    detail: "241\u202f300 → 18\u202f900 tokens, estimated · the window was full as the turn began",
  });
  expect(compactionWords(item, "inProgress").detail).toBe("241\u202f300 tokens · the window was full as the turn began");
  expect(compactionWords(item, "aborted")).toEqual({
    title: "Compaction stopped",
    detail: "the window was full as the turn began · the window is as it was",
  });
  expect(compactionWords(compaction({}), "completed")).toEqual({ title: "Compacted", detail: "" });
  const details = CompactionTrigger.options.map((trigger) => compactionWords(compaction({ trigger }), "completed").detail);
  expect(new Set(details).size).toBe(CompactionTrigger.options.length);
});

const retry = (code: PendingRetry["error"]["code"], attempt: number | null, retryAtMs: number | null = null): PendingRetry => ({
  error: { code, message: "m" },
  attempt,
  maxAttempts: attempt === null ? null : 5,
  retryAtMs,
});

test("a wait says what it waits for", () => {
  const until = new Date(2025, 9, 14, 14, 32, 4).getTime();
  expect(retryWords(retry("streamDisconnected", 2))).toBe("Reconnecting 2 of 5");
  expect(retryWords(retry("network", null))).toBe("Waiting for network");
  expect(retryWords(retry("rateLimited", 1, until))).toBe("Rate limited until 14:32:04");
  expect(retryWords(retry("overloaded", 1, until))).toBe("Server overloaded, waiting until 14:32:04");
  expect(retryKind(retry("network", 3))).toBe("reconnecting");
});

test("what is left counts tenths only where a try is due at once", () => {
  expect([leftWords(400, true), leftWords(0, true)]).toEqual(["in 0.4 s", "now"]);
  expect([leftWords(11_200, false), leftWords(0, false)]).toEqual(["next try in 12 s", "trying now"]);
  expect([
    countdownWords(9_940, true),
    countdownWords(10_000, true),
    countdownWords(60_000, false),
    countdownWords(61_000, false),
  ]).toEqual(["9.9 s", "10 s", "1 min", "1 min 1 s"]);
});

test("a time to come back names its day when that is not today", () => {
  const now = new Date(2025, 9, 14, 14, 0).getTime();
  expect(dayTime(new Date(2025, 9, 14, 14, 32).getTime(), now)).toBe("14:32");
  expect(dayTime(new Date(2025, 9, 15, 16, 0).getTime(), now)).toBe("Wed 16:00");
  expect(dayTime(new Date(2025, 10, 1, 9, 5).getTime(), now)).toBe("1 Nov 09:05");
});
