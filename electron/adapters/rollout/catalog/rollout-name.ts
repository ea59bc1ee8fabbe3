// What the name of a rollout says, read leniently: ids count, times are hints in a zone that nobody knows (bug report 81).
import { basename } from "node:path";

export interface RolloutName {
  readonly form: "lines" | "zstd" | "single";
  readonly threadId: string | null;
  /** Of a later segment of a reverted thread: its own id, behind the underscore. */
  readonly segmentId: string | null;
  /** `YYYY-MM-DD` as it stands in the name. */
  readonly date: string | null;
  /** Without the ending of a compressed file: the same for both forms of one file. */
  readonly plain: string;
}

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const IDS_AT_END = new RegExp(`(${UUID})(?:_(${UUID}))?\\.jsonl?$`, "i");
const DATE = /(\d{4})-(\d{2})-(\d{2})/;

/** Null: a name that no rollout has. */
export function rolloutName(path: string): RolloutName | null {
  const name = basename(path);
  const form = formOf(name);
  if (form === null) return null;
  const plain = form === "zstd" ? name.slice(0, -".zst".length) : name;
  const [, threadId = null, segmentId = null] = IDS_AT_END.exec(plain) ?? [];
  return {
    form,
    threadId: threadId?.toLowerCase() ?? null,
    segmentId: segmentId?.toLowerCase() ?? null,
    date: DATE.exec(name)?.[0] ?? null,
    plain,
  };
}

/** Of a file that somebody names: it is tried whatever it is called. */
export function anyRolloutName(path: string): RolloutName {
  const other = { form: "lines", threadId: null, segmentId: null, date: null, plain: basename(path) } as const;
  return rolloutName(path) ?? other;
}

/** When it was made, as far as the name tells: a UUIDv7 holds the instant; else null. */
export function createdAtOfId(id: string | null): number | null {
  if (id === null || id[14] !== "7") return null;
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

function formOf(name: string): RolloutName["form"] | null {
  if (name.endsWith(".jsonl")) return "lines";
  if (name.endsWith(".jsonl.zst")) return "zstd";
  return name.startsWith("rollout-") && name.endsWith(".json") ? "single" : null;
}
