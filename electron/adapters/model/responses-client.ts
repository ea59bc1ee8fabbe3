// ModelClient over HTTP: one POST /responses, its event stream read to the end that matters. Owns the connection; knows no provider shapes.
import { ConnectionFailed, RequestRejected, StreamDisconnected } from "../../runtime/errors";
import type { IdSource } from "../../runtime/ports/id-source";
import type { ModelClient, ModelEvent, ModelRequest } from "../../runtime/ports/model-client";
import { errorOf, readFaultText, retryAfterMs, type Asked, type Fault } from "./error-mapping";
import type { Fetch, HttpResponse } from "./http";
import { startIdleWatch, type IdleWatch } from "./idle-watch";
import { prepareCall, type CallOptions } from "./prepared-call";
import { createEventMapper } from "./response-mapping";
import { createSseParser } from "./sse-parser";
import { transportError } from "./transport-error";

const DEFAULT_IDLE_TIMEOUT_MS = 300_000;
const DEFAULT_MAX_RETRIES = 5;
const ERROR_BODY_MAX_BYTES = 64 * 1024;

/** `apiKey` is asked for each request. `headers` win over our own. */
export interface ResponsesClientOptions extends CallOptions {
  readonly fetch: Fetch;
  readonly ids: IdSource;
  readonly contextWindow?: number | null | undefined;
  readonly maxRetries?: number | undefined;
  readonly idleTimeoutMs?: number | undefined;
}

/** Speaks the Responses API (runtime.md §3, §11). `fetch` must not have time limits of its own: the idle timer is the only one. */
export function createResponsesClient(options: ResponsesClientOptions): ModelClient {
  return {
    provider: options.provider,
    contextWindow: options.contextWindow ?? null,
    maxRetries: options.maxRetries ?? DEFAULT_MAX_RETRIES,
    stream: (request, signal) => streamOnce(options, request, signal),
  };
}

async function* streamOnce(
  options: ResponsesClientOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void> {
  if (signal.aborted) return;
  const call = prepareCall(options, request);
  // Ends the connection on every way out: the caller's abort, silence, the reader leaving, the end.
  const attempt = new AbortController();
  const abort = () => attempt.abort();
  signal.addEventListener("abort", abort, { once: true });
  const timeoutMs = options.idleTimeoutMs ?? DEFAULT_IDLE_TIMEOUT_MS;
  const idle = startIdleWatch({ clock: options.clock, timeoutMs, onIdle: abort }, attempt.signal);
  let reached = false;
  try {
    const response = await options.fetch(call.url, {
      method: "POST",
      headers: call.headers,
      body: call.body,
      redirect: "manual",
      signal: attempt.signal,
    });
    reached = true;
    idle.touch();
    if (!response.ok) throw await refusalOf(response, call.asked, idle);
    for await (const event of readEvents(response, { options, asked: call.asked, idle })) {
      if (signal.aborted) return;
      yield event;
    }
  } catch (error) {
    if (signal.aborted) return;
    if (idle.isIdle) throw new StreamDisconnected(`nothing came from ${call.origin} for ${timeoutMs / 1000} s`, { cause: error });
    if (error instanceof StreamDisconnected || error instanceof RequestRejected || error instanceof ConnectionFailed) throw error;
    throw transportError(error, { origin: call.origin, reached });
  } finally {
    signal.removeEventListener("abort", abort);
    attempt.abort();
    await idle.ended;
  }
}

interface Reading {
  readonly options: ResponsesClientOptions;
  readonly asked: Asked;
  readonly idle: IdleWatch;
}

/** Ends after `completed`. A body that ends before it was cut, however clean its end. */
async function* readEvents(response: HttpResponse, { options, asked, idle }: Reading): AsyncGenerator<ModelEvent, void> {
  const sse = createSseParser();
  const mapper = createEventMapper({
    ids: options.ids,
    refuse: (fault) => errorOf(fault, { ...asked, nowMs: options.clock.nowMs() }),
  });
  let unreadable = 0;
  let events = 0;

  function* read(data: readonly string[]): Generator<ModelEvent, void> {
    for (const text of data) {
      const event = parseData(text);
      if (event === undefined) continue;
      if (event === null) unreadable++;
      else {
        events++;
        yield* mapper.map(event);
      }
    }
  }

  const skipped = (): number => unreadable + mapper.skipped;
  function* last(completed: ModelEvent): Generator<ModelEvent, void> {
    if (skipped() > 0) yield { type: "skipped", count: skipped() };
    yield completed;
  }

  for await (const bytes of response.body ?? []) {
    idle.pause();
    for (const event of read(sse.feed(bytes))) {
      if (event.type === "completed") return yield* last(event);
      yield event;
    }
    idle.touch();
  }
  for (const event of read(sse.end())) {
    if (event.type === "completed") return yield* last(event);
    yield event;
  }
  throw new StreamDisconnected(endedEarly(response, { events, unreadable: skipped() }));
}

/** Undefined: nothing to read, such as `[DONE]` or a sign of life sent as data. Null: not JSON. */
function parseData(text: string): unknown {
  const data = text.trim();
  if (data === "" || data === "[DONE]" || data.startsWith(":")) return undefined;
  try {
    return JSON.parse(data, SURROGATE_ESCAPE.test(data) ? wellFormed : undefined);
  } catch {
    return null;
  }
}

const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/**
 * The file cannot hold an unpaired surrogate, so nothing may bear one: two ids that differ only there would be one id on disk. A delta may be
 * half a character, and the next one the other half.
 */
function wellFormed(key: string, value: unknown): unknown {
  return typeof value === "string" && key !== "delta" ? value.replace(/\p{Surrogate}/gu, "\ufffd") : value;
}

function endedEarly(response: HttpResponse, read: { events: number; unreadable: number }): string {
  const kind = response.headers.get("content-type") ?? "no content type";
  if (read.events === 0) return `the server's answer (${kind}) was not an event stream`;
  return `the stream ended before the response was complete${read.unreadable === 0 ? "" : `; ${read.unreadable} events made no sense`}`;
}

async function refusalOf(response: HttpResponse, asked: Asked, idle: IdleWatch): Promise<Error> {
  const text = await readBounded(response, idle);
  const nowMs = asked.nowMs;
  const http = { status: response.status, retryAfterMs: retryAfterMs(response.headers.get("retry-after"), nowMs) };
  const target = response.status < 400 ? response.headers.get("location") : null;
  const fault: Fault =
    target === null ? readFaultText(text, http) : { ...http, codes: [], message: `it wants to be asked at ${target}` };
  return errorOf(fault.message === "" ? { ...fault, message: response.statusText } : fault, asked);
}

/** The first 64 KiB of an error's body. A body that breaks off is as good as a short one: the status says what matters. */
async function readBounded(response: HttpResponse, idle: IdleWatch): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytesRead = 0;
  try {
    for await (const bytes of response.body ?? []) {
      idle.touch();
      bytesRead += bytes.length;
      text += decoder.decode(bytes, { stream: true });
      if (bytesRead >= ERROR_BODY_MAX_BYTES) break;
    }
  } catch (error) {
    return text === "" ? `its words were cut off (${String(error)})` : text;
  }
  return text;
}
