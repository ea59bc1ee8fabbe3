// A second way through a file: in stretches, each from a line's start that was found backward, without numbers. It must meet the same lines.
import { isDamaged } from "../../../../../electron/adapters/rollout/reading/file-record";
import { lineStartAtOrBefore } from "../../../../../electron/adapters/rollout/reading/line-start";
import type { OpenedSource } from "../../../../../electron/adapters/rollout/reading/open-source";
import { scanRecords } from "../../../../../electron/adapters/rollout/reading/record-scanner";
import type { RolloutSummary } from "../../../../../electron/adapters/rollout/reading/summary";

const STRETCH_BYTES = 100_000;

/** What is wrong, in words. */
export async function fullRead(source: OpenedSource, summary: RolloutSummary): Promise<readonly string[]> {
  const wrong: string[] = [];
  let records = 0;
  let damaged = 0;
  for (let start = 0; start < source.size;) {
    const end = await endOfStretch(source, start);
    let last = start;
    for await (const batch of scanRecords(source, { offset: start, line: null, end })) {
      for (const entry of batch) {
        if (isDamaged(entry)) damaged += 1;
        else records += 1;
        const { offset, length } = entry.place;
        if (offset < last || offset + length > source.size) wrong.push(`a line at byte ${offset} stands out of order`);
        last = offset;
      }
    }
    start = end;
  }
  const total = Object.values(summary.records).reduce((sum, count) => sum + count, 0);
  if (records !== total || damaged !== summary.damaged)
    wrong.push(
      `in stretches ${records} records and ${damaged} damaged lines were met, as a whole ${total} and ${summary.damaged}`,
    );
  return wrong;
}

async function endOfStretch(source: OpenedSource, start: number): Promise<number> {
  for (let size = STRETCH_BYTES; start + size < source.size; size *= 2) {
    const end = await lineStartAtOrBefore(source, start + size);
    if (end > start) return end;
  }
  return source.size;
}
