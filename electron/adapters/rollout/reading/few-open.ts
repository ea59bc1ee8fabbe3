// The files of a chain that may be long: a few of them are open at a time, and one that is read again later is opened again.
import { StorageError } from "../../../runtime/errors";
import type { Bytes } from "./file-bytes";

/** Systems let a program have a few hundred, for everything it does. */
const MAX_OPEN = 16;

/** `reopen`: its bytes as they are now; null where it is not there any more. */
export interface OnceOpened {
  readonly path: string;
  readonly bytes: Bytes;
  readonly reopen: () => Promise<Bytes | null>;
}

export class FewOpen {
  readonly #maxOpen: number;
  /** The one that was read last at the end. */
  readonly #open = new Map<OnceOpened, Bytes>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(maxOpen = MAX_OPEN) {
    this.#maxOpen = maxOpen;
  }

  /** So much of its beginning, to be closed in the end; the file's own bytes are not read any more. Reading throws StorageError `io` where the file has gone or become shorter meanwhile. */
  async add(file: OnceOpened, size: number): Promise<Bytes> {
    await this.#inTurn(() => this.#keep(file, file.bytes));
    let isClosed = false;
    return {
      size,
      read: (position, length) =>
        this.#inTurn(async () => {
          if (isClosed) throw new Error(`${file.path} is not read any more`);
          const bytes = await this.#opened(file, size);
          return bytes.read(position, Math.max(0, Math.min(length, size - position)));
        }),
      close: () =>
        this.#inTurn(async () => {
          isClosed = true;
          const bytes = this.#open.get(file);
          this.#open.delete(file);
          await bytes?.close();
        }),
    };
  }

  async #opened(file: OnceOpened, size: number): Promise<Bytes> {
    const known = this.#open.get(file);
    const bytes = known ?? (await file.reopen());
    if (bytes === null || bytes.size < size) {
      await bytes?.close();
      throw new StorageError("io", `${file.path} has gone or was cut while it was read. Open the session again.`);
    }
    await this.#keep(file, bytes);
    return bytes;
  }

  async #keep(file: OnceOpened, bytes: Bytes): Promise<void> {
    this.#open.delete(file);
    this.#open.set(file, bytes);
    const [oldest] = this.#open;
    if (oldest === undefined || this.#open.size <= this.#maxOpen) return;
    this.#open.delete(oldest[0]);
    await oldest[1].close();
  }

  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task);
    // Whoever asked is told; the next read is another matter.
    this.#last = result.catch((error: unknown) => error);
    return result;
  }
}
