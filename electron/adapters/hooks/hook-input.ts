// What a hook reads on its standard input: one line of JSON in Codex's form (protocol.md §6). Pure.
import type { HookCall, HookPlace } from "../../runtime/ports/hooks";
import { assertNever } from "../../runtime/errors";
import type { HookEvent } from "../../../shared/protocol/settings";

/** How Codex spells the events. */
export const WIRE_EVENT = {
  userPromptSubmit: "UserPromptSubmit",
  preToolUse: "PreToolUse",
  postToolUse: "PostToolUse",
  stop: "Stop",
  afterTurn: "AfterTurn",
} as const satisfies Record<HookEvent, string>;

export function hookInput(call: HookCall, place: HookPlace): string {
  const about = {
    session_id: place.threadId,
    turn_id: place.turnId,
    cwd: place.cwd,
    transcript_path: place.transcriptPath,
    model: place.model,
    hook_event_name: WIRE_EVENT[call.event],
  };
  return `${JSON.stringify({ ...about, ...eventFields(call) })}\n`;
}

function eventFields(call: HookCall): Readonly<Record<string, unknown>> {
  switch (call.event) {
    case "userPromptSubmit":
      return { prompt: call.prompt };
    case "preToolUse":
      return { tool_name: call.toolName, tool_input: call.toolInput };
    case "postToolUse":
      return { tool_name: call.toolName, tool_input: call.toolInput, tool_response: call.toolResponse };
    case "stop":
      return { stop_hook_active: call.stopHookActive, last_assistant_message: call.lastAssistantMessage };
    case "afterTurn":
      return { last_assistant_message: call.lastAssistantMessage };
    default:
      return assertNever(call);
  }
}
