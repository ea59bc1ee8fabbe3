// Writes planned files, all or none: what is new lies complete beside its place first, then takes it at one stroke. What fails half-way is put back.
import { link, rename, rmdir, unlink } from "node:fs/promises";
import { ModelVisibleError } from "../../../runtime/errors";
import { errorCode } from "../error-code";
import { fileFault } from "../file-fault";
import { within, type WorkspaceFolder, type WorkspaceFolders } from "../workspace-folders";
import { writeDraft } from "./draft-file";
import { lookAt, stampOf } from "./file-entry";
import { wishFor, type PlannedFile } from "./plan-patch";

type FolderNames = readonly string[];

export interface WriteParts {
  readonly folders: WorkspaceFolders;
  /** Part of the names of drafts, so that one that a crash leaves can be told. */
  readonly draftId: string;
}

/** `left`: what could not be put back. */
export class WriteFailed extends ModelVisibleError {
  readonly left: readonly string[];

  constructor(cause: ModelVisibleError, left: readonly string[]) {
    const state = left.length === 0 ? "No file was changed." : `These could not be put back: ${left.join(", ")}.`;
    super(`${cause.message}\n${state}`, { cause });
    this.left = left;
  }
}

interface StagedFile {
  readonly file: PlannedFile;
  readonly folder: WorkspaceFolder;
  /** Where its new form lies; null: it is to be absent. */
  readonly draft: string | null;
}

interface Progress {
  readonly madeFolders: FolderNames[];
  readonly staged: StagedFile[];
  readonly written: StagedFile[];
}

/** Throws WriteFailed. Takes no signal: it is short, and half of it is what nobody wants. */
export async function writeFiles(files: readonly PlannedFile[], parts: WriteParts): Promise<void> {
  const progress: Progress = { madeFolders: [], staged: [], written: [] };
  // A move is written before its source goes: at no moment is the text nowhere.
  const inOrder = [
    ...files.filter(({ after }) => after.kind === "file"),
    ...files.filter(({ after }) => after.kind === "absent"),
  ];
  try {
    for (const file of inOrder) progress.staged.push(await stage(file, parts, progress));
    for (const each of progress.staged) await checkUnchanged(each, parts.folders);
    for (const each of progress.staged) {
      await take(each);
      progress.written.push(each);
    }
    for (const folder of new Set(progress.staged.map((each) => each.folder))) await syncFolder(folder);
  } catch (error) {
    const left = await putBack(progress, parts);
    throw new WriteFailed(error instanceof ModelVisibleError ? error : await fileFault(error, "a file"), left);
  }
}

async function stage(file: PlannedFile, { folders, draftId }: WriteParts, { madeFolders }: Progress): Promise<StagedFile> {
  if (file.after.kind === "file") {
    const folder = await folders.madeFolder(file.folders, (names) => madeFolders.push(names));
    return { file, folder, draft: await writeDraft(folder, { file, wish: file.after, draftId }) };
  }
  const folder = await folders.folder(file.folders);
  if (folder === null) throw changed(file.shown);
  return { file, folder, draft: null };
}

/** Between the plan and now nothing may have come, gone or changed: neither the file nor the folders above it. */
async function checkUnchanged({ file, folder }: StagedFile, folders: WorkspaceFolders): Promise<void> {
  await folders.checkPlace(folder);
  const found = await lookAt(folder, file.name, file.shown);
  const { before } = file;
  const isSame = before.kind === "absent" ? found === null : found !== null && stampOf(found) === before.stamp;
  if (!isSame) throw changed(file.shown);
}

function changed(shown: string): ModelVisibleError {
  return new ModelVisibleError(`${shown} was changed by somebody else while the patch was being applied; read it again`);
}

/** A link made in the file's place at the last moment is replaced, never followed. */
async function take({ file, folder, draft }: StagedFile): Promise<void> {
  const path = within(folder, file.name);
  try {
    if (draft === null) await unlink(path);
    else if (file.before.kind === "absent") await appear(draft, path);
    else await rename(draft, path);
  } catch (error) {
    throw errorCode(error) === "EEXIST" ? changed(file.shown) : await fileFault(error, file.shown);
  }
}

/** As a rename, but never over something that has come meanwhile; where there are no hard links it is a rename. */
async function appear(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if (errorCode(error) === "EEXIST") throw error;
    await rename(draft, path);
    return;
  }
  await unlink(draft);
}

async function syncFolder({ handle }: WorkspaceFolder): Promise<void> {
  try {
    await handle?.sync();
  } catch (error) {
    // Some file systems have nothing to sync there.
    if (errorCode(error) !== "EINVAL" && errorCode(error) !== "ENOTSUP") throw error;
  }
}

/** Returns what could not be put back. */
async function putBack({ madeFolders, staged, written }: Progress, { folders, draftId }: WriteParts): Promise<readonly string[]> {
  const left: string[] = [];
  for (const { file, folder } of [...written].reverse()) {
    const { before, after } = file;
    try {
      const draft = before.kind === "file" ? await writeDraft(folder, { file, wish: wishFor(before), draftId }) : null;
      await take({ file: { ...file, before: after.kind === "absent" ? after : before }, folder, draft });
    } catch (error) {
      if (!(error instanceof ModelVisibleError)) throw error;
      left.push(file.shown);
    }
  }
  for (const { draft, file } of staged.filter((each) => !written.includes(each)))
    if (draft !== null && !(await isGone(unlink(draft)))) left.push(`the draft of ${file.shown}`);
  for (const names of [...madeFolders].reverse()) {
    const parent = await folders.folder(names.slice(0, -1));
    if (parent !== null && !(await isGone(rmdir(within(parent, names.at(-1) ?? ""))))) left.push(names.join("/"));
  }
  return left;
}

async function isGone(removal: Promise<void>): Promise<boolean> {
  try {
    await removal;
    return true;
  } catch (error) {
    return errorCode(error) === "ENOENT";
  }
}
