// macOS: commands are confined by Seatbelt, whose profile sandbox-runtime writes. Not verified: it has never run on such a machine.
import { existsSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { errorMessage, ModelVisibleError } from "../../../runtime/errors";
import { planConfines, type Confines } from "./confines";
import type { Confiner } from "./sandbox";

const SANDBOX_EXEC = "/usr/bin/sandbox-exec";

/** The part of sandbox-runtime's configuration that is used. Without `network` it is not confined. */
export interface SeatbeltRules {
  readonly network?: { readonly allowedDomains: string[]; readonly deniedDomains: string[] };
  readonly filesystem: { readonly denyRead: string[]; readonly allowWrite: string[]; readonly denyWrite: string[] };
}

/** A command line, confined: the words to start instead. */
export type WrapInSeatbelt = (command: string, shell: string, rules: SeatbeltRules) => Promise<readonly string[]>;
export type LoadSeatbelt = () => Promise<WrapInSeatbelt>;

export function createSeatbelt({ home, load }: { readonly home: string; readonly load: LoadSeatbelt }): Confiner {
  return {
    probe: async () => {
      if (!existsSync(SANDBOX_EXEC)) return { isEnforced: false, reason: `${SANDBOX_EXEC} is missing` };
      try {
        await load();
        return { isEnforced: true, how: "Seatbelt" };
      } catch (error) {
        return { isEnforced: false, reason: `Seatbelt could not be loaded: ${errorMessage(error)}` };
      }
    },
    confine: async ({ argv, environment, cwd, workspace, choice }, mode) => {
      try {
        const confines = planConfines({ mode, hasNetwork: choice.hasNetwork, workspace, cwd, home });
        const [shell = "", , command = ""] = argv;
        const words = await (await load())(command, shell, seatbeltRules(confines, temporaryFolders()));
        return { type: "confined", argv: words, environment, filterFile: null, isContained: false, confines };
      } catch (error) {
        const words = `the sandbox could not be set up, so the command did not run: ${errorMessage(error)}`;
        throw new ModelVisibleError(words, { cause: error });
      }
    },
    close: () => Promise.resolve(),
  };
}

/** No allowed domain is no network at all. */
export function seatbeltRules({ writable, kept, hasNetwork }: Confines, temporary: readonly string[]): SeatbeltRules {
  const filesystem = { denyRead: [], allowWrite: [...writable, ...temporary], denyWrite: [...kept] };
  return hasNetwork ? { filesystem } : { network: { allowedDomains: [], deniedDomains: [] }, filesystem };
}

function temporaryFolders(): readonly string[] {
  return [...new Set(["/tmp", tmpdir()].map((folder) => realpathSync(folder)))];
}
