import type { PermissionRequest, Session, WebContents } from "electron";
import { beforeEach, expect, test } from "vitest";
import { restrictSession } from "../../electron/window/permissions";

type Handlers = {
  request: Parameters<Session["setPermissionRequestHandler"]>[0];
  check: Parameters<Session["setPermissionCheckHandler"]>[0];
  device: Parameters<Session["setDevicePermissionHandler"]>[0];
  dictionaries: string;
};
type Permission = Parameters<NonNullable<Handlers["check"]>>[1];

let handlers: Handlers;

beforeEach(() => {
  handlers = { request: null, check: null, device: null, dictionaries: "" };
  restrictSession({
    setPermissionRequestHandler: (handler) => (handlers.request = handler),
    setPermissionCheckHandler: (handler) => (handlers.check = handler),
    setDevicePermissionHandler: (handler) => (handlers.device = handler),
    setSpellCheckerDictionaryDownloadURL: (url) => (handlers.dictionaries = url),
  });
});

function requested(permission: Permission, requestingUrl: string): boolean | undefined {
  let answer: boolean | undefined;
  handlers.request?.({} as WebContents, permission, (granted) => (answer = granted), {
    requestingUrl,
    isMainFrame: true,
  } satisfies PermissionRequest);
  return answer;
}

function checked(permission: Permission, origin: string): boolean | undefined {
  return handlers.check?.(null, permission, origin, { isMainFrame: true, requestingUrl: origin });
}

test("copying text is allowed to our own page only", () => {
  expect(requested("clipboard-sanitized-write", "app://bundle/index.html")).toBe(true);
  expect(checked("clipboard-sanitized-write", "app://bundle/")).toBe(true);
  expect(requested("clipboard-sanitized-write", "https://example.com/")).toBe(false);
  expect(checked("clipboard-sanitized-write", "")).toBe(false);
});

test.each([
  "clipboard-read",
  "notifications",
  "media",
  "geolocation",
  "fullscreen",
  "openExternal",
  "fileSystem",
  "hid",
  "usb",
  "unknown",
] as const)("%s is denied, asked for and checked", (permission) => {
  expect([requested(permission, "app://bundle/index.html"), checked(permission, "app://bundle/")]).toEqual([false, false]);
});

test("no device is ever allowed", () => {
  expect(handlers.device?.({ deviceType: "usb", origin: "app://bundle", device: {} as never })).toBe(false);
});

test("spelling dictionaries are not fetched from outside", () => {
  expect(handlers.dictionaries).toBe("app://bundle/dictionaries/");
});
