// Chromium knows nothing of `app://`. A page of a custom scheme is loaded from a secure origin under `.invalid`, a name that
// never resolves; every request to it is answered by the app's own handler, and every URL the app sees is mapped back.

const HOST_SUFFIX = "electron-stand-in.invalid";
const CUSTOM = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^]*)$/;
const MAPPED = new RegExp(`^https://([^/?#]*)\\.([a-z][a-z0-9-]*)\\.${HOST_SUFFIX.replaceAll(".", "\\.")}([^]*)$`);

/** Which requests are for a custom scheme, as a pattern of the DevTools protocol. */
export const MAPPED_URL_PATTERN = `https://*.${HOST_SUFFIX}/*`;

export function toChromiumUrl(url: string, isCustom: (scheme: string) => boolean): string {
  const [, scheme = "", host = "", rest = ""] = CUSTOM.exec(url) ?? [];
  return isCustom(scheme) ? `https://${host}.${scheme}.${HOST_SUFFIX}${rest === "" ? "/" : rest}` : url;
}

export function fromChromiumUrl(url: string): string {
  const [, host, scheme, rest] = MAPPED.exec(url) ?? [];
  return scheme === undefined ? url : `${scheme}://${host}${rest}`;
}

/** Scheme and host of a URL; "null" for a URL without a host. */
export function originOf(url: string): string {
  const [, scheme, host] = CUSTOM.exec(url) ?? [];
  return scheme === undefined || host === "" ? "null" : `${scheme}://${host}`;
}
