import { describe, expect, test } from "vitest";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import { WindowTokens } from "../../../electron/runtime/history/window-tokens";
import { isOverLimit, windowLimit } from "../../../electron/runtime/turn/window-limit";
import { FakeClock } from "../../support/fake-clock";
import { outputLine, stamped } from "../../support/lines";
import { ScriptedClient } from "../../support/scripted-client";

function settings(contextWindow: number | null, autoCompactTokenLimit: number | null) {
  return { client: new ScriptedClient(new FakeClock(), { scripts: [], contextWindow }), autoCompactTokenLimit };
}

function holding(tokens: number): WindowTokens {
  const window = new WindowTokens();
  window.apply(stamped(outputLine("a", "x".repeat((tokens - 4) * 4))));
  return window;
}

const full: LineBody = { type: "event_msg", payload: { type: "token_count", info: null, cf_full: true } };

describe("runtime.md §10 the limit of the window", () => {
  test.each([
    ["nothing is known", null, null, null],
    ["the setting alone", null, 5_000, 5_000],
    ["a tenth of the model's window is kept for the compaction itself", 100_000, null, 90_000],
    ["whole tokens", 1_005, null, 904],
    ["the smaller of both: the setting", 100_000, 50_000, 50_000],
    ["the smaller of both: the window, with its reserve", 100_000, 95_000, 90_000],
  ])("%s", (_name, contextWindow, setting, limit) => {
    expect(windowLimit(settings(contextWindow, setting))).toBe(limit);
  });

  test("is reached when the window holds as many", () => {
    const at = (tokens: number) => isOverLimit(holding(tokens), settings(null, 100));
    expect([99, 100, 101].map(at)).toEqual([false, true, true]);
  });

  test("without one the window is only full when the provider has said so", () => {
    const window = holding(1_000_000);
    expect(isOverLimit(window, settings(null, null))).toBe(false);
    window.apply(stamped(full));
    expect(isOverLimit(window, settings(null, null))).toBe(true);
    expect(isOverLimit(window, settings(null, 9_000_000))).toBe(true);
  });
});
