// What reading by pages needs of an opened rollout: its bytes, its records from any line start on, and who translates them.
import { LineTranslator } from "../codex-import/line-translator";
import type { TranslatorState } from "../codex-import/translator-state";
import type { OpenedSource } from "../reading/open-source";
import { type ScanRange, type ScannedLine, scanRecords } from "../reading/record-scanner";

export interface RolloutRun {
  readonly source: OpenedSource;
  readonly isOwn: boolean;
  /** `state`: of another translator of the same file, given away; the new one goes on as if it had seen all before. */
  translator(state?: TranslatorState): LineTranslator;
}

export function runOf(source: OpenedSource): RolloutRun {
  const { era } = source;
  return {
    source,
    isOwn: era === "own",
    translator: (state) => new LineTranslator(state === undefined ? { era } : { era, state }),
  };
}

/** As `scanRecords`. */
export function scan(run: RolloutRun, range: ScanRange): AsyncGenerator<readonly ScannedLine[]> {
  return scanRecords(run.source, range);
}

/** What stands on the line that starts there. */
export async function scannedAt({ source }: RolloutRun, offset: number, line: number | null): Promise<ScannedLine[]> {
  // Most lines are short: they take one small read.
  const near = Buffer.from(await source.read(offset, NEAR_BYTES));
  const read = (position: number, length: number): Promise<Uint8Array> =>
    position < offset + near.length
      ? Promise.resolve(near.subarray(position - offset, position - offset + length))
      : source.read(position, length);
  const found: ScannedLine[] = [];
  for await (const batch of scanRecords({ size: source.size, read }, { offset, line, end: offset + 1 })) found.push(...batch);
  return found;
}

const NEAR_BYTES = 16 * 1024;
