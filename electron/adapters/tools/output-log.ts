// The side file with the full output of one command, made when the first bytes are appended.
// Apart from the command: a full disk costs the file, never the run.
import { mkdir, open, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { errorMessage } from "../../runtime/errors";

/** protocol.md §5: at most 64 MiB. */
export const LOG_LIMIT_BYTES = 64 * 1024 * 1024;

export class OutputLog {
  readonly path: string;
  #file: FileHandle | null = null;
  #writtenBytes = 0;
  #fault: string | null = null;
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.path = path;
  }

  get writtenBytes(): number {
    return this.#writtenBytes;
  }

  /** Why there is no full output, in words, or null. */
  get fault(): string | null {
    return this.#fault;
  }

  /** Writes after everything appended before. Never rejects; bytes past the limit are left out. The bytes must not change until it resolves. */
  append(bytes: Uint8Array): Promise<void> {
    this.#lastWrite = this.#lastWrite.then(() => this.#write(bytes));
    return this.#lastWrite;
  }

  /** Resolves once all is written and the file is closed. */
  async close(): Promise<void> {
    await this.#lastWrite;
    await this.#attempt(async () => this.#file?.close());
  }

  async #write(bytes: Uint8Array): Promise<void> {
    const part = bytes.subarray(0, LOG_LIMIT_BYTES - this.#writtenBytes);
    if (part.length === 0 || this.#fault !== null) return;
    await this.#attempt(async () => {
      this.#file ??= await this.#create();
      await this.#file.writeFile(part);
      this.#writtenBytes += part.length;
    });
  }

  async #create(): Promise<FileHandle> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    return open(this.path, "w", 0o600);
  }

  async #attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.#fault = errorMessage(error);
    }
  }
}
