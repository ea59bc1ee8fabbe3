// Reads the ignore files that hold for a folder: its own, and those above it. Synchronous: they are small, and few.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import path from "node:path";
import { IgnoreLevel, type FolderRules } from "./ignore-rules";

/** What is larger is no list that a person keeps; it is not used. */
const MOST_BYTES = 1024 * 1024;

/** `names`: those that are in it, where they are known. */
export function folderRules(folder: string, names: ReadonlySet<string> | null = null): FolderRules {
  const text = (name: string): string => (names === null || names.has(name) ? readText(path.join(folder, name)) : "");
  const isRepository = names === null ? exists(path.join(folder, ".git")) : names.has(".git");
  return {
    rgignore: text(".rgignore"),
    ignore: text(".ignore"),
    gitignore: text(".gitignore"),
    exclude: isRepository ? readText(path.join(folder, ".git", "info", "exclude")) : "",
    isRepository,
  };
}

/**
 * `level`: of the folder. `path`: its own, as the level's paths begin; it ends with a slash unless it is empty. `isInIgnored`: it is left out itself, and
 * was asked for all the same: then only rules from it on downward hold.
 */
export interface FolderLevel {
  readonly level: IgnoreLevel;
  readonly path: string;
  readonly isInIgnored: boolean;
}

export function levelOf(folder: string): FolderLevel {
  const folders = [folder];
  for (let above = path.dirname(folder); above !== folders[0]; above = path.dirname(above)) folders.unshift(above);
  let level: IgnoreLevel | null = null;
  let at = "";
  for (const [index, each] of folders.entries()) {
    if (index > 0) at += `${path.basename(each)}/`;
    if (level?.isIgnored(at) === true)
      return { level: new IgnoreLevel(null, "", folderRules(folder)), path: "", isInIgnored: true };
    const rules = folderRules(each);
    level = level === null ? new IgnoreLevel(null, "", rules) : level.below(at, rules);
  }
  return { level: level ?? new IgnoreLevel(null, "", folderRules(folder)), path: at, isInIgnored: false };
}

function readText(file: string): string {
  let descriptor: number | null = null;
  try {
    if (!lstatSync(file).isFile() && !lstatSync(file).isSymbolicLink()) return "";
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(descriptor);
    if (!found.isFile() || found.size > MOST_BYTES) return "";
    const bytes = Buffer.alloc(found.size);
    return bytes.toString("utf8", 0, readSync(descriptor, bytes)).replace(/^\ufeff/, "");
  } catch {
    // One that cannot be read leaves nothing out.
    return "";
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

function exists(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
