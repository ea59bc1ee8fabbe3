// The embedded demo: a `fetch` that answers like a Responses server, with no socket, no key and no network. Everything above it, the client
// included, is what a real server gets.
import type { Clock } from "../../runtime/ports/clock";
import { DemoRequest, respond, type CalledTool, type DemoResponse } from "./demo-script";
import type { Fetch, HttpRequest, HttpResponse } from "./http";

const PAUSE_MS = 15;
/** Without pauses, events go out in pieces of about this size. */
const PIECE_CHARS = 32 * 1024;
const CHARS_PER_TOKEN = 4;

type DemoEvent = Readonly<Record<string, unknown>>;

/** The same request gets the same answer. The clock only paces it; it ends at once when the request's signal aborts. */
export function createDemoFetch(clock: Clock): Fetch {
  return async (url, request) => {
    request.signal.throwIfAborted();
    if (!new URL(url).pathname.endsWith("/responses")) return refusal(404, "the demo answers POST /responses only");
    const parsed = DemoRequest.safeParse(JSON.parse(request.body));
    if (!parsed.success) return refusal(400, parsed.error.message);
    const response = respond(parsed.data);
    const events = eventsOf(response, { seed: parsed.data.input.length, inputChars: request.body.length });
    return streamed(paced(events, { clock, pauseMs: response.isFast ? 0 : PAUSE_MS }, request.signal));
  };
}

function streamed(body: AsyncIterable<Uint8Array>): HttpResponse {
  return { ok: true, status: 200, statusText: "OK", headers: headersOf("text/event-stream"), body };
}

function refusal(status: number, message: string): HttpResponse {
  const body = [new TextEncoder().encode(JSON.stringify({ error: { message } }))];
  return { ok: false, status, statusText: "", headers: headersOf("application/json"), body: iterate(body) };
}

function headersOf(contentType: string): HttpResponse["headers"] {
  return { get: (name) => (name.toLowerCase() === "content-type" ? contentType : null) };
}

async function* iterate(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* pieces;
}

/** The events as bytes, a pause before each piece of text, so that a person sees it stream. */
async function* paced(
  events: Iterable<DemoEvent>,
  pace: { readonly clock: Clock; readonly pauseMs: number },
  signal: HttpRequest["signal"],
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  let held = "";
  for (const event of events) {
    if (pace.pauseMs > 0 && "delta" in event) {
      if (held !== "") yield encoder.encode(held);
      held = "";
      await pace.clock.waitUntil(pace.clock.nowMs() + pace.pauseMs, signal);
    }
    signal.throwIfAborted();
    held += `event: ${String(event["type"])}\ndata: ${JSON.stringify(event)}\n\n`;
    if (held.length < PIECE_CHARS) continue;
    yield encoder.encode(held);
    held = "";
  }
  yield encoder.encode(held);
}

/** `seed`: the length of the history, different for each response of a thread, so that ids are unique in it and yet the same every time. */
function* eventsOf(response: DemoResponse, { seed, inputChars }: { seed: number; inputChars: number }): Generator<DemoEvent> {
  const items: DemoEvent[] = [];
  yield { type: "response.created", response: { id: `resp_demo_${seed}`, status: "in_progress" } };
  if (response.thought !== null)
    items.push(yield* thoughtEvents(response.thought, { id: `rs_demo_${seed}`, index: items.length }));
  if (response.text !== "") items.push(yield* textEvents(response, { id: `msg_demo_${seed}`, index: items.length }));
  for (const [at, call] of response.calls.entries()) {
    items.push(yield* callEvents(call, { id: `fc_demo_${seed}_${at}`, callId: `call_demo_${seed}_${at}`, index: items.length }));
  }
  yield {
    type: "response.completed",
    response: { id: `resp_demo_${seed}`, status: "completed", output: items, usage: usageOf(inputChars, items) },
  };
}

interface Place {
  readonly id: string;
  readonly index: number;
}

function* thoughtEvents(text: string, { id, index }: Place): Generator<DemoEvent, DemoEvent> {
  yield { type: "response.output_item.added", output_index: index, item: { type: "reasoning", id, summary: [] } };
  for (const delta of textPieces(text)) {
    yield { type: "response.reasoning_summary_text.delta", output_index: index, item_id: id, summary_index: 0, delta };
  }
  const item = { type: "reasoning", id, summary: [{ type: "summary_text", text }] };
  yield { type: "response.output_item.done", output_index: index, item };
  return item;
}

function* textEvents({ text, phase }: DemoResponse, { id, index }: Place): Generator<DemoEvent, DemoEvent> {
  const base = { type: "message", id, role: "assistant", phase };
  yield { type: "response.output_item.added", output_index: index, item: { ...base, status: "in_progress", content: [] } };
  for (const delta of textPieces(text)) {
    yield { type: "response.output_text.delta", output_index: index, item_id: id, content_index: 0, delta };
  }
  const item = { ...base, status: "completed", content: [{ type: "output_text", text, annotations: [] }] };
  yield { type: "response.output_item.done", output_index: index, item };
  return item;
}

function* callEvents(call: CalledTool, { id, index, callId }: Place & { callId: string }): Generator<DemoEvent, DemoEvent> {
  const base = { type: "function_call", id, call_id: callId, ...call };
  yield { type: "response.output_item.added", output_index: index, item: { ...base, status: "in_progress", arguments: "" } };
  const item = { ...base, status: "completed" };
  yield { type: "response.output_item.done", output_index: index, item };
  return item;
}

/** A word or two at a time. */
function textPieces(text: string): string[] {
  return text.match(/\s*\S{1,24}|\s+$/g) ?? [];
}

function usageOf(inputChars: number, items: readonly DemoEvent[]): DemoEvent {
  const input = Math.ceil(inputChars / CHARS_PER_TOKEN);
  const output = Math.ceil(JSON.stringify(items).length / CHARS_PER_TOKEN);
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  };
}
