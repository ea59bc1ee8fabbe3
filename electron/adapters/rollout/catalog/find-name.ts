// The last name in the whole of an own file: a rename may be followed by any amount of work, and no index of names exists beside the files.
import type { FileHandle } from "node:fs/promises";
import { readRange } from "./file-ends";
import { lastName } from "./tail-facts";

const STEP_BYTES = 1024 * 1024;
/** Longer than any line that holds a name. */
const OVERLAP_BYTES = 16 * 1024;

/** Searches [from, to) backward, by bytes. Null: no name there; empty: it was taken away. */
export async function findName(file: FileHandle, { from, to }: { from: number; to: number }): Promise<string | null> {
  for (let end = to; end > from; end -= STEP_BYTES) {
    const start = Math.max(from, end - STEP_BYTES);
    const bytes = await readRange(file, start, Math.min(end + OVERLAP_BYTES, to) - start);
    const name = lastName(bytes);
    if (name !== null) return name;
  }
  return null;
}
