// Is there a record of a session in these bytes at all, and which is the first; and the header.
import type { Bytes } from "./file-bytes";
import { isDamaged, type FileRecord } from "./file-record";
import { isRolloutRecord } from "./envelope";
import { lineStartAtOrBefore } from "./line-start";
import { scanRecords } from "./record-scanner";

export interface RolloutStart {
  /** Null: nothing here is a record of a session. */
  readonly first: FileRecord | null;
  readonly header: FileRecord | null;
}

/** A file of which so much is something else is no rollout, unless it ends as one. */
const SEARCHED_BYTES = 16 * 1024 * 1024;
const TAIL_BYTES = 1024 * 1024;
/** Behind the first record; the header is line 1, or not far when lines before it are damaged. */
const HEADER_BYTES = 1024 * 1024;

/** Looks through 16 MiB, then the last MiB. Throws only what reading throws. */
export async function findHead(bytes: Bytes): Promise<RolloutStart> {
  const found = await findIn(bytes, 0, SEARCHED_BYTES);
  if (found.first !== null || bytes.size <= SEARCHED_BYTES) return found;
  const tail = await lineStartAtOrBefore(bytes, bytes.size - TAIL_BYTES);
  return { ...(await findIn(bytes, tail, bytes.size)), header: null };
}

async function findIn(bytes: Bytes, offset: number, end: number): Promise<RolloutStart> {
  let first: FileRecord | null = null;
  for await (const batch of scanRecords(bytes, { offset, line: null, end })) {
    for (const entry of batch) {
      if (isDamaged(entry) || !isRolloutRecord(entry)) continue;
      if (entry.type === "session_meta") return { first: first ?? entry, header: entry };
      first ??= entry;
      if (entry.place.offset > first.place.offset + HEADER_BYTES) return { first, header: null };
    }
  }
  return { first, header: null };
}
