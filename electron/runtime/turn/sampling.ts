// One sampling attempt: the model is asked once, its calls start while the stream is still arriving, and every exit leaves by the same
// tail: close what streamed, drain in issue order, record usage, and only then look at the abort (runtime.md §3-§5).
import { ItemId } from "../../../shared/protocol/ids";
import { isCall, messageText, type CallItem, type ResponseItem } from "../../../shared/protocol/response-item";
import type { LineBody, TokenUsage } from "../../../shared/protocol/rollout-line";
import { addTokenCounts, type TokenCounts } from "../../../shared/protocol/thread";
import { ConnectionFailed, RequestRejected, StorageError, StreamDisconnected, assertNever, errorMessage } from "../errors";
import { promptItems } from "../history/prompt";
import type { ModelEvent, ModelRequest } from "../ports/model-client";
import { runCall } from "../tools/tool-pipeline";
import { InFlight } from "./in-flight";
import type { StepContext } from "./step-context";
import { StreamingItems } from "./streaming-items";
import type { TurnScope } from "./turn-scope";

export type AttemptEnd =
  | { readonly type: "completed"; readonly needsFollowUp: boolean; readonly lastAgentMessage: string | null }
  | { readonly type: "aborted" }
  /** `error` decides whether and how it is repeated. */
  | { readonly type: "broken"; readonly error: StreamDisconnected | ConnectionFailed | RequestRejected };

/** What an attempt has gathered while reading. */
interface Attempt {
  readonly inFlight: InFlight;
  readonly streaming: StreamingItems;
  readonly seenCalls: Map<string, CallItem>;
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
    needsFollowUp: false,
    lastAgentMessage: null,
    usage: null,
    skipped: 0,
  };
  const end = await read(attempt, step, turn);
  try {
    if (end.type === "storage") throw end.error;
    await closeStreaming(attempt, turn);
  } catch (error) {
    await attempt.inFlight.drain(() => Promise.resolve());
    throw error;
  }
  await attempt.inFlight.drain((lines) => turn.record(lines));
  if (attempt.skipped > 0) await turn.record([skippedLine(attempt.skipped)]);
  if (attempt.usage !== null) await turn.record([tokenLine(attempt.usage, turn)]);
  return turn.signal.aborted ? { type: "aborted" } : end;
}

type ReadEnd = AttemptEnd | { readonly type: "storage"; readonly error: StorageError };

async function read(attempt: Attempt, step: StepContext, turn: TurnScope): Promise<ReadEnd> {
  const { client, signal } = turn;
  try {
    for await (const event of client.stream(buildRequest(step, turn), signal)) {
      if (signal.aborted) break;
      const isCompleted = await onEvent(event, attempt, { step, turn });
      if (isCompleted)
        return { type: "completed", needsFollowUp: attempt.needsFollowUp, lastAgentMessage: attempt.lastAgentMessage };
    }
  } catch (error) {
    if (error instanceof StorageError) {
      return error.fault === "tooLong" ? { type: "broken", error: tooLong(error) } : { type: "storage", error };
    }
    if (error instanceof StreamDisconnected || error instanceof ConnectionFailed || error instanceof RequestRejected) {
      return { type: "broken", error };
    }
    if (!signal.aborted) return { type: "broken", error: internalFault(error) };
  }
  if (signal.aborted) return { type: "aborted" };
  return { type: "broken", error: new StreamDisconnected("the response ended before it was complete") };
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
    input: promptItems(turn.transcript.items),
    tools: step.specs,
    threadId: turn.threadId,
    turnId: turn.turnId,
  };
}

/** Handles one event; true once the response is complete. */
async function onEvent(
  event: ModelEvent,
  attempt: Attempt,
  { step, turn }: { step: StepContext; turn: TurnScope },
): Promise<boolean> {
  switch (event.type) {
    case "itemStarted":
      attempt.streaming.start(event.key, event);
      return false;
    case "textDelta":
      attempt.streaming.textDelta(event.key, event.delta);
      return false;
    case "summaryDelta":
      attempt.streaming.summaryDelta(event.key, event);
      return false;
    case "itemDone":
      await onItemDone(event, attempt, { step, turn });
      return false;
    case "skipped":
      attempt.skipped = event.count;
      return false;
    case "completed":
      attempt.usage = event.usage;
      attempt.needsFollowUp ||= !event.endTurn;
      return true;
    default:
      return assertNever(event);
  }
}

async function onItemDone(
  { key, item }: { key: string; item: ResponseItem },
  attempt: Attempt,
  { step, turn }: { step: StepContext; turn: TurnScope },
): Promise<void> {
  if (isCall(item)) {
    await onCall(item, attempt, { step, turn });
    return;
  }
  if (item.type !== "message" && item.type !== "reasoning") return;
  const finished = attempt.streaming.finish(key, item);
  if (finished === null) return;
  await turn.record(withTwin(finished));
  if (finished.type === "message") attempt.lastAgentMessage = messageText(finished);
}

// (b) record, (c) start at once, (d) remember in issue order, (e) follow up (runtime.md §4).
async function onCall(
  received: CallItem,
  attempt: Attempt,
  { step, turn }: { step: StepContext; turn: TurnScope },
): Promise<void> {
  const seen = attempt.seenCalls.get(received.call_id);
  if (seen !== undefined && isSameCall(seen, received)) return;
  attempt.seenCalls.set(received.call_id, received);
  const { call_id: id } = received;
  const isReused = seen !== undefined || turn.transcript.isUsed(id) || attempt.streaming.isClaimed(id);
  const call: CallItem = isReused ? { ...received, call_id: `call_${turn.ids.uuid()}` } : received;
  const changesWorld = turn.tools.find(call)?.changesWorld ?? false;
  await turn.record([{ type: "response_item", payload: call }], { barrier: changesWorld });
  attempt.inFlight.push({ call, outcome: runCall(call, step.pipeline, turn.signal) });
  attempt.needsFollowUp = true;
}

function isSameCall(one: CallItem, other: CallItem): boolean {
  const text = (call: CallItem): string => (call.type === "function_call" ? call.arguments : call.input);
  return one.type === other.type && one.name === other.name && one.namespace === other.namespace && text(one) === text(other);
}

/** Codex's event that says the same as the item; its readers show that one. */
function withTwin(item: ResponseItem): LineBody[] {
  const line: LineBody = { type: "response_item", payload: item };
  if (item.type === "message")
    return [line, { type: "event_msg", payload: { type: "agent_message", message: messageText(item) } }];
  if (item.type !== "reasoning") return [line];
  const twins = item.summary.map(({ text }): LineBody => ({ type: "event_msg", payload: { type: "agent_reasoning", text } }));
  return [line, ...twins];
}

/** An interrupt keeps partial answers as incomplete messages; of a failed attempt only a superseded note stays (runtime.md §5). */
async function closeStreaming(attempt: Attempt, turn: TurnScope): Promise<void> {
  for (const { id, kind, phase, text } of attempt.streaming.unfinished) {
    if (turn.signal.aborted && kind === "message") {
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

function skippedLine(count: number): LineBody {
  const parts = count === 1 ? "1 part" : `${count} parts`;
  const text = `${parts} of the model's answer could not be read and ${count === 1 ? "was" : "were"} left out. If something is missing, ask again; if it stays so, the server does not speak the Responses API well.`;
  return { type: "cf_notice", payload: { level: "warning", code: "unreadableEvents", text } };
}

function tokenLine(last: TokenCounts, turn: TurnScope): LineBody {
  return {
    type: "event_msg",
    payload: {
      type: "token_count",
      info: {
        total_token_usage: tokenUsage(addTokenCounts(turn.totalTokens(), last)),
        last_token_usage: tokenUsage(last),
        model_context_window: turn.client.contextWindow,
      },
      rate_limits: null,
    },
  };
}

function tokenUsage(counts: TokenCounts): TokenUsage {
  return {
    input_tokens: counts.inputTokens,
    cached_input_tokens: counts.cachedInputTokens,
    output_tokens: counts.outputTokens,
    reasoning_output_tokens: counts.reasoningOutputTokens,
    total_tokens: counts.totalTokens,
  };
}
