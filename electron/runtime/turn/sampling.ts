// One sampling attempt: the model is asked once, its calls start while the stream is still arriving, and every exit leaves by the same
// tail: close what streamed, drain in issue order, record usage, and only then look at the abort (runtime.md §3-§5).
import { ItemId } from "../../../shared/protocol/ids";
import { isCall, messageText, type CallItem, type ResponseItem } from "../../../shared/protocol/response-item";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import type { TokenCounts } from "../../../shared/protocol/thread";
import { RequestRejected, StorageError, StreamDisconnected, assertNever, errorMessage, isAttemptError } from "../errors";
import { outputLines } from "../history/output-lines";
import { promptItems } from "../history/prompt";
import { contextLine } from "../history/turn-lines";
import { withTwin } from "../history/twin-lines";
import type { ModelEvent, ModelRequest } from "../ports/model-client";
import { closeUnstarted } from "../tools/close-call";
import { runCall } from "../tools/tool-pipeline";
import { InFlight } from "./in-flight";
import type { Aborted, Broken } from "./retry";
import type { StepContext } from "./step-context";
import { StreamingItems } from "./streaming-items";
import { estimatedLine, reportedLine } from "./token-lines";
import type { TurnScope } from "./turn-scope";

export type Sampled = {
  readonly type: "completed";
  readonly needsFollowUp: boolean;
  readonly lastAgentMessage: string | null;
};
export type AttemptEnd = Sampled | Aborted | Broken;

/** What an attempt has gathered while reading. */
interface Attempt {
  readonly inFlight: InFlight;
  readonly streaming: StreamingItems;
  /** By the id they came under. */
  readonly seenCalls: Map<string, readonly CallItem[]>;
  /** Recorded calls that wait for the response to be complete (dispatch `afterStream`). */
  held: CallItem[];
  needsFollowUp: boolean;
  lastAgentMessage: string | null;
  usage: TokenCounts | null;
  /** Parts of the response that made no sense. */
  skipped: number;
}

/** Throws StorageError when something could not be recorded; the runs of the attempt have ended even then. */
export async function sampleOnce(step: StepContext, turn: TurnScope): Promise<AttemptEnd> {
  const attempt: Attempt = {
    inFlight: new InFlight(),
    streaming: new StreamingItems(turn),
    seenCalls: new Map(),
    held: [],
    needsFollowUp: false,
    lastAgentMessage: null,
    usage: null,
    skipped: 0,
  };
  const end = await read(attempt, step, turn);
  try {
    if (end.type === "storage") throw end.error;
    await closeStreaming(attempt, { turn, isKept: end.type === "left" || turn.signal.aborted });
  } catch (error) {
    await attempt.inFlight.drain(() => Promise.resolve());
    throw error;
  }
  for (const call of attempt.held) attempt.inFlight.push({ call, outcome: closeUnstarted(call, step.pipeline) });
  await attempt.inFlight.drain((ended) => turn.record(outputLines(ended, { ...turn, recordedAtMs: turn.clock.nowMs() })));
  const rest = [...step.takeContexts().map(contextLine), ...skippedLines(attempt.skipped), ...tokenLines(end, { attempt, turn })];
  if (rest.length > 0) await turn.record(rest);
  if (turn.signal.aborted) return { type: "aborted" };
  return end.type === "left" ? sampled(attempt, { needsFollowUp: true }) : end;
}

/** `left`: the stream was left early, for input that came. */
type ReadEnd = AttemptEnd | { readonly type: "left" } | { readonly type: "storage"; readonly error: StorageError };
type Reading = "on" | "completed" | "left";

async function read(attempt: Attempt, step: StepContext, turn: TurnScope): Promise<ReadEnd> {
  const { client, signal, queue } = turn;
  // Ends the reading alone: tools that run go on.
  const reading = new AbortController();
  const leave = (): void => reading.abort();
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) leave();
  const stopListening = turn.steerMode === "instant" ? queue.onSteerBeyond(step.knownSteers, leave) : null;
  try {
    for await (const event of client.stream(buildRequest(step, turn), reading.signal)) {
      if (reading.signal.aborted) break;
      const next = await onEvent(event, attempt, { step, turn });
      if (next === "left") return { type: "left" };
      if (next === "completed") return sampled(attempt, attempt);
    }
  } catch (error) {
    if (error instanceof StorageError) {
      return error.fault === "tooLong" ? { type: "broken", error: tooLong(error) } : { type: "storage", error };
    }
    if (isAttemptError(error)) return { type: "broken", error };
    if (!reading.signal.aborted) return { type: "broken", error: internalFault(error) };
  } finally {
    signal.removeEventListener("abort", leave);
    stopListening?.();
  }
  if (signal.aborted) return { type: "aborted" };
  if (reading.signal.aborted) return { type: "left" };
  return { type: "broken", error: new StreamDisconnected("the response ended before it was complete") };
}

function sampled({ lastAgentMessage }: Attempt, { needsFollowUp }: Pick<Attempt, "needsFollowUp">): Sampled {
  return { type: "completed", needsFollowUp, lastAgentMessage };
}

/** The disk is well and the turn can say how it ended: only this item of the model was too long. */
function tooLong(error: StorageError): RequestRejected {
  const turnError = { code: "storage", message: error.message, action: "Ask for less at a time." } as const;
  return new RequestRejected(turnError, { cause: error });
}

function internalFault(error: unknown): RequestRejected {
  return new RequestRejected({ code: "internal", message: errorMessage(error) }, { cause: error });
}

function buildRequest(step: StepContext, turn: TurnScope): ModelRequest {
  return {
    model: turn.model,
    instructions: turn.instructions,
    input: promptItems(turn.refusedParts.readable(turn.transcript.items)),
    tools: step.specs,
    threadId: turn.threadId,
    turnId: turn.turnId,
  };
}

async function onEvent(
  event: ModelEvent,
  attempt: Attempt,
  { step, turn }: { step: StepContext; turn: TurnScope },
): Promise<Reading> {
  switch (event.type) {
    case "itemStarted":
      attempt.streaming.start(event.key, event);
      return "on";
    case "textDelta":
      attempt.streaming.textDelta(event.key, event.delta);
      return "on";
    case "summaryDelta":
      attempt.streaming.summaryDelta(event.key, event);
      return "on";
    case "itemDone":
      return onItemDone(event, attempt, { step, turn });
    case "skipped":
      attempt.skipped = event.count;
      return "on";
    case "completed":
      attempt.usage = event.usage;
      attempt.needsFollowUp ||= !event.endTurn;
      for (const call of attempt.held.splice(0)) start(call, attempt, { step, turn });
      return "completed";
    default:
      return assertNever(event);
  }
}

async function onItemDone(
  { key, item }: { key: string; item: ResponseItem },
  attempt: Attempt,
  { step, turn }: { step: StepContext; turn: TurnScope },
): Promise<Reading> {
  if (isCall(item)) {
    await onCall(item, attempt, { step, turn });
    return "on";
  }
  if (item.type !== "message" && item.type !== "reasoning") return "on";
  const finished = attempt.streaming.finish(key, item);
  if (finished === null) return "on";
  await turn.record(withTwin(finished));
  if (finished.type === "message") attempt.lastAgentMessage = messageText(finished);
  const { mailbox, hasSteers } = turn.queue;
  if (isFinalAnswer(finished)) {
    mailbox.defer({ hasSteer: hasSteers });
    return "on";
  }
  // Between thoughts the model can take in what has come (runtime.md §4).
  return mailbox.hasWaiting ? "left" : "on";
}

/** Any words that are not marked as commentary. */
function isFinalAnswer(item: ResponseItem): boolean {
  return item.type === "message" && item.phase !== "commentary" && messageText(item).trim() !== "";
}

// (a) mail is welcome again, (b) record, (c) start at once, (d) remember in issue order, (e) follow up (runtime.md §4).
async function onCall(
  received: CallItem,
  attempt: Attempt,
  { step, turn }: { step: StepContext; turn: TurnScope },
): Promise<void> {
  const seen = attempt.seenCalls.get(received.call_id) ?? [];
  if (seen.some((call) => isSameCall(call, received))) return;
  attempt.seenCalls.set(received.call_id, [...seen, received]);
  const { call_id: id } = received;
  const isReused = seen.length > 0 || turn.transcript.isUsed(id) || attempt.streaming.isClaimed(id);
  const call: CallItem = isReused ? { ...received, call_id: `call_${turn.ids.uuid()}` } : received;
  const changesWorld = turn.tools.find(call)?.changesWorld ?? false;
  turn.queue.mailbox.reopen();
  await turn.record([{ type: "response_item", payload: call }], { barrier: changesWorld });
  if (turn.dispatch === "inStream") start(call, attempt, { step, turn });
  else attempt.held.push(call);
  attempt.needsFollowUp = true;
}

function start(call: CallItem, attempt: Attempt, { step, turn }: { step: StepContext; turn: TurnScope }): void {
  attempt.inFlight.push({ call, outcome: runCall({ call, asked: null }, step.pipeline, turn.signal) });
}

function isSameCall(one: CallItem, other: CallItem): boolean {
  const text = (call: CallItem): string => (call.type === "function_call" ? call.arguments : call.input);
  return one.type === other.type && one.name === other.name && one.namespace === other.namespace && text(one) === text(other);
}

/** What was cut on purpose is kept as incomplete messages; of a failed attempt only a superseded note stays (runtime.md §5). */
async function closeStreaming(
  attempt: Attempt,
  { turn, isKept }: { readonly turn: TurnScope; readonly isKept: boolean },
): Promise<void> {
  for (const { id, kind, phase, text } of attempt.streaming.unfinished) {
    if (isKept && kind === "message") {
      const message: ResponseItem = {
        type: "message",
        id,
        role: "assistant",
        content: [{ type: "output_text", text }],
        ...(phase === null ? {} : { phase }),
        status: "incomplete",
      };
      await turn.record(withTwin(message));
    } else {
      const itemId = ItemId.parse(id);
      await turn.record([{ type: "cf_superseded", payload: { itemId, text, ...(kind === "reasoning" ? { kind } : {}) } }]);
    }
  }
}

function skippedLines(count: number): LineBody[] {
  if (count === 0) return [];
  const parts = count === 1 ? "1 part" : `${count} parts`;
  const text = `${parts} of the model's answer could not be read and ${count === 1 ? "was" : "were"} left out. If something is missing, ask again; if it stays so, the server does not speak the Responses API well.`;
  return [{ type: "cf_notice", payload: { level: "warning", code: "unreadableEvents", text } }];
}

/** What was used, if the provider said so; after an answer without a report, or a refusal as too long, what we think is in the window. */
function tokenLines(end: ReadEnd, { attempt, turn }: { readonly attempt: Attempt; readonly turn: TurnScope }): LineBody[] {
  if (attempt.usage !== null) return [reportedLine(attempt.usage, turn)];
  if (end.type === "completed") return [estimatedLine(turn.transcript.tokens.count, turn)];
  const isFull =
    end.type === "broken" && end.error instanceof RequestRejected && end.error.turnError.code === "contextWindowExceeded";
  return isFull ? [estimatedLine(turn.client.contextWindow ?? turn.transcript.tokens.count, turn, { isFull })] : [];
}
