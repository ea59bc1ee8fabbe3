import { describe, expect, test } from "vitest";
import { byteWords, clockSpan, endTime, ordinal, relativeTime, spokenSeconds } from "../../../renderer/text/duration";
import { folderName } from "../../../renderer/text/folder-name";
import { safeLink } from "../../../renderer/text/safe-link";

test.each([
  [1, "1 second"],
  [2.5, "2.5 seconds"],
  [1200, "20 minutes"],
  [5400, "1 hour 30 minutes"],
  [43_200, "12 hours"],
])("spokenSeconds(%d) is %s", (seconds, words) => expect(spokenSeconds(seconds)).toBe(words));

test.each([
  [0, "00:00"],
  [312_999, "05:12"],
  [3_723_000, "1:02:03"],
])("clockSpan(%d) is %s", (ms, words) => expect(clockSpan(ms)).toBe(words));

test("a wait of less than ten minutes ends at a second", () => {
  const at = new Date(2025, 9, 14, 1, 9, 23).getTime();
  expect([endTime(at, 20_000), endTime(at, 599_999), endTime(at, 600_000)]).toEqual(["01:09:23", "01:09:23", "01:09"]);
});

describe("relativeTime", () => {
  const now = new Date(2025, 9, 14, 14, 0).getTime();
  test.each([
    [new Date(2025, 9, 14, 13, 59, 30), "now"],
    [new Date(2025, 9, 14, 13, 25), "35 min"],
    [new Date(2025, 9, 14, 11, 0), "3 h"],
    [new Date(2025, 9, 12, 11, 0), "Sun"],
    [new Date(2025, 8, 9), "9 Sep"],
    [new Date(2024, 9, 9), "9 Oct 2024"],
  ])("%s is %s", (at, words) => expect(relativeTime(at.getTime(), now)).toBe(words));
});

test("ordinals", () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal)).toEqual([
    "1st",
    "2nd",
    "3rd",
    "4th",
    "11th",
    "12th",
    "13th",
    "21st",
    "102nd",
    "111th",
  ]);
});

test("bytes", () => {
  expect([1, 512, 96_000, 1_400_000].map(byteWords)).toEqual(["1 byte", "512 bytes", "96 KB", "1.4 MB"]);
});

test("a folder has a name and a place, with either separator", () => {
  expect(folderName("/home/mara/code/")).toEqual({ name: "code", parent: "/home/mara" });
  expect(folderName("C:\\work\\tide")).toEqual({ name: "tide", parent: "C:\\work" });
  expect(folderName("/etc")).toEqual({ name: "etc", parent: "/" });
  expect(folderName("/")).toEqual({ name: "/", parent: "" });
});

describe("safeLink", () => {
  test.each(["https://example.org/a", "http://x/", "mailto:a@example.org"])("%s may be opened", (url) =>
    expect(safeLink(url)).toBe(url),
  );
  test.each([
    "javascript:alert(1)",
    " java\nscript:alert(1)",
    "file:///etc/passwd",
    "data:text/html,x",
    "src/a.ts",
    "#a",
    "",
    "//host/a",
    "vbscript:x",
    "app://x",
  ])("%j stays text", (url) => expect(safeLink(url)).toBeNull());
});
