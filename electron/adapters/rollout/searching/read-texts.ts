// A rollout → the texts that can be found in it, a part at a time, going on where the last part ended.
import { z } from "zod";
import { parseTimestamp } from "../../../runtime/history/timestamp";
import { LineTranslator } from "../codex-import/line-translator";
import type { PlacedLine } from "../codex-import/placed-line";
import type { TranslatorState } from "../codex-import/translator-state";
import { isDamaged } from "../reading/file-record";
import type { OpenedSource } from "../reading/open-source";
import { scanRecords } from "../reading/record-scanner";
import { lineText } from "./line-text";
import type { IndexedText } from "./search-database";

/**
 * What a later part needs to know of the parts before. `calls`: where each call without an output begins. `people`: the inputs that persons gave.
 * `waiting`: records whose lines the translator holds back, with their lengths. `told`: those of them that were given out all the same, at the end.
 */
const Resume = z.object({
  translator: z.unknown(),
  calls: z.record(z.string(), z.number()),
  people: z.array(z.string()),
  waiting: z.array(z.tuple([z.number(), z.number()])),
  told: z.array(z.number()),
});
type Resume = z.infer<typeof Resume>;

export interface TextsPart {
  readonly texts: readonly IndexedText[];
  /** The source is taken in up to here. */
  readonly bytes: number;
  readonly resume: string;
}

/** Calls and inputs remembered from part to part; of a file that never answers its calls the oldest are given up. */
const MAX_REMEMBERED = 2000;

/** Never a line that is still being written: the bytes up to the last newline only. */
export async function* readTexts(
  source: OpenedSource,
  { bytes, resume, undatedMs }: { readonly bytes: number; readonly resume: string | null; readonly undatedMs: number },
): AsyncGenerator<TextsPart> {
  const before = resume === null ? null : readResume(resume);
  const translator = translatorAt(source, before);
  const reading: Reading = {
    calls: new Map(Object.entries(before?.calls ?? {})),
    people: new Set(before?.people ?? []),
    lengths: new Map(before?.waiting ?? []),
    told: new Set(before?.told ?? []),
    undatedMs,
  };
  let done = bytes;
  for await (const records of scanRecords(source, { offset: bytes, line: null })) {
    const texts: IndexedText[] = [];
    for (const record of records) {
      const end = record.place.offset + record.place.length + 1;
      if (end > source.size) continue;
      done = end;
      if (!isDamaged(record)) reading.lengths.set(record.place.offset, record.place.length);
      texts.push(...textsOf(translator.apply(record), reading));
      if (translator.isSettled) reading.lengths.clear();
    }
    // What waits for a line that has not been written yet can be found already.
    if (done >= source.size) texts.push(...textsOf(translatorAt(source, { translator: translator.state }).end(), reading, true));
    yield { texts, bytes: done, resume: JSON.stringify(resumeOf(translator, reading)) };
  }
}

interface Reading {
  readonly calls: Map<string, number>;
  readonly people: Set<string>;
  readonly lengths: Map<number, number>;
  readonly told: Set<number>;
  readonly undatedMs: number;
}

function translatorAt({ era }: OpenedSource, at: { readonly translator?: unknown } | null): LineTranslator {
  // Our own cache of this very layout wrote it.
  return new LineTranslator({ era, ...(at === null ? {} : { state: at.translator as TranslatorState }) });
}

function resumeOf(translator: LineTranslator, { calls, people, lengths, told }: Reading): Resume {
  return {
    translator: translator.state,
    calls: Object.fromEntries([...calls].slice(-MAX_REMEMBERED)),
    people: [...people].slice(-MAX_REMEMBERED),
    waiting: [...lengths].slice(-MAX_REMEMBERED),
    told: [...told].slice(-MAX_REMEMBERED),
  };
}

/** `isEarly`: they will come again with the next part, and are then passed over. */
function textsOf(lines: readonly PlacedLine[], reading: Reading, isEarly = false): IndexedText[] {
  const { calls, people, lengths, told, undatedMs } = reading;
  return lines.flatMap((placed): IndexedText[] => {
    const { entry, offset } = placed;
    if (entry.type === "cf_input" && entry.payload.via !== "mail") people.add(entry.payload.inputId);
    const found = lineText(placed, (id) => people.has(id));
    const length = lengths.get(offset);
    if (found === null || length === undefined || told.has(offset)) return [];
    if (isEarly) told.add(offset);
    const { tie, field, itemId, text } = found;
    if (tie.type === "call") calls.set(tie.callId, offset);
    const itemOffset = tie.type === "output" ? (calls.get(tie.callId) ?? offset) : offset;
    if (tie.type === "output") calls.delete(tie.callId);
    const atMs = entry.timestamp === null ? 0 : parseTimestamp(entry.timestamp);
    return text.trim() === "" ? [] : [{ field, itemId, itemOffset, offset, length, atMs: atMs || undatedMs, text }];
  });
}

function readResume(json: string): Resume {
  return Resume.parse(JSON.parse(json));
}
