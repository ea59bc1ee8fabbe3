// macOS: commands are confined by Seatbelt. Not verified: it has never run on such a machine.
import { mkdirSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorMessage, ModelVisibleError } from "../../../runtime/errors";
import { checkFolderToRunIn } from "../folder-to-run-in";
import { planConfines, type Confines } from "./confines";
import type { Confiner } from "./sandbox";
import { TemporaryFolders } from "./temporary-folders";
import { tryProgram } from "./try-program";

const SANDBOX_EXEC = "/usr/bin/sandbox-exec";

/** Which paths may be written to, without those that are kept, and whether there is a network. All can be read. */
export interface SeatbeltRules {
  readonly hasNetwork: boolean;
  readonly writable: readonly string[];
  readonly kept: readonly string[];
}

/** `home`: the app's own. `profileFile`: the program that writes profiles, loaded with the first of them. */
export interface SeatbeltOptions {
  readonly home: string;
  readonly profileFile: string;
}

export function createSeatbelt({ home, profileFile }: SeatbeltOptions): Confiner {
  const temporaries = new TemporaryFolders(tmpdir());

  return {
    probe: async () => {
      try {
        const folder = join(home, "cache", "sandbox");
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const confines = planConfines({
          mode: "workspaceWrite",
          hasNetwork: false,
          workspace: realpathSync(folder),
          cwd: folder,
          home,
        });
        const profile = loadProfileWriter(profileFile)(seatbeltRules(confines, []));
        const trial = await tryProgram([SANDBOX_EXEC, "-p", profile, "/usr/bin/true"]);
        if (!("fault" in trial)) return { isEnforced: true, how: "Seatbelt" };
        return { isEnforced: false, reason: `Seatbelt does not work here (${trial.fault.trim().split("\n")[0] ?? ""})` };
      } catch (error) {
        return { isEnforced: false, reason: `Seatbelt could not be tried: ${errorMessage(error)}` };
      }
    },
    confine: async ({ argv, environment, cwd, workspace, threadId, choice }, mode) => {
      await checkFolderToRunIn(cwd);
      try {
        const confines = planConfines({ mode, hasNetwork: choice.hasNetwork, workspace, cwd, home });
        const own = mode === "readOnly" ? temporaries.of(threadId) : null;
        const temporary = own === null ? sharedTemporaries() : [own];
        const profile = loadProfileWriter(profileFile)(seatbeltRules(confines, temporary));
        return {
          type: "confined",
          startsIn: cwd,
          argv: [SANDBOX_EXEC, "-p", profile, ...argv],
          environment: own === null ? environment : { ...environment, TMPDIR: own },
          filterFile: null,
          isContained: false,
          confines,
          temporary,
        };
      } catch (error) {
        const words = `the sandbox could not be set up, so the command did not run: ${errorMessage(error)}`;
        throw new ModelVisibleError(words, { cause: error });
      }
    },
    close: () => temporaries.remove(),
  };
}

/** What programs write to that are handed nothing else: the streams by their names, and what every program may open. */
const DEVICES = [
  "/dev/null",
  "/dev/zero",
  "/dev/tty",
  "/dev/stdout",
  "/dev/stderr",
  "/dev/fd",
  "/dev/dtracehelper",
  "/dev/autofs_nowait",
];

export function seatbeltRules({ writable, kept, hasNetwork }: Confines, temporary: readonly string[]): SeatbeltRules {
  return { hasNetwork, writable: [...writable, ...temporary, ...DEVICES], kept };
}

/** Nothing can be put in the place of a folder here: in the writing mode the machine's own are used. */
function sharedTemporaries(): readonly string[] {
  return [...new Set(["/tmp", tmpdir()].map((folder) => realpathSync(folder)))];
}

/** What `seatbelt-profile.ts` exports. */
interface ProfileWriter {
  readonly seatbeltProfile: (rules: SeatbeltRules) => string;
}

/** Node keeps it once it is loaded. */
function loadProfileWriter(file: string): ProfileWriter["seatbeltProfile"] {
  const loaded: ProfileWriter = createRequire(file)(file);
  return loaded.seatbeltProfile;
}
