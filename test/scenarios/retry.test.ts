import { describe, expect, test } from "vitest";
import type { Notification } from "../../shared/protocol/event";
import {
  call,
  calls,
  itemDone,
  says,
  streamed,
  wait,
  type Script,
  type ScriptEnd,
  type ScriptStep,
} from "../support/scripted-client";
import { controllableTool } from "../support/controllable-tool";
import { scenario, type Scenario } from "../support/scenario";

const ends = (end: ScriptEnd, ...steps: Script["steps"]): Script => ({ steps, end });
const CUT = ends({ type: "cut" });
const NO_CONNECTION = ends({ type: "noConnection" });
const LIMITED = (advisedMs: number | null): Script => ends({ type: "limited", advisedMs });

const thought = (id: string): ScriptStep =>
  itemDone({ type: "reasoning", id, summary: [{ type: "summary_text", text: "Hm." }] }, id);

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
    ["an advised wait", LIMITED(30_000), 3000],
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
    { code: "quotaExceeded", message: "nothing is left", action: "Top up." },
    { code: "overloaded", message: "busy for long", retryAtMs: 5 },
    { code: "maxOutputTokens", message: "the answer was cut at its limit" },
  ] as const)("§11 rejected ($code) is terminal, with what the person can do", async (error) => {
    const thread = await scenario({ scripts: [ends({ type: "rejected", error }), says("Never.")] });
    expect(await thread.end()).toMatchObject({ status: "failed", error });
    expect(thread.requests()).toHaveLength(1);
    expect(errors(thread)).toEqual([]);
    expect(thread.events("turn/completed")).toHaveLength(1);
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

  test("§11 the turn after one that failed is like any other", async () => {
    const thread = await scenario({ scripts: [ends({ type: "rejected" }), says("Back.")] });
    expect((await thread.end()).status).toBe("failed");
    await thread.start("again");
    const turn = await thread.end();
    expect(turn.status).toBe("completed");
    expect(turn.error).toBeUndefined();
    expect(thread.requests()[1]).toEqual(["user: go", "user: again"]);
  });

  test("§5 of a failed attempt neither its last words nor its wish to go on count; its recorded items stay", async () => {
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 0 }) });
    const thread = await scenario({
      tools: [tool],
      hooks: { stop: [() => ({ type: "pass" })] },
      scripts: [ends({ type: "cut" }, call("a", "work"), ...streamed(["Said."])), ends({ type: "completed" }, thought("r"))],
    });
    expect((await thread.end()).status).toBe("completed");
    expect(thread.requests()).toEqual([["user: go"], ["user: go", "call a", "assistant: Said.", "output a: output of a"]]);
    expect(thread.runtime.hooks.calls).toEqual([{ event: "stop", stopHookActive: false, lastAssistantMessage: null }]);
    const [end] = thread.runtime.lines(thread.id).slice(-1);
    expect(end?.payload).toMatchObject({ type: "task_complete", last_agent_message: null });
  });

  test("§7 a steer that comes in the back-off is not in the retry: it follows the answer", async () => {
    const thread = await scenario({ scripts: [CUT, says("Back."), says("Steered.")] });
    await thread.steer("more");
    await thread.end();
    expect(thread.requests()).toEqual([["user: go"], ["user: go"], ["user: go", "assistant: Back.", "user: more"]]);
  });
});

// Codex ignores Retry-After and ends the turn on 429 and overloaded; ours waits as advised (runtime.md §13).
describe("runtime.md §11 rate limited and overloaded", () => {
  test.each(["rateLimited", "overloaded"] as const)(
    "§11 %s with advice: exactly that wait, told with its end and n of 5",
    async (code) => {
      const thread = await scenario({ scripts: [ends({ type: "limited", advisedMs: 7000, code }), says("Back.")] });
      const nowMs = thread.runtime.clock.nowMs();
      expect(errors(thread)).toMatchObject([
        { willRetry: true, error: { code }, retryAtMs: nowMs + 7000, attempt: 1, maxAttempts: 5 },
      ]);
      const { session } = await thread.runtime.manager.open(thread.id);
      expect(session.view.retry).toMatchObject({ retryAtMs: nowMs + 7000, attempt: 1, maxAttempts: 5 });
      await thread.advance(6999);
      expect(thread.requests()).toHaveLength(1);
      const turn = await thread.end();
      expect(turn).toMatchObject({ status: "completed" });
      expect(turn.error).toBeUndefined();
      expect(thread.runtime.clock.nowMs()).toBe(nowMs + 7000);
    },
  );

  test("§11 without advice it is the back-off of any retry", async () => {
    const thread = await scenario({ scripts: [LIMITED(null), LIMITED(null), says("Back.")] });
    expect((await thread.end()).status).toBe("completed");
    const [first, second] = waitsMs(thread);
    expect(first).toBeGreaterThanOrEqual(180);
    expect(first).toBeLessThanOrEqual(220);
    expect(second).toBeGreaterThanOrEqual(360);
    expect(second).toBeLessThanOrEqual(440);
  });

  test("§11 60 seconds are waited for; of 61 the turn fails at once, with the time to come back", async () => {
    const patient = await scenario({ scripts: [LIMITED(60_000), says("Back.")] });
    expect((await patient.end()).status).toBe("completed");
    const thread = await scenario({ scripts: [LIMITED(61_000), says("Never.")] });
    const nowMs = thread.runtime.clock.nowMs();
    expect(await thread.end()).toMatchObject({ status: "failed", error: { code: "rateLimited", retryAtMs: nowMs + 61_000 } });
    expect(thread.runtime.clock.nowMs()).toBe(nowMs);
    expect(errors(thread)).toEqual([]);
    expect(thread.requests()).toHaveLength(1);
  });

  test("§11 it uses the budget, together with cuts; when that is used the turn fails with the time to come back", async () => {
    const thread = await scenario({ maxRetries: 2, scripts: [LIMITED(1000), CUT, LIMITED(3000), says("Never.")] });
    const turn = await thread.end();
    expect(turn).toMatchObject({
      status: "failed",
      error: { code: "rateLimited", retryAtMs: thread.runtime.clock.nowMs() + 3000 },
    });
    expect(errors(thread).map(({ attempt, maxAttempts }) => [attempt, maxAttempts])).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(thread.events("turn/completed")).toHaveLength(1);
  });

  test("§11 without advice the budget alone decides, however long its own back-off grows", async () => {
    const thread = await scenario({ maxRetries: 10, scripts: [...Array<Script>(10).fill(LIMITED(null)), says("Back.")] });
    expect((await thread.end()).status).toBe("completed");
    expect(thread.requests()).toHaveLength(11);
  });
});

describe("runtime.md §11 sealed reasoning that is refused", () => {
  const REFUSED = ends({ type: "reasoningRefused" });
  const work = () => controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 0 }) });

  test("§11 once, at once and without a word: left out of the copy, kept on disk, left out of later steps and turns", async () => {
    const thread = await scenario({
      tools: [work()],
      scripts: [calls(thought("old"), call("a", "work")), REFUSED, calls(call("b", "work")), says("Done."), says("Next.")],
    });
    const nowMs = thread.runtime.clock.nowMs();
    expect((await thread.end()).status).toBe("completed");
    expect(thread.runtime.clock.nowMs()).toBe(nowMs);
    await thread.start("next");
    await thread.end();
    expect(thread.requests().map((items) => items.includes("reasoning"))).toEqual([false, true, false, false, false]);
    expect(thread.requests()[2]).toEqual(["user: go", "call a", "output a: output of a"]);
    expect(thread.lines()).toContain("reasoning");
    expect(errors(thread)).toEqual([]);
    const { session } = await thread.runtime.manager.open(thread.id);
    expect(session.transcriptItems.map(({ type }) => type)).toContain("reasoning");
  });

  test("§11 twice in one step: the turn fails with what can be done", async () => {
    const thread = await scenario({
      tools: [work()],
      scripts: [calls(thought("old"), call("a", "work")), REFUSED, REFUSED, says("Never.")],
    });
    expect(await thread.end()).toMatchObject({ status: "failed", error: { code: "badRequest", action: expect.any(String) } });
    expect(thread.requests()).toHaveLength(3);
  });

  test("§11 reasoning that came later is sent, and may be refused once in its own step", async () => {
    const scripts = [
      calls(thought("old"), call("a", "work")),
      REFUSED,
      calls(thought("new"), call("b", "work")),
      REFUSED,
      says("Done."),
    ];
    const thread = await scenario({ tools: [work()], scripts });
    expect((await thread.end()).status).toBe("completed");
    expect(thread.requests().map((items) => items.filter((item) => item === "reasoning").length)).toEqual([0, 1, 0, 1, 0]);
  });

  test("§11 it does not use the budget", async () => {
    const thread = await scenario({
      maxRetries: 1,
      tools: [work()],
      scripts: [calls(thought("old"), call("a", "work")), CUT, REFUSED, says("Done.")],
    });
    expect((await thread.end()).status).toBe("completed");
  });
});

describe("runtime.md §11 incomplete responses", () => {
  const tool = () => controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 10 }) });

  test.each([
    ["the content filter", { code: "contentPolicy", message: "stopped by the content filter", action: "Ask in another way." }],
    ["the output limit", { code: "maxOutputTokens", message: "the answer was cut at its limit", action: "Ask for less." }],
  ] as const)(
    "§11 %s: whole items stay, calls are answered, half a text is struck through, the turn fails with words",
    async (_name, error) => {
      const half: ScriptStep[] = [
        { type: "event", event: { type: "itemStarted", key: "h", id: null, kind: "message", phase: null } },
        { type: "event", event: { type: "textDelta", key: "h", delta: "Half" } },
      ];
      const thread = await scenario({
        tools: [tool()],
        scripts: [ends({ type: "rejected", error }, ...streamed(["Whole."]), call("a", "work"), ...half), says("Next.")],
      });
      expect(await thread.end()).toMatchObject({ status: "failed", error });
      expect(thread.requests()).toHaveLength(1);
      await thread.start("go on");
      await thread.end();
      expect(thread.requests()[1]).toEqual(["user: go", "assistant: Whole.", "call a", "output a: output of a", "user: go on"]);
      expect(thread.lines()).toContain("superseded: Half");
    },
  );
});
