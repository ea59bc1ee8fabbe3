// How our own writer begins a line of a kind it knows: most files are told by that to be ours alone, without parsing a line of them.

const EVENTS =
  "task_started|task_complete|turn_aborted|token_count|user_message|agent_message|agent_reasoning|context_compacted|item_completed";
const ITEMS = "message|reasoning|function_call|custom_tool_call|function_call_output|custom_tool_call_output";
const BEGINNING = new RegExp(
  String.raw`^\{"timestamp":"[^"\\]*","type":"` +
    String.raw`(?:(?:session_meta|turn_context|compacted|cf_\w+)","payload":\{` +
    String.raw`|event_msg","payload":\{"type":"(?:${EVENTS})"` +
    String.raw`|response_item","payload":\{"type":"(?:${ITEMS})")`,
);

/** False: it may be ours all the same, written by another hand. `text`: the line's JSON. */
export function isOwnLayout(text: string): boolean {
  return BEGINNING.test(text);
}
