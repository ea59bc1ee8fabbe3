// Bytes of a source → its records, a batch at a time, so that no file is ever in memory as a whole.
import { LineSplitter, type PhysicalLine } from "../line-splitter";
import { decodeLine } from "./decode-line";
import { envelopeOf } from "./envelope";
import type { DamagedLine, FileRecord } from "./file-record";
import type { RolloutSource } from "./rollout-source";

/** `offset`: a line's start. `line`: its number, null where it is not known. `end`: no line that starts there or behind it; the source's end if absent. */
export interface ScanRange {
  readonly offset: number;
  readonly line: number | null;
  readonly end?: number;
}

export type ScannedLine = FileRecord | DamagedLine;

const CHUNK_BYTES = 256 * 1024;
/** The first chunk, and double each time: whoever wants a few lines does not pay for many. */
const FIRST_BYTES = 16 * 1024;
const NEWLINE = 0x0a;

/** Batches of one chunk at most, never empty. Throws only what reading the source throws. */
export async function* scanRecords(
  source: Pick<RolloutSource, "size" | "read">,
  range: ScanRange,
): AsyncGenerator<readonly ScannedLine[]> {
  const end = Math.min(range.end ?? source.size, source.size);
  let batch: ScannedLine[] = [];
  const splitter = new LineSplitter((line) => decodeInto(batch, line, range.line !== null), {
    offset: range.offset,
    line: range.line ?? 1,
  });
  let isInLine = false;
  let chunk = FIRST_BYTES;
  for (let position = range.offset; position < end || (isInLine && position < source.size);) {
    const bytes = await source.read(position, Math.min(chunk, (position < end ? end : source.size) - position));
    chunk = Math.min(2 * chunk, CHUNK_BYTES);
    if (bytes.length === 0) break;
    // Behind the range only the rest of its last line is wanted.
    const newline = position < end ? -1 : bytes.indexOf(NEWLINE);
    const wanted = newline === -1 ? bytes : bytes.subarray(0, newline + 1);
    splitter.push(wanted);
    position += wanted.length;
    isInLine = wanted.at(-1) !== NEWLINE;
    if (batch.length === 0) continue;
    yield batch;
    batch = [];
  }
  splitter.end();
  if (batch.length > 0) yield batch;
}

function decodeInto(batch: ScannedLine[], { bytes, offset, size, line, isFinished }: PhysicalLine, isCounted: boolean): void {
  const number = isCounted ? line : null;
  if (bytes === null) {
    batch.push({ place: { offset, length: size, line: number }, damage: "tooLong" });
    return;
  }
  const { damage, objects } = decodeLine(bytes, isFinished);
  if (damage !== null) batch.push({ place: { offset, length: size, line: number }, damage });
  for (const { at, length, value } of objects)
    batch.push({ place: { offset: offset + at, length, line: number }, record: value, ...envelopeOf(value) });
}
