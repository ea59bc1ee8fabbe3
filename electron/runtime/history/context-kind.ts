// What programs put into the model's window around a person's words, told by its form. The kinds of other programs are theirs; ours are marked alike.
import type { MessageItem } from "../../../shared/protocol/response-item";
import { messageText } from "../../../shared/protocol/response-item";
import type { ContextKind } from "../../../shared/protocol/turn-item";

/** Names of the tags that such a text begins with, in whatever letters. */
const TAGS: ReadonlyMap<string, ContextKind> = new Map(
  Object.entries({
    environment: ["environment_context", "environments_instructions", "cwd"],
    instructions: ["user_instructions", "instructions"],
    permissions: ["permissions", "permissions_instructions"],
    skills: ["skill", "skills", "skills_instructions"],
    turnAborted: ["turn_aborted"],
    shellCommand: ["user_shell_command"],
    time: ["current_time_reminder"],
    other: [
      "apps_instructions",
      "collaboration_mode",
      "goal_context",
      "hook_prompt",
      "memory_tool",
      "model_switch",
      "multi_agent",
      "personality_spec",
      "plugins_instructions",
      "realtime_conversation",
      "recommended_plugins",
      "subagent_notification",
      "subagents",
      "thread_goal",
      "token_budget",
      "tools",
    ],
  } satisfies Partial<Record<ContextKind, readonly string[]>>).flatMap(([kind, names]) =>
    names.map((name) => [name, kind as ContextKind] as const),
  ),
);

const TAG = /^\s*<(\w+)(?=[\s>/]|$)/;
const INSTRUCTIONS_FILE = /^\s*#\s*AGENTS\.md instructions\b/i;

/** Null: nothing in its form says that a program wrote it. */
export function contextKind(text: string): ContextKind | null {
  const tag = TAG.exec(text)?.[1]?.toLowerCase();
  if (tag !== undefined) return TAGS.get(tag) ?? null;
  return INSTRUCTIONS_FILE.test(text) ? "instructions" : null;
}

/** Of a message that is nobody's words: the first part that says what it is speaks for all. */
export function messageContextKind(message: MessageItem): ContextKind {
  for (const part of message.content) {
    const kind = part.type === "input_image" ? null : contextKind(part.text);
    if (kind !== null) return kind;
  }
  return contextKind(messageText(message)) ?? "other";
}
