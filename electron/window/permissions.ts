// What pages may do beside showing themselves: copy text. Electron grants everything that no handler refuses.
import type { Session } from "electron";
import { APP_ORIGIN, isAppUrl } from "./app-url";

type PermissionSession = Pick<
  Session,
  | "setPermissionRequestHandler"
  | "setPermissionCheckHandler"
  | "setDevicePermissionHandler"
  | "setSpellCheckerDictionaryDownloadURL"
>;

/** Only our own pages, only `clipboard-sanitized-write`; no device ever. */
export function restrictSession(session: PermissionSession): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) =>
    callback(isAllowed(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) => isAllowed(permission, requestingOrigin));
  session.setDevicePermissionHandler(() => false);
  // Chromium would fetch dictionaries from a public server, and nothing is sent anywhere before a provider is set (window.md §8).
  session.setSpellCheckerDictionaryDownloadURL(`${APP_ORIGIN}/dictionaries/`);
}

function isAllowed(permission: string, requestedBy: string): boolean {
  return permission === "clipboard-sanitized-write" && isAppUrl(requestedBy);
}
