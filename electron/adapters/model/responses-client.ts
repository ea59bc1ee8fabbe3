// ModelClient over HTTP: one POST /responses, its event stream read to the end that matters. Owns the connection; knows no provider shapes.
import { StreamDisconnected, isAttemptError } from "../../runtime/errors";
import type { Clock } from "../../runtime/ports/clock";
import type { IdSource } from "../../runtime/ports/id-source";
import type { ModelClient, ModelEvent, ModelRequest } from "../../runtime/ports/model-client";
import { connect } from "./connect";
import type { Fetch } from "./http";
import { startIdleWatch } from "./idle-watch";
import { leavable } from "./leavable";
import { prepareCall, type CallOptions } from "./prepared-call";
import { readEvents } from "./read-events";
import { transportError } from "./transport-error";

const DEFAULT_IDLE_TIMEOUT_MS = 300_000;
const DEFAULT_MAX_RETRIES = 5;
const DEFAULT_REQUEST_MAX_RETRIES = 0;

/** `apiKey` is asked for each request. `headers` win over our own. `requestMaxRetries`: quick ones that nobody sees, before a response has begun. */
export interface ResponsesClientOptions extends CallOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly contextWindow?: number | null | undefined;
  readonly maxRetries?: number | undefined;
  readonly requestMaxRetries?: number | undefined;
  readonly idleTimeoutMs?: number | undefined;
}

/** Speaks the Responses API (runtime.md §3, §11). `fetch` must not have time limits of its own: the idle timer is the only one. */
export function createResponsesClient(options: ResponsesClientOptions): ModelClient {
  return {
    provider: options.provider,
    contextWindow: options.contextWindow ?? null,
    maxRetries: options.maxRetries ?? DEFAULT_MAX_RETRIES,
    stream: (request, signal) => leavable((left) => streamOnce(options, request, [signal, left])),
  };
}

/** Any of `ends` ends it at once, silently. */
async function* streamOnce(
  options: ResponsesClientOptions,
  request: ModelRequest,
  ends: readonly AbortSignal[],
): AsyncGenerator<ModelEvent, void> {
  const isOver = (): boolean => ends.some((signal) => signal.aborted);
  if (isOver()) return;
  const call = prepareCall(options, request);
  // Ends the connection on every way out: the caller's abort, silence, the reader leaving, the end.
  const attempt = new AbortController();
  const abort = () => attempt.abort();
  for (const signal of ends) signal.addEventListener("abort", abort, { once: true });
  const { fetch, clock, ids } = options;
  const timeoutMs = options.idleTimeoutMs ?? DEFAULT_IDLE_TIMEOUT_MS;
  const idle = startIdleWatch({ clock, timeoutMs, onIdle: abort }, attempt.signal);
  try {
    const maxRetries = options.requestMaxRetries ?? DEFAULT_REQUEST_MAX_RETRIES;
    const response = await connect(call, { fetch, clock, idle, maxRetries }, attempt.signal);
    for await (const event of readEvents(response, { asked: call.asked, idle, clock, ids })) {
      if (isOver()) return;
      yield event;
    }
  } catch (error) {
    if (isOver()) return;
    if (idle.isIdle) throw new StreamDisconnected(`nothing came from ${call.origin} for ${timeoutMs / 1000} s`, { cause: error });
    throw isAttemptError(error) ? error : transportError(error, { origin: call.origin, reached: true });
  } finally {
    for (const signal of ends) signal.removeEventListener("abort", abort);
    attempt.abort();
    await idle.ended;
  }
}
