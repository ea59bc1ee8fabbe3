// A rollout as one run of bytes, wherever and however it lies: a plain file, a compressed one, a single JSON of 2025, or a chain of files of which
// each continues another by reference. Everything behind works on these bytes and their offsets alone.

/** `bytes` are good until the next `read` of the same source. Shorter than asked only at the end. */
export interface RolloutSource {
  /** Bytes in all. A file that grows is read as far as it was when it was opened. */
  readonly size: number;
  /** Where the file itself begins, behind what it continues by reference; 0 for most. */
  readonly ownStart: number;
  /** Changes when the file does: what was remembered of it under another stamp is void. */
  readonly stamp: string;
  /** What is missing or was changed to make it readable, in words: a base that is gone or shorter, a torn archive. */
  readonly repairs: readonly string[];
  read(position: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}
