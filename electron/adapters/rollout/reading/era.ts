// Which form a file has, by its first record.
import { isJsonObject } from "./decode-line";
import { type Era, type FileRecord, isBare } from "./file-record";

const OWN_ORIGINATOR = "counterfoil";

/** `first`: the header (the first `session_meta`), or the first record of a file that has none. */
export function eraOf(first: FileRecord): Exclude<Era, "single"> {
  if (isBare(first)) return "bare";
  const meta = first.type === "session_meta" && isJsonObject(first.payload) ? first.payload : {};
  if (meta["originator"] === OWN_ORIGINATOR) return "own";
  return meta["history_mode"] === "paginated" || typeof first.record["ordinal"] === "number" ? "paginated" : "wrapped";
}
