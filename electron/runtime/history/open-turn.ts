// A turn that the program left while a question was open: what an answer after the restart goes on with (runtime.md §12).
import type { RequestedApproval } from "../../../shared/protocol/approval";
import type { ItemId, TurnId } from "../../../shared/protocol/ids";
import type { CallItem } from "../../../shared/protocol/response-item";
import type { LineBody, ToolOutcome } from "../../../shared/protocol/rollout-line";
import type { AcceptedInput } from "../input/input-queue";
import type { ResumedThread } from "./thread-fold";

/** A call without its output. `outcome`: its run had ended. `asked`: the question about it that nobody has answered. */
export interface LeftCall {
  readonly call: CallItem;
  readonly outcome: ToolOutcome | null;
  readonly asked: RequestedApproval | null;
}

export interface OpenTurn {
  readonly turnId: TurnId;
  readonly startedAtMs: number;
  /** In the order they were issued. */
  readonly calls: readonly LeftCall[];
  /** The ids of those that a question is about. */
  readonly askedCalls: readonly ItemId[];
  /** Accepted for this turn and not sampled. */
  readonly steers: readonly AcceptedInput[];
  /** What goes in front of the first record when the turn goes on. */
  readonly opening: readonly LineBody[];
}

/** Null when no question is open, or what is in the file besides cannot be gone on with: then the turn can only be closed. */
export function openTurn({ transcript, projection }: Pick<ResumedThread, "transcript" | "projection">): OpenTurn | null {
  const { activeTurn, openRequests, inputs } = projection;
  if (activeTurn === null || openRequests.length === 0) return null;
  const calls = transcript.openCalls.map((call) => ({
    call,
    outcome: projection.outcomeOf(call.call_id),
    asked: openRequests.find(({ callId }) => callId === call.call_id) ?? null,
  }));
  const waiting = calls.filter(({ asked, outcome }) => asked !== null && outcome === null);
  const { unsaid, unsampled, queue } = inputs;
  const isAboutCalls = waiting.length === openRequests.length;
  const isOfTurn = unsampled.every(({ via, turnId }) => via === "steer" && turnId === activeTurn.id);
  if (!isAboutCalls || !isOfTurn || unsaid.length > 0) return null;
  return {
    turnId: activeTurn.id,
    startedAtMs: activeTurn.startedAtMs,
    calls,
    askedCalls: openRequests.map(({ callId }) => callId),
    steers: unsampled.map(({ inputId, input, clientId }) => ({
      inputId,
      input,
      via: "steer",
      turnId: activeTurn.id,
      ...(clientId === undefined ? {} : { clientId }),
    })),
    opening: queue.data.length > 0 ? [{ type: "cf_queue", payload: { op: "pause" } }] : [],
  };
}
