// Where a program lies that the app runs by itself, outside of any sandbox.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** Where the system's own programs are. */
const SYSTEM = ["/usr/bin", "/bin", "/usr/local/bin", "/run/current-system/sw/bin"];

/**
 * On the PATH, and there in the system's folders first: another one may lie in a project (`node_modules/.bin`), where commands can write. Folders that
 * are not absolute could be the workspace's. Null: it is not installed.
 */
export function findProgram(names: readonly string[], environment: NodeJS.ProcessEnv): string | null {
  const folders = (environment["PATH"] ?? environment["Path"] ?? "").split(delimiter).filter(isAbsolute);
  const inOrder = [...SYSTEM.filter((folder) => folders.includes(folder)), ...folders];
  return inOrder.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram) ?? null;
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
