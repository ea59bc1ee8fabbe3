import { describe, expect, test } from "vitest";
import { TimeReminder } from "../../../electron/runtime/turn/time-reminder";
import { FakeClock } from "../../support/fake-clock";

function reminder() {
  const clock = new FakeClock();
  const times = new TimeReminder();
  const isDue = (seconds: number | null) => times.due(seconds, clock) !== null;
  return { clock, times, isDue };
}

describe("the time before a request (setting clock.reminderSeconds)", () => {
  test("says it in UTC and local, with the zone", () => {
    const { clock, times } = reminder();
    expect(times.due(60, clock)).toBe(
      "<current_time_reminder>It is 2026-01-02 03:04:05 UTC, 2026-01-02 04:04:05 in Test/Plus_One.</current_time_reminder>",
    );
  });

  test("null: never, and nothing counts as told", () => {
    const { isDue } = reminder();
    expect([isDue(null), isDue(null), isDue(60)]).toEqual([false, false, true]);
  });

  test("at first, then once the interval has passed since the last one", async () => {
    const { clock, isDue } = reminder();
    expect([isDue(60), isDue(60)]).toEqual([true, false]);
    await clock.advance(59_999);
    expect(isDue(60)).toBe(false);
    await clock.advance(1);
    expect([isDue(60), isDue(60)]).toEqual([true, false]);
    await clock.advance(500);
    expect(isDue(0.5)).toBe(true);
  });

  test("0: before every request", () => {
    const { isDue } = reminder();
    expect([isDue(0), isDue(0), isDue(0)]).toEqual([true, true, true]);
  });

  test("a clock that was set back is not due, and is again when the interval has passed since what was told", async () => {
    const { clock, isDue } = reminder();
    expect(isDue(60)).toBe(true);
    await clock.jump(-3_600_000);
    expect(isDue(60)).toBe(false);
    await clock.jump(3_600_000 + 60_000);
    expect(isDue(60)).toBe(true);
  });

  test("a clock that was set back does not silence what comes before every request", async () => {
    const { clock, isDue } = reminder();
    expect(isDue(0)).toBe(true);
    await clock.jump(-3_600_000);
    expect(isDue(0)).toBe(true);
  });

  test("a new window holds none: it is due at once", () => {
    const { times, isDue } = reminder();
    expect([isDue(60), isDue(60)]).toEqual([true, false]);
    times.forget();
    expect(isDue(60)).toBe(true);
  });
});
