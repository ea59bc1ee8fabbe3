// The second half of a request: the body of a response that has begun, as ModelEvents (runtime.md §3). Knows no provider shapes.
import { StreamDisconnected } from "../../runtime/errors";
import type { Clock } from "../../runtime/ports/clock";
import type { IdSource } from "../../runtime/ports/id-source";
import type { ModelEvent } from "../../runtime/ports/model-client";
import { waitInHeaders } from "./advised-wait";
import { errorOf, type Asked } from "./error-mapping";
import { readFaultBody, type Fault } from "./fault";
import type { HttpResponse } from "./http";
import type { IdleWatch } from "./idle-watch";
import { createEventMapper } from "./response-mapping";
import { createSseParser } from "./sse-parser";

/** Of a body without any event so much is kept, to see whether it is an error. */
const HEAD_MAX_CHARS = 64 * 1024;

export interface Reading {
  readonly asked: Asked;
  readonly idle: IdleWatch;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Ends after `completed`. A body that ends before it was cut, however clean its end. Throws an AttemptError, or what reading throws. */
export async function* readEvents(response: HttpResponse, parts: Reading): AsyncGenerator<ModelEvent, void> {
  const { asked, idle, clock, ids } = parts;
  const advisedMs = waitInHeaders(response.headers, clock.nowMs());
  const refuse = (fault: Fault): Error => errorOf({ ...fault, retryAfterMs: advisedMs }, asked, clock.nowMs());
  const sse = createSseParser();
  const mapper = createEventMapper({ ids, refuse });
  const decoder = new TextDecoder();
  let head = "";
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
    if (events === 0 && head.length < HEAD_MAX_CHARS) head += decoder.decode(bytes, { stream: true });
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
  mapper.end();
  const fault = events === 0 ? readFaultBody(head, { status: null, retryAfterMs: null }) : null;
  throw fault === null ? new StreamDisconnected(endedEarly(response, { events, unreadable: skipped() })) : refuse(fault);
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
