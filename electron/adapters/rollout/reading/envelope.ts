// A JSON object of a line → what its envelope says, alike for all eras (docs/rollout-format.md).
import { isBareHeader, isBareItem, isBareMarker } from "./bare-record";
import { type JsonObject, isJsonObject } from "./decode-line";
import { type FileRecord, isBare } from "./file-record";

type Envelope = Pick<FileRecord, "timestamp" | "type" | "payload">;

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
  if (isBareMarker(value)) return { timestamp, type: "state", payload: value };
  if (isBareHeader(value)) return { timestamp, type: "session_meta", payload: value };
  return { timestamp, type: "other", payload: value };
}

/** It could stand in no other kind of file: logs and data sets are JSON lines as well. */
export function isRolloutRecord(record: FileRecord): boolean {
  const { type, payload } = record;
  if (!isBare(record)) return record.timestamp !== null && isJsonObject(payload);
  if (type !== "response_item") return type === "session_meta" || type === "state";
  return isJsonObject(payload) && isBareItem(payload);
}
