// Programs of Windows print UTF-16 into pipes, some of them with a byte order mark; whatever reads on here takes UTF-8.
import { TextDecoder } from "node:util";

const SAMPLE_BYTES = 1024;
/** Fewer could be anything. */
const LEAST_BYTES = 16;
/** Of the letters in the sample, of which each has one byte that is zero and one that is not. */
const SHARE = 0.9;

/** `first`: the beginning of an output. Null: it is no UTF-16. */
export function utf16Decoder(first: Uint8Array): TextDecoder | null {
  const [one, two] = first;
  if (one === 0xff && two === 0xfe) return new TextDecoder("utf-16le");
  if (one === 0xfe && two === 0xff) return new TextDecoder("utf-16be");
  const sample = first.subarray(0, Math.min(SAMPLE_BYTES, first.length - (first.length % 2)));
  if (sample.length < LEAST_BYTES) return null;
  if (zerosAreAt(1, sample)) return new TextDecoder("utf-16le");
  return zerosAreAt(0, sample) ? new TextDecoder("utf-16be") : null;
}

function zerosAreAt(place: 0 | 1, sample: Uint8Array): boolean {
  let fitting = 0;
  for (let at = 0; at < sample.length; at += 2) {
    const [zero, letter] = place === 0 ? [sample[at], sample[at + 1]] : [sample[at + 1], sample[at]];
    if (zero === 0 && letter !== 0) fitting += 1;
  }
  return fitting >= (sample.length / 2) * SHARE;
}
