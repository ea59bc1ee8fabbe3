// What judges commands before they run, put together once: the reader of command lines, the rules, the sandbox and the guards.
import { createCommandReader } from "./adapters/permissions/read-command";
import type { RulesFile } from "./adapters/permissions/rules-file";
import { createWorkspaceGuard } from "./adapters/tools/workspace-guard";
import type { Permissions } from "./runtime/ports/permissions";

export interface PermissionParts extends Pick<Permissions, "sandboxState"> {
  /** The app's own folder. */
  readonly home: string;
  /** Absolute path of the shell that runs commands. */
  readonly shell: string;
  readonly rules: RulesFile;
}

/** `sandboxState`: of the sandbox that the shell tool is given too. */
export function assemblePermissions({ sandboxState, home, shell, rules }: PermissionParts): Permissions {
  return {
    readCommand: createCommandReader(shell),
    rulesFor: (folder, way) => rules.rulesFor(folder, way),
    sandboxState,
    guards: [createWorkspaceGuard(home)],
  };
}
