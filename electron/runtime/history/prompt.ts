// Transcript → what is sent. Our own files are paired already; a damaged one may not be, and whatever is on disk the model server gets a
// history in which every call has exactly one output behind it (bug reports 1-11).
import {
  isCall,
  isOutput,
  type CallItem,
  type CallOutput,
  type OutputItem,
  type ResponseItem,
} from "../../../shared/protocol/response-item";

export function promptItems(items: readonly ResponseItem[]): ResponseItem[] {
  const outputs = new Map<string, OutputItem>();
  const calls = new Set<string>();
  for (const item of items) {
    if (isCall(item)) calls.add(item.call_id);
    if (isOutput(item) && calls.has(item.call_id) && !outputs.has(item.call_id)) outputs.set(item.call_id, item);
  }
  const sent = new Set<string>();
  return items.flatMap((item): ResponseItem[] => {
    if (isOutput(item)) return outputs.get(item.call_id) === item ? [item] : [];
    if (!isCall(item)) return [item];
    if (sent.has(item.call_id)) return [];
    sent.add(item.call_id);
    return outputs.has(item.call_id) ? [item] : [item, outputFor(item, "aborted")];
  });
}

/** The output that belongs to a call's kind. */
export function outputFor(call: CallItem, output: CallOutput): OutputItem {
  const type = call.type === "custom_tool_call" ? "custom_tool_call_output" : "function_call_output";
  return { type, call_id: call.call_id, output };
}
