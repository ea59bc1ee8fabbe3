// The profile by which macOS confines a command, written by sandbox-runtime. A program of its own, which is loaded on macOS alone.
// Only the package's writer of profiles is taken: no proxies, no listeners, none of the variables and folders that it gives to commands.
import { wrapCommandWithSandboxMacOS } from "@anthropic-ai/sandbox-runtime/dist/sandbox/macos-sandbox-utils.js";
import type { SeatbeltRules } from "./seatbelt";

/** In its place: the package gives a whole command line out, of which the profile is one word. */
const ANY_COMMAND = { command: "true", binShell: "/bin/sh" };

/** Without these, programs that check certificates by the system's own means find no network although it is allowed. */
const FOR_NETWORK = `(allow mach-lookup
  (global-name "com.apple.trustd.agent")
  (global-name "com.apple.ocspd")
  (global-name "com.apple.networkd")
  (global-name "com.apple.SystemConfiguration.configd")
  (global-name "com.apple.SystemConfiguration.DNSConfiguration"))`;

/** Throws when a path cannot be expressed. */
export function seatbeltProfile({ hasNetwork, writable, kept }: SeatbeltRules): string {
  for (const path of [...writable, ...kept]) checkPath(path);
  const line = wrapCommandWithSandboxMacOS({
    ...ANY_COMMAND,
    needsNetworkRestriction: !hasNetwork,
    readConfig: undefined,
    writeConfig: { allowOnly: [...writable], denyWithinAllow: [...kept] },
  });
  const profile = wordAfter(line, "-p");
  return hasNetwork ? `${profile}\n${FOR_NETWORK}` : profile;
}

/** The package takes such a name for a pattern, which would keep another folder than this one. */
function checkPath(path: string): void {
  if (/[*?[\]]/.test(path)) throw new Error(`the sandbox of macOS cannot name a path with any of * ? [ ]: ${path}`);
}

/** In a line that quotes as the package does: `'…'`, and `"'"` for the quote itself. */
function wordAfter(line: string, option: string): string {
  const words = (line.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? []).map((word) =>
    word.replace(
      /'([^']*)'|"([^"]*)"/g,
      (_quoted, single: string | undefined, double: string | undefined) => single ?? double ?? "",
    ),
  );
  const word = words[words.indexOf(option) + 1];
  if (!words.includes(option) || word === undefined || !word.startsWith("(version 1)"))
    throw new Error("sandbox-runtime gave no profile");
  return word;
}
