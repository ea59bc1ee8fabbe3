// Ids in order, the same in every run: id-1, id-2, …
import type { IdSource } from "../../electron/runtime/ports/id-source";

export function createCountingIds(prefix = "id"): IdSource {
  let made = 0;
  return { uuid: () => `${prefix}-${(made += 1)}` };
}
