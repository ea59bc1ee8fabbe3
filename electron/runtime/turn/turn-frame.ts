// What a Turn writes first and last: what it goes by, and, last of all, how it ended, with everything that it leaves behind (runtime.md §7).
import type { LineBody } from "../../../shared/protocol/rollout-line";
import type { TurnError } from "../../../shared/protocol/turn-error";
import { isAppStop } from "../async/abort-reason";
import { assertNever } from "../errors";
import { codexPolicies } from "../history/codex-policies";
import { appStoppedLine, completedLine, failedLine, interruptedLines, requeueLines } from "../history/turn-lines";
import type { TurnScope } from "./turn-scope";

export type TurnEnd =
  | { readonly type: "completed"; readonly lastAgentMessage: string | null }
  | { readonly type: "interrupted" }
  | { readonly type: "failed"; readonly error: TurnError };

export function openingLines(turn: TurnScope, startedAtMs: number): LineBody[] {
  return [
    {
      type: "event_msg",
      payload: {
        type: "task_started",
        turn_id: turn.turnId,
        started_at: Math.floor(startedAtMs / 1000),
        model_context_window: turn.client.contextWindow,
      },
    },
    contextOf(turn),
  ];
}

/** A turn that goes on after a restart goes by what holds now. */
export function contextOf(turn: TurnScope): LineBody {
  return {
    type: "turn_context",
    payload: {
      turn_id: turn.turnId,
      cwd: turn.cwd,
      ...codexPolicies(turn),
      model: turn.model,
      summary: "auto",
    },
  };
}

/** Nothing is taken in any more, and nothing of the turn runs, once its end is recorded. */
export async function recordEnd(end: TurnEnd, { turn, startedAtMs }: { turn: TurnScope; startedAtMs: number }): Promise<void> {
  turn.queue.close();
  await turn.queue.settled();
  const left = await turn.tools.endTurn(turn.turnId);
  const notices = left.map((text): LineBody => ({
    type: "cf_notice",
    payload: { level: "info", code: "backgroundEnded", text },
  }));
  const { queue } = turn.inputs;
  // What is meant for the next turn, which may wait already, is that turn's business.
  const unsampled = turn.inputs.unsampled.filter(({ turnId }) => turnId === turn.turnId);
  const needsPause = end.type !== "completed" && !queue.paused && unsampled.length + queue.data.length > 0;
  const pause: LineBody[] = needsPause ? [{ type: "cf_queue", payload: { op: "pause" } }] : [];
  await turn.record([...notices, ...requeueLines(unsampled, turn.ids), ...pause, ...endLines(end, { turn, startedAtMs })], {
    barrier: true,
  });
}

function endLines(end: TurnEnd, { turn, startedAtMs }: { turn: TurnScope; startedAtMs: number }): LineBody[] {
  const times = { startedAtMs, endedAtMs: turn.clock.nowMs() };
  switch (end.type) {
    case "completed":
      return [completedLine(turn.turnId, { lastAgentMessage: end.lastAgentMessage, times })];
    case "interrupted":
      return isAppStop(turn.signal) ? [appStoppedLine(turn.turnId, times)] : interruptedLines(turn.turnId, times);
    case "failed":
      return [failedLine(turn.turnId, { error: end.error, times })];
    default:
      return assertNever(end);
  }
}
