// What an argument asks to be opened: a link of ours, a file's address as file managers hand it over, or a path. Pure.
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { SessionTarget } from "../../shared/protocol/past-session";
import { isLink, linkedThread } from "./deep-link";

/** Other schemes than these are nothing to open. A drive's letter is none. */
const SCHEME = /^[a-z][a-z0-9+.-]+:\/\//i;

/** Null: nothing that can be opened. `folder`: where a relative path begins. */
export function openRequest(argument: string, folder: string): SessionTarget | null {
  if (argument === "" || argument.includes("\0")) return null;
  if (isLink(argument)) {
    const threadId = linkedThread(argument);
    return threadId === null ? null : { threadId };
  }
  if (/^file:\/\//i.test(argument)) {
    const file = pathOfAddress(argument);
    return file === null ? null : { path: file };
  }
  return SCHEME.test(argument) ? null : { path: path.resolve(folder, argument) };
}

/** A file of this machine only. */
function pathOfAddress(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || (url.host !== "" && url.host !== "localhost")) return null;
  try {
    return fileURLToPath(url);
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return null;
    throw error;
  }
}
