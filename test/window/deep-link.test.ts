import { expect, test } from "vitest";
import { isLink, linkedThread } from "../../electron/window/deep-link";

test.each([
  ["counterfoil://thread/0199a2b4-7f6e-7c11-8d22-3f4455667788", "0199a2b4-7f6e-7c11-8d22-3f4455667788"],
  ["counterfoil://thread/file-0123456789abcdef01234567", "file-0123456789abcdef01234567"],
  ["COUNTERFOIL://Thread/abc", "abc"],
  ["counterfoil://thread/abc/", "abc"],
])("%s names a thread", (link, threadId) => {
  expect(linkedThread(link)).toBe(threadId);
});

test.each([
  "",
  "counterfoil:",
  "counterfoil://thread/",
  "counterfoil://thread//",
  "counterfoil:thread/abc",
  "counterfoil:///thread/abc",
  "counterfoil://thread/..",
  "counterfoil://thread/../../etc/passwd",
  "counterfoil://thread/..%2f..%2fetc%2fpasswd",
  "counterfoil://thread/%61bc",
  "counterfoil://thread/abc/def",
  "counterfoil://thread/abc?x=1",
  "counterfoil://thread/abc#x",
  "counterfoil://thread/abc\n",
  "counterfoil://thread/abc\0",
  "counterfoil://thread/a b",
  "counterfoil://thread/-abc",
  "counterfoil://thread/--home=/tmp",
  "counterfoil://thread/C:\\x",
  "counterfoil://thread/аbc",
  "counterfoil://me@thread/abc",
  "counterfoil://thread:80/abc",
  "counterfoil://threads/abc",
  "counterfoil://exec/abc",
  " counterfoil://thread/abc",
  "counterfoils://thread/abc",
  "https://thread/abc",
  `counterfoil://thread/${"a".repeat(129)}`,
])("%j names none", (link) => {
  expect(linkedThread(link)).toBeNull();
});

test("what begins with our scheme is a link, well-formed or not", () => {
  expect(["counterfoil:x", "Counterfoil://thread/a", "counterfoil", "./counterfoil:x"].map(isLink)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
