// A thread as its file tells it: transcript, view, and the lines that continuing it will put in front of its next record (runtime.md §12).
// Reading changes nothing and starts nothing.
import { ItemId, type ClientMessageId } from "../../../shared/protocol/ids";
import type { CallItem } from "../../../shared/protocol/response-item";
import { parseLine, type LineBody, type LinePayload, type ToolOutcome } from "../../../shared/protocol/rollout-line";
import { applyEvent, emptyThreadView, type ThreadView } from "../../../shared/view/thread-view";
import type { IdSource } from "../ports/id-source";
import type { StoredRollout } from "../ports/rollout-store";
import type { InputLine, WaitingMail } from "./input-projection";
import { ItemProjection } from "./item-projection";
import { numberedPlace } from "./line-place";
import { outputFor } from "./prompt";
import { parseTimestamp } from "./timestamp";
import { Transcript } from "./transcript";
import { APP_STOPPED, appStoppedLine, inputLines, mailLines, requeueLines } from "./turn-lines";

export interface ResumedThread {
  readonly meta: LinePayload<"session_meta"> | null;
  readonly createdAtMs: number;
  readonly transcript: Transcript;
  readonly projection: ItemProjection;
  readonly view: ThreadView;
  /** What was accepted under a client's id, so that the same id twice has no second effect. */
  readonly acceptedBy: ReadonlyMap<ClientMessageId, InputLine>;
  readonly repairs: readonly string[];
}

export function resumeThread(rollout: StoredRollout): ResumedThread {
  const transcript = new Transcript();
  const projection = new ItemProjection();
  const view = emptyThreadView();
  const acceptedBy = new Map<ClientMessageId, InputLine>();
  const repairs = [...rollout.repairs];
  let meta: LinePayload<"session_meta"> | null = null;
  for (const { line, text } of rollout.lines) {
    const entry = parseLine(text);
    if (entry === null) {
      repairs.push(`line ${line} is not a rollout line and was left out`);
      continue;
    }
    if (entry.type === "session_meta") meta ??= entry.payload;
    if (entry.type !== "unknown") transcript.apply(entry);
    if (entry.type === "cf_input" && entry.payload.clientId !== undefined) acceptedBy.set(entry.payload.clientId, entry.payload);
    for (const event of projection.apply(entry, numberedPlace(line))) applyEvent(view, event);
  }
  // Nothing is sent because a file was opened.
  projection.inputs.pause();
  view.queue = projection.inputs.queue;
  return {
    meta,
    createdAtMs: meta === null ? 0 : parseTimestamp(meta.timestamp),
    transcript,
    projection,
    view,
    acceptedBy,
    repairs,
  };
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
