// Which files are one session, and which of them stands for it. Pure: files and what they say in, the reason for hiding one out.
import { dirname, sep } from "node:path";
import type { HiddenReason } from "../../../../shared/protocol/thread";
import type { FileFacts } from "./file-facts";
import type { FoundFile } from "./find-files";
import { createdAtOfId } from "./rollout-name";
import { codexHomeOf } from "./session-places";

/** A file and what it says of itself. */
export interface ReadFile {
  readonly file: FoundFile;
  readonly facts: FileFacts;
}

/** By path; a file that is not in it is shown. */
export function classify(files: readonly ReadFile[]): ReadonlyMap<string, HiddenReason> {
  const hidden = new Map<string, HiddenReason>();
  const groups = new Map<string, ReadFile[]>();
  const paths = new Set(files.map(({ file }) => file.path));
  for (const read of files) {
    const { file, facts } = read;
    if (facts.kind === "broken") hidden.set(file.path, facts.reason);
    else if (file.name.form === "zstd" && paths.has(file.path.slice(0, -".zst".length))) hidden.set(file.path, "duplicate");
    else {
      if (facts.isSubAgent) hidden.set(file.path, "subAgent");
      const key = groupOf(read);
      if (key !== null) groups.set(key, [...(groups.get(key) ?? []), read]);
    }
  }
  for (const group of groups.values()) {
    if (group.length === 1) continue;
    const isReverted = group.some(({ file }) => file.name.segmentId !== null);
    const [, ...others] = group.toSorted(isReverted ? bySegment : byTime);
    for (const { file } of others) hidden.set(file.path, isReverted ? "superseded" : "duplicate");
  }
  return hidden;
}

/** The whole tree that a file lies in: the same session in another tree is another copy, and both are shown. */
export function treeOf(path: string): string {
  const folder = dirname(path);
  return codexHomeOf(path)?.home ?? folder.replace(DAY, "");
}

const DAY = new RegExp(`\\${sep}\\d{4}\\${sep}\\d{2}\\${sep}\\d{2}$`);

/** Own files are one thread by their name, others by their header. */
function groupOf({ file, facts }: ReadFile): string | null {
  if (!file.threadId.startsWith("file-")) return file.threadId;
  const id = facts.kind === "session" ? (facts.sessionId ?? file.name.threadId) : null;
  return id === null ? null : `${treeOf(file.path)}\n${id.toLowerCase()}`;
}

function bySegment(one: ReadFile, other: ReadFile): number {
  return madeAt(other) - madeAt(one) || byTime(one, other);
}

function madeAt({ file, facts }: ReadFile): number {
  if (file.name.segmentId === null) return 0;
  return createdAtOfId(file.name.segmentId) ?? (facts.kind === "session" ? facts.createdAtMs : null) ?? 1;
}

function byTime(one: ReadFile, other: ReadFile): number {
  return other.file.updatedAtMs - one.file.updatedAtMs || (one.file.path < other.file.path ? -1 : 1);
}
