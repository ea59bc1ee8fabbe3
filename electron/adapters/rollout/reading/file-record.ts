// One line of a rollout as generic data, before anybody asks what it means. The eras differ in the envelope; here they are alike.

/** Which of the forms a file has (docs/rollout-format.md). `own`: written by this program. */
export type Era = "single" | "bare" | "wrapped" | "paginated" | "own";

/** `offset`, `length`: its bytes in the source, without the newline. `line`: physical and 1-based, null where the lines before were not counted. */
export interface RecordPlace {
  readonly offset: number;
  readonly length: number;
  readonly line: number | null;
}

/**
 * `type` and `payload` are those of the envelope; of bare lines `response_item`, `session_meta` (the header) or `state` (a marker between them), and
 * `other` of an object that is none of these. `record` is the whole object as it stands in the file; of a line without an envelope it is the payload.
 * A damaged line is no record.
 */
export interface FileRecord {
  readonly place: RecordPlace;
  readonly timestamp: string | null;
  readonly type: string;
  readonly payload: unknown;
  readonly record: Readonly<Record<string, unknown>>;
}

/**
 * A line that cannot be read, or only in part. What can be read of it is given out as well, behind it: the whole records that stand beside a stub on
 * the same line (`glued`), the record between NULs, the record with letters that are not UTF-8.
 */
export interface DamagedLine {
  readonly place: RecordPlace;
  readonly damage: "cut" | "notJson" | "tooLong" | "nulBytes" | "notUtf8" | "glued";
}

export function isDamaged(entry: FileRecord | DamagedLine): entry is DamagedLine {
  return "damage" in entry;
}

/** One without an envelope around its payload. */
export function isBare({ payload, record }: FileRecord): boolean {
  return payload === record;
}
