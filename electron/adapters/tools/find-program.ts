// Where a program lies that the app runs by itself, outside of any sandbox: only where the system keeps its own, and nobody else can put another in its
// place. What the PATH names may be a folder of a project, in which commands can write.
import { accessSync, constants, realpathSync, statSync, type Stats } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";

/** Debian, Fedora, Arch and macOS; what was built on the machine; NixOS; Guix; Homebrew. */
const SYSTEM_FOLDERS: readonly string[] = [
  ...["/usr/bin", "/bin", "/usr/local/bin"],
  ...["/run/current-system/sw/bin", "/run/current-system/profile/bin", "/opt/homebrew/bin"],
];

/** `refused`: where there is one that others than the system and the person may change, if no other was found. */
export type FoundProgram =
  { readonly path: string } | { readonly path: null; readonly refused: { readonly path: string; readonly why: string } | null };

/** `folders`: absolute. The first that can be trusted. */
export function findProgram(name: string, folders: readonly string[] = SYSTEM_FOLDERS): FoundProgram {
  const paths = folders.map((folder) => join(folder, name)).filter(isProgram);
  const looked = paths.map((path) => ({ path, why: whyUntrusted(path) }));
  const trusted = looked.find(({ why }) => why === null);
  if (trusted !== undefined) return { path: trusted.path };
  const refused = looked.find((each): each is { path: string; why: string } => each.why !== null);
  return { path: null, refused: refused ?? null };
}

/** On Windows, which keeps no programs of others: from the absolute folders of the PATH. Commands run with all rights there anyway. */
export function findOnPath(name: string, environment: NodeJS.ProcessEnv): string | null {
  const folders = (environment["PATH"] ?? environment["Path"] ?? "").split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    // What cannot be looked at cannot be run.
    return false;
  }
}

/** In words; null: neither the file nor a folder on the way to it, through links too, can be changed by anybody else. */
function whyUntrusted(file: string): string | null {
  try {
    const way = new Set([...upwards(dirname(file)), ...upwards(realpathSync(file))]);
    const open = [...way].find((path) => mayOthersWrite(statSync(path)));
    return open === undefined ? null : `others may write to ${open}`;
  } catch {
    return "it cannot be looked at";
  }
}

function upwards(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...upwards(above)];
}

/** The superuser; and who stands for owners that a container does not know. */
const SYSTEM_OWNERS: ReadonlySet<number> = new Set([0, 65_534]);
/** wheel, or root; on macOS also admin, whose members may do all that root may. */
const SYSTEM_GROUPS: ReadonlySet<number> = new Set(process.platform === "darwin" ? [0, 80] : [0]);

function mayOthersWrite(found: Stats): boolean {
  if (!SYSTEM_OWNERS.has(found.uid) && found.uid !== process.getuid?.()) return true;
  // In a sticky folder others may add to what is there, but not change it.
  if (found.isDirectory() && (found.mode & 0o1000) !== 0) return false;
  return (found.mode & 0o002) !== 0 || ((found.mode & 0o020) !== 0 && !SYSTEM_GROUPS.has(found.gid));
}
