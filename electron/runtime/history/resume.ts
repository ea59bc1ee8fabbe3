// A thread as its file tells it, and the lines that continuing it will put in front of its next record (runtime.md §12). Reading changes nothing and
// starts nothing.
import { ItemId } from "../../../shared/protocol/ids";
import type { CallItem } from "../../../shared/protocol/response-item";
import type { LineBody, ToolOutcome } from "../../../shared/protocol/rollout-line";
import type { IdSource } from "../ports/id-source";
import type { StoredRollout } from "../ports/rollout-store";
import type { InputLine, WaitingMail } from "./input-projection";
import { outputFor } from "./prompt";
import { type ResumedThread, ThreadFold } from "./thread-fold";
import { APP_STOPPED, appStoppedLine, inputLines, mailLines, requeueLines } from "./turn-lines";

export function resumeThread(rollout: StoredRollout): ResumedThread {
  const fold = new ThreadFold();
  fold.take(rollout.lines);
  return fold.end(rollout);
}

/** The same, slice by slice: whoever waits has his turn in between. */
export async function resumeInSlices(rollout: StoredRollout): Promise<ResumedThread> {
  const fold = new ThreadFold();
  for await (const lines of rollout.slices()) fold.take(lines);
  return fold.end(rollout);
}

/**
 * What continuing the thread appends first: outputs for open calls, answers for open approvals, unsampled input back into the queue, the end of
 * an unfinished turn.
 */
export function closingLines(
  { transcript, projection }: Pick<ResumedThread, "transcript" | "projection">,
  ids: IdSource,
): LineBody[] {
  const approvals: LineBody[] = projection.openApprovals.map(({ requestId, callId }) => ({
    type: "cf_approval_decided",
    payload: { requestId, callId, decision: "cancel", decidedBy: "policy" },
  }));
  const outputs = transcript.openCalls.flatMap((call) => closeCall(call, projection.outcomeOf(call.call_id)));
  const { unsaid, unsampled, queue } = projection.inputs;
  const turn = projection.activeTurn;
  return [
    ...approvals,
    ...outputs,
    ...unsaid.flatMap((input) => saidLines(input, projection.inputs.mail(input.inputId))),
    ...requeueLines(unsampled, ids),
    ...(queue.data.length + unsampled.length > 0 ? [PAUSE] : []),
    ...(turn === null ? [] : [appStoppedLine(turn.id)]),
  ];
}

/** The item that was to follow the mark of being sampled. */
function saidLines(input: InputLine, mail: WaitingMail | undefined): LineBody[] {
  const lines = mail === undefined ? inputLines(input) : mailLines(mail);
  return lines.filter(({ type }) => type !== "cf_input_end");
}

const PAUSE: LineBody = { type: "cf_queue", payload: { op: "pause" } };

// A run whose outcome is on disk keeps it, whatever happened after; only a call without one was aborted by the stop.
function closeCall(call: CallItem, known: ToolOutcome | null): LineBody[] {
  if (known !== null) return [{ type: "response_item", payload: outputFor(call, known.output) }];
  const outcome: LineBody = {
    type: "cf_outcome",
    payload: { callId: ItemId.parse(call.call_id), status: "aborted", output: APP_STOPPED, outcome: "appStopped" },
  };
  return [outcome, { type: "response_item", payload: outputFor(call, APP_STOPPED) }];
}
