// Our own search, where ripgrep is not installed: the files below a folder one after the other, in the order of their names. Synchronous, for a worker:
// that is several times faster than asking for each file in turn, and a worker can be ended at any line.
import { isAscii } from "node:buffer";
import { closeSync, constants, openSync, readdirSync, readSync, type Dirent } from "node:fs";
import path from "node:path";
import { TextDecoder } from "node:util";
import { globFilter } from "./glob-filter";
import { folderRules, levelOf } from "./ignore-files";
import type { IgnoreLevel } from "./ignore-rules";
import { readPattern, type ReadPattern } from "./search-pattern";
import { rowText, type SearchRequest, type SearchRow } from "./search-row";
import { searchText } from "./search-text";

const CHUNK_BYTES = 1024 * 1024;
/** A NUL byte among so many first ones tells a binary file. */
const BINARY_LOOK_BYTES = 64 * 1024;
const MOST_UTF16_BYTES = 16 * 1024 * 1024;
const NEWLINE = 10;

export interface SearchSink {
  /** False: no more is wanted. */
  readonly row: (row: SearchRow) => boolean;
  /** It goes on, with this file. */
  readonly alive: (path: string) => void;
}

/** Returns how much could not be read. Throws words for a pattern or glob that cannot be understood. */
export function searchFiles(request: SearchRequest, sink: SearchSink): { readonly unreadable: number } {
  return new FileSearch(request, sink).run();
}

class FileSearch {
  readonly #request: SearchRequest;
  readonly #sink: SearchSink;
  readonly #pattern: Extract<ReadPattern, { ok: true }>;
  readonly #isWanted: (path: string) => boolean;
  readonly #chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  #unreadable = 0;
  #isOver = false;

  constructor(request: SearchRequest, sink: SearchSink) {
    this.#request = request;
    this.#sink = sink;
    const pattern = readPattern(request.pattern);
    if (!pattern.ok) throw new Error(pattern.problem);
    this.#pattern = pattern;
    const filter = request.glob === null ? () => true : globFilter(request.glob);
    if (filter === null) throw new Error("the braces of the glob do not close");
    this.#isWanted = filter;
  }

  run(): { readonly unreadable: number } {
    const { folder, file } = this.#request;
    if (file !== null) this.#file(path.join(folder, file), file);
    else {
      const { level, path: above } = levelOf(folder);
      this.#folder("", { folder, level, above });
    }
    return { unreadable: this.#unreadable };
  }

  /** `way`: to the folder from the one that is searched; `above`: to that one from the uppermost level. */
  #folder(way: string, { folder, level, above }: { folder: string; level: IgnoreLevel; above: string }): void {
    const entries = this.#entries(folder);
    this.#sink.alive(way);
    const names = new Set(entries.flatMap(({ name }) => (name.startsWith(".") ? [name] : [])));
    const here = way === "" ? level : level.below(above + way, folderRules(folder, names));
    for (const entry of entries) {
      if (this.#isOver) return;
      const { name } = entry;
      if (name.startsWith(".")) continue;
      const to = way + name;
      if (entry.isDirectory()) {
        if (!here.isIgnored(`${above}${to}/`))
          this.#folder(`${to}/`, { folder: `${folder}${path.sep}${name}`, level: here, above });
      } else if (entry.isFile() && !here.isIgnored(above + to) && this.#isWanted(to)) {
        this.#file(`${folder}${path.sep}${name}`, to);
      }
    }
  }

  #entries(folder: string): Dirent[] {
    try {
      return readdirSync(folder, { withFileTypes: true }).sort(byName);
    } catch {
      // Said as a number: which ones, the model can ask for itself.
      this.#unreadable += 1;
      return [];
    }
  }

  #file(file: string, shown: string): void {
    this.#sink.alive(shown);
    let descriptor: number;
    try {
      descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    } catch {
      this.#unreadable += 1;
      return;
    }
    try {
      this.#chunks(descriptor, shown);
    } catch {
      this.#unreadable += 1;
    } finally {
      closeSync(descriptor);
    }
  }

  #chunks(descriptor: number, shown: string): void {
    const chunk = this.#chunk;
    let held = 0;
    let firstLine = 1;
    let lastRow = 0;
    const take = (line: number, text: string): boolean => {
      // Of a line that was too long for one stretch the first find counts.
      if (line === lastRow) return true;
      lastRow = line;
      this.#isOver = !this.#sink.row({ path: shown, line, text: rowText(text) });
      return !this.#isOver;
    };
    for (let isFirst = true; ; isFirst = false) {
      const count = readSync(descriptor, chunk, held, chunk.length - held, null);
      const bytes = chunk.subarray(0, held + count);
      if (bytes.length === 0) return;
      const skipped = isFirst ? beginning(bytes) : 0;
      if (skipped === "utf16") return this.#utf16(descriptor, bytes, take);
      // A regular file gives all that is asked for, but at its end.
      const isEnd = count < chunk.length - held;
      const nul = bytes.indexOf(0);
      if (nul !== -1 && isFirst && nul < BINARY_LOOK_BYTES) return;
      const lastNewline = bytes.lastIndexOf(NEWLINE);
      const end = isEnd || lastNewline === -1 ? bytes.length : lastNewline + 1;
      const stretch = bytes.subarray(skipped, nul === -1 ? end : Math.min(end, nul));
      if (!this.#stretch(stretch, { firstLine, take }) || isEnd || nul !== -1) return;
      this.#sink.alive(shown);
      for (let at = stretch.indexOf(NEWLINE); at !== -1; at = stretch.indexOf(NEWLINE, at + 1)) firstLine += 1;
      held = bytes.length - end;
      bytes.copy(chunk, 0, end);
    }
  }

  #stretch(bytes: Buffer, where: Parameters<typeof searchText>[2]): boolean {
    if (isAscii(bytes)) return searchText(bytes.toString("latin1"), this.#pattern.ascii, where);
    return searchText(bytes.toString("utf8"), this.#pattern.unicode, where);
  }

  #utf16(descriptor: number, start: Buffer, take: Parameters<typeof searchText>[2]["take"]): void {
    const parts = [Buffer.from(start)];
    for (let total = start.length; total < MOST_UTF16_BYTES;) {
      const count = readSync(descriptor, this.#chunk, 0, this.#chunk.length, null);
      if (count === 0) break;
      parts.push(Buffer.from(this.#chunk.subarray(0, count)));
      total += count;
    }
    const bytes = Buffer.concat(parts);
    const text = new TextDecoder(bytes[0] === 0xff ? "utf-16le" : "utf-16be").decode(bytes);
    searchText(text, this.#pattern.unicode, { firstLine: 1, take });
  }
}

/** Bytes of a mark that is no text. */
function beginning(bytes: Buffer): number | "utf16" {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return "utf16";
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

function byName({ name: one }: Dirent, { name: other }: Dirent): number {
  return one < other ? -1 : 1;
}
