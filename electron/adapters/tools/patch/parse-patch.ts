// The text of a patch → what it asks for, step by step. The grammar is Codex's; where a model's small slips are plain, they are understood. Pure.

export interface HunkLine {
  readonly kind: "context" | "removed" | "added";
  readonly text: string;
}

/** `contexts`: lines to find one after the other before the hunk's own. `isAtEnd`: its lines are the file's last. */
export interface Hunk {
  readonly contexts: readonly string[];
  readonly lines: readonly HunkLine[];
  readonly isAtEnd: boolean;
}

export type PatchStep =
  | { readonly kind: "add"; readonly path: string; readonly lines: readonly string[] }
  | { readonly kind: "delete"; readonly path: string }
  | { readonly kind: "update"; readonly path: string; readonly movePath: string | null; readonly hunks: readonly Hunk[] };

export type ParsedPatch =
  { readonly ok: true; readonly steps: readonly PatchStep[] } | { readonly ok: false; readonly detail: string };

const BEGIN = "*** Begin Patch";
const END = "*** End Patch";
const HEADER = /^\*\*\* (Add|Delete|Update) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;
const END_OF_FILE = "*** End of File";
/** What a unified diff has where a line of context may stand; its numbers are not trusted. */
const UNIFIED_HEADER = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/;
/** A here-document as it would be handed to a shell. */
const HERE_DOCUMENT = /^(?:apply_patch[ \t]+)?<<-?[ \t]*(['"]?)(\w+)\1[ \t]*\n([\s\S]*)\n\2$/;

/** `detail`: the line of the patch and what is wrong with it, in words for the model. */
export function parsePatch(text: string): ParsedPatch {
  try {
    return { ok: true, steps: new PatchReader(unwrap(text)).read() };
  } catch (error) {
    if (error instanceof WrongPatch) return { ok: false, detail: error.message };
    throw error;
  }
}

class WrongPatch extends Error {}

/** Carriage returns at the ends of lines are the transport's; the files' own endings are kept whatever the patch has. */
function unwrap(text: string): readonly string[] {
  if (text.includes("\0")) throw new WrongPatch("the patch holds a NUL character, which no text file has");
  if (/\p{Surrogate}/u.test(text)) throw new WrongPatch("the patch holds half a character (an unpaired surrogate)");
  const plain = text.replaceAll(/\r+(?=\n|$)/g, "").trim();
  return (HERE_DOCUMENT.exec(plain)?.[3] ?? plain).trim().split("\n");
}

class PatchReader {
  readonly #lines: readonly string[];
  #at = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  read(): readonly PatchStep[] {
    if (this.#lines[0]?.trim() !== BEGIN) throw new WrongPatch(`the first line of the patch must be '${BEGIN}'`);
    const last = this.#lines.length - 1;
    if (last === 0 || this.#lines[last]?.trim() !== END) throw new WrongPatch(`the last line of the patch must be '${END}'`);
    this.#at = 1;
    const steps: PatchStep[] = [];
    while (this.#at < last) {
      if (this.#line.trim() === "") this.#at += 1;
      else steps.push(this.#step());
    }
    if (steps.length === 0) throw new WrongPatch("the patch names no file");
    return steps;
  }

  get #line(): string {
    return this.#lines[this.#at] ?? "";
  }

  /** Up to the line that ends the patch. */
  get #hasLine(): boolean {
    return this.#at < this.#lines.length - 1;
  }

  #step(): PatchStep {
    const header = HEADER.exec(this.#line.trim());
    const path = header?.[2]?.trim();
    if (header === null || path === undefined)
      throw this.#wrong("expected '*** Add File: PATH', '*** Delete File: PATH' or '*** Update File: PATH'");
    this.#at += 1;
    if (header[1] === "Delete") return { kind: "delete", path };
    return header[1] === "Add" ? { kind: "add", path, lines: this.#addedLines() } : this.#update(path);
  }

  #addedLines(): readonly string[] {
    const lines: string[] = [];
    for (; this.#hasLine && this.#line.startsWith("+"); this.#at += 1) lines.push(this.#line.slice(1));
    if (this.#hasLine && this.#line.trim() !== "" && !this.#line.trim().startsWith("*** "))
      throw this.#wrong("every line of an added file must start with '+'");
    return lines;
  }

  #update(path: string): PatchStep {
    const headerAt = this.#at;
    const movePath = this.#hasLine ? (MOVE.exec(this.#line.trim())?.[1]?.trim() ?? null) : null;
    if (movePath !== null) this.#at += 1;
    const hunks: Hunk[] = [];
    for (let hunk = this.#hunk(true); hunk !== null; hunk = this.#hunk(false)) hunks.push(hunk);
    if (hunks.length === 0 && movePath === null)
      throw new WrongPatch(`line ${headerAt}: nothing is said about how to update ${path}`);
    return { kind: "update", path, movePath, hunks };
  }

  /** Null: what follows is no hunk. The first of a file needs no `@@`. */
  #hunk(isFirst: boolean): Hunk | null {
    while (this.#hasLine && this.#line.trim() === "" && !this.#line.startsWith(" ")) this.#at += 1;
    if (!this.#hasLine || this.#line.startsWith("***") || (!isFirst && HEADER.test(this.#line.trim()))) return null;
    const contexts: string[] = [];
    const isMarked = isMarker(this.#line);
    for (; this.#hasLine && isMarker(this.#line); this.#at += 1) {
      const context = UNIFIED_HEADER.test(this.#line) ? "" : this.#line.slice(3);
      if (context.trim() !== "") contexts.push(context);
    }
    if (!isMarked && !isFirst) throw this.#wrongLine();
    const lines: HunkLine[] = [];
    for (; this.#hasLine && !isMarker(this.#line) && !this.#line.startsWith("***"); this.#at += 1) {
      const line = hunkLine(this.#line);
      if (line === null) throw this.#wrongLine();
      lines.push(line);
    }
    const isAtEnd = this.#hasLine && this.#line.trimEnd() === END_OF_FILE;
    if (isAtEnd) this.#at += 1;
    if (lines.length === 0) throw this.#wrong("this hunk has no lines");
    return { contexts, lines, isAtEnd };
  }

  #wrongLine(): WrongPatch {
    return this.#wrong("every line of a hunk must start with ' ' (context), '+' (added) or '-' (removed)");
  }

  #wrong(words: string): WrongPatch {
    const line = this.#line.length > 200 ? `${this.#line.slice(0, 200)}…` : this.#line;
    return new WrongPatch(`line ${this.#at + 1} (${JSON.stringify(line)}): ${words}`);
  }
}

function isMarker(line: string): boolean {
  return line.trimEnd() === "@@" || line.startsWith("@@ ");
}

/** An empty line is a line of context that lost its space. */
function hunkLine(line: string): HunkLine | null {
  if (line === "") return { kind: "context", text: "" };
  const text = line.slice(1);
  if (line.startsWith(" ")) return { kind: "context", text };
  if (line.startsWith("+")) return { kind: "added", text };
  return line.startsWith("-") ? { kind: "removed", text } : null;
}
