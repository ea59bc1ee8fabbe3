// Finds the last record of a kind by its bytes: lines that are not asked for are never parsed, so a list of thousands of files costs a search each.
import { type LooseRecord, looseRecord } from "./loose-record";

/** `end`: of its line, as an offset in the bytes that were searched. */
export interface FoundRecord {
  readonly record: LooseRecord;
  readonly end: number;
}

const NEWLINE = 0x0a;
/** So many lines may only look like it. */
const MAX_TRIES = 50;

/** `token`: stands in the line as it is, quotes included (within a text they would be escaped). `from`: nothing in front of it is looked at. */
export function lastRecord(
  bytes: Buffer,
  { token, from = 0, accepts }: { token: string; from?: number; accepts: (record: LooseRecord) => boolean },
): FoundRecord | null {
  let before = bytes.length;
  for (let tries = 0; tries < MAX_TRIES && before > from; tries += 1) {
    const at = bytes.subarray(from, before).lastIndexOf(token);
    if (at === -1) return null;
    const start = bytes.subarray(0, from + at).lastIndexOf(NEWLINE) + 1;
    const newline = bytes.indexOf(NEWLINE, from + at);
    const end = newline === -1 ? bytes.length : newline;
    const record = looseRecord(bytes.toString("utf8", start, end));
    if (record !== null && accepts(record)) return { record, end };
    before = start;
  }
  return null;
}
