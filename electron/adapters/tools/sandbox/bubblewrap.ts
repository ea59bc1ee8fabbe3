// Linux: commands are confined by bubblewrap, called directly, and by a seccomp filter of our own.
import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { errorMessage, ModelVisibleError } from "../../../runtime/errors";
import { isWithin } from "../../is-within";
import { findProgram } from "../find-program";
import { checkFolderToRunIn } from "../folder-to-run-in";
import { bubblewrapArguments, FILTER_DESCRIPTOR, OWN_FOLDERS, writableMounts } from "./bubblewrap-arguments";
import { describeBubblewrapFault, describeMissing } from "./bubblewrap-fault";
import { isOwnPlace, planConfines, type Confines } from "./confines";
import { ensureFilterFile } from "./filter-file";
import { landlock } from "./landlock";
import { mountCheck, ownMounts } from "./mount-check";
import { unconfined, type Confiner } from "./sandbox";
import { seccompFilter } from "./seccomp-filter";
import { TemporaryFolders } from "./temporary-folders";
import { tryProgram } from "./try-program";

/** Without it a filter is started like a command: its descriptor is opened by a shell. */
const WITH_FILTER = `exec ${FILTER_DESCRIPTOR}<"$0"; exec "$@"`;

/** `home`: the app's own, which commands see but cannot write to. `folders`: where bubblewrap and perl are looked for; where the system keeps its programs. */
export interface BubblewrapOptions {
  readonly home: string;
  readonly folders?: readonly string[];
}

export function createBubblewrap({ home, folders }: BubblewrapOptions): Confiner {
  const filter = seccompFilter(process.arch);
  if (filter === null) return unconfined(`the system calls of this machine's architecture (${process.arch}) are not known`);
  const filterFile = join(home, "cache", "sandbox", `seccomp-${process.arch}.bpf`);
  const temporaries = new TemporaryFolders(join(home, "cache", "sandbox", "temporary"));
  let found: { readonly program: string; readonly own: readonly string[]; readonly perl: string | null } | null = null;

  return {
    probe: async () => {
      const { path: program, ...missing } = findProgram("bwrap", folders);
      if (program === null) return { isEnforced: false, reason: describeMissing("refused" in missing ? missing.refused : null) };
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
        const start = ["/bin/sh", "-c", WITH_FILTER, filterFile, program];
        const words = [...start, ...bubblewrapArguments({ confines, temporary: null, shown: [] })];
        // Really run, with the filter and all that a command would be given: first to see what is mounted, and then as every command is.
        const seen = await tryProgram([...words, "/bin/sh", "-c", SAY_MOUNTS]);
        if ("fault" in seen) return { isEnforced: false, reason: describeBubblewrapFault(seen.fault) };
        const own = ownMounts(seen.output, confines.writable);
        const check = mountCheck(confines.writable, { own, outside: mountsOfApp() });
        const perl = findProgram("perl", folders).path;
        const wall = perl === null ? [] : landlock({ program: perl, writable: mayOpen(confines), environment: {} }).words;
        const checked = await tryProgram([...words, ...check, ...wall, "/bin/sh", "-c", ":"]);
        // A kernel without Landlock, or an older one, has the mounts all the same.
        const bare = "fault" in checked && perl !== null ? await tryProgram([...words, ...check, "/bin/sh", "-c", ":"]) : checked;
        if ("fault" in bare) return { isEnforced: false, reason: describeBubblewrapFault(bare.fault) };
        found = { program, own, perl: "fault" in checked ? null : perl };
        return { isEnforced: true, how: "bubblewrap" };
      } catch (error) {
        return { isEnforced: false, reason: `the sandbox could not be tried: ${errorMessage(error)}` };
      }
    },
    confine: async (command, mode) => {
      const { cwd, workspace } = command;
      if (!isOwnPlace(cwd, { workspace, own: OWN_FOLDERS })) await checkFolderToRunIn(cwd);
      try {
        if (found === null) throw new Error("bubblewrap was not found");
        const { program, own, perl } = found;
        ensureFilterFile(filterFile, filter);
        const { hasNetwork } = command.choice;
        const confines = planConfines({ mode, hasNetwork, workspace, cwd, home, own: OWN_FOLDERS });
        if (confines.writable.some((folder) => isWithin(program, folder) || isWithin(realpathSync(program), folder)))
          throw new Error(`${program} itself lies where the command may write`);
        const temporary = mode === "readOnly" ? null : temporaries.of(command.threadId);
        const writable = writableMounts(confines);
        const check = writable.length === 0 ? [] : mountCheck(writable, { own, outside: mountsOfApp() });
        const plan = { confines, temporary, shown: shownAnew(confines) };
        const environment = { ...command.environment, TMPDIR: "/tmp" };
        const wall =
          perl === null ? { words: [], environment } : landlock({ program: perl, writable: mayOpen(confines), environment });
        return {
          type: "confined",
          startsIn: confines.workspace,
          argv: [program, ...bubblewrapArguments(plan), ...check, ...wall.words, ...command.argv],
          environment: wall.environment,
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

/** What is the sandbox's own, and what is mounted writable. */
function mayOpen({ writable }: Confines): readonly string[] {
  return ["/dev", "/proc", ...OWN_FOLDERS, ...writable];
}

const SAY_MOUNTS = 'while read -r line; do printf "%s\\n" "$line"; done </proc/self/mountinfo';

function mountsOfApp(): string {
  return readFileSync("/proc/self/mountinfo", "utf8");
}
