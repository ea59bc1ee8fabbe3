// All bytes of a rollout in order, whatever form it has: archives expanded, chains joined.
import { openSource, type OpenSourceParts } from "./open-source";

const CHUNK_BYTES = 256 * 1024;

/** Each chunk is good until the next is asked for. Throws what `openSource` does. */
export async function* sourceBytes(path: string, parts: OpenSourceParts): AsyncGenerator<Uint8Array> {
  const source = await openSource(path, parts);
  try {
    for (let position = 0; position < source.size;) {
      const bytes = await source.read(position, CHUNK_BYTES);
      if (bytes.length === 0) return;
      yield bytes;
      position += bytes.length;
    }
  } finally {
    await source.close();
  }
}
