// Where a text stands in the bytes before a place, the last one first. Bytes only: what it means there, the caller has to look at.
import type { RolloutSource } from "../reading/rollout-source";

const CHUNK_BYTES = 1024 * 1024;

/** Offsets, [from, to). */
export interface BackRange {
  readonly from: number;
  readonly to: number;
}

/** Offsets of `mark` that lie whole within the range, descending. The caller may read the source between two of them. */
export async function* searchBack(source: RolloutSource, mark: Buffer, { from, to }: BackRange): AsyncGenerator<number> {
  for (let end = to; end - from >= mark.length;) {
    const start = Math.max(from, end - CHUNK_BYTES);
    const bytes = await source.read(start, end - start);
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const found: number[] = [];
    for (let at = chunk.lastIndexOf(mark); at !== -1; at = at === 0 ? -1 : chunk.lastIndexOf(mark, at - 1))
      found.push(start + at);
    for (const offset of found) yield offset;
    if (start === from) return;
    end = start + mark.length - 1;
  }
}
