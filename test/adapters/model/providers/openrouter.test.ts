// OpenRouter's Responses API (beta). Sources: its documentation, "Streaming" (comments that keep the connection open, errors as data),
// "Errors and debugging" (codes that are statuses, status 200 with an error for a body, Retry-After on 429 and 503), "Responses API: error
// handling" (its three codes, invalid_prompt for a full context window too); earendil-works/pi pull request 4170 (reasoning that ends after the
// call that it led to).
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RateLimited, StreamDisconnected, errorMessage } from "../../../../electron/runtime/errors";
import { refusal, reply } from "../../../support/scripted-model";
import { ProviderBench, data, wire } from "./provider-bench";

let bench: ProviderBench;
beforeEach(() => {
  bench = new ProviderBench();
});
afterEach(() => bench.close());

const PROCESSING = ": OPENROUTER PROCESSING\n\n";
const completed = wire({ type: "response.completed", response: { id: "gen-1", status: "completed", output: [] } });

describe("OpenRouter", () => {
  it("ends reasoning after the call, between comments that say nothing (bug 103)", async () => {
    const thought = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "sealed" };
    const call = { type: "function_call", id: "fc_1", call_id: "call_1", name: "shell", arguments: '{"command":"ls"}' };
    const { events, error } = await bench.ask(
      reply(
        PROCESSING,
        PROCESSING,
        wire(
          {
            type: "response.output_item.added",
            sequence_number: 2,
            output_index: 0,
            item: { type: "reasoning", id: "rs_1", summary: [] },
          },
          { type: "response.reasoning_summary_text.delta", output_index: 0, item_id: "rs_1", summary_index: 0, delta: "Hm." },
        ),
        PROCESSING,
        wire(
          { type: "response.output_item.added", sequence_number: 81, output_index: 1, item: { ...call, arguments: "" } },
          { type: "response.output_item.done", sequence_number: 89, output_index: 1, item: call },
          { type: "response.output_item.done", sequence_number: 90, output_index: 0, item: thought },
        ),
        completed,
      ),
    );
    expect(error).toBeNull();
    expect(events).toEqual([
      { type: "itemStarted", key: "item-0", id: "rs_1", kind: "reasoning", phase: null },
      { type: "summaryDelta", key: "item-0", summaryIndex: 0, delta: "Hm." },
      { type: "itemDone", key: "item-1", item: call },
      { type: "itemDone", key: "item-0", item: thought },
      { type: "completed", usage: null, endTurn: true },
    ]);
  });

  it.each([
    ["its own code", { error: { code: "server_error", message: "Provider disconnected" } }],
    ["a status", { error: { code: 502, message: "Provider returned error", metadata: { provider_name: "x" } } }],
  ])(
    "tells of an error in the middle as data without a type, with %s: asked again, what was whole is kept",
    async (_name, error) => {
      const done = { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text: "Whole." }] };
      const answer = await bench.ask(
        reply(wire({ type: "response.output_item.done", output_index: 0, item: done }), data(error)),
      );
      expect(answer.items).toEqual([done]);
      expect(answer.error).toBeInstanceOf(StreamDisconnected);
      expect(errorMessage(answer.error)).toContain(error.error.message);
    },
  );

  it("answers with status 200 and an error for a body once the model has been asked", async () => {
    const broken = await bench.ask(refusal(200, { error: { code: 502, message: "Provider returned error" } }));
    expect(broken.error).toBeInstanceOf(StreamDisconnected);
    const limited = await bench.ask(refusal(200, { error: { code: 429, message: "Rate limited upstream" } }));
    expect(limited.error).toBeInstanceOf(RateLimited);
  });

  it.each([
    [400, "invalid_prompt", "Input exceeds the maximum context length", "contextWindowExceeded"],
    [400, "invalid_prompt", "Invalid fields", "badRequest"],
    [401, 401, "No auth credentials found", "unauthorized"],
    [402, 402, "Insufficient credits", "quotaExceeded"],
    [403, 403, "The chosen model requires moderation and your input was flagged", "contentPolicy"],
  ])("refuses with %i, code %s and %j", async (status, code, message, expected) => {
    const { error } = await bench.ask(refusal(status, { error: { code, message }, metadata: null }));
    expect(error).toMatchObject({ turnError: { code: expected } });
  });

  it.each([
    [429, "rateLimited"],
    [503, "overloaded"],
  ])("says with %i when to come back", async (status, code) => {
    const { error } = await bench.ask(refusal(status, { error: { code: status, message: "Busy" } }, { "retry-after": "12" }));
    expect(error).toBeInstanceOf(RateLimited);
    expect(error).toMatchObject({ advisedMs: 12_000, turnError: { code } });
  });
});
