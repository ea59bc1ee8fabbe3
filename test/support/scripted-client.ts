// A ModelClient that plays scripts on a fake clock: what arrives when is part of the script. For runtime tests below the wire; the HTTP server with
// gates is scripted-model.ts.
import {
  ConnectionFailed,
  RateLimited,
  ReasoningRefused,
  RequestRejected,
  StreamDisconnected,
} from "../../electron/runtime/errors";
import type { Clock } from "../../electron/runtime/ports/clock";
import type { ModelClient, ModelEvent, ModelRequest } from "../../electron/runtime/ports/model-client";
import type { ResponseItem } from "../../shared/protocol/response-item";
import type { TokenCounts } from "../../shared/protocol/thread";
import type { TurnError } from "../../shared/protocol/turn-error";

export type ScriptEnd =
  /** `usage`: false for none, or the total that is reported. */
  | { readonly type: "completed"; readonly endTurn?: boolean; readonly usage?: boolean | number }
  | { readonly type: "cut" }
  | { readonly type: "noConnection" }
  | { readonly type: "rejected"; readonly error?: TurnError }
  | { readonly type: "limited"; readonly advisedMs: number | null; readonly code?: "rateLimited" | "overloaded" }
  | { readonly type: "reasoningRefused" }
  /** Nothing more comes until the request is aborted. */
  | { readonly type: "hang" };

export type ScriptStep = { readonly type: "wait"; readonly ms: number } | { readonly type: "event"; readonly event: ModelEvent };

export interface Script {
  readonly steps: readonly ScriptStep[];
  readonly end: ScriptEnd;
}

export interface ClientOptions {
  readonly scripts: readonly Script[];
  readonly summaries?: readonly Script[];
  readonly maxRetries?: number;
  readonly contextWindow?: number | null;
}

const USAGE = { inputTokens: 10, cachedInputTokens: 2, outputTokens: 5, reasoningOutputTokens: 1, totalTokens: 15 };

export class ScriptedClient implements ModelClient {
  readonly provider = "scripted";
  readonly contextWindow: number | null;
  readonly maxRetries: number;
  readonly requests: ModelRequest[] = [];
  /** The signal of each request. */
  readonly signals: AbortSignal[] = [];
  readonly #clock: Clock;
  readonly #scripts: Script[];
  /** Null: compaction requests take their answers from the scripts like all others. */
  readonly #summaries: Script[] | null;

  /** After the last script every request is answered by a short final message. `summaries`: answers to compaction requests alone. */
  constructor(clock: Clock, options: ClientOptions) {
    this.#clock = clock;
    this.#scripts = [...options.scripts];
    this.#summaries = options.summaries === undefined ? null : [...options.summaries];
    this.maxRetries = options.maxRetries ?? 5;
    this.contextWindow = options.contextWindow === undefined ? 100_000 : options.contextWindow;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    this.requests.push(structuredClone({ ...request }));
    this.signals.push(signal);
    const isCompaction = request.tools.length === 0;
    const scripts = isCompaction && this.#summaries !== null ? this.#summaries : this.#scripts;
    const script = scripts.shift() ?? says("Done.");
    for (const step of script.steps) {
      if (signal.aborted) return;
      if (step.type === "event") yield step.event;
      else await this.#clock.waitUntil(this.#clock.nowMs() + step.ms, signal);
    }
    if (signal.aborted) return;
    yield* this.#end(script.end, signal);
  }

  async *#end(end: ScriptEnd, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    switch (end.type) {
      case "completed":
        yield { type: "completed", usage: usageOf(end.usage ?? true), endTurn: end.endTurn ?? true };
        return;
      case "limited":
        throw new RateLimited({ code: end.code ?? "rateLimited", message: "too many requests" }, end.advisedMs);
      case "reasoningRefused":
        throw new ReasoningRefused("the encrypted content could not be verified");
      case "cut":
        throw new StreamDisconnected("the connection was cut");
      case "noConnection":
        throw new ConnectionFailed("no connection");
      case "rejected":
        throw new RequestRejected(end.error ?? { code: "badRequest", message: "no" });
      case "hang":
        await this.#clock.waitUntil(Infinity, signal);
        return;
    }
  }
}

function usageOf(usage: boolean | number): TokenCounts | null {
  if (usage === false) return null;
  return usage === true ? USAGE : { ...USAGE, inputTokens: usage - USAGE.outputTokens, totalTokens: usage };
}

export function wait(ms: number): ScriptStep {
  return { type: "wait", ms };
}

export function event(modelEvent: ModelEvent): ScriptStep {
  return { type: "event", event: modelEvent };
}

export function itemDone(item: ResponseItem, key = "0"): ScriptStep {
  return event({ type: "itemDone", key, item });
}

/** A call of a tool under test. */
export function call(callId: string, name: string, args: unknown = {}): ScriptStep {
  const text = typeof args === "string" ? args : JSON.stringify(args);
  return itemDone({ type: "function_call", call_id: callId, name, arguments: text });
}

/** A message that streams in the given pieces and is then done. */
export function streamed(
  pieces: readonly string[],
  options: { key?: string; id?: string; phase?: "commentary" | "final_answer"; gapMs?: number } = {},
): ScriptStep[] {
  const { key = "message", id, phase, gapMs = 0 } = options;
  return [
    event({ type: "itemStarted", key, id: id ?? null, kind: "message", phase: phase ?? null }),
    ...pieces.flatMap((delta) => [...(gapMs > 0 ? [wait(gapMs)] : []), event({ type: "textDelta", key, delta })]),
    itemDone(message(pieces.join(""), { ...(id === undefined ? {} : { id }), ...(phase === undefined ? {} : { phase }) }), key),
  ];
}

export function message(text: string, extra: { id?: string; phase?: "commentary" | "final_answer" } = {}): ResponseItem {
  return { type: "message", role: "assistant", content: [{ type: "output_text", text }], ...extra };
}

/** A whole response that says something and ends the turn. */
export function says(text: string): Script {
  return { steps: streamed([text]), end: { type: "completed" } };
}

export function calls(...steps: ScriptStep[]): Script {
  return { steps, end: { type: "completed" } };
}
