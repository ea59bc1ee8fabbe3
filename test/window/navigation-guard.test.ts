import { EventEmitter } from "node:events";
import type { HandlerDetails, WebContents, WindowOpenHandlerResponse } from "electron";
import { beforeEach, expect, test } from "vitest";
import { guardNavigation } from "../../electron/window/navigation-guard";

let contents: EventEmitter;
let opened: string[];
let openWindow: (url: string) => WindowOpenHandlerResponse | undefined;

beforeEach(() => {
  contents = new EventEmitter();
  opened = [];
  const fake = Object.assign(contents, {
    setWindowOpenHandler: (handler: (details: HandlerDetails) => WindowOpenHandlerResponse) => {
      openWindow = (url) => handler({ url } as HandlerDetails);
    },
  }) as unknown as WebContents;
  guardNavigation(fake, (link) => opened.push(link));
});

function isPrevented(event: string, details: object): boolean {
  let prevented = false;
  contents.emit(event, { ...details, preventDefault: () => (prevented = true) });
  return prevented;
}

test.each(["will-navigate", "will-redirect"])("%s is allowed within the bundle and prevented elsewhere", (event) => {
  expect(isPrevented(event, { url: "app://bundle/index.html" })).toBe(false);
  for (const url of ["https://example.com/", "file:///etc/passwd", "app://bundle.example/", "javascript:1", "data:text/html,x"]) {
    expect(isPrevented(event, { url })).toBe(true);
  }
  expect(opened).toEqual([]);
});

test("a frame inside the page never navigates, wherever to", () => {
  expect(isPrevented("will-frame-navigate", { url: "app://bundle/index.html", isMainFrame: false })).toBe(true);
  expect(isPrevented("will-frame-navigate", { url: "app://bundle/index.html", isMainFrame: true })).toBe(false);
  expect(isPrevented("will-frame-navigate", { url: "https://example.com/", isMainFrame: true })).toBe(true);
});

test("a webview is never attached", () => {
  expect(isPrevented("will-attach-webview", {})).toBe(true);
});

test("a second window is always denied; http, https and mailto links are opened outside", () => {
  for (const url of ["https://example.com/", "mailto:a@example.com", "file:///etc/passwd", "app://bundle/", "about:blank"]) {
    expect(openWindow(url)).toEqual({ action: "deny" });
  }
  expect(opened).toEqual(["https://example.com/", "mailto:a@example.com"]);
});
