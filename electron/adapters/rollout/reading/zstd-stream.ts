// Compressed bytes → what they hold, piece by piece: Node's own decoder where there is one, else one in plain JavaScript.
import { type Readable, Readable as ReadableStream } from "node:stream";
import * as zlib from "node:zlib";
import { Decompress } from "fzstd";

/** A larger slice of a hostile archive becomes hundreds of megabytes in one go. */
const SLICE_BYTES = 4 * 1024;

/** Throws where the archive is torn or damaged, after everything before has been given out. */
export function unpackZstd(compressed: AsyncIterable<Uint8Array>, decoder = nodeDecoder()): AsyncIterable<Uint8Array> {
  return decoder === null ? unpackInSlices(compressed) : decoder(compressed);
}

/** Null where Node has none (before 22.15). */
export function nodeDecoder(): ((compressed: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>) | null {
  if (typeof zlib.createZstdDecompress !== "function") return null;
  return (compressed) => {
    const output: Readable = zlib.createZstdDecompress();
    const input = ReadableStream.from(compressed);
    input.on("error", (error) => output.destroy(error));
    input.pipe(output as zlib.ZstdDecompress);
    return output;
  };
}

async function* unpackInSlices(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  const decoder = new Decompress((piece) => {
    if (piece.length > 0) pieces.push(piece);
  });
  for await (const bytes of compressed) {
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      decoder.push(bytes.subarray(at, at + SLICE_BYTES));
      yield* pieces;
      pieces = [];
    }
  }
  decoder.push(new Uint8Array(), true);
  yield* pieces;
}
