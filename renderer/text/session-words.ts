// How sessions, and the files that are none, are spoken of.
import type { SessionRoot } from "../../shared/protocol/past-session";
import type { HiddenReason, Thread, ThreadOrigin } from "../../shared/protocol/thread";
import { folderName } from "./folder-name";
import { visibleLine } from "./invisible";

/** What the person calls it, else its first words. */
export function sessionTitle(thread: Thread): string {
  const name = visibleLine(thread.name ?? "").trim();
  if (name !== "") return name;
  const first = thread.preview.split("\n", 1)[0]?.trim() ?? "";
  if (first !== "") return first;
  return thread.hidden === undefined ? "New session" : folderName(thread.path).name;
}

/** Who wrote it. */
export function sourceName(source: string): string {
  if (source === "counterfoil") return "Counterfoil";
  return /^codex/i.test(source) ? "Codex" : source;
}

/** `roots`: the folders that are known. Those listed beside our own may all be Codex's. */
export function originName(origin: ThreadOrigin, roots: readonly SessionRoot[]): string {
  switch (origin) {
    case "own":
      return "Counterfoil";
    case "root":
      return roots.some(({ kind, isOffered }) => kind === "configured" && !isOffered) ? "Other folders" : "Codex";
    case "file":
      return "Opened files";
  }
}

/** The head of a group of files that are listed on request alone. */
export const HIDDEN_GROUPS: Record<HiddenReason, string> = {
  unreadable: "Cannot be read",
  notRollout: "Not sessions",
  empty: "Empty",
  duplicate: "Duplicates",
  subAgent: "Sub-agents",
  superseded: "Superseded",
};

const HIDDEN_WORDS: Record<HiddenReason, readonly [string, string]> = {
  empty: ["empty", "empty"],
  unreadable: ["cannot be read", "cannot be read"],
  notRollout: ["is not a session", "not sessions"],
  duplicate: ["duplicate", "duplicates"],
  subAgent: ["of a sub-agent", "of sub-agents"],
  superseded: ["superseded", "superseded"],
};

export const HIDDEN_ORDER: readonly HiddenReason[] = ["unreadable", "notRollout", "empty", "duplicate", "subAgent", "superseded"];

/** "12 files are not listed: 9 empty, 3 not sessions"; null when there are none. */
export function hiddenWords(hidden: Partial<Record<HiddenReason, number>>): string | null {
  const counts = HIDDEN_ORDER.map((reason) => [reason, hidden[reason] ?? 0] as const).filter(([, count]) => count > 0);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  const parts = counts
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${count} ${HIDDEN_WORDS[reason][count === 1 ? 0 : 1]}`);
  return `${total === 1 ? "1 file is" : `${total} files are`} not listed: ${parts.join(", ")}`;
}

/** A path as its owner says it: the home folder is "~". */
export function homePath(path: string): string {
  return path.replace(/^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:\\Users\\[^\\]+)(?=[/\\]|$)/, "~");
}
