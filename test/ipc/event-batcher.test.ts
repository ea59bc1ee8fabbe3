import { expect, test } from "vitest";
import { BATCH_INTERVAL_MS, EventBatcher, processSchedule } from "../../electron/ipc/event-batcher";
import { FakeSchedule } from "./fake-schedule";

function batcher() {
  const schedule = new FakeSchedule();
  const sent: { atMs: number; batch: readonly unknown[] }[] = [];
  return { schedule, sent, batcher: new EventBatcher((batch) => sent.push({ atMs: schedule.nowMs(), batch }), schedule) };
}

test("the first event goes out at once, but after the current task", () => {
  const { batcher: events, schedule, sent } = batcher();
  events.push(1);
  events.push(2);
  expect(sent).toEqual([]);
  schedule.advance(0);
  expect(sent).toEqual([{ atMs: 0, batch: [1, 2] }]);
});

test("batches go out at most once per interval, in order, with nothing lost", () => {
  const { batcher: events, schedule, sent } = batcher();
  for (let atMs = 0; atMs < 50; atMs++) {
    events.push(atMs);
    schedule.advance(1);
  }
  schedule.advance(BATCH_INTERVAL_MS);
  expect(sent.flatMap(({ batch }) => batch)).toEqual(Array.from({ length: 50 }, (_, index) => index));
  expect(sent.map(({ atMs }) => atMs)).toEqual([0, 16, 32, 48, 64]);
});

test("after a quiet interval the next event goes out at once again", () => {
  const { batcher: events, schedule, sent } = batcher();
  events.push("a");
  schedule.advance(BATCH_INTERVAL_MS);
  events.push("b");
  schedule.advance(0);
  expect(sent).toEqual([
    { atMs: 0, batch: ["a"] },
    { atMs: 16, batch: ["b"] },
  ]);
});

test("close drops what is pending", () => {
  const { batcher: events, schedule, sent } = batcher();
  events.push("a");
  events.close();
  schedule.advance(BATCH_INTERVAL_MS);
  expect(sent).toEqual([]);
});

test("with the real schedule the reply of the task that caused an event comes before its batch", async () => {
  const order: string[] = [];
  const flushed = new Promise<void>((resolve) => {
    const events = new EventBatcher(() => {
      order.push("batch");
      resolve();
    }, processSchedule);
    const reply = Promise.resolve().then(() => Promise.resolve());
    events.push("caused");
    reply.then(() => order.push("reply"), resolve);
  });
  await flushed;
  expect(order).toEqual(["reply", "batch"]);
});
