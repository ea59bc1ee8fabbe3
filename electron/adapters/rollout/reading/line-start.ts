// Where the line begins that a byte belongs to. Apart from the scanner, which only goes forward.
import type { RolloutSource } from "./rollout-source";

const CHUNK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** `offset` itself when a line begins there. */
export async function lineStartAtOrBefore(source: Pick<RolloutSource, "size" | "read">, offset: number): Promise<number> {
  for (let end = Math.max(0, Math.min(offset, source.size)); end > 0;) {
    const start = Math.max(0, end - CHUNK_BYTES);
    const newline = (await source.read(start, end - start)).lastIndexOf(NEWLINE);
    if (newline !== -1) return start + newline + 1;
    end = start;
  }
  return 0;
}
