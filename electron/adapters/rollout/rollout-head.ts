// The first lines of a rollout → what its entry in the list needs, or why the file is left out of the list.
import { parseLine } from "../../../shared/protocol/rollout-line";
import { LineReader } from "./line-reader";

export type HiddenReason = "empty" | "unreadable" | "notRollout" | "duplicate";

export type RolloutHead =
  | { readonly kind: "listed"; readonly lines: readonly string[]; readonly hasInput: boolean }
  | { readonly kind: "hidden"; readonly reason: HiddenReason };

/** `start`: the file's first bytes. The lines end with the first input of the person (`cf_input`) when it lies within them. */
export function rolloutHead(start: Uint8Array): RolloutHead {
  if (start.length === 0) return { kind: "hidden", reason: "empty" };
  const reader = new LineReader();
  reader.push(start);
  const texts: string[] = [];
  let hasMeta = false;
  let hasInput = false;
  for (const { text } of reader.end().lines) {
    if (hasInput) break;
    const parsed = parseLine(text);
    const type = parsed?.type === "unknown" ? parsed.lineType : parsed?.type;
    hasMeta ||= type === "session_meta";
    hasInput = parsed?.type === "cf_input" && parsed.payload.via !== "mail";
    texts.push(text);
  }
  return hasMeta ? { kind: "listed", lines: texts, hasInput } : { kind: "hidden", reason: "notRollout" };
}
