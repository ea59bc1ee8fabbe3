import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { openRequest } from "../../electron/window/open-request";

const folder = path.resolve("/work place");

test("a path is taken from where the person was", () => {
  expect(openRequest("a.jsonl", folder)).toEqual({ path: path.join(folder, "a.jsonl") });
  expect(openRequest("../b.jsonl", folder)).toEqual({ path: path.resolve(folder, "../b.jsonl") });
  expect(openRequest(path.resolve("/c.jsonl"), folder)).toEqual({ path: path.resolve("/c.jsonl") });
  expect(openRequest("thread: what now.jsonl", folder)).toEqual({ path: path.join(folder, "thread: what now.jsonl") });
});

test("a file's address, as file managers hand it over, is its path", () => {
  const file = path.resolve("/home/me/two words.jsonl");
  expect(openRequest(pathToFileURL(file).href, folder)).toEqual({ path: file });
  expect(openRequest("file://server/share/a.jsonl", folder)).toBeNull();
  expect(openRequest("file:///a%2fb.jsonl", folder)).toBeNull();
});

test("a link names a thread; one that is not well-formed is nothing, not even a path", () => {
  expect(openRequest("counterfoil://thread/abc", folder)).toEqual({ threadId: "abc" });
  expect(openRequest("counterfoil://thread/../x", folder)).toBeNull();
  expect(openRequest("counterfoil:x", folder)).toBeNull();
});

test.each(["", "a\0b", "https://example.com/a.jsonl", "app://bundle/index.html", "smb://server/a.jsonl"])(
  "%j is nothing to open",
  (argument) => {
    expect(openRequest(argument, folder)).toBeNull();
  },
);
