// The folder that a command starts in, looked at before anything is started: what a shell says of one that is not there helps nobody.
import { stat } from "node:fs/promises";
import { ModelVisibleError } from "../../runtime/errors";
import { errorCode } from "./error-code";
import { fileFault } from "./file-fault";

/** Throws ModelVisibleError. */
export async function checkFolderToRunIn(cwd: string): Promise<void> {
  const found = await stat(cwd).catch(async (error: unknown) => {
    throw errorCode(error) === "ENOENT"
      ? new ModelVisibleError(`the folder to run in does not exist: ${cwd}`, { cause: error })
      : await fileFault(error, cwd);
  });
  if (!found.isDirectory()) throw new ModelVisibleError(`the folder to run in is not a folder: ${cwd}`);
}
