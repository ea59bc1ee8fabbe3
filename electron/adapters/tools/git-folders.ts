// Where git keeps hooks and configuration of a workspace, which git runs unasked: `.git`, and of a worktree or submodule what its file names.
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { errorCode } from "./error-code";

/** Real paths. A command can write what is read here, so it may name anything: `/` too. */
export function gitFolders(workspace: string): readonly string[] {
  const [real] = existing(join(workspace, ".git"));
  if (real === undefined) return [];
  const folder = /^gitdir: (.+)$/m.exec(readText(real))?.[1]?.trim();
  const named = folder === undefined ? [] : existing(resolve(dirname(real), folder));
  return [real, ...named].flatMap((each) => [each, ...commonFolder(each)]);
}

export function isRepository(folder: string): boolean {
  return existing(join(folder, "HEAD")).some((head) => statSync(head).isFile());
}

function commonFolder(gitFolder: string): readonly string[] {
  const common = readText(join(gitFolder, "commondir")).trim();
  return common === "" ? [] : existing(resolve(gitFolder, common));
}

/** Its real path, as a list of one; empty when there is nothing. */
export function existing(path: string): readonly string[] {
  try {
    return [realpathSync(path)];
  } catch (error) {
    if (NO_PATH.has(errorCode(error))) return [];
    throw error;
  }
}

const NO_PATH: ReadonlySet<string> = new Set([
  ...["ENOENT", "ENOTDIR", "ELOOP", "EACCES", "EISDIR", "ENXIO", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"],
]);

/** Of a small file; else empty. A pipe or a device that a command has put in its place is not waited for. */
function readText(path: string): string {
  let descriptor: number | null = null;
  try {
    if (!statSync(path).isFile()) return "";
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(descriptor);
    return found.isFile() && found.size <= MOST_BYTES ? readFileSync(descriptor, "utf8") : "";
  } catch (error) {
    if (NO_PATH.has(errorCode(error))) return "";
    throw error;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** A file that names a folder is not longer. */
const MOST_BYTES = 10_000;
