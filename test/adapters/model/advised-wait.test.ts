import { describe, expect, it } from "vitest";
import { waitInHeaders, waitInWords } from "../../../electron/adapters/model/advised-wait";

const NOW_MS = Date.UTC(2026, 0, 2);

function headers(fields: Record<string, string>): { get(name: string): string | null } {
  return { get: (name) => fields[name] ?? null };
}

describe("advised-wait: the words of a refusal (runtime.md §11)", () => {
  it.each([
    ["Please try again in 28ms.", 28],
    ["Please try again in 28 ms. Visit https://host/limits to learn more.", 28],
    ["Please try again in 20 milliseconds", 20],
    ["Please try again in 1.5s.", 1500],
    ["Rate limit reached. Please try again in 1.898s. Visit …", 1898],
    ["Rate limit exceeded. Try again in 35 seconds.", 35_000],
    ["try again in 7m12.5s", 432_500],
    ["try again in 1h2m3s", 3_723_000],
    ["Try again in 2 minutes, 5 seconds.", 125_000],
    ["try again in 1 hour", 3_600_000],
    ["have exceeded token rate limit. Please retry after 86400 seconds. Please go here", 86_400_000],
  ])("%s", (message, expected) => {
    expect(waitInWords(message)).toBe(expected);
  });

  it.each(["", "Please try again later.", "try again in a moment", "try again in 5 hosts", "it took 5 seconds", "retry after"])(
    "%j says no time",
    (message) => {
      expect(waitInWords(message)).toBeNull();
    },
  );
});

describe("advised-wait: the headers of a response (runtime.md §11)", () => {
  it("takes seconds, whole or not, and dates", () => {
    expect(waitInHeaders(headers({ "retry-after": "2" }), NOW_MS)).toBe(2000);
    expect(waitInHeaders(headers({ "retry-after": " 0.25 " }), NOW_MS)).toBe(250);
    expect(waitInHeaders(headers({ "retry-after": new Date(NOW_MS + 60_000).toUTCString() }), NOW_MS)).toBe(60_000);
    expect(waitInHeaders(headers({ "retry-after": new Date(NOW_MS - 60_000).toUTCString() }), NOW_MS)).toBe(0);
  });

  it("takes milliseconds first, the finer of the two", () => {
    expect(waitInHeaders(headers({ "retry-after": "2", "retry-after-ms": "1234.4" }), NOW_MS)).toBe(1234);
    expect(waitInHeaders(headers({ "retry-after": "2", "retry-after-ms": "soon" }), NOW_MS)).toBe(2000);
  });

  it("takes nothing that is neither", () => {
    expect(waitInHeaders(headers({}), NOW_MS)).toBeNull();
    expect(waitInHeaders(headers({ "retry-after": "" }), NOW_MS)).toBeNull();
    expect(waitInHeaders(headers({ "retry-after": "soon" }), NOW_MS)).toBeNull();
  });
});
