// The last bytes of a rollout → how its last turn ended and what it has used.
import type { ApprovalPolicy } from "../../../../shared/protocol/thread";
import { approvalPolicyOf } from "../../../runtime/history/codex-policies";
import type { LastTurn } from "./file-facts";
import { lastRecord } from "./last-record";
import { objectOf, textOf } from "./loose-json";
import { type LooseRecord, looseRecord } from "./loose-record";

/** Null: nothing in these bytes tells it. `totalTokens`: of the whole session. */
export interface TailFacts {
  readonly lastTurn: LastTurn | null;
  /** What the person was asked in it has no answer: a session of ours asks again when it is opened. */
  readonly isAsking: boolean;
  readonly totalTokens: number | null;
  readonly model: string | null;
  readonly policy: ApprovalPolicy | null;
  readonly hasRecords: boolean;
}

const NEWLINE = 0x0a;
const TURN_TOKENS = ["task_complete", "turn_complete", "turn_aborted", "task_started", "turn_started"];

/** Lines that are cut at the beginning are no records and are passed over. */
export function tailFacts(bytes: Buffer): TailFacts {
  const { record: turn, end } = lastTurnRecord(bytes);
  const tokens = lastRecord(bytes, { token: '"token_count"', accepts: (record) => totalOf(record) !== null });
  const context = lastRecord(bytes, { token: '"turn_context"', accepts: ({ type }) => type === "turn_context" });
  const found = [turn, tokens?.record, context?.record].some((record) => record !== null && record !== undefined);
  return {
    lastTurn: turn === null ? null : statusOf(turn),
    isAsking: (turn === null || statusOf(turn) === "started") && isAskingFrom(bytes, end),
    totalTokens: tokens === null ? null : totalOf(tokens.record),
    model: textOf(context?.record.payload["model"]),
    policy: approvalPolicyOf(context?.record.payload["approval_policy"]),
    hasRecords: found,
  };
}

/** What early files of 2026 were called by. */
export function eventName(bytes: Buffer): string | null {
  const found = lastRecord(bytes, {
    token: '"thread_name_updated"',
    accepts: ({ type, payload }) => type === "event_msg" && payload["type"] === "thread_name_updated",
  });
  return textOf(found?.record.payload["thread_name"]);
}

/** The last name that our own program wrote; empty: it was taken away; null: there is none here. */
export function lastName(bytes: Buffer): string | null {
  const found = lastRecord(bytes, {
    token: '"cf_name"',
    accepts: ({ type, payload }) => type === "cf_name" && typeof payload["name"] === "string",
  });
  const name = found?.record.payload["name"];
  return typeof name === "string" ? name : null;
}

const QUESTION = "cf_approval_requested";
const ANSWER = "cf_approval_decided";

/** Behind the turn's beginning, or wherever these bytes begin. */
function isAskingFrom(bytes: Buffer, from: number): boolean {
  const open = new Set<string>();
  for (const { type, payload } of approvalRecords(bytes, from)) {
    const id = textOf(payload["requestId"]) ?? "";
    if (type === QUESTION) open.add(id);
    else open.delete(id);
  }
  return open.size > 0;
}

function* approvalRecords(bytes: Buffer, from: number): Generator<LooseRecord> {
  for (let at = bytes.indexOf('"cf_approval_', from); at !== -1;) {
    const start = bytes.subarray(0, at).lastIndexOf(NEWLINE) + 1;
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline === -1 ? bytes.length : newline;
    const record = looseRecord(bytes.toString("utf8", start, end));
    if (record?.type === QUESTION || record?.type === ANSWER) yield record;
    at = bytes.indexOf('"cf_approval_', end);
  }
}

function lastTurnRecord(bytes: Buffer): { readonly record: LooseRecord | null; readonly end: number } {
  let last: LooseRecord | null = null;
  let from = 0;
  for (const type of TURN_TOKENS) {
    const accepts = (record: LooseRecord): boolean => record.type === "event_msg" && record.payload["type"] === type;
    const later = lastRecord(bytes, { token: `"${type}"`, from, accepts });
    if (later === null) continue;
    last = later.record;
    from = later.end;
  }
  return { record: last, end: from };
}

function statusOf({ payload }: LooseRecord): LastTurn {
  const type = textOf(payload["type"]) ?? "";
  if (type.endsWith("_aborted")) return "interrupted";
  if (type.endsWith("_started")) return "started";
  return objectOf(payload["error"]) === null ? "completed" : "failed";
}

function totalOf({ type, payload }: LooseRecord): number | null {
  if (type !== "event_msg" || payload["type"] !== "token_count") return null;
  const total = objectOf(objectOf(payload["info"])?.["total_token_usage"])?.["total_tokens"];
  return typeof total === "number" && Number.isFinite(total) ? total : null;
}
