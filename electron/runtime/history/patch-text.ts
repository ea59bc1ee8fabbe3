// The text of an apply_patch call → what it changes, file by file.
import type { FileChange } from "../../../shared/protocol/turn-item";

const BEGIN = "*** Begin Patch";
const END = "*** End Patch";

/** The patch within a text (a call's input, a command that hands it over), or null when there is none. */
export function patchIn(text: string): string | null {
  const start = text.indexOf(BEGIN);
  if (start === -1) return null;
  const end = text.indexOf(END, start);
  return text.slice(start, end === -1 ? text.length : end + END.length);
}

/** A patch that names no file changes nothing. Lines that fit nowhere are left out. */
export function patchChanges(patch: string): FileChange[] {
  const files: { change: Omit<FileChange, "diff">; lines: string[] }[] = [];
  for (const line of patch.split("\n")) {
    const file = files.at(-1);
    const header = /^\*\*\* (Add|Delete|Update) File: (.+?)\r?$/.exec(line);
    const move = /^\*\*\* Move to: (.+?)\r?$/.exec(line);
    if (header !== null) files.push({ change: { path: header[2] ?? "", kind: kindOf(header[1]) }, lines: [] });
    else if (move !== null && file !== undefined) file.change = { ...file.change, movePath: move[1] ?? "" };
    else if (!line.startsWith("*** ")) file?.lines.push(line);
  }
  return files.map(({ change, lines }) => ({ ...change, diff: diffOf(change.kind, lines) }));
}

function kindOf(word: string | undefined): FileChange["kind"] {
  return word === "Add" ? "add" : word === "Delete" ? "delete" : "update";
}

function diffOf(kind: FileChange["kind"], lines: readonly string[]): string {
  if (kind === "update") return lines.join("\n");
  return lines.map((line) => (line.startsWith("+") ? line.slice(1) : line)).join("\n");
}
