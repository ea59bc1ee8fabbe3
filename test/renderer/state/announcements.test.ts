import { expect, test } from "vitest";
import { parseNotification } from "../../../shared/protocol/event";
import { announcementOf, queueAnnouncement } from "../../../renderer/state/announcements";
import { pauseWords } from "../../../renderer/state/selectors";
import { item, NOW, queue, Sequence, turn } from "../scene";

function said(...event: Parameters<Sequence["event"]>): string | null {
  const notification = parseNotification(new Sequence(0).event(...event));
  return notification.method === "unknown" ? "unknown" : announcementOf(notification);
}

const compaction = { type: "contextCompaction", id: "k1", turnId: "t1", trigger: "midTurn" } as const;

test("a compaction is said once as it begins and once as it ends", () => {
  expect(said("item/started", { turnId: "t1", item: { ...compaction, status: "inProgress" } })).toBe("Compacting.");
  const ended = (status: "completed" | "failed" | "aborted", more = {}) =>
    said("item/completed", { turnId: "t1", item: { ...compaction, status, ...more } });
  expect(ended("completed", { tokensBefore: 120_000, tokensAfter: 9000 })).toBe(
    "Compacted from 120\u202f000 to 9\u202f000 tokens.",
  );
  expect(ended("aborted")).toBe("Compaction stopped.");
});

test("why a compaction failed is said once, with the end of the turn that it ends", () => {
  const error = { code: "compactionFailed", message: "an empty summary", action: "Try again." } as const;
  const failed = { ...compaction, status: "failed", error } as const;
  expect(said("item/completed", { turnId: "t1", item: failed })).toBe("Compaction failed.");
  expect(said("turn/completed", { turn: turn("t1", { status: "failed", completedAtMs: NOW, error }) })).toBe(
    "Failed. an empty summary Try again.",
  );
});

test("waits say what for and until when", () => {
  const error = (code: "rateLimited" | "overloaded" | "network", more = {}) =>
    said("error", { turnId: "t1", error: { code, message: "m" }, willRetry: true, ...more });
  const until = new Date(2025, 9, 14, 14, 32, 4).getTime();
  expect(error("rateLimited", { attempt: 1, maxAttempts: 5, retryAtMs: until })).toBe("Rate limited. Next try at 14:32:04.");
  expect(error("overloaded")).toBe("The server is overloaded.");
  expect(error("network")).toBe("Waiting for network.");
});

test.each([
  ["one more", queue(["a"]), queue(["a", "b"]), "Queued, 2 in the queue."],
  [
    "one more while paused",
    queue(["a"], { paused: true }),
    queue(["a", "b"], { paused: true }),
    "Queued, 2 in the paused queue.",
  ],
  ["a pause, with a steer that came back", queue(["a"]), queue(["x", "a"], { paused: true }), "Queue paused, 2 kept."],
  ["resumed", queue(["a", "b"], { paused: true }), queue(["a", "b"]), "Queue resumed."],
  ["the last one of a paused queue was sent", queue(["a"], { paused: true }), queue([]), null],
  ["one was started", queue(["a", "b"]), queue(["b"]), null],
  ["another order", queue(["a", "b"]), queue(["b", "a"]), null],
])("the queue after %s", (_name, before, after, sentence) => {
  expect(queueAnnouncement(before, after)).toBe(sentence);
});

test("a paused queue says why as far as the last turn tells", () => {
  const blocked = item({ type: "notice", id: "n", turnId: "t1", level: "warning", code: "hookBlocked", text: "no" });
  const why = (changes: Parameters<typeof turn>[1], items: Parameters<typeof pauseWords>[0]["items"] = []) =>
    pauseWords({
      items,
      status: { type: "active", flags: [] },
      turns: [turn("t0", { status: "failed" }), turn("t1", changes), turn("t2")],
    });
  expect(why({ status: "interrupted" })).toBe("Paused after Stop");
  expect(why({ status: "failed" })).toBe("Paused after a failure");
  expect(why({ status: "interrupted", stoppedWithApp: true })).toBe("Paused after a restart");
  expect(why({ status: "completed" }, [blocked])).toBe("Paused by a hook");
  expect(why({ status: "completed" })).toBe("Paused");
  expect(pauseWords({ items: [], status: { type: "idle" }, turns: [] })).toBe("Paused");
});

test("a paused queue behind a turn that the app did not live to end is paused after a restart", () => {
  const turns = [turn("t0", { status: "interrupted" }), turn("t1")];
  expect(pauseWords({ items: [], status: { type: "idle" }, turns })).toBe("Paused after a restart");
});
