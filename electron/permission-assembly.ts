// What judges commands before they run, put together once: the reader of command lines, the rules, the sandbox and the guards.
import { createWorkspaceGuard } from "./adapters/tools/workspace-guard";
import type { Permissions } from "./runtime/ports/permissions";

export interface PermissionParts extends Pick<Permissions, "sandboxState"> {
  /** The app's own folder. */
  readonly home: string;
}

/** `sandboxState`: of the sandbox that the shell tool is given too. */
export function assemblePermissions({ sandboxState, home }: PermissionParts): Permissions {
  return {
    readCommand: () => ({ type: "unclear", why: "commands are not taken apart here", segments: [] }),
    rulesFor: () => Promise.resolve([]),
    sandboxState,
    guards: [createWorkspaceGuard(home)],
  };
}
