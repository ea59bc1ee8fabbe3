// Puts back the files of a turn's patches, all or none, if nobody has changed them since.
import { rmdir, unlink } from "node:fs/promises";
import { CommandRefused, errorMessage, ModelVisibleError } from "../../../runtime/errors";
import type { FileUndo, PatchedTurn, Restored } from "../../../runtime/ports/file-undo";
import { errorCode } from "../error-code";
import { within, type WorkspaceFolder, WorkspaceFolders } from "../workspace-folders";
import { draftName } from "./draft-file";
import { readEntry, type FileEntry } from "./file-entry";
import type { PatchSnapshots, Snapshot } from "./patch-snapshots";
import { bounded, changeOf, type FileWish, type PlannedFile } from "./plan-patch";
import { hashOf, readBlob, type KeptFile } from "./snapshot-file";
import { WriteFailed, writeFiles } from "./write-files";

export interface UndoParts {
  readonly snapshots: PatchSnapshots;
  /** The app's own folder. */
  readonly home: string;
}

export function createFileUndo({ snapshots, home }: UndoParts): FileUndo {
  return {
    restore: async (turn) => restore(await snapshots.ofTurn(turn), home),
    forget: async (turn: PatchedTurn) => snapshots.drop(await snapshots.ofTurn(turn)),
  };
}

async function restore(kept: readonly Snapshot[], home: string): Promise<Restored> {
  const cwd = kept[0]?.manifest.cwd;
  if (cwd === undefined)
    return { outcome: "nothing", why: "no file changes of this turn are kept; what commands change never is" };
  try {
    const folders = await WorkspaceFolders.open({ cwd, realCwd: cwd }, home);
    try {
      return await restoreIn(folders, kept);
    } finally {
      await folders.close();
    }
  } catch (error) {
    if (error instanceof ModelVisibleError && !(error instanceof WriteFailed)) return { outcome: "nothing", why: error.message };
    throw new CommandRefused("storage", errorMessage(error));
  }
}

async function restoreIn(folders: WorkspaceFolders, kept: readonly Snapshot[]): Promise<Restored> {
  const histories = historiesOf(kept);
  const current = new Map<FileHistory, FileEntry>();
  const changed: string[] = [];
  for (const history of histories) {
    const entry = await entryNow(folders, history.file);
    if (entry === null || !isKnown(entry, history)) changed.push(history.file.shown);
    else current.set(history, entry);
  }
  if (changed.length > 0) return { outcome: "changed", paths: changed };
  const files: PlannedFile[] = [];
  for (const [{ file, first, folder }, entry] of current) {
    if (isAs(entry, first.before)) continue;
    const { folders: above, name, shown } = file;
    files.push({ folders: above, name, shown, before: entry, after: await wishOf(first.before, folder) });
  }
  await sweepDrafts(folders, kept);
  await writeFiles(files, { folders, draftId: undoDraftId(kept) });
  await sweepFolders(folders, kept);
  const changes = bounded(files.map(({ shown, before, after }) => changeOf(shown, before, after)));
  if (changes.length === 0) return { outcome: "nothing", why: "the files are already as they were before this turn's patches" };
  return { outcome: "undone", changes };
}

/** One file through all patches of the turn. `folder`: of the snapshot that has it as it was before the first. */
interface FileHistory {
  readonly file: Pick<KeptFile, "folders" | "name" | "shown">;
  readonly first: KeptFile;
  readonly folder: string;
  readonly last: KeptFile;
}

function historiesOf(kept: readonly Snapshot[]): readonly FileHistory[] {
  const histories = new Map<string, FileHistory>();
  for (const { folder, manifest } of kept)
    for (const file of manifest.files) {
      const known = histories.get(file.shown);
      histories.set(file.shown, known === undefined ? { file, first: file, folder, last: file } : { ...known, last: file });
    }
  return [...histories.values()];
}

/** Null: there is something else, such as a link or a folder. */
async function entryNow(
  folders: WorkspaceFolders,
  { folders: above, name, shown }: FileHistory["file"],
): Promise<FileEntry | null> {
  try {
    const folder = await folders.folder(above);
    return folder === null ? { kind: "absent" } : await readEntry(folder, name, shown);
  } catch (error) {
    if (error instanceof ModelVisibleError) return null;
    throw error;
  }
}

/** As the last patch left it; or as it was before that, if the app was killed in its midst, or before all, if it was killed while undoing. */
function isKnown(entry: FileEntry, { first, last }: FileHistory): boolean {
  return isAs(entry, last.after) || isAs(entry, last.before) || isAs(entry, first.before);
}

function isAs(entry: FileEntry, kept: KeptFile["before"] | KeptFile["after"]): boolean {
  if (entry.kind === "absent" || kept.kind === "absent") return entry.kind === kept.kind;
  return hashOf(entry.bytes) === kept.hash;
}

async function wishOf(before: KeptFile["before"], folder: string): Promise<FileWish> {
  if (before.kind === "absent") return before;
  return { kind: "file", bytes: await readBlob(folder, before), mode: before.mode };
}

/** The same each time, so that drafts which a crash leaves of an undo are found by the next one. */
function undoDraftId(kept: readonly Snapshot[]): string {
  return `undo-${kept[0]?.manifest.draftId ?? ""}`;
}

/** Drafts that a crash left go, of the patches and of an earlier undo. */
async function sweepDrafts(folders: WorkspaceFolders, kept: readonly Snapshot[]): Promise<void> {
  for (const { manifest } of kept)
    for (const { folders: above, name } of manifest.files) {
      const folder = await stillThere(folders, above);
      if (folder === null) continue;
      for (const draftId of [manifest.draftId, undoDraftId(kept)]) await gone(unlink(within(folder, draftName(name, draftId))));
    }
}

/** Folders that were made for the patches go, if nothing else is in them. */
async function sweepFolders(folders: WorkspaceFolders, kept: readonly Snapshot[]): Promise<void> {
  for (const { manifest } of [...kept].reverse())
    for (const names of [...manifest.newFolders].reverse()) {
      const parent = await stillThere(folders, names.slice(0, -1));
      if (parent !== null) await gone(rmdir(within(parent, names.at(-1) ?? "")));
    }
}

async function stillThere(folders: WorkspaceFolders, names: readonly string[]): Promise<WorkspaceFolder | null> {
  try {
    return await folders.folder(names);
  } catch (error) {
    if (error instanceof ModelVisibleError) return null;
    throw error;
  }
}

async function gone(removal: Promise<void>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!["ENOENT", "ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(errorCode(error))) throw error;
  }
}
