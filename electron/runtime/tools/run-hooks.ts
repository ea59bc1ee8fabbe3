// Runs the hooks of one event; the person is told of those that failed, and the turn goes on (protocol.md §6).
import type { ThreadEvent } from "../../../shared/protocol/event";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import type { HookAnswer, HookCall, HookPlace, Hooks } from "../ports/hooks";

export interface HookParts {
  readonly hooks: Hooks;
  readonly hookPlace: HookPlace;
  readonly record: (lines: readonly LineBody[]) => Promise<void>;
  readonly emit: (event: ThreadEvent) => void;
}

/** The answers in order of declaration; empty when there is no such hook. Throws StorageError only. */
export async function runHooks(call: HookCall, parts: HookParts, signal: AbortSignal): Promise<readonly HookAnswer[]> {
  if (!parts.hooks.has(call.event)) return [];
  const answers = await parts.hooks.run(call, parts.hookPlace, signal);
  const warnings = answers.flatMap(({ verdict }) => (verdict.type === "warning" ? [verdict.message] : []));
  // Of hooks that the person's own Stop ended nothing has to be said.
  if (warnings.length > 0 && !signal.aborted) {
    await parts.record(
      warnings.map((text): LineBody => ({ type: "cf_notice", payload: { level: "warning", code: "hook", text } })),
    );
    for (const message of warnings) parts.emit({ method: "warning", params: { message } });
  }
  return answers;
}

/** Why the hooks refuse, all reasons in order; null when none does. Where a hook can only refuse, its `stop` is a refusal too. */
export function refusalOf(answers: readonly HookAnswer[]): string | null {
  const reasons = answers.flatMap(({ verdict }) => {
    if (verdict.type === "block") return [verdict.reason];
    return verdict.type === "stop" ? [verdict.reason ?? "a hook stopped it"] : [];
  });
  return reasons.length === 0 ? null : reasons.join("\n");
}
