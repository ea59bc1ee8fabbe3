// The real clock under a replaced Date and timers: what happens to a wait when the machine sleeps, and what an abort leaves behind.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createIdSource, createSystemClock } from "../../electron/adapters/system";

const START_MS = Date.UTC(2026, 5, 7, 8, 9, 10, 123);

describe("the system clock", () => {
  const clock = createSystemClock();
  const abort = () => new AbortController();

  beforeEach(() => {
    vi.useFakeTimers({ now: START_MS });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("reaches a deadline and leaves no timer and no listener", async () => {
    const { signal } = abort();
    const removed = vi.spyOn(signal, "removeEventListener");
    const wait = clock.waitUntil(START_MS + 1500, signal);
    await vi.advanceTimersByTimeAsync(1499);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await wait).toBe("reached");
    expect(vi.getTimerCount()).toBe(0);
    expect(removed).toHaveBeenCalledTimes(1);
  });

  it("ends at once when the signal aborts, before or while it waits", async () => {
    const controller = abort();
    const wait = clock.waitUntil(START_MS + 1500, controller.signal);
    controller.abort();
    expect(await wait).toBe("aborted");
    expect(vi.getTimerCount()).toBe(0);
    expect(await clock.waitUntil(START_MS + 1500, controller.signal)).toBe("aborted");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not wait for a deadline that has passed", async () => {
    expect(await clock.waitUntil(START_MS - 1, abort().signal)).toBe("reached");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("wakes an overdue wait within 30 s of the machine waking up", async () => {
    let ended = false;
    const wait = clock.waitUntil(START_MS + 3_600_000, abort().signal).then(() => (ended = true));
    vi.setSystemTime(START_MS + 7_200_000);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(ended).toBe(true);
    await wait;
  });

  it("told that the machine woke up, it ends an overdue wait at once and leaves the others and no second timer", async () => {
    let ended = 0;
    const overdue = clock.waitUntil(START_MS + 3_600_000, abort().signal).then(() => (ended += 1));
    const later = abort();
    const waiting = clock.waitUntil(START_MS + 90_000_000, later.signal);
    vi.setSystemTime(START_MS + 7_200_000);
    clock.lookAgain();
    await overdue;
    expect(ended).toBe(1);
    expect(vi.getTimerCount()).toBe(1);
    later.abort();
    expect(await waiting).toBe("aborted");
    clock.lookAgain();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not end early when the wall clock is set back", async () => {
    let ended = false;
    const wait = clock.waitUntil(START_MS + 10_000, abort().signal).then(() => (ended = true));
    vi.setSystemTime(START_MS - 5000);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await wait;
    expect(ended).toBe(true);
  });

  it("writes times in UTC and in the machine's zone", () => {
    expect(clock.iso(START_MS)).toBe("2026-06-07T08:09:10.123Z");
    const { utc, local, zone } = clock.describe(START_MS);
    expect(utc).toBe("2026-06-07 08:09:10");
    expect(zone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(new Date(local.replace(" ", "T")).getTime()).toBe(START_MS - 123);
  });
});

describe("the id source", () => {
  it("makes version 7 ids that sort in the order they were made", () => {
    const ids = createIdSource();
    const made = Array.from({ length: 2000 }, () => ids.uuid());
    expect(made[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });
});
