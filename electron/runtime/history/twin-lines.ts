// What the model says, with Codex's event beside it: its readers show that one.
import { messageText, type ResponseItem } from "../../../shared/protocol/response-item";
import type { LineBody } from "../../../shared/protocol/rollout-line";

export function withTwin(item: ResponseItem): LineBody[] {
  const line: LineBody = { type: "response_item", payload: item };
  if (item.type === "message")
    return [line, { type: "event_msg", payload: { type: "agent_message", message: messageText(item) } }];
  if (item.type !== "reasoning") return [line];
  const twins = item.summary.map(({ text }): LineBody => ({ type: "event_msg", payload: { type: "agent_reasoning", text } }));
  return [line, ...twins];
}
