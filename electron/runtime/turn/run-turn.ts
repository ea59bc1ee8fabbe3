// The loop of one Turn (runtime.md §7): sample, and again while the model or pending input asks for it; then one end line, last of all.
import type { LineBody } from "../../../shared/protocol/rollout-line";
import type { TurnError } from "../../../shared/protocol/turn-error";
import { isAppStop } from "../async/abort-reason";
import { assertNever } from "../errors";
import { appStoppedLine, completedLine, failedLine, inputLines, interruptedLines, returnedLines } from "../history/turn-lines";
import type { AcceptedInput } from "../input/input-queue";
import { decide } from "./decide";
import { sampleWithRetries } from "./retry";
import { createStep } from "./step-context";
import type { TurnScope } from "./turn-scope";

type TurnEnd =
  | { readonly type: "completed"; readonly lastAgentMessage: string | null }
  | { readonly type: "interrupted" }
  | { readonly type: "failed"; readonly error: TurnError };

/** Runs the turn to its recorded end line. Throws StorageError when that is not possible; whatever it started has ended even then. */
export async function runTurn(input: AcceptedInput, turn: TurnScope): Promise<void> {
  const startedAtMs = turn.clock.nowMs();
  try {
    await turn.record([...openingLines(turn, startedAtMs), ...inputLines(input)]);
    await finish(await loop(turn), { turn, startedAtMs });
  } finally {
    turn.queue.close();
    await turn.tools.endTurn(turn.turnId);
  }
}

async function finish(end: TurnEnd, { turn, startedAtMs }: { turn: TurnScope; startedAtMs: number }): Promise<void> {
  turn.queue.close();
  await turn.queue.settled();
  const ended = await turn.tools.endTurn(turn.turnId);
  const notices = ended.map((text): LineBody => ({
    type: "cf_notice",
    payload: { level: "info", code: "backgroundEnded", text },
  }));
  await turn.record([...notices, ...returnedLines(turn.queue.take()), ...endLines(end, { turn, startedAtMs })], {
    barrier: true,
  });
}

async function loop(turn: TurnScope): Promise<TurnEnd> {
  for (let canDrain = false; ; canDrain = true) {
    if (turn.signal.aborted) return { type: "interrupted" };
    if (canDrain) await recordPending(turn);
    const end = await sampleWithRetries(createStep(turn), turn);
    switch (end.type) {
      case "aborted":
        return { type: "interrupted" };
      case "failed":
        return end;
      case "completed": {
        await turn.queue.settled();
        const decision = decide({ modelNeedsFollowUp: end.needsFollowUp, hasPendingInput: turn.queue.hasPending });
        if (decision === "sample") continue;
        // Closed in the same tick as the decision: whatever comes now belongs to the next turn.
        turn.queue.close();
        return turn.signal.aborted ? { type: "interrupted" } : { type: "completed", lastAgentMessage: end.lastAgentMessage };
      }
      default:
        return assertNever(end);
    }
  }
}

async function recordPending(turn: TurnScope): Promise<void> {
  const pending = turn.queue.take();
  if (pending.length > 0) await turn.record(pending.flatMap(inputLines));
}

function openingLines(turn: TurnScope, startedAtMs: number): LineBody[] {
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
    {
      type: "turn_context",
      payload: {
        turn_id: turn.turnId,
        cwd: turn.cwd,
        approval_policy: turn.policy === "never" ? "never" : "on-request",
        sandbox_policy: { type: "danger-full-access" },
        model: turn.model,
        summary: "auto",
      },
    },
  ];
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
