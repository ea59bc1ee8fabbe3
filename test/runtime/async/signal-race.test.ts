import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { raceWithGrace, whenAborted } from "../../../electron/runtime/async/signal-race";
import { FakeClock } from "../../support/fake-clock";

function listeners(...controllers: AbortController[]): number {
  return controllers.reduce((sum, { signal }) => sum + getEventListeners(signal, "abort").length, 0);
}

describe("whenAborted", () => {
  test.each(["aborted", "ended"] as const)("resolves with %s and leaves no listener", async (end) => {
    const signal = new AbortController();
    const until = new AbortController();
    const waiting = whenAborted(signal.signal, until.signal);
    expect(listeners(signal, until)).toBe(2);
    (end === "aborted" ? signal : until).abort();
    expect(await waiting).toBe(end);
    expect(listeners(signal, until)).toBe(0);
  });

  test("resolves at once when it already is", async () => {
    expect(await whenAborted(AbortSignal.abort(), new AbortController().signal)).toBe("aborted");
    expect(await whenAborted(new AbortController().signal, AbortSignal.abort())).toBe("ended");
  });
});

describe("raceWithGrace", () => {
  function race(work: Promise<string>) {
    const clock = new FakeClock();
    const stop = new AbortController();
    const end = raceWithGrace(work, { signal: stop.signal, graceMs: 100, clock });
    return { clock, stop, end };
  }

  test("the work's value, when there is no abort", async () => {
    const { clock, stop, end } = race(Promise.resolve("done"));
    expect(await end).toEqual({ settled: true, value: "done" });
    expect(clock.pending + listeners(stop)).toBe(0);
  });

  test("work that had finished before the abort keeps its value", async () => {
    const { stop, end } = race(Promise.resolve("done"));
    stop.abort();
    expect(await end).toEqual({ settled: true, value: "done" });
  });

  test("work that ends within the grace keeps its value", async () => {
    let finish: (value: string) => void = () => undefined;
    const { clock, stop, end } = race(new Promise((resolve) => (finish = resolve)));
    stop.abort();
    await clock.advance(99);
    finish("just in time");
    expect(await end).toEqual({ settled: true, value: "just in time" });
    expect(clock.pending + listeners(stop)).toBe(0);
  });

  test("work that ignores the abort is given up when the grace is over", async () => {
    const { clock, stop, end } = race(new Promise(() => undefined));
    await clock.advance(10_000);
    stop.abort();
    await clock.advance(99);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    expect(await end).toEqual({ settled: false });
    expect(clock.pending + listeners(stop)).toBe(0);
  });
});
