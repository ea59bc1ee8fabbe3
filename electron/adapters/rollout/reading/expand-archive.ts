// A compressed rollout, expanded once into the cache, where every reader finds it by what it was made of.
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, type ReadStream } from "node:fs";
import { access, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { unpackZstd } from "./zstd-stream";

export interface Expanded {
  readonly path: string;
  /** What is missing, in words. */
  readonly repairs: readonly string[];
  /** It was not in the cache yet. */
  readonly isNew: boolean;
}

/** How it ended; part of the name of the file in the cache, so that it is known without expanding again. */
const ENDINGS = {
  whole: [],
  torn: ["The compressed file is damaged or cut off; what comes before that place is shown."],
  tooLarge: ["The compressed file holds more than can be expanded; its beginning is shown."],
} as const;
type Ending = keyof typeof ENDINGS;

/** More than any session, less than a disk. */
const MAX_EXPANDED_BYTES = 8 * 1024 ** 3;
const WRITE_BYTES = 1024 * 1024;

/** `path`: real and absolute. Throws what the system throws. The archive itself is never changed. */
export async function expandArchive(path: string, cacheFolder: string, maxBytes: number = MAX_EXPANDED_BYTES): Promise<Expanded> {
  const { size, mtimeNs } = await stat(path, { bigint: true });
  const key = createHash("sha256").update(`${path}\n${size}\n${mtimeNs}`).digest("hex").slice(0, 32);
  const target = (ending: Ending): string => join(cacheFolder, `${key}-${ending}.jsonl`);
  for (const ending of ["whole", "torn", "tooLarge"] as const)
    if (await isThere(target(ending))) return { path: target(ending), repairs: ENDINGS[ending], isNew: false };
  await mkdir(cacheFolder, { recursive: true, mode: 0o700 });
  const draft = join(cacheFolder, `${key}-${randomUUID()}.part`);
  try {
    const ending = await expandInto(draft, { path, size: Number(size) }, maxBytes);
    await rename(draft, target(ending));
    return { path: target(ending), repairs: ENDINGS[ending], isNew: true };
  } finally {
    await rm(draft, { force: true });
  }
}

async function expandInto(draft: string, archive: { path: string; size: number }, maxBytes: number): Promise<Ending> {
  const file = await open(draft, "wx", 0o600);
  const fault: { error: Error | null } = { error: null };
  const openAt = (start: number): ReadStream =>
    createReadStream(archive.path, { start }).on("error", (error) => {
      fault.error = error;
    });
  const output = unpackZstd({ size: archive.size, openAt })[Symbol.asyncIterator]();
  let pieces: Uint8Array[] = [];
  let pending = 0;
  let total = 0;
  const write = async (): Promise<void> => {
    await file.writeFile(Buffer.concat(pieces));
    pieces = [];
    pending = 0;
  };
  try {
    for (;;) {
      const next = await nextOf(output);
      if (fault.error !== null) throw fault.error;
      if (next === "torn" || next === "end") {
        await write();
        return next === "torn" ? "torn" : "whole";
      }
      // What the decoder gave out may be its own working memory.
      const piece = new Uint8Array(next.subarray(0, maxBytes - total));
      pieces.push(piece);
      pending += piece.length;
      total += piece.length;
      if (pending >= WRITE_BYTES || total === maxBytes) await write();
      if (total === maxBytes) return "tooLarge";
    }
  } finally {
    await output.return?.();
    await file.close();
  }
}

/** An archive that cannot be decoded any further is an ending. */
async function nextOf(output: AsyncIterator<Uint8Array>): Promise<Uint8Array | "torn" | "end"> {
  try {
    const { done, value } = await output.next();
    return done === true ? "end" : value;
  } catch {
    return "torn";
  }
}

export async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
