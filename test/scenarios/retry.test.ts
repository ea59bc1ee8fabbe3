import { describe, expect, test } from "vitest";
import type { Notification } from "../../shared/protocol/event";
import { call, calls, says, streamed, wait, type Script, type ScriptEnd } from "../support/scripted-client";
import { controllableTool } from "../support/controllable-tool";
import { scenario, type Scenario } from "../support/scenario";

const ends = (end: ScriptEnd, ...steps: Script["steps"]): Script => ({ steps, end });
const CUT = ends({ type: "cut" });
const NO_CONNECTION = ends({ type: "noConnection" });

type ErrorParams = Extract<Notification, { method: "error" }>["params"];

function errors(thread: Scenario): ErrorParams[] {
  return thread.events("error").flatMap((event) => (event.method === "error" ? [event.params] : []));
}

/** Milliseconds from each error to the moment it said that it would try again. */
function waitsMs(thread: Scenario): number[] {
  return errors(thread).map(({ retryAtMs, emittedAtMs }) => (retryAtMs ?? NaN) - emittedAtMs);
}

describe("runtime.md §11 retry", () => {
  test("§11 a cut stream is retried 5 times, 200 ms × 2ⁿ ± 10 %, each told as n of 5; then the turn fails with what to do", async () => {
    const thread = await scenario({ scripts: [CUT, CUT, CUT, CUT, CUT, CUT, says("Too late.")] });
    const turn = await thread.end();
    expect(turn).toMatchObject({ status: "failed", error: { code: "streamDisconnected", action: expect.any(String) } });
    expect(thread.requests()).toHaveLength(6);
    expect(errors(thread).map(({ attempt, maxAttempts, willRetry }) => [attempt, maxAttempts, willRetry])).toEqual(
      [1, 2, 3, 4, 5].map((n) => [n, 5, true]),
    );
    waitsMs(thread).forEach((ms, n) => {
      expect(ms).toBeGreaterThanOrEqual(180 * 2 ** n);
      expect(ms).toBeLessThanOrEqual(220 * 2 ** n);
    });
    expect(thread.lines()).toEqual(["task_complete"]);
  });

  test("§11 the budget is the step's and progress never resets it", async () => {
    const progress = ends({ type: "cut" }, ...streamed(["Some."]));
    const thread = await scenario({ maxRetries: 2, scripts: [progress, progress, progress, says("Never.")] });
    expect((await thread.end()).status).toBe("failed");
    expect(thread.requests()).toHaveLength(3);
  });

  test("§11 a new step has a new budget", async () => {
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 0 }) });
    const thread = await scenario({ tools: [tool], maxRetries: 1, scripts: [CUT, calls(call("a", "work")), CUT, says("Done.")] });
    expect((await thread.end()).status).toBe("completed");
    expect(errors(thread).map(({ attempt }) => attempt)).toEqual([1, 1]);
  });

  test("§11 a setting of 0 retries fails at once", async () => {
    const thread = await scenario({ maxRetries: 0, scripts: [CUT] });
    expect((await thread.end()).status).toBe("failed");
    expect(thread.requests()).toHaveLength(1);
  });

  test("§11 no connection: 5, 10, 20, 40, 60, 60 seconds, without budget, shown as waiting for the network", async () => {
    const thread = await scenario({ maxRetries: 0, scripts: [...Array<Script>(6).fill(NO_CONNECTION), says("Back.")] });
    expect(thread.events("thread/status/changed").at(-1)?.params).toMatchObject({
      status: { type: "active", flags: ["waitingForNetwork"] },
    });
    expect((await thread.end()).status).toBe("completed");
    expect(waitsMs(thread)).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000]);
    expect(
      errors(thread).every(
        ({ attempt, maxAttempts, error }) => attempt === undefined && maxAttempts === undefined && error.code === "network",
      ),
    ).toBe(true);
    expect(thread.events("thread/status/changed").at(-1)?.params).toMatchObject({ status: { type: "idle" } });
  });

  test("§11 the network's waits do not use the stream's budget", async () => {
    const thread = await scenario({ maxRetries: 1, scripts: [NO_CONNECTION, CUT, NO_CONNECTION, says("Back.")] });
    expect((await thread.end()).status).toBe("completed");
    expect(errors(thread).map(({ attempt }) => attempt ?? "network")).toEqual(["network", 1, "network"]);
  });

  test.each([
    ["the back-off", CUT, 100],
    ["the wait for the network", NO_CONNECTION, 3000],
  ])("§11 %s ends at once at an interrupt and leaves no timer", async (_name, script, afterMs) => {
    const thread = await scenario({ scripts: [script, says("Never.")] });
    await thread.advance(afterMs);
    expect(await thread.interrupt()).toMatchObject({ status: "interrupted", tookMs: 0 });
    expect(thread.runtime.clock.pending).toBe(0);
    expect(thread.requests()).toHaveLength(1);
  });

  test.each([
    { code: "unauthorized", message: "the key was refused", action: "Check the key." },
    { code: "badRequest", message: "bad request" },
    { code: "notFound", message: "no such model", action: "Choose another model." },
    { code: "rateLimited", message: "too many requests", retryAtMs: 5 },
    { code: "contextWindowExceeded", message: "too long", action: "Start a new session." },
    { code: "contentPolicy", message: "refused" },
    { code: "maxOutputTokens", message: "the answer was cut at its limit" },
  ] as const)("§11 rejected ($code) is terminal, with what the person can do", async (error) => {
    const thread = await scenario({ scripts: [ends({ type: "rejected", error }), says("Never.")] });
    expect(await thread.end()).toMatchObject({ status: "failed", error });
    expect(thread.requests()).toHaveLength(1);
    expect(errors(thread)).toEqual([]);
    const [end] = thread.runtime.lines(thread.id).slice(-1);
    expect(end?.payload).toMatchObject({ type: "task_complete", error: { message: error.message, cf_error: error } });
  });

  test("§11 rejected after cuts is terminal all the same", async () => {
    const thread = await scenario({ scripts: [CUT, ends({ type: "rejected" }), says("Never.")] });
    expect((await thread.end()).error?.code).toBe("badRequest");
  });

  test("§11 a fault of the program in the client is told as what it is, never as a cut", async () => {
    const thread = await scenario({
      client: () => ({
        provider: "faulty",
        contextWindow: null,
        maxRetries: 5,
        // A generator that breaks by the program's own mistake.
        async *stream() {
          yield { type: "textDelta", key: "none", delta: "x" };
          throw new TypeError("x is not a function");
        },
      }),
    });
    expect(await thread.end()).toMatchObject({ status: "failed", error: { code: "internal", message: "x is not a function" } });
  });

  test("§11 a recovered turn ends without a stale error", async () => {
    const thread = await scenario({ scripts: [CUT, says("Done.")] });
    const turn = await thread.end();
    expect(turn.status).toBe("completed");
    expect(turn.error).toBeUndefined();
    expect((await thread.runtime.manager.open(thread.id)).session.view.retry).toBeNull();
  });

  test("§11 between attempts the screen shows the retry, and progress takes it away", async () => {
    const thread = await scenario({
      scripts: [CUT, { steps: [wait(10), ...streamed(["Hel", "lo."], { gapMs: 50 })], end: { type: "completed" } }],
    });
    const { session } = await thread.runtime.manager.open(thread.id);
    expect(session.view.retry).toMatchObject({ attempt: 1, maxAttempts: 5 });
    await thread.advance(300);
    expect(session.view.retry).toBeNull();
    await thread.end();
  });
});
