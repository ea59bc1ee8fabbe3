import { describe, expect, test } from "vitest";
import { commands } from "../../../shared/protocol/command";
import { parseNotification } from "../../../shared/protocol/event";
import {
  type ShownThread,
  startedThread,
  type ThreadEntry,
  withEntries,
  withSnapshot,
} from "../../../renderer/state/open-thread";
import { withOlderPage } from "../../../renderer/state/thread-pages";
import { agent, NOW, resumed, Sequence, type Snapshot, thread, turn, user } from "../scene";

const snapshot = (given: Snapshot) => commands["thread/resume"].result.parse(resumed(given));

function entry(raw: unknown): ThreadEntry {
  const notification = parseNotification(raw);
  return { seq: notification.params.seq, notification: notification.method === "unknown" ? null : notification };
}

const text = (line: number) => agent("t1", line, `text ${line}`);
const completed = (sequence: Sequence, line: number) =>
  entry(sequence.event("item/completed", { turnId: "t1", item: text(line) }));
const ids = ({ view }: ShownThread) => view.items.map((item) => item.id);

const opened = withSnapshot(
  undefined,
  snapshot({ items: [user("t1", 2, "hi"), text(3)], turns: [turn("t1")], seq: 7, nextCursor: "c" }),
);

describe("withEntries", () => {
  test("takes what follows, drops what is already there", () => {
    const old = new Sequence(5);
    const next = withEntries(opened, [completed(old, 2), completed(old, 3), completed(old, 4)]);
    expect(ids(next)).toEqual(["user-2", "agent-3", "agent-4"]);
    expect(next.seq).toBe(8);
  });

  test("an event of an unknown kind counts in the sequence", () => {
    const next = withEntries(opened, [{ seq: 8, notification: null }, completed(new Sequence(8), 4)]);
    expect(next.sync).toBe("live");
    expect(ids(next)).toContain("agent-4");
  });

  test("after a gap the rest is held until a snapshot has come", () => {
    const late = completed(new Sequence(8), 5);
    const behind = withEntries(opened, [late]);
    expect(behind.sync).toBe("behind");
    expect(ids(behind)).toEqual(["user-2", "agent-3"]);
    const caughtUp = withSnapshot(
      behind,
      snapshot({ items: [user("t1", 2, "hi"), text(3), text(4)], turns: [turn("t1")], seq: 8 }),
    );
    expect(ids(caughtUp)).toEqual(["user-2", "agent-3", "agent-4", "agent-5"]);
    expect(caughtUp).toMatchObject({ sync: "live", seq: 9, held: [] });
  });

  test("what comes while a thread opens is held, and applied after its snapshot", () => {
    const opening = withEntries({ type: "opening" as const, held: [] }, [
      completed(new Sequence(6), 3),
      completed(new Sequence(7), 4),
    ]);
    const shown = withSnapshot(opening, snapshot({ items: [user("t1", 2, "hi"), text(3)], turns: [turn("t1")], seq: 7 }));
    expect(ids(shown)).toEqual(["user-2", "agent-3", "agent-4"]);
  });

  test("a thread that has just been started takes its sequence from the first event", () => {
    const started = withEntries(startedThread(thread()), [entry(new Sequence(3).event("turn/started", { turn: turn("t1") }))]);
    expect(started).toMatchObject({ seq: 4, sync: "live" });
    expect(started.view.turns).toHaveLength(1);
  });
});

describe("withSnapshot", () => {
  test("older pages that were scrolled to stay when a snapshot replaces the end", () => {
    const older = withOlderPage(opened, {
      items: [user("t0", 1, "before")],
      turns: [turn("t0", { status: "completed", completedAtMs: NOW })],
      nextCursor: null,
    });
    const again = withSnapshot(
      older,
      snapshot({ items: [user("t1", 2, "hi"), text(3), text(4)], turns: [turn("t1")], seq: 9, nextCursor: "c" }),
    );
    expect(ids(again)).toEqual(["user-1", "user-2", "agent-3", "agent-4"]);
    expect(again.view.turns.map(({ id }) => id)).toEqual(["t0", "t1"]);
    expect(again.olderCursor).toBeNull();
  });

  test("a snapshot that does not meet what is on screen replaces it", () => {
    const again = withSnapshot(opened, snapshot({ items: [text(90)], turns: [turn("t1")], seq: 90, nextCursor: "c90" }));
    expect(ids(again)).toEqual(["agent-90"]);
    expect(again.olderCursor).toBe("c90");
  });
});
