import { expect, test } from "vitest";
import { beginningOf } from "../../../shared/text/beginning-of";
import { durationWords } from "../../../shared/text/duration-words";
import { grouped } from "../../../shared/text/grouped";

test.each([
  [20, "0.02 s"],
  [99.9, "0.10 s"],
  [100, "0.1 s"],
  [6400, "6.4 s"],
  [59_949, "59.9 s"],
  [59_960, "1 min"],
  [1_368_000, "22 min 48 s"],
  [3_600_000, "1 h"],
  [3_840_000, "1 h 4 min"],
  [-5, "0.00 s"],
])("durationWords(%d) is %s", (ms, words) => expect(durationWords(ms)).toBe(words));

test("large numbers are set in groups", () => {
  expect([9, 987, 9870, 64_210, 1_234_567].map(grouped)).toEqual([
    "9",
    "987",
    "9\u202f870",
    "64\u202f210",
    "1\u202f234\u202f567",
  ]);
});

test("a text is cut to so many units, and never within a character", () => {
  expect(beginningOf("abc", 3)).toBe("abc");
  expect(beginningOf("abcd", 3)).toBe("abc");
  expect(beginningOf("ab😀d", 3)).toBe("ab");
  expect(beginningOf("ab😀d", 4)).toBe("ab😀");
});
