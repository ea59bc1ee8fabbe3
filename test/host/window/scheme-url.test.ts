import { expect, test } from "vitest";
import { fromChromiumUrl, originOf, toChromiumUrl } from "./scheme-url";

const isCustom = (scheme: string): boolean => scheme === "app";

test.each(["app://bundle/index.html", "app://bundle/a/b.js?x=1#y", "app://bundle/"])(
  "%s goes to a secure origin and back",
  (url) => {
    const mapped = toChromiumUrl(url, isCustom);
    expect(mapped).toMatch(/^https:\/\/bundle\.app\.electron-stand-in\.invalid\//);
    expect(fromChromiumUrl(mapped)).toBe(url);
  },
);

test("other URLs are left alone, look-alikes too", () => {
  for (const url of [
    "https://example.org/",
    "about:blank",
    "data:text/html,x",
    "other://bundle/",
    "https://electron-stand-in.invalid.example.org/",
  ]) {
    expect(toChromiumUrl(url, isCustom)).toBe(url);
    expect(fromChromiumUrl(url)).toBe(url);
  }
});

test("origins", () => {
  expect(["app://bundle/x?y", "https://a.example:8080/x", "about:blank", "data:text/html,x", ""].map(originOf)).toEqual([
    "app://bundle",
    "https://a.example:8080",
    "null",
    "null",
    "null",
  ]);
});
