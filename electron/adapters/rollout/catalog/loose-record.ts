// One line of a rollout of any era, as far as the list needs it: its type and payload, whatever the envelope. Bounded parts of files are read, so a
// line may be cut at the end.
import { closeCutJson } from "./cut-json";
import { type JsonObject, listOf, objectOf, parsedJson, textOf } from "./loose-json";

export interface LooseRecord {
  /** Of the envelope; of a bare line `response_item`, `session_meta` (the header) or `state`. */
  readonly type: string;
  readonly payload: JsonObject;
  readonly timestamp: string | null;
}

const LINE_TYPES = new Set(["session_meta", "turn_context", "response_item", "event_msg", "compacted", "world_state"]);
const BARE_TYPES =
  /^(?:message|reasoning|function_call|function_call_output|custom_tool_call|custom_tool_call_output|local_shell_call|web_search_call)$/;
/** Where the whole record begins that stands behind a torn one on the same line. */
const ENVELOPE = '{"timestamp":"';

/** Null: no record, whatever else it may be. `isCut`: the line goes on behind what was read. */
export function looseRecord(text: string, isCut = false): LooseRecord | null {
  const line = text.replaceAll("\0", "").trim();
  if (!line.startsWith("{") && !line.startsWith("\ufeff{")) return gluedRecord(line);
  const json = line.replace(/^\ufeff/, "");
  const whole = recordOf(parsedJson(json));
  if (whole !== null) return whole;
  if (!isCut) return gluedRecord(json);
  const closed = closeCutJson(json);
  return closed === null ? null : recordOf(parsedJson(closed));
}

function gluedRecord(line: string): LooseRecord | null {
  const at = line.lastIndexOf(ENVELOPE);
  return at <= 0 ? null : recordOf(parsedJson(line.slice(at)));
}

/** The file of 2025 that is one JSON, read whole or cut, as its records; null when it is none. */
export function singleJsonRecords(text: string): LooseRecord[] | null {
  const json = text.replace(/^\ufeff/, "").trim();
  const closed = parsedJson(json) === undefined ? closeCutJson(json) : json;
  const file = closed === null ? null : objectOf(parsedJson(closed));
  const session = objectOf(file?.["session"]);
  if (file === null || session === null || textOf(session["id"]) === null) return null;
  const header = { type: "session_meta", payload: session, timestamp: textOf(session["timestamp"]) };
  return [header, ...listOf(file["items"]).flatMap((item) => recordOf(item) ?? [])];
}

function recordOf(value: unknown): LooseRecord | null {
  const line = objectOf(value);
  if (line === null) return null;
  const type = textOf(line["type"]);
  const timestamp = textOf(line["timestamp"]);
  const payload = objectOf(line["payload"]);
  if (type !== null && payload !== null) {
    const isKnown = timestamp !== null || LINE_TYPES.has(type) || type.startsWith("cf_");
    return isKnown ? { type, payload, timestamp } : null;
  }
  if (textOf(line["record_type"]) !== null) return { type: "state", payload: line, timestamp };
  if (type === null)
    return textOf(line["id"]) === null || timestamp === null ? null : { type: "session_meta", payload: line, timestamp };
  if (!BARE_TYPES.test(type)) return null;
  if (type === "message" && (textOf(line["role"]) === null || !Array.isArray(line["content"]))) return null;
  return { type: "response_item", payload: line, timestamp };
}
