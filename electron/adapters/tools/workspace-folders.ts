// Folders below the session's own, opened step by step without following a link, and held open: what is done in one happens there, whatever its name
// comes to mean meanwhile. For tools that change files.
import { constants, existsSync, statSync, type BigIntStats } from "node:fs";
import { lstat, mkdir, open, readlink, realpath, stat, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ModelVisibleError } from "../../runtime/errors";
import { errorCode } from "./error-code";
import { fileFault } from "./file-fault";
import { gitFolders } from "./git-folders";
import { checkSessionFolder, movedAway, type SessionFolder } from "./session-folder";
import { isGitFolder } from "./workspace-target";

export interface WorkspaceFolder {
  /** Real, without links, when it was opened. */
  readonly path: string;
  /** Null where the system does not open folders. */
  readonly handle: FileHandle | null;
  readonly id: string;
}

/** Linux lets a path begin at an open folder. */
const HAS_HANDLE_PATHS = process.platform === "linux" && existsSync("/proc/self/fd");
const IS_WINDOWS = process.platform === "win32";

/** The path to use for an entry of an open folder. */
export function within({ path, handle }: Pick<WorkspaceFolder, "path" | "handle">, name: string): string {
  return HAS_HANDLE_PATHS && handle !== null ? `/proc/self/fd/${handle.fd}/${name}` : join(path, name);
}

/** What is at a path itself, links included; null: nothing. */
export async function entryAt(path: string): Promise<BigIntStats | null> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

export function fileId({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

export class WorkspaceFolders {
  readonly #open = new Map<string, WorkspaceFolder>();
  readonly #root: WorkspaceFolder;
  /** By their ids, what folders are that are not for patches. */
  readonly #kept: ReadonlyMap<string, string>;

  private constructor(root: WorkspaceFolder, kept: ReadonlyMap<string, string>) {
    this.#root = root;
    this.#kept = kept;
    this.#open.set("", root);
  }

  /** `home`: the app's own folder, which is no workspace, nor is what is in it. Throws ModelVisibleError. */
  static async open(session: SessionFolder, home: string): Promise<WorkspaceFolders> {
    const { cwd, realCwd: path } = session;
    try {
      await checkSessionFolder(session);
      if (path.split(/[\\/]/).some(isGitFolder)) throw new ModelVisibleError(`${path} is within .git, which is not for patches`);
      const homeId = await stat(home, { bigint: true }).then(fileId, absent);
      await refuseOwnFolders(path, homeId);
      const kept = new Map(gitFolders(path).map((folder) => [fileId(statSync(folder, { bigint: true })), "git's own folder"]));
      if (homeId !== null) kept.set(homeId, "the app's own folder");
      const root = await openFolder(path, path);
      try {
        await checkOpened(session, root);
        return new WorkspaceFolders(root, kept);
      } catch (error) {
        await root.handle?.close();
        throw error;
      }
    } catch (error) {
      throw await inWords(error, cwd);
    }
  }

  /** Of the session's folder. */
  get realPath(): string {
    return this.#root.path;
  }

  /** Null: it is not there. Throws ModelVisibleError for a link, a file in its place, and the app's own folder. */
  async folder(names: readonly string[]): Promise<WorkspaceFolder | null> {
    return this.#walk(names, async () => false);
  }

  /** Makes what is missing; `onMade` is told each folder, from the session's on. */
  async madeFolder(names: readonly string[], onMade: (names: readonly string[]) => void): Promise<WorkspaceFolder> {
    const made = await this.#walk(names, async (path, so) => {
      await mkdir(path);
      onMade(so);
      return true;
    });
    if (made === null) throw new ModelVisibleError(`${names.join("/")} could not be made`);
    return made;
  }

  /** Throws ModelVisibleError when the folder no longer stands where it stood when it was opened. */
  async checkPlace(folder: WorkspaceFolder): Promise<void> {
    const at = await realpath(folder.path).catch((error: unknown) => ended(error, null));
    const found = at === null ? null : await entryAt(at);
    if (at === folder.path && found !== null && fileId(found) === folder.id) return;
    throw new ModelVisibleError(`${folder.path} was moved or replaced while the patch was being applied`);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].flatMap(({ handle }) => (handle === null ? [] : [handle.close()])));
    this.#open.clear();
  }

  async #walk(
    names: readonly string[],
    make: (path: string, names: readonly string[]) => Promise<boolean>,
  ): Promise<WorkspaceFolder | null> {
    let folder = this.#root;
    for (const [index, name] of names.entries()) {
      const so = names.slice(0, index + 1);
      const key = so.join("/");
      const known = this.#open.get(key);
      const next = known ?? (await this.#child(folder, { name, shown: key, make: (path) => make(path, so) }));
      if (next === null) return null;
      this.#open.set(key, next);
      folder = next;
    }
    return folder;
  }

  async #child(
    parent: WorkspaceFolder,
    { name, shown, make }: { readonly name: string; readonly shown: string; readonly make: (path: string) => Promise<boolean> },
  ): Promise<WorkspaceFolder | null> {
    const path = within(parent, name);
    try {
      const found = (await entryAt(path)) ?? ((await make(path)) ? await entryAt(path) : null);
      if (found === null) return null;
      if (found.isSymbolicLink()) throw await linkRefusal(path, shown);
      if (!found.isDirectory()) throw new ModelVisibleError(`${shown} is not a folder`);
      const opened = await openFolder(path, join(parent.path, name));
      const isSame = opened.id === fileId(found);
      const what = this.#kept.get(opened.id) ?? ((await isOfGit(opened)) ? "git's own folder" : undefined);
      if (isSame && what === undefined) return opened;
      await opened.handle?.close();
      throw new ModelVisibleError(
        isSame ? `${shown} is ${what}, which is not for patches` : `${shown} was replaced while it was being opened`,
      );
    } catch (error) {
      throw await inWords(error, shown);
    }
  }
}

/** What git takes for a repository where it stands in it, whatever its name. */
async function isOfGit(folder: Pick<WorkspaceFolder, "path" | "handle">): Promise<boolean> {
  const has = async (name: string): Promise<boolean> => (await entryAt(within(folder, name))) !== null;
  if (!(await has("HEAD"))) return false;
  return (await has("commondir")) || ((await has("objects")) && (await has("refs")));
}

/** Words that say what the link points to, so that the model may name that itself. */
export async function linkRefusal(path: string, shown: string): Promise<ModelVisibleError> {
  const target = await readlink(path).catch((error: unknown) => ended(error, "something that is gone"));
  return new ModelVisibleError(
    `${shown} is a symbolic link (to ${target}), and patches do not go through links; if that is in the session's folder, name it by its own path`,
  );
}

async function openFolder(path: string, realPath: string): Promise<WorkspaceFolder> {
  if (IS_WINDOWS) return { path: realPath, handle: null, id: fileId(await lstat(path, { bigint: true })) };
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  return { path: realPath, handle, id: fileId(await handle.stat({ bigint: true })) };
}

/** What was opened is what was looked at, even if a folder above it became a link in between. */
async function checkOpened(session: SessionFolder, { handle }: WorkspaceFolder): Promise<void> {
  if (!HAS_HANDLE_PATHS || handle === null) return checkSessionFolder(session);
  const opened = await readlink(`/proc/self/fd/${handle.fd}`);
  if (opened !== session.realCwd) throw movedAway(session, opened);
}

/** The app's own folder and git's, and what lies in them. */
async function refuseOwnFolders(path: string, homeId: string | null): Promise<void> {
  for (let folder = path; ; folder = dirname(folder)) {
    const found = await stat(folder, { bigint: true });
    if (fileId(found) === homeId) throw new ModelVisibleError(`${path} is within the app's own folder, which is not for patches`);
    if (await isOfGit({ path: folder, handle: null }))
      throw new ModelVisibleError(`${path} is within git's own folder, which is not for patches`);
    if (dirname(folder) === folder) return;
  }
}

async function inWords(error: unknown, shown: string): Promise<ModelVisibleError> {
  return error instanceof ModelVisibleError ? error : await fileFault(error, shown);
}

function absent(error: unknown): null {
  return ended(error, null);
}

/** What is not there is an answer; anything else is a fault. */
function ended<Value>(error: unknown, value: Value): Value {
  if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return value;
  throw error;
}
