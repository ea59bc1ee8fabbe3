// A rollout that continues others by reference (`history_base`): which files, and how much of each, oldest first (codex-protocol.md A5, A14).
import { isJsonObject } from "./decode-line";
import { isDamaged, type FileRecord } from "./file-record";
import { FewOpen, type OnceOpened } from "./few-open";
import { type Bytes, memoryBytes } from "./file-bytes";
import { lineStartAtOrBefore } from "./line-start";
import { scanRecords } from "./record-scanner";

/** One file of a chain, as it lies. */
export interface ChainFile extends OnceOpened {
  readonly stamp: string;
  readonly header: FileRecord | null;
  readonly repairs: readonly string[];
}

export interface BaseChain {
  /** Oldest first, each from its beginning, and each ending with a newline. */
  readonly parts: readonly Bytes[];
  readonly stamps: readonly string[];
  readonly repairs: readonly string[];
}

interface HistoryBase {
  readonly rolloutId: string;
  readonly endOrdinal: number;
  readonly endOffset: number | null;
}

/** All of a chain; a longer one is one that somebody made to be endless. */
const MAX_FILES = 1000;
/** An id has 36 characters; what stands in its place may be anything. */
const SHOWN_ID = 80;

/** `openById`: null where there is no such rollout. What is missing is said; nothing but a failing disk throws. */
export async function readBaseChain(
  start: ChainFile,
  openById: (rolloutId: string) => Promise<ChainFile | null>,
  maxFiles = MAX_FILES,
): Promise<BaseChain> {
  const parts: Bytes[] = [];
  const stamps: string[] = [];
  const repairs: string[] = [];
  const seen = new Set([start.path]);
  const fewOpen = new FewOpen();
  let limit = Infinity;
  try {
    for (let base = historyBase(start.header); base !== null;) {
      limit = Math.min(limit, base.endOrdinal);
      const file = await openById(base.rolloutId);
      const name = nameOf(base);
      if (file === null) {
        repairs.push(`This session continues ${name}, which was not found; what came before is missing.`);
        break;
      }
      if (seen.has(file.path)) {
        await file.bytes.close();
        repairs.push(`This session continues ${name}, which in turn continues this one; what came before is missing.`);
        break;
      }
      if (seen.size >= maxFiles) {
        await file.bytes.close();
        repairs.push(
          `This session continues more than ${maxFiles - 1} others, one after the other; what came before them is not shown.`,
        );
        break;
      }
      seen.add(file.path);
      const cut = await cutOrClose(file.bytes, limit, base.endOrdinal === limit ? base.endOffset : null);
      if (cut.isShort)
        repairs.push(
          `This session continues ${name} up to record ${limit}, but that file ends before; what is missing cannot be shown.`,
        );
      if (!cut.endsLine) parts.unshift(memoryBytes(Buffer.from("\n")));
      parts.unshift(await fewOpen.add(file, cut.size));
      stamps.push(file.stamp);
      repairs.push(...file.repairs);
      base = historyBase(file.header);
    }
  } catch (error) {
    for (const part of parts) await part.close();
    throw error;
  }
  return { parts, stamps, repairs };
}

/** Whether it names a rollout that it goes on from, which may be there or not. */
export function continuesAnother(header: FileRecord | null): boolean {
  return historyBase(header) !== null;
}

function historyBase(header: FileRecord | null): HistoryBase | null {
  const meta = header === null || !isJsonObject(header.payload) ? null : header.payload["history_base"];
  if (!isJsonObject(meta) || typeof meta["thread_id"] !== "string") return null;
  const { end_ordinal_exclusive: ordinal, end_byte_offset: offset } = meta;
  return {
    rolloutId: meta["thread_id"],
    endOrdinal: typeof ordinal === "number" ? ordinal : Infinity,
    endOffset: typeof offset === "number" && Number.isSafeInteger(offset) && offset >= 0 ? offset : null,
  };
}

function nameOf({ rolloutId }: HistoryBase): string {
  return rolloutId.length <= SHOWN_ID ? rolloutId : `${rolloutId.slice(0, SHOWN_ID)}…`;
}

interface Cut {
  readonly size: number;
  readonly isShort: boolean;
  readonly endsLine: boolean;
}

async function cutOrClose(bytes: Bytes, limit: number, hint: number | null): Promise<Cut> {
  try {
    return await cutOf(bytes, limit, hint);
  } catch (error) {
    await bytes.close();
    throw error;
  }
}

/** The records with an ordinal below `limit`. `hint`: where they are said to end. */
async function cutOf(bytes: Bytes, limit: number, hint: number | null): Promise<Cut> {
  if (hint !== null && hint <= bytes.size && (await isCut(bytes, limit, hint)))
    return { size: hint, isShort: false, endsLine: true };
  let last: number | null = null;
  for await (const batch of scanRecords(bytes, { offset: 0, line: null })) {
    for (const entry of batch) {
      const ordinal = ordinalOf(entry);
      if (ordinal === null) continue;
      if (ordinal >= limit) return { size: await lineStartAtOrBefore(bytes, entry.place.offset), isShort: false, endsLine: true };
      last = ordinal;
    }
  }
  // Without ordinals there is nothing to go by but the offset.
  if (last === null && hint !== null && hint <= bytes.size)
    return { size: await lineStartAtOrBefore(bytes, hint), isShort: false, endsLine: true };
  const endsLine = bytes.size === 0 || (await bytes.read(bytes.size - 1, 1))[0] === 0x0a;
  return { size: bytes.size, isShort: limit !== Infinity && (last ?? -1) < limit - 1, endsLine };
}

/** A line ends there, its record is the last below the limit, and none below it follows. */
async function isCut(bytes: Bytes, limit: number, hint: number): Promise<boolean> {
  if (hint === 0 || (await lineStartAtOrBefore(bytes, hint)) !== hint) return false;
  const before = await firstOrdinal(bytes, await lineStartAtOrBefore(bytes, hint - 1));
  const behind = hint === bytes.size ? null : await firstOrdinal(bytes, hint);
  return before === limit - 1 && (behind === null || behind >= limit);
}

async function firstOrdinal(bytes: Bytes, offset: number): Promise<number | null> {
  for await (const batch of scanRecords(bytes, { offset, line: null, end: offset + 1 }))
    for (const entry of batch) return ordinalOf(entry);
  return null;
}

function ordinalOf(entry: Parameters<typeof isDamaged>[0]): number | null {
  const ordinal = isDamaged(entry) ? null : entry.record["ordinal"];
  return typeof ordinal === "number" ? ordinal : null;
}
