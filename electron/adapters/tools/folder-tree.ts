// What lies in a folder, level by level, so that a bound on the number of entries cuts the deepest levels first.
import type { Dirent } from "node:fs";
import { readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { errorMessage } from "../../runtime/errors";
import { errorCode } from "./error-code";
import { folderRules, levelOf } from "./ignore-files";
import type { IgnoreLevel } from "./ignore-rules";

/** Shown, but never looked into. */
const CLOSED_FOLDERS = new Set(["node_modules", ".git"]);
/** After this many entries the rest is no longer counted. */
const COUNT_LIMIT = 20_000;

/** `label`: the name as shown. `remark`: why a folder's entries are not here. */
export interface TreeNode {
  readonly label: string;
  remark: string | null;
  readonly children: TreeNode[];
}

/** `omitted`: entries that were found and left out; `isExact` false: there are more than that. `ignored`: left out because of ignore files. */
export interface FolderTree {
  readonly nodes: readonly TreeNode[];
  readonly omitted: number;
  readonly ignored: number;
  readonly isExact: boolean;
}

interface Folder {
  readonly path: string;
  readonly level: number;
  /** Null when it was left out itself: its entries are only counted. */
  readonly node: TreeNode | null;
  /** Of the rules above it, and where it lies among them; null: what is ignored is shown. */
  readonly rules: { readonly level: IgnoreLevel; readonly path: string } | null;
}

/** Throws the file system's error when the root cannot be read; null when the signal aborted. */
export async function readFolderTree(
  root: string,
  limits: { readonly depth: number; readonly entries: number; readonly showsIgnored: boolean },
  signal: AbortSignal,
): Promise<FolderTree | null> {
  const top: TreeNode = { label: "", remark: null, children: [] };
  const folders: Folder[] = [{ path: root, level: 1, node: top, rules: limits.showsIgnored ? null : levelOf(root) }];
  let found = 0;
  let ignored = 0;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    if (signal.aborted) return null;
    if (found > COUNT_LIMIT) return { nodes: top.children, omitted: found - limits.entries, ignored, isExact: false };
    const entries = await readEntries(folder);
    const rules = rulesIn(folder, entries);
    for (const entry of entries) {
      const path = (rules?.path ?? "") + entry.name + (entry.isDirectory() ? "/" : "");
      if (rules?.level.isIgnored(path) === true) {
        ignored++;
        continue;
      }
      const isShown = folder.node !== null && found < limits.entries;
      found++;
      const node = isShown ? await describeEntry(folder.path, entry) : null;
      if (node !== null) folder.node?.children.push(node);
      if (entry.isDirectory() && folder.level < limits.depth && !CLOSED_FOLDERS.has(entry.name)) {
        folders.push({
          path: join(folder.path, entry.name),
          level: folder.level + 1,
          node,
          rules: rules === null ? null : { level: rules.level, path },
        });
      }
    }
  }
  return { nodes: top.children, omitted: Math.max(0, found - limits.entries), ignored, isExact: true };
}

function rulesIn({ path, level, rules }: Folder, entries: readonly Dirent[]): Folder["rules"] {
  // Those of the root itself are read with the rules above it.
  if (rules === null || level === 1) return rules;
  return { level: rules.level.below(rules.path, folderRules(path, new Set(entries.map(({ name }) => name)))), path: rules.path };
}

async function readEntries({ path, level, node }: Folder): Promise<Dirent[]> {
  try {
    return (await readdir(path, { withFileTypes: true })).sort(foldersFirst);
  } catch (error) {
    if (level === 1) throw error;
    if (node !== null) node.remark = ["EACCES", "EPERM"].includes(errorCode(error)) ? "permission denied" : errorMessage(error);
    return [];
  }
}

function foldersFirst(one: Dirent, other: Dirent): number {
  if (one.isDirectory() !== other.isDirectory()) return one.isDirectory() ? -1 : 1;
  return one.name < other.name ? -1 : 1;
}

async function describeEntry(folder: string, entry: Dirent): Promise<TreeNode> {
  const name = escapeControls(entry.name);
  if (entry.isDirectory()) return { label: `${name}/`, remark: null, children: [] };
  if (!entry.isSymbolicLink()) return { label: name, remark: null, children: [] };
  const target = await readlink(join(folder, entry.name)).catch((error: unknown) => `(${errorMessage(error)})`);
  return { label: `${name} -> ${escapeControls(target)}`, remark: null, children: [] };
}

/** A name may hold line breaks; one entry must stay one line. */
function escapeControls(name: string): string {
  return name.replaceAll(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
