// What a command in the sandbox may write to, and what stays read-only within it. One plan for every system; how it is enforced is each one's business.
import { realpathSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { isWithin } from "../../is-within";
import { existing, gitFolders, isRepository } from "../git-folders";
import { personHome } from "../person-home";
import { movedAway } from "../session-folder";

/** All paths are real ones, without symbolic links. */
export interface Confines {
  /** The folder that the command starts in, as it is named in the sandbox. */
  readonly cwd: string;
  /** The session's folder. */
  readonly workspace: string;
  /** Folders that may be written to, besides temporary ones. */
  readonly writable: readonly string[];
  /** Read-only whatever lies around it: `.git` of the workspace, and the app's own home. */
  readonly kept: readonly string[];
  readonly hasNetwork: boolean;
}

export interface ConfinedPlace {
  readonly mode: "readOnly" | "workspaceWrite";
  readonly hasNetwork: boolean;
  /** A real path, once; where it leads elsewhere by now, nothing is confined to it. */
  readonly workspace: string;
  readonly cwd: string;
  /** The app's own home. */
  readonly home: string;
  /** Folders of which a command sees others than those of the machine. */
  readonly own?: readonly string[];
}

/** Throws when the workspace or the folder to run in is gone, and ModelVisibleError when the workspace is another one. */
export function planConfines({ mode, hasNetwork, own = [], ...place }: ConfinedPlace): Confines {
  const workspace = realpathSync(place.workspace);
  if (workspace !== place.workspace) throw movedAway({ cwd: place.workspace, realCwd: place.workspace }, workspace);
  const cwd = isOwnPlace(place.cwd, { workspace, own }) ? resolve(place.cwd) : realpathSync(place.cwd);
  const kept = [...gitFolders(workspace).filter((folder) => isKept(folder, workspace)), ...existing(place.home)];
  const mayWrite = mode === "workspaceWrite" && !isOfMachine(workspace) && !workspace.split(sep).includes(".git");
  const writable = mayWrite ? [workspace] : [];
  return { cwd, workspace, writable, kept, hasNetwork };
}

/** Whether the sandbox has something else at that path than the machine, which is nobody's business there. The workspace it has from the machine. */
export function isOwnPlace(
  path: string,
  { workspace, own }: { readonly workspace: string; readonly own: readonly string[] },
): boolean {
  const [real] = existing(path);
  if (real !== undefined && isWithin(real, workspace)) return false;
  return [resolve(path), real ?? "/"].some((place) => own.some((folder) => isWithin(place, folder)));
}

/** Outside of the workspace, where nothing is writable, a repository is mounted so that it is seen; `/`, `/run` and other places are not, whatever is named. */
function isKept(folder: string, workspace: string): boolean {
  return isWithin(folder, workspace) || (!isWithin(workspace, folder) && isRepository(folder));
}

/** To work in the root folder, in the person's home or above it, or among the machine's own interfaces, makes none of that writable. */
function isOfMachine(folder: string): boolean {
  return (
    isWithin(personHome(), folder) || dirname(folder) === folder || ["/dev", "/proc", "/sys"].some((own) => isWithin(folder, own))
  );
}
