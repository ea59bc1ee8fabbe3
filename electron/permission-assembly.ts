// What judges commands before they run, put together once: the reader of command lines, the rules, the sandbox and the guards.
import type { Permissions } from "./runtime/ports/permissions";

export function assemblePermissions(): Permissions {
  return {
    readCommand: () => ({ type: "unclear", why: "commands are not taken apart here", segments: [] }),
    rulesFor: () => Promise.resolve([]),
    sandboxState: () => Promise.resolve({ isEnforced: false, reason: "there is no sandbox here" }),
    guards: [],
  };
}
