// The loop of one Turn (runtime.md §7): sample, and again while the model, pending input, compaction or a stop hook asks for it.
import type { LineBody } from "../../../shared/protocol/rollout-line";
import type { TurnError } from "../../../shared/protocol/turn-error";
import { assertNever } from "../errors";
import { hookPromptLine } from "../history/hook-prompt";
import type { OpenTurn } from "../history/open-turn";
import { contextLine } from "../history/turn-lines";
import type { AcceptedInput } from "../input/input-queue";
import type { OpenQuestions } from "../tools/open-questions";
import { runHooks } from "../tools/run-hooks";
import { admitInput } from "./admit-input";
import { closeLeftCalls } from "./close-left-calls";
import { compact } from "./compact";
import { decide, type StepFacts } from "./decide";
import { injectContext } from "./inject-context";
import { withRetries } from "./retry";
import { sampleOnce, type Sampled } from "./sampling";
import { createStep } from "./step-context";
import { askStopHooks } from "./stop-hooks";
import { contextOf, openingLines, recordEnd, type TurnEnd } from "./turn-frame";
import type { TurnScope } from "./turn-scope";
import { isOverLimit } from "./window-limit";

/** What a Turn begins with: a person's input that is on disk, mail that waits, the wish to compact, or an answer that lets one go on from before a restart. */
export type TurnOpening =
  | { readonly type: "input"; readonly input: AcceptedInput }
  | { readonly type: "mail" }
  | { readonly type: "compaction" }
  | { readonly type: "continued"; readonly left: OpenTurn; readonly questions: OpenQuestions };

/** So many compactions in a row, each after a single step, mean that the work does not fit into the window (bug reports 63, 64). */
const MAX_COMPACTIONS_IN_A_ROW = 5;

/** So many stop-hook prompts that the model has answered with words alone: neither side will give in, and a broken hook looks the same. */
const MAX_BLOCKS_IN_A_ROW = 10;

const INTERRUPTED: TurnEnd = { type: "interrupted" };

/** Runs the turn to its recorded end line. Throws StorageError when that is not possible; whatever it started has ended even then. */
export async function runTurn(opening: TurnOpening, turn: TurnScope): Promise<TurnEnd["type"]> {
  const startedAtMs = opening.type === "continued" ? opening.left.startedAtMs : turn.clock.nowMs();
  try {
    await turn.record(opening.type === "continued" ? [contextOf(turn)] : openingLines(turn, startedAtMs));
    const end = await carryOut(opening, turn);
    await recordEnd(end, { turn, startedAtMs });
    return end.type;
  } finally {
    turn.queue.close();
    await turn.tools.endTurn(turn.turnId);
  }
}

async function carryOut(opening: TurnOpening, turn: TurnScope): Promise<TurnEnd> {
  switch (opening.type) {
    case "compaction":
      return ended(await compact(turn, { trigger: "manual", keptCount: 0 }));
    case "mail":
      return (await preTurnCompaction(turn, 0)) ?? injectContext(turn).then(() => loop(turn, { isOwed: false }));
    case "input": {
      // Recorded before anything that can fail; mail that waited was there first.
      const before = turn.transcript.items.length;
      await injectContext(turn);
      const mail = turn.inputs.waitingMail;
      await admitInput({ inputs: [], mail }, turn);
      const isAdmitted =
        (await admitInput({ inputs: [opening.input], mail: [] }, turn)) || mail.some(({ triggerTurn }) => triggerTurn);
      if (turn.signal.aborted) return INTERRUPTED;
      if (!isAdmitted && !(await hasSteers(turn))) return { type: "completed", lastAgentMessage: null };
      const compacted = await preTurnCompaction(turn, turn.transcript.items.length - before);
      return compacted ?? loop(turn, { isOwed: isAdmitted });
    }
    case "continued":
      return goOn(opening, turn);
    default:
      return assertNever(opening);
  }
}

/** The step that a restart has cut ends as a step does; then the model is asked again. */
async function goOn({ left, questions }: TurnOpening & { type: "continued" }, turn: TurnScope): Promise<TurnEnd> {
  await closeLeftCalls(left.calls, questions, turn);
  if (turn.signal.aborted) return INTERRUPTED;
  const isFull = turn.newContext.isWanted || isOverLimit(turn.transcript.tokens, turn);
  if (!isFull) return loop(turn, { isOwed: true, canDrain: true });
  const compacted = await compact(turn, { trigger: turn.newContext.isWanted ? "newContext" : "midTurn", keptCount: 0 });
  turn.newContext.isWanted = false;
  return compacted.type === "completed" ? loop(turn, { isOwed: true }) : ended(compacted);
}

/** Null: the turn goes on. `keptCount`: items that this turn has brought. */
async function preTurnCompaction(turn: TurnScope, keptCount: number): Promise<TurnEnd | null> {
  const isDue = isOverLimit(turn.transcript.tokens, turn) && turn.transcript.items.length > keptCount;
  if (!isDue) return null;
  const end = await compact(turn, { trigger: "preTurn", keptCount });
  return end.type === "completed" ? null : ended(end);
}

function ended(end: Awaited<ReturnType<typeof compact>>): TurnEnd {
  switch (end.type) {
    case "completed":
      return { type: "completed", lastAgentMessage: null };
    case "aborted":
      return INTERRUPTED;
    case "failed":
      return end;
  }
}

/** `isOwed`: the model is to be asked in any case, and unless `canDrain` before anything else is taken in. */
async function loop(
  turn: TurnScope,
  { isOwed, ...start }: { readonly isOwed: boolean; readonly canDrain?: boolean },
): Promise<TurnEnd> {
  let canDrain = start.canDrain ?? !isOwed;
  let needsAnswer = isOwed;
  let lastAgentMessage: string | null = null;
  let hasAsked = false;
  let hasHookGoneOn = false;
  let blocksInARow = 0;
  let compactionsInARow = 0;
  for (;;) {
    if (turn.signal.aborted) return INTERRUPTED;
    const hasNew = canDrain && (await takePending(turn));
    if (turn.signal.aborted) return INTERRUPTED;
    if (hasNew || needsAnswer) {
      await remind(turn);
      const end = await sample(turn);
      if (end.type === "aborted") return INTERRUPTED;
      if (end.type === "failed") return end;
      hasAsked = true;
      ({ lastAgentMessage, needsFollowUp: needsAnswer } = end);
      if (needsAnswer) {
        turn.queue.mailbox.reopen();
        blocksInARow = 0;
      }
    } else if (!hasAsked) {
      // A hook has held back the only thing that there was to ask; a steer may have come meanwhile.
      if (await hasSteers(turn)) continue;
      return endWell(turn, { lastAgentMessage, isStopped: true });
    }
    canDrain = true;

    await turn.queue.settled();
    let decision = decide(stepFacts(needsAnswer, "unasked", turn));
    if (decision === "askStopHooks") {
      const stop = await askStopHooks(turn, { isAgain: hasHookGoneOn, lastAgentMessage });
      if (turn.signal.aborted) return INTERRUPTED;
      if (stop.type === "blocked" && blocksInARow >= MAX_BLOCKS_IN_A_ROW) {
        await turn.record([HOOKS_GO_ROUND]);
        return endWell(turn, { lastAgentMessage, isStopped: false });
      }
      if (stop.type === "blocked") {
        blocksInARow += 1;
        await turn.record([hookPromptLine(stop.fragments)]);
        turn.queue.mailbox.reopen();
        hasHookGoneOn = true;
        needsAnswer = true;
        continue;
      }
      await turn.queue.settled();
      decision = decide(stepFacts(needsAnswer, stop.type, turn));
      if (decision === "end") return endWell(turn, { lastAgentMessage, isStopped: stop.type === "stopped" });
    }
    if (decision !== "compact") {
      compactionsInARow = 0;
      continue;
    }
    compactionsInARow += 1;
    if (compactionsInARow > MAX_COMPACTIONS_IN_A_ROW) return { type: "failed", error: FILLS_AGAIN };
    const trigger = turn.newContext.isWanted ? "newContext" : "midTurn";
    turn.newContext.isWanted = false;
    const compacted = await compact(turn, { trigger, keptCount: 0 });
    if (compacted.type !== "completed") return ended(compacted);
    // A steer waits until the model's own continuation has been sampled.
    canDrain = !needsAnswer;
  }
}

const HOOKS_GO_ROUND: LineBody = {
  type: "cf_notice",
  payload: {
    level: "warning",
    code: "stopHooks",
    text: `The stop hooks have sent the model on ${MAX_BLOCKS_IN_A_ROW} times, and it did nothing but answer. The turn ends here; see what the hooks want.`,
  },
};

const FILLS_AGAIN: TurnError = {
  code: "compactionFailed",
  message: `The window was full again right after each of ${MAX_COMPACTIONS_IN_A_ROW} compactions.`,
  action: "Ask for less at a time, or choose a model with a larger window.",
};

function sample(turn: TurnScope): ReturnType<typeof withRetries<Sampled>> {
  const step = createStep(turn);
  return withRetries<Sampled>(turn, () => sampleOnce(step, turn));
}

function stepFacts(modelNeedsFollowUp: boolean, stopHooks: StepFacts["stopHooks"], turn: TurnScope): StepFacts {
  return {
    modelNeedsFollowUp,
    hasPendingInput: turn.queue.hasPending,
    wantsNewContext: turn.newContext.isWanted,
    isOverLimit: isOverLimit(turn.transcript.tokens, turn),
    stopHooks,
  };
}

/** Nothing more is needed. In the tick of that decision the queue closes: whatever comes now belongs to the next turn. */
async function endWell(
  turn: TurnScope,
  { lastAgentMessage, isStopped }: { readonly lastAgentMessage: string | null; readonly isStopped: boolean },
): Promise<TurnEnd> {
  turn.queue.close();
  if (!isStopped) await runHooks({ event: "afterTurn", lastAssistantMessage: lastAgentMessage }, turn, turn.signal);
  return turn.signal.aborted ? INTERRUPTED : { type: "completed", lastAgentMessage };
}

async function hasSteers(turn: TurnScope): Promise<boolean> {
  await turn.queue.settled();
  return turn.queue.hasSteers;
}

/** True when there is something new for the model. */
async function takePending(turn: TurnScope): Promise<boolean> {
  const { steers, mail } = turn.queue.take();
  return steers.length + mail.length > 0 && admitInput({ inputs: steers, mail }, turn);
}

async function remind(turn: TurnScope): Promise<void> {
  const text = turn.timeReminder.due(turn.reminderSeconds, turn.clock);
  if (text !== null) await turn.record([contextLine(text)]);
}
