// The first bytes of a rollout of any era → whose it is and what the person wanted.
import type { ApprovalPolicy } from "../../../../shared/protocol/thread";
import { approvalPolicyOf } from "../../../runtime/history/codex-policies";
import { type JsonObject, objectOf, textOf } from "./loose-json";
import { type LooseRecord, looseRecord, singleJsonRecords } from "./loose-record";
import { folderOfContext, type PersonWords, personWords } from "./person-words";

/** Null: nothing in these bytes tells it. `words`: the first of the person's. */
export interface HeadFacts {
  readonly header: JsonObject | null;
  readonly words: string | null;
  readonly cwd: string | null;
  readonly model: string | null;
  readonly policy: ApprovalPolicy | null;
  /** RFC 3339, of the first record that has one. */
  readonly timestamp: string | null;
  readonly hasRecords: boolean;
}

/** After a message of role user the line that is surely the person's own, if there is one, stands within so many records. */
const PATIENCE = 16;
const NEWLINE = 0x0a;

/** `isWhole`: the file ends here; else its last line may go on. */
export function headFacts(bytes: Buffer, isWhole: boolean): HeadFacts {
  const facts = gather(recordsOfLines(bytes, isWhole));
  if (facts.hasRecords) return facts;
  return gather(singleJsonRecords(bytes.toString("utf8")) ?? []);
}

function gather(records: Iterable<LooseRecord>): HeadFacts {
  let header: JsonObject | null = null;
  let candidate: PersonWords | null = null;
  let cwd: string | null = null;
  let model: string | null = null;
  let policy: ApprovalPolicy | null = null;
  let timestamp: string | null = null;
  let hasRecords = false;
  let patience = PATIENCE;
  for (const record of records) {
    hasRecords = true;
    timestamp ??= record.timestamp;
    if (record.type === "session_meta") header ??= record.payload;
    if (record.type === "turn_context") {
      cwd ??= textOf(record.payload["cwd"]);
      model ??= textOf(record.payload["model"]);
      policy ??= approvalPolicyOf(record.payload["approval_policy"]);
    }
    cwd ??= folderOfContext(record);
    const found = personWords(record);
    if (found !== null && (candidate === null || found.isSure)) candidate = found;
    if (candidate === null) continue;
    patience -= 1;
    if (candidate.isSure || patience === 0) break;
  }
  return { header, words: candidate?.text ?? null, cwd: textOf(header?.["cwd"]) ?? cwd, model, policy, timestamp, hasRecords };
}

function* recordsOfLines(bytes: Buffer, isWhole: boolean): Generator<LooseRecord> {
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(NEWLINE, start);
    const isCut = end === -1 && !isWhole;
    const record = looseRecord(bytes.toString("utf8", start, end === -1 ? bytes.length : end), isCut);
    if (record !== null) yield record;
    if (end === -1) return;
    start = end + 1;
  }
}

/** Who started it, where that was another thread. */
export function lineageOf(header: JsonObject | null): {
  readonly isSubAgent: boolean;
  readonly parentThreadId: string | null;
  readonly forkedFromId: string | null;
  readonly baseId: string | null;
} {
  const source = objectOf(header?.["source"]);
  const spawn = objectOf(objectOf(source?.["subagent"])?.["thread_spawn"]);
  return {
    isSubAgent: (source !== null && source["subagent"] !== undefined) || header?.["thread_source"] === "subagent",
    parentThreadId: textOf(spawn?.["parent_thread_id"]) ?? textOf(header?.["parent_thread_id"]),
    forkedFromId: textOf(header?.["forked_from_id"]) ?? textOf(objectOf(header?.["cf_fork"])?.["threadId"]),
    baseId: textOf(objectOf(header?.["history_base"])?.["thread_id"]),
  };
}
