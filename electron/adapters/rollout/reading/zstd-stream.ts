// Compressed bytes → what they hold, piece by piece: Node's own decoder where there is one, else one in plain JavaScript.
import type { Readable } from "node:stream";
import * as zlib from "node:zlib";
import { Decompress } from "fzstd";

/** A larger slice of a hostile archive becomes hundreds of megabytes in one go. */
const SLICE_BYTES = 4 * 1024;

/** `openAt`: the archive's bytes from an offset on. */
export interface Archive {
  readonly size: number;
  readonly openAt: (start: number) => Readable;
}

/**
 * Throws where the archive is torn or damaged, after everything before has been given out, and what reading it throws. A piece is good until the next
 * is asked for.
 */
export function unpackZstd(archive: Archive): AsyncIterable<Uint8Array> {
  return typeof zlib.createZstdDecompress === "function" ? unpackFrames(archive) : unpackSlices(archive);
}

/** Node's decoder (22.15 and later) ends with the first frame, whatever follows it. */
async function* unpackFrames({ size, openAt }: Archive): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < size;) {
    const input = openAt(start);
    const output = zlib.createZstdDecompress();
    input.on("error", (error) => output.destroy(error));
    try {
      for await (const piece of input.pipe(output)) yield piece as Uint8Array;
    } finally {
      input.destroy();
    }
    if (output.bytesWritten === 0) throw new Error("the archive goes on with something else");
    start += output.bytesWritten;
  }
}

async function* unpackSlices({ openAt }: Archive): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  const decoder = new Decompress((piece) => {
    if (piece.length > 0) pieces.push(piece);
  });
  for await (const chunk of openAt(0)) {
    const bytes = chunk as Uint8Array;
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      decoder.push(bytes.subarray(at, at + SLICE_BYTES));
      yield* pieces;
      pieces = [];
    }
  }
  decoder.push(new Uint8Array(), true);
  yield* pieces;
}
