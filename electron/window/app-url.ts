// The one origin that is ours, and which addresses may leave the window. Pure decisions on URLs.

export const APP_SCHEME = "app";
export const APP_ORIGIN = "app://bundle";

const OUTSIDE_PROTOCOLS = ["https:", "http:", "mailto:"];

/** Whether an address lies in the app's own bundle. Compared by its parts: a prefix would also fit `app://bundle.example`. */
export function isAppUrl(address: string): boolean {
  const url = parse(address);
  return url !== null && url.protocol === `${APP_SCHEME}:` && url.host === "bundle" && url.username === "" && url.password === "";
}

/** The normalised address if it may be opened outside the window (http, https, mailto), else null. */
export function outsideLink(address: string): string | null {
  const url = parse(address);
  return url !== null && OUTSIDE_PROTOCOLS.includes(url.protocol) ? url.href : null;
}

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}
