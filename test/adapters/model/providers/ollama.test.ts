// Ollama's Responses endpoint. Sources: the repository ollama/ollama, openai/responses.go (its stream converter), openai/openai.go and
// middleware/openai.go (its errors); ollama/ollama issue 17118 (a stream that ends in the middle of its reasoning, cleanly, with status 200).
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RequestRejected, StreamDisconnected, errorMessage } from "../../../../electron/runtime/errors";
import { refusal, reply } from "../../../support/scripted-model";
import { ProviderBench, wire } from "./provider-bench";

let bench: ProviderBench;
beforeEach(() => {
  bench = new ProviderBench();
});
afterEach(() => bench.close());

const created = wire({
  type: "response.created",
  sequence_number: 0,
  response: { id: "resp_1", status: "in_progress", output: [], usage: null },
});

const usage = {
  input_tokens: 20,
  output_tokens: 5,
  total_tokens: 25,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens_details: { reasoning_tokens: 0 },
};

const counts = { inputTokens: 20, cachedInputTokens: 0, outputTokens: 5, reasoningOutputTokens: 0, totalTokens: 25 };

function callEvents(id: string, callId: string, output_index: number): string {
  const item = { id, type: "function_call", call_id: callId, name: "shell", arguments: '{"command":"ls"}' };
  return wire(
    { type: "response.output_item.added", output_index, item: { ...item, status: "in_progress", arguments: "" } },
    { type: "response.function_call_arguments.delta", output_index, item_id: id, delta: item.arguments },
    { type: "response.function_call_arguments.done", output_index, item_id: id, arguments: item.arguments },
    { type: "response.output_item.done", output_index, item: { ...item, status: "completed" } },
  );
}

function call(id: string, callId: string): Record<string, unknown> {
  return { id, type: "function_call", status: "completed", call_id: callId, name: "shell", arguments: '{"command":"ls"}' };
}

describe("Ollama", () => {
  it("thinks in summary deltas and puts its thoughts, unsealed, where sealed ones would be; they go back to it", async () => {
    const thought = { id: "rs_7", type: "reasoning", summary: [{ type: "summary_text", text: "Hm." }], encrypted_content: "Hm." };
    const { events, items, error } = await bench.ask(
      reply(
        created,
        wire(
          { type: "response.output_item.added", output_index: 0, item: { id: "rs_7", type: "reasoning", summary: [] } },
          { type: "response.reasoning_summary_text.delta", output_index: 0, item_id: "rs_7", summary_index: 0, delta: "Hm." },
          { type: "response.reasoning_summary_text.done", output_index: 0, item_id: "rs_7", summary_index: 0, text: "Hm." },
          { type: "response.output_item.done", output_index: 0, item: thought },
          { type: "response.completed", response: { id: "resp_1", status: "completed", output: [thought], usage } },
        ),
      ),
    );
    expect(error).toBeNull();
    expect(events).toEqual([
      { type: "itemStarted", key: "item-0", id: "rs_7", kind: "reasoning", phase: null },
      { type: "summaryDelta", key: "item-0", summaryIndex: 0, delta: "Hm." },
      { type: "itemDone", key: "item-0", item: thought },
      { type: "completed", usage: counts, endTurn: true },
    ]);
    await bench.ask(reply(wire({ type: "response.completed", response: {} })), { request: { input: items } });
    expect(bench.requests[0]?.input).toEqual([
      { type: "reasoning", id: "rs_7", summary: [{ type: "summary_text", text: "Hm." }], encrypted_content: "Hm." },
    ]);
  });

  it("never ends a text that a call follows, gives the call the text's position, and leaves the text out of its list", async () => {
    const { events, error } = await bench.ask(
      reply(
        created,
        wire(
          {
            type: "response.output_item.added",
            output_index: 0,
            item: { id: "msg_4", type: "message", status: "in_progress", role: "assistant", content: [] },
          },
          {
            type: "response.content_part.added",
            output_index: 0,
            item_id: "msg_4",
            content_index: 0,
            part: { type: "output_text", text: "" },
          },
          {
            type: "response.output_text.delta",
            output_index: 0,
            item_id: "msg_4",
            content_index: 0,
            delta: "I look.",
            logprobs: [],
          },
        ),
        callEvents("fc_1_0", "call_a", 0),
        wire({
          type: "response.completed",
          response: { id: "resp_1", status: "completed", output: [call("fc_1_0", "call_a")], usage },
        }),
      ),
    );
    expect(error).toBeNull();
    expect(events).toEqual([
      { type: "itemStarted", key: "item-0", id: "msg_4", kind: "message", phase: null },
      { type: "textDelta", key: "item-0", delta: "I look." },
      { type: "itemDone", key: "item-1", item: call("fc_1_0", "call_a") },
      {
        type: "itemDone",
        key: "item-0",
        item: { type: "message", id: "msg_4", role: "assistant", content: [{ type: "output_text", text: "I look." }] },
      },
      { type: "completed", usage: counts, endTurn: true },
    ]);
  });

  it("gives calls that come one by one the same position; each is told once", async () => {
    const output = [call("fc_1_0", "call_a"), call("fc_2_0", "call_b")];
    const { items, error } = await bench.ask(
      reply(
        created,
        callEvents("fc_1_0", "call_a", 0),
        callEvents("fc_2_0", "call_b", 0),
        wire({ type: "response.completed", response: { id: "resp_1", status: "completed", output, usage } }),
      ),
    );
    expect(error).toBeNull();
    expect(items).toEqual(output);
  });

  it("may end its stream in the middle of its reasoning, cleanly (bug 26): asked again", async () => {
    const { items, error } = await bench.ask(
      reply(
        created,
        wire(
          { type: "response.output_item.added", output_index: 0, item: { id: "rs_7", type: "reasoning", summary: [] } },
          {
            type: "response.reasoning_summary_text.delta",
            output_index: 0,
            item_id: "rs_7",
            summary_index: 0,
            delta: "I will c",
          },
        ),
      ),
    );
    expect(items).toEqual([]);
    expect(error).toBeInstanceOf(StreamDisconnected);
    expect(errorMessage(error)).toContain("ended before the response was complete");
  });

  it.each([
    [404, { error: { message: 'model "m-1" not found', type: "not_found_error", param: null, code: null } }, "notFound"],
    [400, { error: { message: "invalid input", type: "invalid_request_error", param: null, code: null } }, "badRequest"],
    [404, "404 page not found", "notFound"],
  ] as const)("refuses with %i %j, the last before it knew the endpoint", async (status, body, code) => {
    const { error } = await bench.ask(refusal(status, body));
    expect(error).toBeInstanceOf(RequestRejected);
    expect(error).toMatchObject({ turnError: { code } });
  });

  it("fails with status 500 and no code: asked again", async () => {
    const body = { error: { message: "llama runner process has terminated", type: "api_error", param: null, code: null } };
    const { error } = await bench.ask(refusal(500, body));
    expect(error).toBeInstanceOf(StreamDisconnected);
  });
});
