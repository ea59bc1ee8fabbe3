// Records before a stretch that one of its own refers to by id: the call of an output, the input that a message of the person was accepted as.
import type { FileRecord } from "../reading/file-record";
import { lineStartAtOrBefore } from "../reading/line-start";
import { factOf } from "./line-fact";
import { scannedAt, type RolloutRun } from "./rollout-run";
import { searchBack } from "./search-back";

/** `calls`, `inputs`: how far back each may lie. `to`: where the stretch begins. */
export interface EarlierRange {
  readonly inputs: number;
  readonly calls: number;
  readonly to: number;
}

export class EarlierRecords {
  readonly #run: RolloutRun;
  readonly #known = new Set<string>();

  constructor(run: RolloutRun) {
    this.#run = run;
  }

  /** In file order; nothing when the record needs none, or none that has not been met. */
  async neededBy(record: FileRecord, range: EarlierRange): Promise<FileRecord[]> {
    const callId = callIdOf(record);
    if (callId !== null) {
      if (this.#known.has(callId)) return [];
      this.#known.add(callId);
      return isCall(record)
        ? []
        : this.#find(callId, { from: range.calls, to: range.to }, (found) => callIdOf(found) === callId && isCall(found));
    }
    if (!this.#run.isOwn) return [];
    const fact = factOf(record.type, record.payload);
    if (fact?.type === "input") {
      this.#known.add(fact.inputId);
      return fact.returnedFrom === null ? [] : this.#input(fact.returnedFrom, range);
    }
    return fact?.type === "inputChange" || fact?.type === "message" ? this.#input(fact.inputId, range) : [];
  }

  async #input(inputId: string, { inputs, to }: EarlierRange): Promise<FileRecord[]> {
    if (this.#known.has(inputId)) return [];
    this.#known.add(inputId);
    const found = await this.#find(inputId, { from: inputs, to }, (record) => acceptedId(record)?.inputId === inputId);
    const before = found.flatMap((record) => acceptedId(record)?.returnedFrom ?? []);
    const older: FileRecord[] = [];
    for (const id of before) older.push(...(await this.#input(id, { inputs, calls: inputs, to })));
    return [...older, ...found];
  }

  /** All records with the id from the one it begins with on; nothing when that is not there. */
  async #find(
    id: string,
    range: { readonly from: number; readonly to: number },
    isFirst: (record: FileRecord) => boolean,
  ): Promise<FileRecord[]> {
    const found = new Map<number, FileRecord>();
    for await (const offset of searchBack(this.#run.source, Buffer.from(JSON.stringify(id)), range)) {
      const start = await lineStartAtOrBefore(this.#run.source, offset);
      for (const record of await scannedAt(this.#run, start, null)) {
        if (!("record" in record)) continue;
        if (found.has(record.place.offset) || !refersTo(record, id)) continue;
        found.set(record.place.offset, record);
        if (isFirst(record)) return [...found.values()].sort((one, other) => one.place.offset - other.place.offset);
      }
    }
    return [];
  }
}

function payloadOf({ payload }: FileRecord): Readonly<Record<string, unknown>> {
  return typeof payload === "object" && payload !== null ? (payload as Readonly<Record<string, unknown>>) : {};
}

function callIdOf(record: FileRecord): string | null {
  const { call_id, callId } = payloadOf(record);
  return typeof call_id === "string" ? call_id : typeof callId === "string" ? callId : null;
}

function isCall(record: FileRecord): boolean {
  const { type } = payloadOf(record);
  return record.type === "response_item" && typeof type === "string" && type.endsWith("_call");
}

function acceptedId(record: FileRecord): { readonly inputId: string; readonly returnedFrom: string | null } | null {
  const fact = factOf(record.type, record.payload);
  return fact?.type === "input" ? fact : null;
}

function refersTo(record: FileRecord, id: string): boolean {
  if (callIdOf(record) === id) return true;
  const fact = factOf(record.type, record.payload);
  return fact !== null && "inputId" in fact && fact.inputId === id;
}
