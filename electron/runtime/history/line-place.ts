// Where a line stands: its number, where that is known, and a key that names it for good.

/**
 * `line`: physical, 1-based; null while the lines before it have not been counted. `key`: unique within the thread, the same whenever the file is read
 * (`at-` and the byte it starts at); items that have no id of their own are named by it.
 */
export interface LinePlace {
  readonly line: number | null;
  readonly key: string;
}

/** Of a line that is counted and whose first byte is known. */
export function placeAt({
  line,
  offset,
  key,
}: {
  readonly line: number;
  readonly offset: number;
  readonly key?: string;
}): LinePlace {
  return { line, key: key ?? `at-${offset}` };
}
