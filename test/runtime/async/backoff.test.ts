import { describe, expect, test } from "vitest";
import { networkDelayMs, retryDelayMs } from "../../../electron/runtime/async/backoff";

describe("runtime.md §11 back-off", () => {
  test.each([
    [1, 0, 180],
    [1, 0.5, 200],
    [1, 0.999999, 220],
    [2, 0, 360],
    [2, 0.5, 400],
    [3, 0.5, 800],
    [4, 0.5, 1600],
    [5, 0, 2880],
    [5, 0.5, 3200],
    [5, 0.999999, 3520],
  ])("retry %i with chance %d waits %i ms", (retry, chance, ms) => {
    expect(retryDelayMs(retry, chance)).toBe(ms);
  });

  test("a budget of many retries never waits for more than a minute", () => {
    expect([8, 9, 10, 100].map((retry) => retryDelayMs(retry, 0.5))).toEqual([25_600, 51_200, 60_000, 60_000]);
    expect(retryDelayMs(9, 0.999999)).toBe(56_320);
  });

  test("the network is tried after 5, 10, 20, 40, then every 60 seconds", () => {
    expect([1, 2, 3, 4, 5, 6, 100].map(networkDelayMs)).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
  });
});
