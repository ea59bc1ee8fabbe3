// What the processes of a test were started as. Linux only, as the mark that tells whose they are.
import { readFileSync } from "node:fs";
import type { ProcessMark } from "./process-count";

/** Words joined by spaces, one entry per living process of the test. */
export function commandLines(mark: ProcessMark): string[] {
  return mark.living().flatMap((pid) => {
    try {
      return [readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ")];
    } catch {
      return [];
    }
  });
}
