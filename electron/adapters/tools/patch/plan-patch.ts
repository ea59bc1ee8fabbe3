// What a patch would make of the files as they are: every step is thought through before the first file is touched, and later steps see what earlier
// ones have made.
import type { FileChange } from "../../../../shared/protocol/turn-item";
import { ModelVisibleError } from "../../../runtime/errors";
import type { WorkspaceFolders } from "../workspace-folders";
import { personHome } from "../person-home";
import { readTarget } from "../workspace-target";
import { applyHunks } from "./apply-hunks";
import { ABSENT, MAX_FILE_BYTES, readEntry, type FileEntry } from "./file-entry";
import type { PatchStep } from "./parse-patch";
import { readText, textBytes } from "./text-lines";
import { unifiedDiff } from "./unified-diff";

/** What all files of one patch may hold, before and after, in bytes. */
const MAX_PATCH_BYTES = 128 * 1024 * 1024;

/** What a file is to be. `mode` null: what the system gives a new file. */
export type FileWish =
  { readonly kind: "absent" } | { readonly kind: "file"; readonly bytes: Buffer; readonly mode: number | null };

export interface PlannedFile {
  readonly folders: readonly string[];
  readonly name: string;
  /** Relative to the session's folder. */
  readonly shown: string;
  readonly before: FileEntry;
  readonly after: FileWish;
}

/** `files`: those that will change, each once. `newFolders`: those that will be made, the upper first. `changes`: the files for people, a move as one. */
export interface PatchPlan {
  readonly files: readonly PlannedFile[];
  readonly newFolders: readonly (readonly string[])[];
  readonly changes: readonly FileChange[];
}

interface TouchedFile extends Omit<PlannedFile, "after"> {
  now: FileWish;
  /** What was moved here. */
  movedFrom: TouchedFile | null;
}

/** Throws ModelVisibleError: which file, which hunk, and what is wrong. */
export async function planPatch(steps: readonly PatchStep[], folders: WorkspaceFolders, cwd: string): Promise<PatchPlan> {
  const files = new TouchedFiles(folders, cwd);
  for (const step of steps) await applyStep(step, files);
  return files.plan();
}

async function applyStep(step: PatchStep, files: TouchedFiles): Promise<void> {
  const file = await files.touch(step.path);
  if (step.kind === "add") {
    if (file.now.kind === "file")
      throw new ModelVisibleError(`${file.shown} is there already; update it, or delete it in the same patch before it is added`);
    // What was deleted by an earlier step keeps its permissions.
    const mode = file.before.kind === "file" ? file.before.mode : null;
    file.now = { kind: "file", bytes: Buffer.from(step.lines.map((line) => `${line}\n`).join("")), mode };
    return;
  }
  const { now } = file;
  if (now.kind === "absent") throw new ModelVisibleError(`${file.shown} does not exist, so it cannot be ${PAST[step.kind]}`);
  if (step.kind === "delete") {
    file.now = { kind: "absent" };
    return;
  }
  const bytes = step.hunks.length === 0 ? now.bytes : updated(now.bytes, step, file.shown);
  if (step.movePath === null) {
    file.now = { ...now, bytes };
    return;
  }
  const target = await files.touch(step.movePath);
  if (target === file) throw new ModelVisibleError(`${file.shown} cannot be moved onto itself`);
  if (target.now.kind === "file")
    throw new ModelVisibleError(`${target.shown} is there already, so ${file.shown} cannot be moved there; delete it first`);
  target.now = { ...now, bytes };
  target.movedFrom = file.movedFrom ?? file;
  file.now = { kind: "absent" };
}

const PAST = { update: "updated", delete: "deleted" } as const;

function updated(bytes: Buffer, { hunks }: Extract<PatchStep, { kind: "update" }>, shown: string): Buffer {
  const read = readText(bytes);
  if (!read.ok) throw new ModelVisibleError(`${shown} cannot be patched: ${read.why}`);
  const applied = applyHunks(read.file.lines, hunks);
  if (!applied.ok) throw new ModelVisibleError(`${shown}, ${applied.why}`);
  return textBytes({ ...read.file, lines: applied.lines });
}

class TouchedFiles {
  readonly #byShown = new Map<string, TouchedFile>();
  readonly #folders: WorkspaceFolders;
  readonly #roots: readonly string[];
  #bytesRead = 0;

  constructor(folders: WorkspaceFolders, cwd: string) {
    this.#folders = folders;
    this.#roots = [cwd, folders.realPath];
  }

  async touch(path: string): Promise<TouchedFile> {
    const target = readTarget(path, {
      roots: this.#roots,
      personHome: personHome(),
      isWindows: process.platform === "win32",
    });
    if (!target.ok) throw new ModelVisibleError(target.why);
    const known = this.#byShown.get(target.shown);
    if (known !== undefined) return known;
    const { folders, name, shown } = target;
    const folder = await this.#folders.folder(folders);
    const before = folder === null ? ABSENT : await readEntry(folder, name, shown);
    if (before.kind === "file") this.#count(before.bytes.length);
    const file: TouchedFile = { folders, name, shown, before, now: wishFor(before), movedFrom: null };
    this.#byShown.set(shown, file);
    return file;
  }

  async plan(): Promise<PatchPlan> {
    const files = [...this.#byShown.values()].filter(isChanged);
    for (const file of files) this.#refuseImpossible(file);
    return {
      files: files.map(({ now, movedFrom: _movedFrom, ...file }) => ({ ...file, after: now })),
      newFolders: await this.#missingFolders(files),
      changes: bounded(changesOf(files)),
    };
  }

  async #missingFolders(files: readonly TouchedFile[]): Promise<readonly (readonly string[])[]> {
    const missing = new Map<string, readonly string[]>();
    for (const { folders } of files.filter(({ now }) => now.kind === "file"))
      for (const length of folders.keys()) {
        const names = folders.slice(0, length + 1);
        if ((await this.#folders.folder(names)) === null) missing.set(names.join("/"), names);
      }
    return [...missing.values()];
  }

  #refuseImpossible({ shown, folders, before, now }: TouchedFile): void {
    if (before.kind === "file" && (before.mode & 0o222) === 0)
      throw new ModelVisibleError(`${shown} is write-protected: its permissions let nobody write it`);
    if (now.kind === "absent") return;
    if (now.bytes.length > MAX_FILE_BYTES)
      throw new ModelVisibleError(`${shown} would be too large: at most ${MAX_FILE_BYTES / 1024 / 1024} MiB are written`);
    for (const length of folders.keys()) {
      const above = this.#byShown.get(folders.slice(0, length + 1).join("/"));
      if (above?.now.kind === "file") throw new ModelVisibleError(`${above.shown} cannot be a file and the folder of ${shown}`);
    }
  }

  #count(bytes: number): void {
    this.#bytesRead += bytes;
    if (this.#bytesRead > MAX_PATCH_BYTES)
      throw new ModelVisibleError(`the patch is about more than ${MAX_PATCH_BYTES / 1024 / 1024} MiB of files; split it`);
  }
}

/** As it is. */
export function wishFor(entry: FileEntry): FileWish {
  return entry.kind === "absent" ? { kind: "absent" } : { kind: "file", bytes: entry.bytes, mode: entry.mode };
}

function isChanged({ before, now }: TouchedFile): boolean {
  if (before.kind === "absent" || now.kind === "absent") return before.kind !== now.kind;
  return !before.bytes.equals(now.bytes);
}

function changesOf(files: readonly TouchedFile[]): readonly FileChange[] {
  const moves = files.filter(isMove);
  const sources = new Set(moves.map(({ movedFrom }) => movedFrom));
  return files.flatMap((file): FileChange[] => {
    if (isMove(file)) return [{ ...changeOf(file.movedFrom.shown, file.movedFrom.before, file.now), movePath: file.shown }];
    return sources.has(file) ? [] : [changeOf(file.shown, file.before, file.now)];
  });
}

/** The place it came from is empty now, and where it went nothing was. */
function isMove(file: TouchedFile): file is TouchedFile & { readonly movedFrom: TouchedFile } {
  return file.movedFrom?.now.kind === "absent" && file.movedFrom.before.kind === "file" && file.before.kind === "absent";
}

/** Characters of all diffs of one patch that are recorded; the rest is in the files. */
const MAX_DIFF_CHARACTERS = 1024 * 1024;

/** In order, as far as there is room: a line of the rollout has a limit. */
export function bounded(changes: readonly FileChange[]): readonly FileChange[] {
  let left = MAX_DIFF_CHARACTERS;
  return changes.map((change) => {
    const diff = shortened(change.diff, left);
    left = Math.max(0, left - diff.length);
    return { ...change, diff };
  });
}

/** Hunks of an update; the whole text of what is added or deleted, if it is text. */
export function changeOf(path: string, before: FileEntry | FileWish, after: FileEntry | FileWish): FileChange {
  if (before.kind === "absent") return { path, kind: "add", diff: after.kind === "file" ? wholeText(after.bytes) : "" };
  if (after.kind === "absent") return { path, kind: "delete", diff: wholeText(before.bytes) };
  const [old, now] = [readText(before.bytes), readText(after.bytes)];
  return { path, kind: "update", diff: old.ok && now.ok ? unifiedDiff(old.file.lines, now.file.lines) : "" };
}

function wholeText(bytes: Buffer): string {
  return readText(bytes).ok ? bytes.toString() : "";
}

function shortened(diff: string, most: number): string {
  if (diff.length <= most) return diff;
  const left = diff.slice(0, diff.lastIndexOf("\n", most) + 1);
  return `${left}\\ the rest is not shown here: ${diff.length - left.length} more characters`;
}
