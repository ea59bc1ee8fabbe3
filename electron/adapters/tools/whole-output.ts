// What a program prints when only all of it is an answer: up to a limit it is kept whole, above it nothing is.
import { TextDecoder } from "node:util";
import type { OutputTaker } from "./shell-process";

export class WholeOutput implements OutputTaker {
  readonly #limitBytes: number;
  #chunks: Uint8Array[] = [];
  #totalBytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  take(bytes: Uint8Array): Promise<void> {
    this.#totalBytes += bytes.length;
    if (this.#totalBytes > this.#limitBytes) this.#chunks = [];
    else this.#chunks.push(bytes);
    return Promise.resolve();
  }

  /** Without a byte order mark. Null: there was more than the limit. */
  text(): string | null {
    return this.#totalBytes > this.#limitBytes ? null : new TextDecoder().decode(Buffer.concat(this.#chunks));
  }
}
