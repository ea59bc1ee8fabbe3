// A call's output on its way into the file, with Codex's event beside it where that is all Codex shows of the call.
import type { ThreadId, TurnId } from "../../../shared/protocol/ids";
import type { CallItem, CallOutput } from "../../../shared/protocol/response-item";
import type { LineBody, ToolOutcome } from "../../../shared/protocol/rollout-line";
import { checkSleepArguments } from "../../../shared/protocol/tool-arguments";
import { parseCallArguments } from "./call-item";
import { outputFor } from "./prompt";

/** `images`: beside the words, for the model alone: data addresses of pictures. They stand in the output only, never in the outcome's own line. */
export type CallOutcome = ToolOutcome & { readonly images?: readonly string[] };

export interface EndedCall {
  readonly call: CallItem;
  readonly outcome: CallOutcome;
}

export interface OutputPlace {
  readonly threadId: ThreadId;
  readonly turnId: TurnId;
  /** Unix milliseconds. */
  readonly recordedAtMs: number;
}

export function outputLines({ call, outcome }: EndedCall, place: OutputPlace): LineBody[] {
  const output: LineBody = { type: "response_item", payload: outputFor(call, withImages(outcome)) };
  return outcome.sleptMs === undefined ? [output] : [output, ...sleepTwin(call, place)];
}

function withImages({ output: text, images = [] }: CallOutcome): CallOutput {
  if (images.length === 0) return text;
  return [{ type: "input_text", text }, ...images.map((image_url) => ({ type: "input_image" as const, image_url }))];
}

/** How long the model asked to sleep: Codex has no place for how long it was. */
function sleepTwin(call: CallItem, { threadId, turnId, recordedAtMs }: OutputPlace): LineBody[] {
  const checked = checkSleepArguments(parseCallArguments(call));
  if (!checked.ok) return [];
  const item = { type: "Sleep" as const, id: call.call_id, duration_ms: Math.round(checked.args.seconds * 1000) };
  return [
    {
      type: "event_msg",
      payload: { type: "item_completed", thread_id: threadId, turn_id: turnId, item, completed_at_ms: recordedAtMs },
    },
  ];
}
