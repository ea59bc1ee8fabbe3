import { expect, test } from "vitest";
import { isAppUrl, outsideLink } from "../../electron/window/app-url";

test.each(["app://bundle/", "app://bundle/index.html?x#y", "app://bundle"])("%s is ours", (address) => {
  expect(isAppUrl(address)).toBe(true);
});

test.each([
  "app://bundle.example/",
  "app://bundle:80/",
  "app://user@bundle/",
  "app://other/",
  "application://bundle/",
  "https://bundle/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/html,hi",
  "about:blank",
  "",
  "not an address",
])("%j is not ours", (address) => {
  expect(isAppUrl(address)).toBe(false);
});

test.each([
  ["https://example.com/a b", "https://example.com/a%20b"],
  ["HTTP://Example.com", "http://example.com/"],
  ["mailto:someone@example.com", "mailto:someone@example.com"],
])("%s is opened outside as %s", (address, link) => {
  expect(outsideLink(address)).toBe(link);
});

test.each([
  "file:///etc/passwd",
  "javascript:alert(1)",
  "app://bundle/",
  "ssh://host",
  "data:text/html,hi",
  "vbscript:x",
  "C:\\Windows\\calc.exe",
  "/bin/sh",
  "",
])("%j is never opened outside", (address) => {
  expect(outsideLink(address)).toBeNull();
});
