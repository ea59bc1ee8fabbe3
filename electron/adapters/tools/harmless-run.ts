// A run that changes nothing and asks nothing: looking, searching, planning.
import type { Prepared, PreparedRun } from "../../runtime/ports/tool";
import { describeIgnored } from "./describe-ignored";

/** `ignored`: argument fields that the tool does not know. */
export function harmlessRun(ignored: readonly string[], run: PreparedRun["run"]): Prepared {
  return { ok: true, run: { notes: describeIgnored(ignored), subject: null, lastsMs: null, run } };
}
