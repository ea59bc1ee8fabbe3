import { describe, expect, test } from "vitest";
import { controllableTool } from "../support/controllable-tool";
import { FakeClock } from "../support/fake-clock";
import { gate } from "../support/gate";
import { MemoryRolloutStore } from "../support/memory-rollout-store";
import { call, calls, says, wait } from "../support/scripted-client";
import { scenario, type Scenario } from "../support/scenario";

const sleeping = (args: unknown = { seconds: 60 }) =>
  scenario({ scripts: [calls(call("s", "clock.sleep", args)), says("Done.")] });

function output(thread: Scenario): string | undefined {
  return thread
    .lines()
    .find((line) => line.startsWith("output s: "))
    ?.slice("output s: ".length);
}

describe("runtime.md §9 sleep", () => {
  test("§9 elapsed: the whole sequence, from the recorded call to the output at the drain", async () => {
    const thread = await sleeping({ seconds: 2.5 });
    const startedAtMs = thread.runtime.clock.nowMs();
    await thread.end();
    expect(thread.lines().slice(0, 4)).toEqual([
      "call s",
      "running s",
      "outcome s completed",
      "output s: Slept 2.5s of 2.5s: elapsed",
    ]);
    expect(thread.toolItem("s")).toEqual({
      id: "s",
      turnId: thread.turnId,
      type: "sleep",
      status: "completed",
      seconds: 2.5,
      line: 8,
      outputLine: 11,
      recordedAtMs: startedAtMs,
      startedAtMs,
      deadlineMs: startedAtMs + 2500,
      durationMs: 2500,
      sleptMs: 2500,
      outcome: "elapsed",
      finishedOrder: 1,
    });
    const told = thread.runtime.events
      .filter((event) => JSON.stringify(event.params).includes('"s"'))
      .map(({ method }) => method);
    expect(told).toEqual(["item/started", "item/running", "item/returned", "item/completed"]);
  });

  test("§9 the deadline is recorded before the sleep begins, and the thread shows that it sleeps", async () => {
    const thread = await sleeping();
    const running = thread.runtime.lines(thread.id).find((line) => line.type === "cf_running");
    const nowMs = thread.runtime.clock.nowMs();
    expect(running?.payload).toEqual({ callId: "s", startedAtMs: nowMs, deadlineMs: nowMs + 60_000 });
    expect(thread.events("thread/status/changed").at(-1)?.params).toMatchObject({
      status: { type: "active", flags: ["sleeping"] },
    });
    await thread.end();
    expect(thread.events("thread/status/changed").at(-1)?.params).toMatchObject({ status: { type: "idle" } });
  });

  test.each([1, 1.5, 43_200])("§9 %s seconds are slept in full", async (seconds) => {
    const thread = await sleeping({ seconds });
    const startedAtMs = thread.runtime.clock.nowMs();
    await thread.end();
    expect(thread.runtime.clock.nowMs() - startedAtMs).toBe(seconds * 1000);
    expect(output(thread)).toBe(`Slept ${seconds.toFixed(1)}s of ${seconds}s: elapsed`);
  });

  const RANGE = "sleep must be between 1 second and 12 hours";
  test.each<[unknown, string | RegExp]>([
    [{ seconds: 0 }, RANGE],
    [{ seconds: 0.999 }, RANGE],
    [{ seconds: -5 }, RANGE],
    [{ seconds: 43_200.001 }, RANGE],
    [{ seconds: 1e300 }, RANGE],
    [{ seconds: "5" }, /^failed to parse function arguments: seconds: /],
    [{ seconds: null }, /^failed to parse function arguments: seconds: /],
    [{}, /^failed to parse function arguments: seconds: /],
    [{ seconds: 5, unit: "ms" }, /^failed to parse function arguments: .*unit/],
    [[5], /^failed to parse function arguments: /],
    ["5", /^failed to parse function arguments: /],
    ["{", "failed to parse function arguments: not valid JSON"],
    ["", /^failed to parse function arguments: seconds: /],
    ["null", /^failed to parse function arguments: /],
    ['{"seconds":1e999}', /^failed to parse function arguments: |^sleep must/],
  ])("§9 invalid arguments %j: no Sleep item, no timer, only the failed call", async (args, words) => {
    const thread = await sleeping(args);
    const nowMs = thread.runtime.clock.nowMs();
    await thread.end();
    expect(thread.runtime.clock.nowMs()).toBe(nowMs);
    expect(thread.toolItem("s")).toMatchObject({ type: "toolCall", namespace: "clock", tool: "sleep", status: "failed" });
    expect(output(thread)).toEqual(typeof words === "string" ? words : expect.stringMatching(words));
    expect(thread.lines().slice(0, 2)).toEqual(["call s", "outcome s failed"]);
  });

  test("§9 new input ends the sleep at once; the remainder is not made up", async () => {
    const thread = await sleeping();
    await thread.advance(1234);
    await thread.steer("now");
    await thread.end();
    expect(output(thread)).toBe("Slept 1.2s of 60s: new input arrived");
    expect(thread.toolItem("s")).toMatchObject({ outcome: "newInput", sleptMs: 1234, status: "completed" });
    expect(thread.runtime.clock.nowMs() - (thread.toolItem("s").startedAtMs ?? 0)).toBe(1234);
  });

  test("§9 waking does not consume the input: the model reads it in the next request", async () => {
    const thread = await sleeping();
    await thread.steer("now");
    await thread.end();
    expect(thread.requests()[1]?.at(-1)).toBe("user: now");
  });

  test("§9 Wake now", async () => {
    const thread = await sleeping();
    await thread.advance(5000);
    expect(await thread.wake("s")).toBe(true);
    await thread.end();
    expect(output(thread)).toBe("Slept 5.0s of 60s: woken by the user");
    expect(thread.toolItem("s")).toMatchObject({ outcome: "woken", sleptMs: 5000 });
  });

  test("§9 Wake now for what does not sleep is refused, before, behind and beside", async () => {
    const thread = await sleeping({ seconds: 1 });
    expect(await thread.wake("other")).toBe(false);
    await thread.end();
    expect(await thread.wake("s")).toBe(false);
  });

  test("§9 interrupted", async () => {
    const thread = await sleeping();
    await thread.advance(40_000);
    expect((await thread.interrupt()).tookMs).toBe(0);
    expect(output(thread)).toBe("aborted by user after 40.0s");
    expect(thread.toolItem("s")).toMatchObject({ status: "aborted", outcome: "interrupted", sleptMs: 40_000 });
  });

  test("§9 interrupted while it waits at the gate: it never slept, and the item says interrupted", async () => {
    const first = controllableTool({ name: "first", behaviour: () => ({ type: "untilAbort", afterMs: 0 }) });
    const thread = await scenario({
      tools: [first],
      scripts: [calls(call("a", "first"), call("s", "clock.sleep", { seconds: 60 }))],
    });
    await thread.interrupt();
    expect(thread.toolItem("s")).toMatchObject({ type: "sleep", status: "aborted", outcome: "interrupted" });
    expect(thread.lines()).not.toContain("running s");
  });

  test("§9 activity that already waits means no sleep at all", async () => {
    const thread = await scenario({ scripts: [calls(wait(100), call("s", "clock.sleep", { seconds: 60 })), says("Done.")] });
    await thread.steer("already here");
    const nowMs = thread.runtime.clock.nowMs();
    await thread.end();
    expect(output(thread)).toBe("Slept 0.0s of 60s: new input arrived");
    expect(thread.runtime.clock.nowMs() - nowMs).toBe(100);
    expect(thread.toolItem("s")).toMatchObject({ outcome: "newInput", sleptMs: 0 });
  });

  test("§9 no wake-up is lost when the input is being written as the sleep begins", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    const thread = await scenario({
      clock,
      store,
      scripts: [calls(wait(10), call("s", "clock.sleep", { seconds: 60 })), says("Done.")],
    });
    const door = gate();
    store.gate = ({ lines }) => (lines.some((line) => line.includes("cf_running")) ? door.pass() : Promise.resolve());
    await thread.advance(10);
    await door.reached;
    const steered = thread.runtime.steer(thread.id, { turnId: thread.turnId, text: "now" });
    door.open();
    await thread.runtime.until(steered);
    const nowMs = clock.nowMs();
    await thread.end();
    expect(clock.nowMs()).toBe(nowMs);
    expect(thread.toolItem("s")).toMatchObject({ outcome: "newInput" });
  });

  test("§9 a clock that jumps over the deadline wakes the sleep at once, and it says how long that was", async () => {
    const clock = new FakeClock();
    const thread = await scenario({ clock, scripts: [calls(call("s", "clock.sleep", { seconds: 60 })), says("Done.")] });
    await clock.jump(8 * 3_600_000);
    await thread.end();
    expect(output(thread)).toBe("Slept 28800.0s of 60s: elapsed");
    expect(thread.toolItem("s")).toMatchObject({ outcome: "elapsed", sleptMs: 28_800_000 });
  });

  test("§9 sleep is exclusive: two sleeps go one behind the other", async () => {
    const thread = await scenario({
      scripts: [calls(call("s", "clock.sleep", { seconds: 2 }), call("t", "clock.sleep", { seconds: 3 })), says("Done.")],
    });
    const nowMs = thread.runtime.clock.nowMs();
    await thread.end();
    expect(thread.runtime.clock.nowMs() - nowMs).toBe(5000);
    expect(thread.toolItem("t")).toMatchObject({ deadlineMs: nowMs + 5000 });
  });

  test("§9 whatever way it ends, no timer and no listener is left", async () => {
    const ways: ((thread: Scenario) => Promise<unknown>)[] = [
      (thread) => thread.end(),
      (thread) => thread.steer("now"),
      (thread) => thread.wake("s"),
      (thread) => thread.interrupt(),
    ];
    for (const leave of ways) {
      const thread = await sleeping();
      await leave(thread);
      await thread.end();
      expect(thread.runtime.clock.pending).toBe(0);
    }
  });
});

describe("runtime.md §9 current_time", () => {
  test("§9 current_time says UTC and local time with its zone, from the clock port", async () => {
    const thread = await scenario({ scripts: [calls(call("s", "clock.current_time")), says("Done.")] });
    await thread.end();
    expect(output(thread)).toBe("It is 2026-01-02 03:04:05 UTC, 2026-01-02 04:04:05 in Test/Plus_One.");
  });

  test("§9 current_time takes no arguments", async () => {
    const thread = await scenario({ scripts: [calls(call("s", "clock.current_time", { zone: "UTC" })), says("Done.")] });
    await thread.end();
    expect(output(thread)).toMatch(/^failed to parse function arguments: .*zone/);
  });
});
