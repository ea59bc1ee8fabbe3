// What a record is counted as in a summary.
import { isJsonObject } from "./decode-line";
import { type FileRecord, isBare } from "./file-record";

/** Of the events and items their own type as well, of messages the role: `event_msg/agent_message`, `response_item/message:user`, `bare/reasoning`. */
export function recordName(record: FileRecord): string {
  const { type, payload } = record;
  const isBareLine = isBare(record);
  if (isBareLine && type === "session_meta") return "(bare header)";
  if (isBareLine && type === "state") return "(state marker)";
  if (type === "other") return "(other object)";
  if (type !== "event_msg" && type !== "response_item") return type;
  const { type: kind, role } = isJsonObject(payload) ? payload : {};
  const family = isBareLine ? "bare" : type;
  if (kind === "message" && typeof role === "string") return `${family}/message:${role}`;
  return typeof kind === "string" ? `${family}/${kind}` : family;
}
