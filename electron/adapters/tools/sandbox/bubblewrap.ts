// Linux: commands are confined by bubblewrap, called directly, and by a seccomp filter of our own.
import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { SandboxState } from "../../../../shared/protocol/permission";
import { errorMessage, ModelVisibleError } from "../../../runtime/errors";
import { findProgram } from "../find-program";
import { checkFolderToRunIn } from "../folder-to-run-in";
import { bubblewrapArguments, FILTER_DESCRIPTOR, OWN_FOLDERS } from "./bubblewrap-arguments";
import { describeBubblewrapFault, describeMissing } from "./bubblewrap-fault";
import { isOwnPlace, isWithin, planConfines, type Confines } from "./confines";
import { ensureFilterFile } from "./filter-file";
import { unconfined, type Confiner } from "./sandbox";
import { seccompFilter } from "./seccomp-filter";
import { TemporaryFolders } from "./temporary-folders";
import { tryProgram } from "./try-program";

/** Without it a filter is started like a command: its descriptor is opened by a shell. */
const WITH_FILTER = `exec ${FILTER_DESCRIPTOR}<"$0"; exec "$@"`;

/** `home`: the app's own, which commands see but cannot write to. `folders`: where bubblewrap is looked for; where the system keeps its programs. */
export interface BubblewrapOptions {
  readonly home: string;
  readonly folders?: readonly string[];
}

export function createBubblewrap({ home, folders }: BubblewrapOptions): Confiner {
  const filter = seccompFilter(process.arch);
  if (filter === null) return unconfined(`the system calls of this machine's architecture (${process.arch}) are not known`);
  const filterFile = join(home, "cache", "sandbox", `seccomp-${process.arch}.bpf`);
  const temporaries = new TemporaryFolders(join(home, "cache", "sandbox", "temporary"));
  let program: string | null = null;

  return {
    probe: async () => {
      const found = findProgram("bwrap", folders);
      if (found.path === null) return { isEnforced: false, reason: describeMissing(found.refused) };
      program = found.path;
      try {
        ensureFilterFile(filterFile, filter);
        const folder = realpathSync(join(home, "cache", "sandbox"));
        const confines = planConfines({
          mode: "workspaceWrite",
          hasNetwork: false,
          workspace: folder,
          cwd: folder,
          home,
          own: OWN_FOLDERS,
        });
        return await probe([program, ...bubblewrapArguments({ confines, temporary: null, shown: [] })], filterFile);
      } catch (error) {
        return { isEnforced: false, reason: `the sandbox could not be tried: ${errorMessage(error)}` };
      }
    },
    confine: async (command, mode) => {
      const { cwd, workspace } = command;
      if (!isOwnPlace(cwd, { workspace, own: OWN_FOLDERS })) await checkFolderToRunIn(cwd);
      try {
        if (program === null) throw new Error("bubblewrap was not found");
        ensureFilterFile(filterFile, filter);
        const { hasNetwork } = command.choice;
        const confines = planConfines({ mode, hasNetwork, workspace, cwd, home, own: OWN_FOLDERS });
        const own = program;
        if (confines.writable.some((folder) => isWithin(own, folder) || isWithin(realpathSync(own), folder)))
          throw new Error(`${own} itself lies where the command may write`);
        const temporary = mode === "readOnly" ? null : temporaries.of(command.threadId);
        const plan = { confines, temporary, shown: shownAnew(confines) };
        return {
          type: "confined",
          startsIn: confines.workspace,
          argv: [program, ...bubblewrapArguments(plan), ...command.argv],
          environment: { ...command.environment, TMPDIR: "/tmp" },
          filterFile,
          isContained: true,
          confines,
          temporary: ["/tmp"],
        };
      } catch (error) {
        const words = `the sandbox could not be set up, so the command did not run: ${errorMessage(error)}`;
        throw new ModelVisibleError(words, { cause: error });
      }
    },
    close: () => temporaries.remove(),
  };
}

/** Programs that lie below /run, and with a network also how names are resolved. */
function shownAnew({ hasNetwork }: Confines): string[] {
  const programs = ["/run/current-system"];
  if (!hasNetwork) return programs;
  try {
    const resolver = realpathSync("/etc/resolv.conf");
    return isWithin(resolver, "/run") ? [...programs, resolver] : programs;
  } catch {
    return programs;
  }
}

/** Really runs a program that does nothing, with the filter and all that a command would be given. */
async function probe(argv: readonly string[], filterFile: string): Promise<SandboxState> {
  const fault = await tryProgram(["/bin/sh", "-c", WITH_FILTER, filterFile, ...argv, "/bin/sh", "-c", ":"]);
  return fault === null ? { isEnforced: true, how: "bubblewrap" } : { isEnforced: false, reason: describeBubblewrapFault(fault) };
}
