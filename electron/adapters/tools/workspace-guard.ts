// Refuses what would run or change files where the session's folder is another by now, and changes of files that are outside of it or not what they look
// like, before anybody is asked. Who runs commands and changes files looks again.
import type { Guard } from "../../runtime/ports/guard";
import { ModelVisibleError } from "../../runtime/errors";
import { lookAt } from "./patch/file-entry";
import { checkSessionFolder } from "./session-folder";
import { WorkspaceFolders } from "./workspace-folders";
import { personHome } from "./person-home";
import { readTarget } from "./workspace-target";

/** `home`: the app's own folder. */
export function createWorkspaceGuard(home: string): Guard {
  return async ({ subject, cwd, realCwd }) => {
    if (subject === null || subject.kind === "userInput") return null;
    try {
      await checkSessionFolder({ cwd, realCwd });
      if (subject.kind === "command") return null;
      const paths = subject.changes.flatMap(({ path, movePath }) => (movePath === undefined ? [path] : [path, movePath]));
      const folders = await WorkspaceFolders.open({ cwd: subject.cwd, realCwd }, home);
      try {
        for (const path of paths) await look(path, { folders, cwd: subject.cwd });
      } finally {
        await folders.close();
      }
      return null;
    } catch (error) {
      if (error instanceof ModelVisibleError) return error.message;
      throw error;
    }
  };
}

/** Throws ModelVisibleError. */
async function look(path: string, { folders, cwd }: { readonly folders: WorkspaceFolders; readonly cwd: string }): Promise<void> {
  const target = readTarget(path, {
    roots: [cwd, folders.realPath],
    personHome: personHome(),
    isWindows: process.platform === "win32",
  });
  if (!target.ok) throw new ModelVisibleError(target.why);
  const folder = await folders.folder(target.folders);
  if (folder !== null) await lookAt(folder, target.name, target.shown);
}
