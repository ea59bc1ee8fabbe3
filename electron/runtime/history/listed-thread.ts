// A thread's entry in the list from the first lines of its file; the whole file is read only when it is opened.
import { parseLine } from "../../../shared/protocol/rollout-line";
import type { Thread } from "../../../shared/protocol/thread";
import { inputText } from "../../../shared/protocol/user-input";
import type { ListedRollout } from "../ports/rollout-store";
import { previewText } from "./preview";
import { parseTimestamp } from "./timestamp";

/** Null when the lines hold no session header. */
export function listedThread({ threadId, path, head, updatedAtMs }: ListedRollout): Thread | null {
  const lines = head.map(parseLine);
  const meta = lines.find((line) => line?.type === "session_meta");
  if (meta?.type !== "session_meta") return null;
  const input = lines.find((line) => line?.type === "cf_input" && line.payload.via !== "mail");
  const context = lines.find((line) => line?.type === "turn_context");
  return {
    id: threadId,
    path,
    cwd: meta.payload.cwd,
    preview: input?.type === "cf_input" ? previewText(inputText(input.payload.input)) : "",
    provider: meta.payload.model_provider ?? "",
    model: context?.type === "turn_context" ? context.payload.model : "",
    approvalPolicy: context?.type === "turn_context" && context.payload.approval_policy === "never" ? "never" : "onRequest",
    status: { type: "idle" },
    createdAtMs: parseTimestamp(meta.payload.timestamp),
    updatedAtMs,
    source: meta.payload.originator,
    readOnly: false,
  };
}
