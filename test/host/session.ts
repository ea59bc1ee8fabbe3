// `session.defaultSession`: the app's permission handlers. Chromium cannot ask them at the moment a page wants something, so
// each is asked about every permission before a page is loaded, and Chromium is told the answers.
import type { Session } from "electron";
import type { CDPSession } from "playwright";
import { refuseUnknown } from "./refuse-unknown";
import { originOf } from "./window/scheme-url";

type CheckHandler = Parameters<Session["setPermissionCheckHandler"]>[0];
type RequestHandler = Parameters<Session["setPermissionRequestHandler"]>[0];
type PermissionName = Parameters<NonNullable<CheckHandler>>[1];
interface ChromiumPermission {
  readonly name: string;
  readonly sysex?: boolean;
  readonly allowWithoutSanitization?: boolean;
}

/** Electron's names with Chromium's. A permission that is not here keeps Chromium's own default, which is to ask or deny. */
const PERMISSIONS: readonly (readonly [PermissionName, ChromiumPermission])[] = [
  ["notifications", { name: "notifications" }],
  ["geolocation", { name: "geolocation" }],
  ["media", { name: "camera" }],
  ["media", { name: "microphone" }],
  ["clipboard-read", { name: "clipboard-read" }],
  ["clipboard-sanitized-write", { name: "clipboard-write" }],
  ["midi", { name: "midi" }],
  ["midiSysex", { name: "midi", sysex: true }],
  ["idle-detection", { name: "idle-detection" }],
  ["persistent-storage", { name: "persistent-storage" }],
  ["window-management", { name: "window-management" }],
  ["screen-wake-lock", { name: "screen-wake-lock" }],
  ["local-fonts", { name: "local-fonts" }],
  ["display-capture", { name: "display-capture" }],
  ["storage-access", { name: "storage-access" }],
];

type Used = Pick<
  Session,
  | "setPermissionRequestHandler"
  | "setPermissionCheckHandler"
  | "setDevicePermissionHandler"
  | "setSpellCheckerDictionaryDownloadURL"
>;

export class HostSession implements Used {
  #check: CheckHandler = null;
  #request: RequestHandler = null;

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.#check = handler;
  }

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.#request = handler;
  }

  /** Devices (HID, serial, USB) are never offered here, so that nobody is to be asked. */
  setDevicePermissionHandler(_handler: Parameters<Session["setDevicePermissionHandler"]>[0]): void {}

  /** Chromium is started with its background requests off: no dictionary is fetched, wherever it would be. */
  setSpellCheckerDictionaryDownloadURL(_url: string): void {}

  /** The host's own call: tells Chromium what a page at `url`, for Chromium at `chromiumUrl`, may do. */
  async applyPermissions(
    browser: CDPSession,
    page: { readonly contents: object; readonly url: string; readonly chromiumUrl: string },
  ): Promise<void> {
    const origin = originOf(page.chromiumUrl);
    if (origin === "null") return;
    const settings = PERMISSIONS.map(
      ([name, permission]) => ({ permission, setting: this.#isGranted(name, page) ? "granted" : "denied" }) as const,
    );
    await Promise.all(settings.map((setting) => browser.send("Browser.setPermission", { ...setting, origin })));
  }

  /** As in Electron an absent handler approves. A handler that does not answer at once has not granted. */
  #isGranted(name: PermissionName, { contents, url }: { readonly contents: object; readonly url: string }): boolean {
    const details = { isMainFrame: true, requestingUrl: url };
    if (this.#check !== null && Reflect.apply(this.#check, undefined, [contents, name, originOf(url), details]) !== true)
      return false;
    if (this.#request === null) return true;
    let isGranted = false;
    Reflect.apply(this.#request, undefined, [contents, name, (granted: boolean) => (isGranted = granted), details]);
    return isGranted;
  }
}
refuseUnknown("electron.session.defaultSession", HostSession.prototype);
