// Asks the stop hooks whether the turn may end (runtime.md §7). All are asked; one that says stop wins, else those that block are heard in order.
import type { HookFragment } from "../history/hook-prompt";
import type { HookAnswer } from "../ports/hooks";
import { runHooks } from "../tools/run-hooks";
import type { TurnScope } from "./turn-scope";

export type StopHooksEnd =
  | { readonly type: "passed" }
  | { readonly type: "stopped" }
  | { readonly type: "blocked"; readonly fragments: readonly HookFragment[] };

/** `isAgain`: stop hooks have already made this turn go on. */
export async function askStopHooks(
  turn: TurnScope,
  facts: { readonly isAgain: boolean; readonly lastAgentMessage: string | null },
): Promise<StopHooksEnd> {
  const call = { event: "stop", stopHookActive: facts.isAgain, lastAssistantMessage: facts.lastAgentMessage } as const;
  return decideStop(await runHooks(call, turn, turn.signal));
}

export function decideStop(answers: readonly HookAnswer[]): StopHooksEnd {
  if (answers.some(({ verdict }) => verdict.type === "stop")) return { type: "stopped" };
  const fragments = answers.flatMap(({ hookId, verdict }) =>
    verdict.type === "block" ? [{ hookId, text: verdict.reason }] : [],
  );
  return fragments.length === 0 ? { type: "passed" } : { type: "blocked", fragments };
}
