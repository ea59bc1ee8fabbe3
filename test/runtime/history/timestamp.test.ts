import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTimestamp } from "../../../electron/runtime/history/timestamp";

test("property: the same as Date for every instant of our format", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true }),
      (date) => {
        expect(parseTimestamp(date.toISOString())).toBe(date.getTime());
      },
    ),
    { numRuns: 2000 },
  );
});

test.each([
  ["2026-01-02T03:04:05Z", Date.UTC(2026, 0, 2, 3, 4, 5)],
  ["2026-01-02T03:04:05.6Z", Date.UTC(2026, 0, 2, 3, 4, 5, 600)],
  ["2026-01-02T03:04:05.123456789Z", Date.UTC(2026, 0, 2, 3, 4, 5, 123)],
  ["2024-02-29T12:00:00Z", Date.UTC(2024, 1, 29, 12)],
  ["1970-01-01T00:00:00.000Z", 0],
])("%s", (text, ms) => {
  expect(parseTimestamp(text)).toBe(ms);
});

test.each([
  "",
  "yesterday",
  "2026-01-02",
  "2026-01-02T03:04:05",
  "2026-01-02T03:04:05+01:00",
  "2026-01-02 03:04:05Z",
  "x2026-01-02T03:04:05Z",
])("%j is no timestamp: 0", (text) => {
  expect(parseTimestamp(text)).toBe(0);
});
