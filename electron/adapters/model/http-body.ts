// The body of a response: its bytes as they come, not compressed, and what becomes of the connection once nobody reads on.
import type { IncomingMessage } from "node:http";
import { pipeline, type Duplex } from "node:stream";
import { finished } from "node:stream/promises";

/** Throws when the body breaks off. Whoever stops before its end gives the connection back where all has come already, else ends it. */
export async function* bodyOf(response: IncomingMessage): AsyncGenerator<Uint8Array, void> {
  const decoder = await decoderFor(response.headers["content-encoding"]?.toLowerCase() ?? "identity");
  // What fails in the response ends the decoder with the same error.
  if (decoder !== null) return yield* bytesOf(pipeline(response, decoder, () => undefined));
  try {
    yield* bytesOf(response.iterator({ destroyOnReturn: false }));
  } finally {
    if (response.complete) await finished(response.resume());
    else response.destroy();
  }
}

async function* bytesOf(chunks: AsyncIterable<unknown>): AsyncGenerator<Uint8Array, void> {
  for await (const bytes of chunks) if (bytes instanceof Uint8Array) yield bytes;
}

/** Null: nothing to decode. A server, or what stands before it, may compress without having been asked to. */
async function decoderFor(encoding: string): Promise<Duplex | null> {
  if (encoding === "identity") return null;
  const { createBrotliDecompress, createUnzip } = await import("node:zlib");
  switch (encoding) {
    case "gzip":
    case "x-gzip":
    case "deflate":
      return createUnzip();
    case "br":
      return createBrotliDecompress();
    default:
      throw new Error(`the answer is compressed in an unknown way: ${encoding}`);
  }
}
