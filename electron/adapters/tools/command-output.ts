// What a command prints, on its three ways: live to the screen, both ends to the model, all of it to the side file.
// Apart from the process so that memory stays bounded whatever is printed, and a slow disk holds the command back instead of filling memory.
import type { TextDecoder } from "node:util";
import { BoundedOutput, type OutputEnds } from "./bounded-output";
import { releaseBytes } from "./release-bytes";
import { LOG_LIMIT_BYTES, OutputLog } from "./output-log";

/** protocol.md §7. */
export const MODEL_OUTPUT_BYTES = 40_000;
export const LIVE_OUTPUT_BYTES = 1024 * 1024;
export const LIVE_OUTPUT_NOTE = "\n[live output stops here after 1 MiB; the command goes on]\n";

/**
 * `file`: where the full output lies; absent when the text holds all of it, or the file could not be written. `notes`: what was not printed as it
 * is shown here.
 */
export interface KeptOutput {
  readonly text: string;
  readonly notes: readonly string[];
  readonly totalBytes: number;
  readonly file?: string;
}

export class CommandOutput {
  readonly #logPath: string;
  readonly #onOutput: (delta: string) => void;
  readonly #kept = new BoundedOutput(MODEL_OUTPUT_BYTES);
  #log: OutputLog | null = null;
  #liveBytes = 0;
  #isFinished = false;
  #encoding: string | null = null;

  constructor(options: { readonly logPath: string; readonly onOutput: (delta: string) => void }) {
    this.#logPath = options.logPath;
    this.#onOutput = options.onOutput;
  }

  /**
   * Resolves once the next bytes may be read; these may be gone then. `decoder` belongs to the pipe the bytes come from. After `finish` bytes
   * are dropped.
   */
  async take(bytes: Uint8Array, decoder: TextDecoder): Promise<void> {
    if (!this.#isFinished) await this.#keep(bytes, decoder);
    if (!this.#kept.isWhole) releaseBytes(bytes);
  }

  async #keep(bytes: Uint8Array, decoder: TextDecoder): Promise<void> {
    const outgrows = this.#kept.isWhole && this.#kept.totalBytes + bytes.length > MODEL_OUTPUT_BYTES;
    const held = outgrows ? [this.#kept.heldBytes()] : [];
    this.#kept.push(bytes);
    this.#show(bytes, decoder);
    if (!this.#kept.isWhole) await this.#writeLog([...held, bytes]);
  }

  noteEncoding(name: string): void {
    this.#encoding = name;
  }

  /** Closes the output: what comes later is not part of it. */
  async finish(): Promise<KeptOutput> {
    this.#isFinished = true;
    const ends = this.#kept.ends();
    if (ends.omittedBytes > 0 && this.#kept.isWhole) await this.#writeLog([this.#kept.heldBytes()]);
    await this.#log?.close();
    const notes = describeDecoding(ends.invalidBytes, this.#encoding);
    const kept = { text: joinEnds(ends, this.#describeLog()), notes, totalBytes: this.#kept.totalBytes };
    return this.#log === null || this.#log.fault !== null ? kept : { ...kept, file: this.#log.path };
  }

  #show(bytes: Uint8Array, decoder: TextDecoder): void {
    const shown = bytes.subarray(0, Math.max(0, LIVE_OUTPUT_BYTES - this.#liveBytes));
    const before = this.#liveBytes;
    this.#liveBytes += bytes.length;
    const text = decoder.decode(shown, { stream: true });
    if (text !== "") this.#onOutput(text);
    if (before <= LIVE_OUTPUT_BYTES && this.#liveBytes > LIVE_OUTPUT_BYTES) this.#onOutput(LIVE_OUTPUT_NOTE);
  }

  async #writeLog(parts: readonly Uint8Array[]): Promise<void> {
    const log = (this.#log ??= new OutputLog(this.#logPath));
    await Promise.all(parts.map((part) => log.append(part)));
  }

  #describeLog(): string {
    if (this.#log === null) return "";
    const { fault, path } = this.#log;
    if (fault !== null) return `the full output could not be kept: ${fault}`;
    const total = this.#kept.totalBytes;
    return total > LOG_LIMIT_BYTES
      ? `the first ${LOG_LIMIT_BYTES} of ${total} bytes are in ${path}`
      : `all ${total} bytes are in ${path}`;
  }
}

function describeDecoding(invalidBytes: number, encoding: string | null): string[] {
  return [
    ...(encoding === null ? [] : [`The output was ${encoding.toUpperCase()} and has been made UTF-8`]),
    ...(invalidBytes === 0
      ? []
      : [
          `${invalidBytes === 1 ? "1 byte is not UTF-8 and stands" : `${invalidBytes} bytes are not UTF-8 and stand`} here as \uFFFD`,
        ]),
  ];
}

function joinEnds(ends: OutputEnds, where: string): string {
  if (ends.omittedBytes === 0) return ends.head;
  return `${ends.head}\n[${ends.omittedBytes} bytes left out here; ${where}]\n${ends.tail}`;
}
