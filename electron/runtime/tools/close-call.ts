// A recorded call that is not run is closed by its outcome alone.
import { ItemId } from "../../../shared/protocol/ids";
import type { CallItem } from "../../../shared/protocol/response-item";
import type { ToolOutcome } from "../../../shared/protocol/rollout-line";
import { StorageError, errorMessage } from "../errors";
import { failed } from "./call-outcomes";
import type { PipelineParts } from "./pipeline-parts";

/** What the model reads of a call that was held back until its response would be complete, and was not (runtime.md §6, afterStream). */
const NOT_STARTED = "not started: the response was cut before it completed";

/** Closes a recorded call that never started. Never rejects. */
export function closeUnstarted(call: CallItem, parts: PipelineParts): Promise<ToolOutcome> {
  return closeCall(call, { status: "aborted", output: NOT_STARTED }, parts);
}

/** Closes a recorded call that is not run. Never rejects. */
export async function closeCall(call: CallItem, outcome: ToolOutcome, parts: PipelineParts): Promise<ToolOutcome> {
  try {
    await parts.record([{ type: "cf_outcome", payload: { callId: ItemId.parse(call.call_id), ...outcome } }]);
  } catch (error) {
    if (!(error instanceof StorageError)) return failed(`internal error: ${errorMessage(error)}`);
  }
  return outcome;
}
