// What programs put into the model's window around a person's words, told by its form. The kinds of other programs are theirs; ours are marked alike.
import type { MessageItem } from "../../../shared/protocol/response-item";
import { messageText } from "../../../shared/protocol/response-item";
import type { ContextKind } from "../../../shared/protocol/turn-item";

/** How such a text begins. */
const BEGINNINGS: readonly (readonly [string, ContextKind])[] = [
  ["<environment_context", "environment"],
  ["<environments_instructions", "environment"],
  ["<cwd>", "environment"],
  ["<user_instructions", "instructions"],
  ["# AGENTS.md instructions", "instructions"],
  ["<INSTRUCTIONS>", "instructions"],
  ["<permissions instructions", "permissions"],
  ["<permissions_instructions", "permissions"],
  ["<skills_instructions", "skills"],
  ["<skill>", "skills"],
  ["<skill ", "skills"],
  ["<turn_aborted", "turnAborted"],
  ["<user_shell_command", "shellCommand"],
  ["<current_time_reminder", "time"],
  ["<collaboration_mode", "other"],
  ["<apps_instructions", "other"],
  ["<plugins_instructions", "other"],
  ["<personality_spec", "other"],
  ["<model_switch", "other"],
  ["<realtime_conversation", "other"],
  ["<subagent_notification", "other"],
  ["<subagents", "other"],
  ["<memory_tool", "other"],
  ["<tools>", "other"],
  ["<token_budget", "other"],
  ["<goal_context", "other"],
  ["<recommended_plugins", "other"],
];

/** Null: nothing in its form says that a program wrote it. */
export function contextKind(text: string): ContextKind | null {
  const start = text.trimStart();
  return BEGINNINGS.find(([beginning]) => start.startsWith(beginning))?.[1] ?? null;
}

/** Of a message that is nobody's words: the first part that says what it is speaks for all. */
export function messageContextKind(message: MessageItem): ContextKind {
  for (const part of message.content) {
    const kind = part.type === "input_image" ? null : contextKind(part.text);
    if (kind !== null) return kind;
  }
  return contextKind(messageText(message)) ?? "other";
}
