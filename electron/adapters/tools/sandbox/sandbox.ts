// The sandbox as the shell tool sees it: whether it holds on this machine, and how one command is started in it.
import type { SandboxChoice, SandboxState } from "../../../../shared/protocol/permission";
import type { SandboxMode } from "../../../../shared/protocol/thread";
import type { Confines } from "./confines";

/** All paths absolute. `argv`: the command's own words. `workspace`: the session's folder, its real path when the session was opened. */
export interface CommandToConfine {
  readonly argv: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly workspace: string;
  readonly threadId: string;
  readonly choice: SandboxChoice & { readonly outside: boolean };
}

/**
 * How a command is started. `open`: as it is; `note`: why it is not confined although it should be. `confined`: with these words instead, and
 * with `filterFile`, where there is one, to be read from FILTER_DESCRIPTOR. `isContained`: all that it starts ends with its first process.
 * `temporary`: the folders for temporary files, under the names by which the command sees them. `startsIn`: the folder in which the words are started.
 */
export type Confinement =
  | { readonly type: "open"; readonly note: string | null }
  | {
      readonly type: "confined";
      readonly argv: readonly string[];
      readonly environment: NodeJS.ProcessEnv;
      readonly filterFile: string | null;
      readonly isContained: boolean;
      readonly startsIn: string;
      readonly confines: Confines;
      readonly temporary: readonly string[];
    };

export interface Sandbox {
  /** Found out once; never rejects. */
  readonly state: (mode: SandboxMode) => Promise<SandboxState>;
  /** Throws ModelVisibleError when the sandbox cannot be set up for this command, or in a folder that is not there: then it must not run at all. */
  readonly confine: (command: CommandToConfine) => Promise<Confinement>;
  /** Removes what commands have left in their temporary folders. */
  readonly close: () => Promise<void>;
}

/** A system's own way to confine. `probe`: why it does not hold here, or by what it does. */
export interface Confiner {
  readonly probe: () => Promise<SandboxState>;
  readonly confine: (command: CommandToConfine, mode: Exclude<SandboxMode, "dangerFullAccess">) => Promise<Confinement>;
  readonly close: () => Promise<void>;
}

/** Where there is none, that is said, and nothing is confined. */
export function createSandbox(confiner: Confiner): Sandbox {
  let probed: Promise<SandboxState> | null = null;
  const state = (mode: SandboxMode): Promise<SandboxState> => {
    if (mode === "dangerFullAccess") return Promise.resolve({ isEnforced: false, reason: "full access was chosen" });
    return (probed ??= confiner.probe());
  };
  return {
    state,
    confine: async (command) => {
      const { mode, outside } = command.choice;
      if (mode === "dangerFullAccess" || outside) return { type: "open", note: null };
      const found = await state(mode);
      return found.isEnforced ? confiner.confine(command, mode) : { type: "open", note: found.reason };
    },
    close: () => confiner.close(),
  };
}

/** Of a system for which there is no sandbox. */
export function unconfined(reason: string): Confiner {
  return {
    probe: () => Promise.resolve({ isEnforced: false, reason }),
    confine: () => Promise.resolve({ type: "open", note: reason }),
    close: () => Promise.resolve(),
  };
}
