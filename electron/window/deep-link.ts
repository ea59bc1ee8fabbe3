// Links that open a session: `counterfoil://thread/<id>`. Anybody can make one, so nothing but this one form is understood.
import { ThreadId } from "../../shared/protocol/ids";

export const LINK_SCHEME = "counterfoil";

// Compared as written, not as a URL parser would mend it. Some systems add the slash at the end.
const LINK = /^counterfoil:\/\/thread\/([a-z0-9][a-z0-9_-]{0,127})\/?$/i;

/** The thread that a link names, or null for any other text. */
export function linkedThread(link: string): ThreadId | null {
  const id = LINK.exec(link)?.[1];
  return id === undefined ? null : ThreadId.parse(id);
}

export function isLink(text: string): boolean {
  return text.slice(0, LINK_SCHEME.length + 1).toLowerCase() === `${LINK_SCHEME}:`;
}
