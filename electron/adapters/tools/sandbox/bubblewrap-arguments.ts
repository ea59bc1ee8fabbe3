// The command line of bubblewrap for one command: namespaces, mounts in the order in which the later ones win, and the filter. Pure.
// It leads no session of its own: the shell's process group is one without a terminal already, and through the group a run is ended.
import { dirname } from "node:path";
import { isWithin } from "../../is-within";
import { type Confines } from "./confines";

/** On which the filter is handed over: 3 is the keeper's. */
export const FILTER_DESCRIPTOR = 4;

const NAMESPACES = ["--unshare-user", "--disable-userns", "--unshare-pid", "--unshare-ipc", "--unshare-uts"];

/** Files of the kernel that belong to root on the machine, which root without any capability may still write: with `core_pattern` a way out. */
const KERNEL_FILES = ["/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/proc/fs", "/proc/acpi", "/proc/scsi"];

/** What a command sees there is the sandbox's own, not the machine's. */
export const OWN_FOLDERS: readonly string[] = ["/tmp", "/run"];

/**
 * `temporary`: a folder that stands in the place of /tmp, kept from command to command; null: an empty one for this command. `shown`: what is
 * read-only and would be hidden by the empty /tmp and /run.
 */
export interface BubblewrapPlan {
  readonly confines: Confines;
  readonly temporary: string | null;
  readonly shown: readonly string[];
}

/** Ends with `--`: the command's own words follow. */
export function bubblewrapArguments({ confines, temporary, shown }: BubblewrapPlan): string[] {
  const { cwd, workspace, writable, kept, hasNetwork } = confines;
  return [
    ...NAMESPACES,
    ...(hasNetwork ? [] : ["--unshare-net"]),
    ...["--cap-drop", "ALL"],
    ...["--ro-bind", "/", "/"],
    ...["--dev", "/dev", "--proc", "/proc"],
    ...KERNEL_FILES.flatMap((path) => ["--ro-bind-try", path, path]),
    ...(temporary === null ? ["--perms", "1777", "--tmpfs", "/tmp"] : ["--bind", temporary, "/tmp"]),
    ...["--tmpfs", "/run"],
    ...shown.flatMap((path) => ["--ro-bind-try", path, path]),
    ...[workspace].filter(isSeenAnew).flatMap((path) => ["--ro-bind", path, path]),
    ...writable.flatMap((path) => ["--bind", path, path]),
    ...kept.flatMap((path) => keepReadOnly(path, writable)),
    ...["--chdir", cwd, "--seccomp", String(FILTER_DESCRIPTOR), "--"],
  ];
}

/** All folders that are mounted writable, besides the sandbox's own. */
export function writableMounts({ writable, kept }: Confines): readonly string[] {
  return [...new Set([...writable, ...kept.flatMap((path) => foldersTo(path, writable))])];
}

/** The root is mounted already, and the machine's interfaces are not shown as they are. */
function isSeenAnew(path: string): boolean {
  return path !== "/" && !["/dev", "/proc", "/sys"].some((own) => isWithin(path, own));
}

/**
 * A folder that holds a mount can be renamed, and another be put in its place; a mount cannot. So every folder between a writable one and the
 * path becomes a mount too.
 */
function keepReadOnly(path: string, writable: readonly string[]): string[] {
  return [...foldersTo(path, writable).flatMap((folder) => ["--bind", folder, folder]), "--ro-bind", path, path];
}

function foldersTo(path: string, writable: readonly string[]): string[] {
  const root = writable.find((folder) => path !== folder && isWithin(path, folder));
  return root === undefined ? [] : foldersBetween(root, path);
}

/** From the outermost on, without both ends. */
function foldersBetween(root: string, path: string): string[] {
  const parent = dirname(path);
  return parent === root ? [] : [...foldersBetween(root, parent), parent];
}
