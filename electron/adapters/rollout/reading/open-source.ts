// Any rollout file → one run of bytes, and which form it has. What is no rollout is refused with words that say what to do.
import { realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { CommandRefused } from "../../../runtime/errors";
import type { CacheFolder } from "../cache-folder";
import { storageFault, systemCode } from "../storage-fault";
import { type ChainFile, continuesAnother, readBaseChain } from "./base-chain";
import { eraOf } from "./era";
import { expandArchive, isThere } from "./expand-archive";
import { type Bytes, type FileBytes, joinedBytes, openFileBytes } from "./file-bytes";
import type { Era, FileRecord } from "./file-record";
import { looksCompressed, noRecordsWords } from "./foreign-bytes";
import { findHead } from "./rollout-start";
import type { RolloutSource } from "./rollout-source";
import { looksSingle, singleAsLines } from "./single-json";

export interface OpenedSource extends RolloutSource {
  readonly era: Era;
  /** The first `session_meta` of the file itself; null when it has none. */
  readonly header: FileRecord | null;
  /** Others may change what is read although the file itself does not. */
  readonly continuesAnother: boolean;
}

export interface OpenSourceParts {
  /** HOME/cache; compressed rollouts are expanded into a folder of it. May be deleted at any time. */
  readonly cacheFolder: string;
  /** Keeps that folder below a size; absent: nobody does. */
  readonly expanded?: CacheFolder;
  /** Absolute path of the file with that rollout id: the uuid behind the underscore of its name, else the thread's. */
  readonly findRollout: (rolloutId: string) => Promise<string | null>;
}

/** Who expands archives, and where. */
type Expansion = Pick<OpenSourceParts, "cacheFolder" | "expanded">;

/** Archives that were expanded take no more room than this. */
export const MAX_EXPANDED_CACHE = 2 * 1024 ** 3;

/** Of the expanded archives in HOME/cache. */
export function expandedFolder(cacheFolder: string): string {
  return join(cacheFolder, "expanded");
}

const ARCHIVE_ENDING = ".zst";
const SNIFFED_BYTES = 4096;

interface OpenedFile extends ChainFile {
  readonly era: Era;
}

type ReadFile = Omit<OpenedFile, "reopen">;

/** Changes no file. Throws CommandRefused `notARollout` and StorageError `io`. */
export async function openSource(path: string, parts: OpenSourceParts): Promise<OpenedSource> {
  const file = await openFile(path, parts);
  const openById = async (rolloutId: string): Promise<ChainFile | null> => {
    const found = await parts.findRollout(rolloutId);
    return found === null ? null : openBase(found, parts);
  };
  try {
    const chain = await readBaseChain(file, openById);
    const bytes = chain.parts.length === 0 ? file.bytes : joinedBytes([...chain.parts, file.bytes]);
    const ownStart = bytes.size - file.bytes.size;
    const { header } = file;
    return {
      ...bytes,
      ownStart,
      stamp: [file.stamp, ...chain.stamps].join("+"),
      repairs: [...file.repairs, ...chain.repairs],
      era: file.era,
      continuesAnother: continuesAnother(header),
      header:
        header === null ? null : { ...header, place: { ...header.place, offset: header.place.offset + ownStart, line: null } },
    };
  } catch (error) {
    await file.bytes.close();
    throw storageFault(error, path);
  }
}

/** A base that is there but cannot be read is as good as none. */
async function openBase(path: string, expansion: Expansion): Promise<ChainFile | null> {
  try {
    return await openFile(path, expansion);
  } catch (error) {
    if (error instanceof CommandRefused) return null;
    throw error;
  }
}

async function openFile(path: string, expansion: Expansion): Promise<OpenedFile> {
  try {
    const real = await realpath(await siblingOf(path));
    const bytes = await openFileBytes(real);
    try {
      const reopen = async (): Promise<Bytes | null> => (await openBase(path, expansion))?.bytes ?? null;
      return { ...(await openBytes(real, bytes, expansion)), reopen };
    } catch (error) {
      await bytes.close();
      throw error;
    }
  } catch (error) {
    const code = systemCode(error);
    if (code === "EISDIR") throw new CommandRefused("notARollout", `${path} is a folder. Open a session file in it.`);
    if (code === "ENXIO") throw new CommandRefused("notARollout", `${path} is no file. Open a rollout (rollout-….jsonl).`);
    if (code === "ENOENT" || code === "ENOTDIR") throw new CommandRefused("notARollout", `There is no file ${path}.`);
    throw storageFault(error, path);
  }
}

/** A rollout may lie beside its compressed self, or be compressed since somebody remembered its name. */
async function siblingOf(path: string): Promise<string> {
  const plain = path.endsWith(ARCHIVE_ENDING) ? path.slice(0, -ARCHIVE_ENDING.length) : path;
  if (await isThere(plain)) return plain;
  return (await isThere(`${plain}${ARCHIVE_ENDING}`)) ? `${plain}${ARCHIVE_ENDING}` : path;
}

async function openBytes(path: string, bytes: FileBytes, expansion: Expansion): Promise<ReadFile> {
  const name = basename(path);
  if (bytes.size === 0) throw new CommandRefused("notARollout", `${name} is empty: nothing was ever recorded in it.`);
  const head = Buffer.from(await bytes.read(0, SNIFFED_BYTES));
  if (!looksCompressed(head)) return { ...(await openPlain(name, bytes, head)), path };
  const { plain, repairs } = await openExpanded(path, expansion);
  try {
    if (plain.size === 0) {
      const why =
        repairs.length === 0 ? "is empty: nothing was ever recorded in it" : "is damaged: nothing of it could be expanded";
      throw new CommandRefused("notARollout", `${name} ${why}.`);
    }
    const opened = await openPlain(name, plain, Buffer.from(await plain.read(0, SNIFFED_BYTES)));
    await bytes.close();
    return { ...opened, path, stamp: bytes.stamp, repairs: [...repairs, ...opened.repairs] };
  } catch (error) {
    await plain.close();
    throw error;
  }
}

/** What is read of it stays in the cache until it is closed. */
async function openExpanded(
  archive: string,
  { cacheFolder, expanded }: Expansion,
): Promise<{ readonly plain: FileBytes; readonly repairs: readonly string[] }> {
  const { path, repairs, isNew } = await expandArchive(archive, expandedFolder(cacheFolder));
  const release = expanded?.hold(path);
  try {
    const plain = await openFileBytes(path);
    await (isNew ? expanded?.added() : expanded?.used(path));
    const close = async (): Promise<void> => {
      await plain.close();
      release?.();
    };
    return { plain: { ...plain, close }, repairs };
  } catch (error) {
    release?.();
    throw error;
  }
}

async function openPlain(name: string, bytes: FileBytes, head: Buffer): Promise<Omit<ReadFile, "path">> {
  if (looksSingle(head)) {
    const lines = await singleAsLines(bytes);
    if (lines !== null) {
      await bytes.close();
      const { header } = await findHead(lines.bytes);
      return { ...lines, stamp: bytes.stamp, header, era: "single" };
    }
  }
  const { first, header } = await findHead(bytes);
  if (first === null) throw new CommandRefused("notARollout", noRecordsWords(name, head));
  return { bytes, stamp: bytes.stamp, header, repairs: [], era: eraOf(header ?? first) };
}
