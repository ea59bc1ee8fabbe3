// How a searching worker shows that it goes on, and with which file, without a message for each: in memory that both threads see.
import { TextDecoder, TextEncoder } from "node:util";

const COUNT = 0;
const LENGTH = 1;
const HEAD_BYTES = 8;
const PATH_BYTES = 1024;

export class SearchWatch {
  readonly #numbers: Int32Array;
  readonly #path: Uint8Array;
  readonly #encoder = new TextEncoder();

  constructor(readonly buffer: SharedArrayBuffer = new SharedArrayBuffer(HEAD_BYTES + PATH_BYTES)) {
    this.#numbers = new Int32Array(buffer, 0, 2);
    this.#path = new Uint8Array(buffer, HEAD_BYTES);
  }

  alive(path: string): void {
    Atomics.add(this.#numbers, COUNT, 1);
    Atomics.store(this.#numbers, LENGTH, this.#encoder.encodeInto(path, this.#path).written);
  }

  /** Changes while the worker goes on. */
  get count(): number {
    return Atomics.load(this.#numbers, COUNT);
  }

  /** The file it is at, or was a moment ago. */
  get path(): string {
    return new TextDecoder().decode(this.#path.slice(0, Atomics.load(this.#numbers, LENGTH)));
  }
}
