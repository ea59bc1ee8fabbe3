// One pass over a rollout that makes its index, in slices: whoever waits for a page is served between two of them. It begins where an earlier pass over
// the same file has ended.
import type { IndexSeed } from "./index-file";
import { IndexPass } from "./index-pass";
import type { OffsetIndex } from "./offset-index";
import { scan, type RolloutRun } from "./rollout-run";

export interface BuildOrder {
  /** What an earlier pass has left; null: there was none. */
  readonly seed: IndexSeed | null;
  /** Between two slices; rejects when nobody wants the index any more. `bytes`: passed over so far. */
  readonly pause: (bytes: number) => Promise<void>;
  readonly now: () => number;
}

const SLICE_MS = 4;
/** The clock is looked at after so many lines, and after each that is long. */
const LOOK_EVERY = 8;
const LONG_BYTES = 64 * 1024;
/** So much of the end is passed over again: it may have been torn, or told only in part. */
const AGAIN_BYTES = 64 * 1024;

/** `left`: what a later pass may go on from; null when there is too little to be kept. */
export async function buildIndex(
  run: RolloutRun,
  { seed, pause, now }: BuildOrder,
): Promise<{ index: OffsetIndex; left: IndexSeed | null }> {
  const pass = new IndexPass(run, seed);
  const again = run.source.size - AGAIN_BYTES;
  let left: IndexSeed | null = null;
  let taken = 0;
  let sliceEnd = now() + SLICE_MS;
  for await (const batch of scan(run, { offset: seed?.offset ?? 0, line: seed?.line ?? 1 })) {
    for (const scanned of batch) {
      const { offset, length, line } = scanned.place;
      if (left === null && line !== null && offset + length >= again && offset > 0 && !pass.isSameLine(scanned))
        left = pass.seedAt(offset, line);
      pass.take(scanned);
      taken += 1;
      if (taken % LOOK_EVERY !== 0 && length < LONG_BYTES) continue;
      if (now() < sliceEnd) continue;
      await pause(offset);
      sliceEnd = now() + SLICE_MS;
    }
  }
  return { index: pass.end(), left };
}
