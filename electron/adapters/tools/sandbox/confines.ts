// What a command in the sandbox may write to, and what stays read-only within it. One plan for every system; how it is enforced is each one's business.
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { errorCode } from "../error-code";

/** All paths are real ones, without symbolic links. */
export interface Confines {
  /** The folder that the command starts in. */
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
  readonly workspace: string;
  readonly cwd: string;
  /** The app's own home. */
  readonly home: string;
}

/** Throws when the workspace or the folder to run in is gone. */
export function planConfines({ mode, hasNetwork, ...place }: ConfinedPlace): Confines {
  const workspace = realpathSync(place.workspace);
  const cwd = realpathSync(place.cwd);
  const kept = [...gitFolders(workspace), ...existing(place.home)];
  const mayWrite = mode === "workspaceWrite" && !isOfMachine(workspace) && !workspace.split(sep).includes(".git");
  const writable = mayWrite ? [workspace] : [];
  return { cwd, workspace, writable, kept, hasNetwork };
}

/** Whether `path` is `folder` or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** To work in the root folder, or among the machine's own interfaces, makes none of that writable. */
function isOfMachine(folder: string): boolean {
  return dirname(folder) === folder || ["/dev", "/proc", "/sys"].some((own) => isWithin(folder, own));
}

/** Where git keeps hooks and configuration of the workspace, which git runs unasked: `.git`, and of a worktree or submodule what its file names. */
function gitFolders(workspace: string): readonly string[] {
  const git = join(workspace, ".git");
  const [real] = existing(git);
  if (real === undefined) return [];
  if (lstatSync(real).isDirectory()) return [real, ...commonFolder(real)];
  const folder = /^gitdir: (.+)$/m.exec(readText(real))?.[1]?.trim();
  if (folder === undefined) return [real];
  const found = existing(resolve(dirname(real), folder));
  return [real, ...found, ...found.flatMap(commonFolder)];
}

function commonFolder(gitFolder: string): readonly string[] {
  const common = readText(join(gitFolder, "commondir")).trim();
  return common === "" ? [] : existing(resolve(gitFolder, common));
}

function existing(path: string): readonly string[] {
  try {
    return [realpathSync(path)];
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ELOOP", "EACCES"].includes(errorCode(error))) return [];
    throw error;
  }
}

/** Empty when there is no such file. A file that holds no path is not read far. */
function readText(path: string): string {
  try {
    return lstatSync(path).size > 10_000 ? "" : readFileSync(path, "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES", "EISDIR"].includes(errorCode(error))) return "";
    throw error;
  }
}
