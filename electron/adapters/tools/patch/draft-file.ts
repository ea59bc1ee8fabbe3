// A file's new form, written and synced beside its place under a name of its own, with the permissions and the owner of what it will replace.
import { constants } from "node:fs";
import { open, unlink, type FileHandle } from "node:fs/promises";
import { ModelVisibleError } from "../../../runtime/errors";
import { errorCode } from "../error-code";
import { fileFault } from "../file-fault";
import { within, type WorkspaceFolder } from "../workspace-folders";
import type { PresentFile } from "./file-entry";
import type { FileWish, PlannedFile } from "./plan-patch";

/** As the system's mask has it, like any program's new file. */
const NEW_FILE_MODE = 0o666;
const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

export interface DraftWish {
  readonly file: PlannedFile;
  readonly wish: FileWish;
  readonly draftId: string;
}

/** Where it lies; null for a file that is to be absent. Throws ModelVisibleError, and then nothing lies there. */
export async function writeDraft(folder: WorkspaceFolder, { file, wish, draftId }: DraftWish): Promise<string | null> {
  if (wish.kind === "absent") return null;
  const path = within(folder, draftName(file.name, draftId));
  try {
    const draft = await open(path, FLAGS, wish.mode ?? NEW_FILE_MODE);
    try {
      await fill(draft, wish, file);
    } catch (error) {
      await unlink(path);
      throw error;
    } finally {
      await draft.close();
    }
    return path;
  } catch (error) {
    throw error instanceof ModelVisibleError ? error : await fileFault(error, file.shown);
  }
}

async function fill(
  draft: FileHandle,
  { bytes, mode }: Extract<FileWish, { kind: "file" }>,
  { before, shown }: PlannedFile,
): Promise<void> {
  await draft.writeFile(bytes);
  if (process.platform !== "win32") {
    if (before.kind === "file") await keepOwner(draft, before, shown);
    // Behind the change of owner, which takes special bits away.
    if (mode !== null) await draft.chmod(mode);
  }
  await draft.sync();
}

/** Hidden, so that those who watch the folder pass it by; a long name is cut to leave room. */
export function draftName(name: string, draftId: string): string {
  return `.${[...name].slice(0, 40).join("")}.${draftId}.tmp`;
}

async function keepOwner(draft: FileHandle, { owner }: PresentFile, shown: string): Promise<void> {
  const own = await draft.stat();
  if (own.uid === owner.uid && own.gid === owner.gid) return;
  try {
    await draft.chown(owner.uid, owner.gid);
  } catch (error) {
    if (errorCode(error) !== "EPERM") throw error;
    throw new ModelVisibleError(`${shown} belongs to another user or group, which a patch cannot keep`, { cause: error });
  }
}
