// What stop hooks tell the model, in Codex's form: one user-role message, a part per hook. Recognised by its form, also in files of Codex.
import type { MessageItem } from "../../../shared/protocol/response-item";
import type { LineBody } from "../../../shared/protocol/rollout-line";

export interface HookFragment {
  readonly hookId: string;
  readonly text: string;
}

export function hookPromptLine(fragments: readonly HookFragment[]): LineBody {
  const content = fragments.map(({ hookId, text }) => ({
    type: "input_text" as const,
    text: `<hook_prompt hook_run_id=${JSON.stringify(hookId)}>\n${text}\n</hook_prompt>`,
  }));
  return { type: "response_item", payload: { type: "message", role: "user", content } };
}

const FRAGMENT = /^<hook_prompt hook_run_id="[^"]*">\n?([\s\S]*?)\n?<\/hook_prompt>$/;

/** The hooks' words, or null when the message is none of theirs. */
export function hookFragments({ content }: MessageItem): string[] | null {
  const texts = content.map((part) => (part.type === "input_image" ? undefined : FRAGMENT.exec(part.text)?.[1]));
  const fragments = texts.filter((text) => text !== undefined);
  return fragments.length === 0 || fragments.length < texts.length ? null : fragments;
}
