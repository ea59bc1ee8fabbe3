// What a search is asked for and what it gives, the same whoever searches.

/** `file`: the one file to search, by its name in the folder; null: all below it that are not ignored, hidden or binary. */
export interface SearchRequest {
  readonly folder: string;
  readonly file: string | null;
  readonly pattern: string;
  readonly glob: string | null;
  /** So many lines at most. */
  readonly limit: number;
}

/** `path`: relative to the folder, with slashes. */
export interface SearchRow {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** `unreadable`: files and folders that could not be read. `stopped`: why not everything was searched, in words. */
export interface SearchResult {
  readonly rows: readonly SearchRow[];
  readonly hasMore: boolean;
  readonly unreadable: number;
  readonly stopped: string | null;
}

const MOST_CHARACTERS = 400;

/** A found line as it is shown: without its end, and cut on a code point. */
export function rowText(line: string): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  if (text.length <= MOST_CHARACTERS) return text;
  const points = Array.from(text.slice(0, 2 * MOST_CHARACTERS));
  return points.length <= MOST_CHARACTERS && text.length <= 2 * MOST_CHARACTERS
    ? text
    : `${points.slice(0, MOST_CHARACTERS).join("")} [line cut]`;
}
