// The file of a fork while it is written: under another name until all of it is on disk, so that nobody finds half a session. Of compactions only the
// last one keeps its window; which that is, is known in the end.
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { MAX_LINE_BYTES } from "../../../../shared/protocol/rollout-line";
import { StorageError } from "../../../runtime/errors";
import { appendBytes, syncFolders } from "../rollout-file";
import { storageFault } from "../storage-fault";

/** Bytes that are written at once, and copied at once. */
const BATCH_BYTES = 1024 * 1024;

/** A line that may have to be written another way. */
interface Replaceable {
  readonly offset: number;
  readonly length: number;
  readonly without: Buffer;
}

export class ForkFile {
  readonly #path: string;
  readonly #temporary: string;
  readonly #file: FileHandle;
  readonly #madeFolder: string | null;
  readonly #windows: Replaceable[] = [];
  #batch: Buffer[] = [];
  #batchBytes = 0;
  #size = 0;

  private constructor(place: { path: string; temporary: string; file: FileHandle; madeFolder: string | null }) {
    this.#path = place.path;
    this.#temporary = place.temporary;
    this.#file = place.file;
    this.#madeFolder = place.madeFolder;
  }

  /** `path`: where it will lie; nothing may be there. Throws StorageError `io`, as do all methods. */
  static async make(path: string): Promise<ForkFile> {
    try {
      const madeFolder = (await mkdir(dirname(path), { recursive: true, mode: 0o700 })) ?? null;
      const temporary = join(dirname(path), `.${basename(path)}.part`);
      return new ForkFile({ path, temporary, madeFolder, file: await open(temporary, "w+", 0o600) });
    } catch (error) {
      throw storageFault(error, path);
    }
  }

  /** `text`: a line without its newline. `without`: the same without the window that a later one replaces. */
  async write(text: string, without?: string): Promise<void> {
    const bytes = Buffer.from(`${text}\n`);
    if (bytes.length > MAX_LINE_BYTES) throw new StorageError("tooLong", "a line of the session is too long to be written again");
    const offset = this.#size + this.#batchBytes;
    if (without !== undefined) this.#windows.push({ offset, length: bytes.length, without: Buffer.from(`${without}\n`) });
    await this.writeBytes(bytes);
  }

  /** As they stand. */
  async writeBytes(bytes: Buffer): Promise<void> {
    this.#batch.push(bytes);
    this.#batchBytes += bytes.length;
    if (this.#batchBytes >= BATCH_BYTES) await this.#flush();
  }

  /** Puts it where it belongs. */
  async finish(): Promise<void> {
    try {
      await this.#flush();
      const superseded = this.#windows.slice(0, -1);
      if (superseded.length > 0) await this.#rewrite(superseded);
      await this.#file.sync();
      await this.#file.close();
      await rename(this.#temporary, this.#path);
      await syncFolders(this.#path, this.#madeFolder);
    } catch (error) {
      throw storageFault(error, this.#path);
    }
  }

  /** Leaves nothing behind; harmless after `finish`. */
  async discard(): Promise<void> {
    await this.#file.close();
    await rm(this.#temporary, { force: true });
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#batch);
    this.#batch = [];
    this.#batchBytes = 0;
    try {
      await appendBytes(this.#file, bytes);
    } catch (error) {
      throw storageFault(error, this.#path);
    }
    this.#size += bytes.length;
  }

  /** In place: what is written is never longer than what stood there, so the reading end is always ahead. */
  async #rewrite(superseded: readonly Replaceable[]): Promise<void> {
    let from = superseded[0]?.offset ?? this.#size;
    let to = from;
    const put = async (bytes: Uint8Array): Promise<void> => {
      for (let written = 0; written < bytes.length;) {
        const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, to + written);
        written += bytesWritten;
      }
      to += bytes.length;
    };
    const chunk = Buffer.alloc(BATCH_BYTES);
    const move = async (end: number): Promise<void> => {
      while (from < end) {
        const { bytesRead } = await this.#file.read(chunk, 0, Math.min(chunk.length, end - from), from);
        if (bytesRead === 0) throw new StorageError("io", `${this.#path} became shorter while it was written`);
        await put(chunk.subarray(0, bytesRead));
        from += bytesRead;
      }
    };
    for (const { offset, length, without } of superseded) {
      await move(offset);
      await put(without);
      from = offset + length;
    }
    await move(this.#size);
    await this.#file.truncate(to);
  }
}
