import { describe, expect, it } from "vitest";
import { FakeClock } from "./fake-clock";

const never = new AbortController().signal;

describe("FakeClock", () => {
  it("ends due waits in the order of their deadlines, each at its own time", async () => {
    const clock = new FakeClock();
    const startMs = clock.nowMs();
    const ends: string[] = [];
    const waits = [300, 100, 200].map(async (ms) => {
      const how = await clock.waitUntil(startMs + ms, never);
      ends.push(`${ms} ${how} at ${clock.nowMs() - startMs}`);
    });
    expect(clock.pending).toBe(3);
    await clock.advance(250);
    expect(ends).toEqual(["100 reached at 100", "200 reached at 200"]);
    expect(clock.nowMs()).toBe(startMs + 250);
    await clock.advance(50);
    await Promise.all(waits);
    expect(clock.pending).toBe(0);
  });

  it("runs a loop of short waits as often as time allows", async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    let turns = 0;
    const loop = (async () => {
      while ((await clock.waitUntil(clock.nowMs() + 10, stop.signal)) === "reached") turns++;
    })();
    await clock.advance(1000);
    expect(turns).toBe(100);
    stop.abort();
    await loop;
    expect(clock.pending).toBe(0);
  });

  it("says when something waits", async () => {
    const clock = new FakeClock();
    let seen = false;
    const waiting = clock.whenPending(1).then(() => (seen = true));
    await clock.advance(0);
    expect(seen).toBe(false);
    const wait = clock.waitUntil(clock.nowMs() + 5, never);
    await waiting;
    await clock.advance(5);
    expect(await wait).toBe("reached");
  });
});
