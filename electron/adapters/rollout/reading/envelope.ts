// A JSON object of a line → what its envelope says, alike for all eras (docs/rollout-format.md).
import { type JsonObject, isJsonObject } from "./decode-line";
import { type FileRecord, isBare } from "./file-record";

type Envelope = Pick<FileRecord, "timestamp" | "type" | "payload">;

/** What stood in a line of its own before there was an envelope. */
const BARE_ITEMS: ReadonlySet<string> = new Set([
  "message",
  "reasoning",
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "local_shell_call",
  "web_search_call",
]);

/** Never null: an object of no known form is of type `other`. */
export function envelopeOf(value: JsonObject): Envelope {
  const type = value["type"];
  const time = value["timestamp"];
  const timestamp = typeof time === "string" ? time : null;
  if (typeof type === "string") {
    if ("payload" in value) return { timestamp, type, payload: value["payload"] };
    return timestamp === null
      ? { timestamp, type: "response_item", payload: value }
      : { timestamp, type: "other", payload: value };
  }
  if (typeof value["record_type"] === "string") return { timestamp, type: "state", payload: value };
  if (typeof value["id"] === "string" && timestamp !== null && ("instructions" in value || "git" in value))
    return { timestamp, type: "session_meta", payload: value };
  return { timestamp, type: "other", payload: value };
}

/** It could stand in no other kind of file: logs and data sets are JSON lines as well. */
export function isRolloutRecord(record: FileRecord): boolean {
  const { type, payload } = record;
  if (!isBare(record)) return record.timestamp !== null && isJsonObject(payload);
  if (type !== "response_item") return type === "session_meta" || type === "state";
  const kind = isJsonObject(payload) ? payload["type"] : null;
  return typeof kind === "string" && BARE_ITEMS.has(kind);
}
