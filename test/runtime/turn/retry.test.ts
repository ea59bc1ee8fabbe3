import { describe, expect, test } from "vitest";
import {
  ConnectionFailed,
  RateLimited,
  PicturesRefused,
  ReasoningRefused,
  RequestRejected,
  StreamDisconnected,
  type AttemptError,
} from "../../../electron/runtime/errors";
import { decideRetry, withRetries, type Aborted, type Broken } from "../../../electron/runtime/turn/retry";
import type { ResponseItem } from "../../../shared/protocol/response-item";
import { TurnErrorCode, type TurnError } from "../../../shared/protocol/turn-error";
import { itemLine } from "../../support/lines";
import { ScriptedClient } from "../../support/scripted-client";
import { testTurn, type TestTurn } from "../../support/turn-scope";
import { FakeClock } from "../../support/fake-clock";

const NOW_MS = 1_000_000;
const NONE = { budget: 0, network: 0, reasoning: 0, pictures: 0 };

const cut = new StreamDisconnected("cut");
const offline = new ConnectionFailed("offline");
const refused = new ReasoningRefused("sealed");
const limitError: TurnError = { code: "rateLimited", message: "too many", action: "Wait." };
const overloadError: TurnError = { code: "overloaded", message: "busy" };
const cutError: TurnError = {
  code: "streamDisconnected",
  message: "cut",
  action: "Send again to go on from what is recorded.",
};
const networkError: TurnError = {
  code: "network",
  message: "offline",
  action: "Check that the server runs and that its address is right; it is tried again until you stop.",
};
const refusedError: TurnError = {
  code: "badRequest",
  message: "sealed",
  action: "The reasoning of earlier answers was left out and the server refused all the same: start a new session.",
};

function limited(advisedMs: number | null): RateLimited {
  return new RateLimited(limitError, advisedMs);
}

function decide(error: AttemptError, used: Partial<typeof NONE> = {}, facts: { maxRetries?: number; chance?: number } = {}) {
  return decideRetry({ error, used: { ...NONE, ...used }, maxRetries: 5, chance: 0.5, nowMs: NOW_MS, ...facts });
}

function retried(kind: "budget" | "network" | "reasoning", delayMs: number, error: TurnError) {
  return { type: "retry", kind, delayMs, error };
}

describe("runtime.md §11 cut, idle, 5xx, failed", () => {
  test.each([
    [0, 200],
    [1, 400],
    [2, 800],
    [3, 1600],
    [4, 3200],
  ])("after %i of the budget of 5: again after %i ms", (budget, delayMs) => {
    expect(decide(cut, { budget })).toEqual(retried("budget", delayMs, cutError));
  });

  test("the budget is used: the turn fails", () => {
    expect(decide(cut, { budget: 5 })).toEqual({ type: "fail", error: cutError });
    expect(decide(cut, {}, { maxRetries: 0 })).toEqual({ type: "fail", error: cutError });
  });

  test("waits for the network and left-out reasoning use none of it", () => {
    expect(decide(cut, { network: 99, reasoning: 1 })).toEqual(retried("budget", 200, cutError));
  });

  test("chance moves the wait by a tenth at most, either way", () => {
    expect([0, 0.25, 0.999999].map((chance) => decide(cut, { budget: 4 }, { chance }))).toMatchObject([
      { delayMs: 2880 },
      { delayMs: 3040 },
      { delayMs: 3520 },
    ]);
  });
});

describe("runtime.md §11 no connection", () => {
  test("5, 10, 20, 40, then 60 seconds each, without the budget and without an end", () => {
    const waits = [0, 1, 2, 3, 4, 5, 1000].map((network) => decide(offline, { network, budget: 5 }, { maxRetries: 0 }));
    expect(waits).toEqual(
      [5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000].map((delayMs) => retried("network", delayMs, networkError)),
    );
  });
});

describe("runtime.md §11 429 and overloaded", () => {
  test.each([0, 1, 2000, 60_000])("advice of %i ms is kept to the millisecond, and counts against the budget", (advisedMs) => {
    for (const chance of [0, 0.999999]) {
      expect(decide(limited(advisedMs), { budget: 3 }, { chance })).toEqual(retried("budget", advisedMs, limitError));
    }
  });

  test("longer advice than a minute ends the turn, with the time to come back", () => {
    for (const advisedMs of [60_001, 61_000, 86_400_000]) {
      expect(decide(limited(advisedMs))).toEqual({
        type: "fail",
        error: { ...limitError, retryAtMs: NOW_MS + advisedMs },
      });
    }
  });

  test("without advice it is tried again like a cut stream", () => {
    expect(decide(limited(null), { budget: 2 })).toEqual(retried("budget", 800, limitError));
    expect(decide(limited(null), {}, { chance: 0 })).toEqual(retried("budget", 180, limitError));
  });

  test("without advice a large budget is used up like that of a cut stream: only advice can be too long", () => {
    expect(decide(limited(null), { budget: 11 }, { maxRetries: 20 })).toEqual(retried("budget", 60_000, limitError));
  });

  test("the budget is used: the turn fails, with the time to come back if the server said one", () => {
    expect(decide(limited(2000), { budget: 5 })).toEqual({
      type: "fail",
      error: { ...limitError, retryAtMs: NOW_MS + 2000 },
    });
    expect(decide(limited(null), { budget: 5 })).toEqual({ type: "fail", error: limitError });
  });

  test("overloaded is no different", () => {
    expect(decide(new RateLimited(overloadError, 2000))).toEqual(retried("budget", 2000, overloadError));
    expect(decide(new RateLimited(overloadError, null))).toEqual(retried("budget", 200, overloadError));
  });
});

describe("runtime.md §11 the rest", () => {
  test("sealed reasoning that is refused is left out once, at once; then the turn fails", () => {
    expect(decide(refused, { budget: 5, network: 9 })).toEqual(retried("reasoning", 0, refusedError));
    expect(decide(refused, { reasoning: 1 })).toEqual({ type: "fail", error: refusedError });
  });

  test.each(TurnErrorCode.options)("a request that was rejected (%s) is not repeated, and its words stay", (code) => {
    const error: TurnError = { code, message: "no", action: "Do this." };
    expect(decide(new RequestRejected(error))).toEqual({ type: "fail", error });
  });
});

describe("repeating an attempt", () => {
  const done = { type: "done" } as const;
  const broken = (error: AttemptError): Broken => ({ type: "broken", error });

  /** The attempts end like this, one after the other; how the whole ended, and when each began, in ms from the start. */
  async function run(ends: readonly (typeof done | Aborted | Broken)[], { turn, clock, stop }: TestTurn, stopAtMs = Infinity) {
    const startMs = clock.nowMs();
    const begun: number[] = [];
    const running = withRetries(turn, () => {
      begun.push(clock.nowMs() - startMs);
      return Promise.resolve(ends[begun.length - 1] ?? done);
    });
    await clock.advance(Math.min(stopAtMs, 3_600_000));
    if (stopAtMs < Infinity) stop.abort();
    return { end: await running, begun };
  }

  /** Chance is the tail of an id: half. */
  function middling(maxRetries = 5): TestTurn {
    const clock = new FakeClock();
    return testTurn({ clock, client: new ScriptedClient(clock, { scripts: [], maxRetries }), ids: { uuid: () => "0-800000" } });
  }

  test("what is done is done", async () => {
    const test = middling();
    expect(await run([done], test)).toEqual({ end: done, begun: [0] });
    expect(test.events).toEqual([]);
  });

  test("each wait is told with its count and its end, and none is counted for the network", async () => {
    const test = middling();
    const startMs = test.clock.nowMs();
    const { end, begun } = await run([cut, offline, limited(2000), cut].map(broken), test);
    expect([end, begun]).toEqual([done, [0, 200, 5200, 7200, 8000]]);
    const told = { turnId: "turn", willRetry: true };
    expect(test.events).toEqual(
      [
        { ...told, error: cutError, retryAtMs: startMs + 200, attempt: 1, maxAttempts: 5 },
        { ...told, error: networkError, retryAtMs: startMs + 5200 },
        { ...told, error: limitError, retryAtMs: startMs + 7200, attempt: 2, maxAttempts: 5 },
        { ...told, error: cutError, retryAtMs: startMs + 8000, attempt: 3, maxAttempts: 5 },
      ].map((params) => ({ method: "error", params })),
    );
  });

  test("the budget of the client ends it with the last error", async () => {
    const test = middling(2);
    expect(await run([cut, cut, limited(null), cut].map(broken), test)).toEqual({
      end: { type: "failed", error: limitError },
      begun: [0, 200, 600],
    });
  });

  test("refused reasoning is left out of every later request, without a wait and without a word", async () => {
    const sealed: ResponseItem = { type: "reasoning", summary: [], encrypted_content: "x" };
    const test = middling();
    test.given(itemLine(sealed));
    expect(await run([refused].map(broken), test)).toEqual({ end: done, begun: [0, 0] });
    expect(test.events).toEqual([]);
    expect(test.turn.refusedParts.readable(test.turn.transcript.items)).toEqual([]);
    expect(await run([refused, refused].map(broken), test)).toMatchObject({ end: { type: "failed", error: refusedError } });
  });

  test("pictures that are refused are left out of every later request; where none was sent, the turn fails at once", async () => {
    const picture: ResponseItem = {
      type: "message",
      role: "user",
      content: [{ type: "input_image", image_url: "data:image/png;base64,AA==" }],
    };
    const test = middling();
    const noPictures = new PicturesRefused("this model takes no images");
    expect(await run([noPictures].map(broken), test)).toMatchObject({ end: { type: "failed" }, begun: [0] });
    test.given(itemLine(picture));
    expect(await run([noPictures].map(broken), test)).toMatchObject({ end: done });
    expect(JSON.stringify(test.turn.refusedParts.readable(test.turn.transcript.items))).not.toContain("base64");
    expect(await run([noPictures, noPictures].map(broken), test)).toMatchObject({
      end: { type: "failed", error: { code: "badRequest", message: "this model takes no images" } },
    });
  });

  test.each<[string, AttemptError]>([
    ["back-off", cut],
    ["advised wait", limited(60_000)],
    ["wait for the network", offline],
  ])("Stop ends the %s at once", async (_name, error) => {
    const test = middling();
    expect(await run([broken(error)], test, 100)).toEqual({ end: { type: "aborted" }, begun: [0] });
    expect(test.clock.pending).toBe(0);
  });

  test("an attempt that was aborted is not repeated", async () => {
    expect(await run([{ type: "aborted" }], middling())).toEqual({ end: { type: "aborted" }, begun: [0] });
  });

  test("an id without a number at its end is a middling chance", async () => {
    const clock = new FakeClock();
    const test = testTurn({ clock, ids: { uuid: () => "no number" } });
    expect((await run([broken(cut)], test)).begun).toEqual([0, 200]);
  });
});
