// A rollout → the texts that can be found in it, a part at a time, going on where the last part ended.
import { z } from "zod";
import { parseTimestamp } from "../../../runtime/history/timestamp";
import { LineTranslator } from "../codex-import/line-translator";
import type { TranslatorState } from "../codex-import/translator-state";
import type { DamagedLine, FileRecord } from "../reading/file-record";
import type { OpenedSource } from "../reading/open-source";
import { scanRecords } from "../reading/record-scanner";
import { lineText } from "./line-text";
import type { IndexedText } from "./search-database";

/** What a later part needs to know of the parts before. `calls`: where each call without an output begins. `people`: the inputs that persons gave. */
const Resume = z.object({
  translator: z.unknown(),
  calls: z.record(z.string(), z.number()),
  people: z.array(z.string()),
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
  const translator = new LineTranslator({
    era: source.era,
    // Our own cache of this very layout wrote it.
    ...(before === null ? {} : { state: before.translator as TranslatorState }),
  });
  const calls = new Map(Object.entries(before?.calls ?? {}));
  const people = new Set(before?.people ?? []);
  let done = bytes;
  for await (const records of scanRecords(source, { offset: bytes, line: null })) {
    const texts: IndexedText[] = [];
    for (const record of records) {
      const end = record.place.offset + record.place.length + 1;
      if (end > source.size) continue;
      done = end;
      for (const text of textsOf(record, { translator, calls, people })) texts.push({ ...text, atMs: text.atMs || undatedMs });
    }
    const state: Resume = {
      translator: translator.state,
      calls: Object.fromEntries([...calls].slice(-MAX_REMEMBERED)),
      people: [...people].slice(-MAX_REMEMBERED),
    };
    yield { texts, bytes: done, resume: JSON.stringify(state) };
  }
}

interface Reading {
  readonly translator: LineTranslator;
  readonly calls: Map<string, number>;
  readonly people: Set<string>;
}

function textsOf(record: FileRecord | DamagedLine, { translator, calls, people }: Reading): IndexedText[] {
  const { offset, length } = record.place;
  return translator.apply(record).flatMap((placed): IndexedText[] => {
    const { entry } = placed;
    if (entry.type === "cf_input" && entry.payload.via !== "mail") people.add(entry.payload.inputId);
    const found = lineText(placed, (id) => people.has(id));
    if (found === null) return [];
    const { tie, field, itemId, text } = found;
    if (tie.type === "call") calls.set(tie.callId, placed.offset);
    const itemOffset = tie.type === "output" ? (calls.get(tie.callId) ?? placed.offset) : placed.offset;
    if (tie.type === "output") calls.delete(tie.callId);
    const atMs = entry.timestamp === null ? 0 : parseTimestamp(entry.timestamp);
    return text.trim() === "" ? [] : [{ field, itemId, itemOffset, offset, length, atMs, text }];
  });
}

function readResume(json: string): Resume {
  return Resume.parse(JSON.parse(json));
}
