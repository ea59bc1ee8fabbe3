// The AGENTS.md files of a workspace, as Codex finds them: one of each folder from the repository's root down to the session's, an AGENTS.override.md
// before the AGENTS.md beside it, together at most 32 KiB. A repository may be anybody's: nothing outside of it is read because it says so.
import { constants } from "node:fs";
import { lstat, open, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { TextDecoder } from "node:util";
import { errorMessage } from "../../runtime/errors";
import type { InstructionFile } from "../../runtime/ports/workspace-context";
import { isWithin } from "../is-within";

const NAMES = ["AGENTS.override.md", "AGENTS.md"];
const MOST_BYTES = 32 * 1024;

export interface FoundInstructions {
  readonly files: readonly InstructionFile[];
  readonly problems: readonly string[];
}

/** Never rejects: what cannot be read is a problem, in words for the person. */
export async function findInstructions(cwd: string): Promise<FoundInstructions> {
  const root = await repositoryRoot(cwd);
  const files: InstructionFile[] = [];
  const problems: string[] = [];
  let left = MOST_BYTES;
  const found = await Promise.all(foldersDown(root, cwd).map(firstOf));
  for (const file of found) {
    if (file === null) continue;
    const read = await readFile(file, { root, left });
    if (typeof read === "string") {
      problems.push(read);
      continue;
    }
    const { text, bytes } = read;
    if (text.trim() === "" && bytes <= left) continue;
    const isCut = bytes > left;
    if (isCut)
      problems.push(`${file} is longer than AGENTS.md files may be in all (32 KiB); the model reads its beginning only.`);
    const remark = `[cut here: AGENTS.md files are told up to 32 KiB in all; read ${file} for the rest]`;
    files.push({ path: file, text: isCut ? `${text}\n${remark}` : text });
    left = Math.max(0, left - bytes);
  }
  return { files, problems };
}

async function repositoryRoot(cwd: string): Promise<string> {
  const folders = [cwd];
  for (let folder = cwd; path.dirname(folder) !== folder; folder = path.dirname(folder)) folders.push(path.dirname(folder));
  const areRoots = await Promise.all(folders.map((folder) => exists(path.join(folder, ".git"))));
  return folders[areRoots.indexOf(true)] ?? cwd;
}

function foldersDown(root: string, cwd: string): string[] {
  const folders = [cwd];
  for (let folder = cwd; folder !== root; folder = path.dirname(folder)) folders.unshift(path.dirname(folder));
  return folders;
}

async function firstOf(folder: string): Promise<string | null> {
  const files = NAMES.map((name) => path.join(folder, name));
  const areThere = await Promise.all(files.map(exists));
  return files[areThere.indexOf(true)] ?? null;
}

async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

/** At most `left` bytes of it as text, and how many there are; else what is wrong, in words. */
async function readFile(
  file: string,
  { root, left }: { readonly root: string; readonly left: number },
): Promise<{ readonly text: string; readonly bytes: number } | string> {
  try {
    if (!(await leadsInto(root, file))) return `${file} leads out of its repository and was not read.`;
    // Before, because opening a device may do something; not blocking, because it may be a pipe by then.
    if (!(await stat(file)).isFile()) return `${file} is not a regular file and was not read.`;
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const found = await handle.stat();
      if (!found.isFile()) return `${file} is not a regular file and was not read.`;
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(left), 0, left, 0);
      const bytes = buffer.subarray(0, bytesRead);
      if (bytes.includes(0)) return `${file} is not text in UTF-8 and was not read.`;
      const isCut = found.size > bytesRead;
      // As a stream: a letter that is cut at the end is left out.
      return { text: new TextDecoder().decode(bytes, { stream: isCut }), bytes: Math.max(found.size, bytesRead) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return `${file} could not be read: ${errorMessage(error)}`;
  }
}

async function leadsInto(root: string, file: string): Promise<boolean> {
  const [realRoot, real] = await Promise.all([realpath(root), realpath(file)]);
  return real !== realRoot && isWithin(real, realRoot);
}
