// vLLM's Responses endpoint. Sources: the repository vllm-project/vllm, vllm/entrypoints/openai/responses (streaming_events.py, api_router.py);
// its pull requests 56285 and 47916 (other ids in the whole response than in the stream), 44608 (a finished call with id null), its issue 57998
// (a cut item that calls itself completed), its pull request 25719 (a stream without its end); pull request 37011 (error bodies).
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RequestRejected, StreamDisconnected } from "../../../../electron/runtime/errors";
import { refusal, reply } from "../../../support/scripted-model";
import { ProviderBench, wire } from "./provider-bench";

let bench: ProviderBench;
beforeEach(() => {
  bench = new ProviderBench();
});
afterEach(() => bench.close());

const usage = {
  input_tokens: 20,
  output_tokens: 5,
  total_tokens: 25,
  input_tokens_details: { cached_tokens: 16 },
};
const counts = { inputTokens: 20, cachedInputTokens: 16, outputTokens: 5, reasoningOutputTokens: 0, totalTokens: 25 };

describe("vLLM", () => {
  it("thinks in reasoning_text and names items and calls anew in its whole response: the first ids stay, nothing is told twice (bug 112)", async () => {
    const thought = {
      id: "b92d",
      type: "reasoning",
      summary: [],
      content: [{ type: "reasoning_text", text: "Hm." }],
      status: "completed",
    };
    const done = {
      id: "c03e",
      type: "function_call",
      call_id: "call_1",
      name: "shell",
      arguments: '{"command":"ls"}',
      status: "completed",
    };
    const answer = {
      id: "d14f",
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "So.", annotations: [] }],
    };
    const { events, error } = await bench.ask(
      reply(
        wire(
          {
            type: "response.output_item.added",
            sequence_number: 2,
            output_index: 0,
            item: { id: "b92d", type: "reasoning", summary: [], status: "in_progress" },
          },
          {
            type: "response.reasoning_part.added",
            output_index: 0,
            item_id: "b92d",
            content_index: 0,
            part: { type: "reasoning_text", text: "" },
          },
          { type: "response.reasoning_text.delta", output_index: 0, item_id: "b92d", content_index: 0, delta: "Hm." },
          { type: "response.output_item.done", output_index: 0, item: thought },
          { type: "response.output_item.added", output_index: 1, item: { ...done, arguments: "", status: "in_progress" } },
          { type: "response.function_call_arguments.delta", output_index: 1, item_id: "c03e", delta: '{"command":"ls"}' },
          { type: "response.output_item.done", output_index: 1, item: done },
          { type: "response.output_item.done", output_index: 2, item: answer },
          {
            type: "response.completed",
            response: {
              id: "resp_1",
              status: "completed",
              output: [
                { ...thought, id: "rs_new" },
                { ...done, id: "fc_new", call_id: "chatcmpl-tool-new" },
                { ...answer, id: "msg_new" },
              ],
              usage,
            },
          },
        ),
      ),
    );
    expect(error).toBeNull();
    expect(events).toEqual([
      { type: "itemStarted", key: "item-0", id: "b92d", kind: "reasoning", phase: null },
      { type: "summaryDelta", key: "item-0", summaryIndex: 0, delta: "Hm." },
      { type: "itemDone", key: "item-0", item: thought },
      { type: "itemDone", key: "item-1", item: done },
      { type: "itemStarted", key: "item-2", id: "d14f", kind: "message", phase: null },
      { type: "itemDone", key: "item-2", item: answer },
      { type: "completed", usage: counts, endTurn: true },
    ]);
  });

  it("ends a call with id null and the event's own fields inside the item: it keeps the id of its start", async () => {
    const ids = { item_id: "fc_1", output_index: 0, sequence_number: -1 };
    const call = {
      type: "function_call",
      id: null,
      call_id: "call_1",
      name: "shell",
      arguments: "{}",
      status: "completed",
      ...ids,
    };
    const { items, error } = await bench.ask(
      reply(
        wire(
          {
            type: "response.output_item.added",
            output_index: 0,
            item: { ...call, id: "fc_1", arguments: "", status: "in_progress" },
          },
          { type: "response.function_call_arguments.delta", output_index: 0, item_id: "fc_1", delta: "{}" },
          { type: "response.output_item.done", output_index: 0, item: call },
          {
            type: "response.completed",
            response: { id: "resp_1", status: "completed", output: [{ ...call, id: "fc_2" }], usage },
          },
        ),
      ),
    );
    expect(error).toBeNull();
    expect(items).toEqual([{ ...call, id: "fc_1" }]);
  });

  it("calls items completed that its output limit cut: they are told as it says, then the turn fails for the limit", async () => {
    const message = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "Once upon a" }],
    };
    const { items, error } = await bench.ask(
      reply(
        wire(
          { type: "response.output_item.done", output_index: 0, item: message },
          {
            type: "response.incomplete",
            response: {
              id: "resp_1",
              status: "incomplete",
              incomplete_details: { reason: "max_output_tokens" },
              output: [message],
              usage,
            },
          },
        ),
      ),
    );
    expect(items).toEqual([message]);
    expect(error).toBeInstanceOf(RequestRejected);
    expect(error).toMatchObject({ turnError: { code: "maxOutputTokens" } });
  });

  it("may leave the end of its stream out: asked again", async () => {
    const { error } = await bench.ask(
      reply(wire({ type: "response.output_text.delta", output_index: 0, item_id: "msg_1", delta: "Hal" })),
    );
    expect(error).toBeInstanceOf(StreamDisconnected);
  });

  const tooLong = "This model's maximum context length is 4096 tokens. However, your request has 5000 input tokens.";
  it.each([
    [400, { error: { message: tooLong, type: "BadRequestError", param: null, code: 400 } }, "contextWindowExceeded"],
    [400, { error: { message: "too long", type: "BadRequestError", code: "context_length_exceeded" } }, "contextWindowExceeded"],
    [400, { object: "error", message: tooLong, type: "BadRequestError", param: null, code: 400 }, "contextWindowExceeded"],
    [404, { error: { message: "The model `m-1` does not exist.", type: "NotFoundError", code: 404 } }, "notFound"],
    [400, { error: { message: "1 validation error", type: "BadRequestError", code: 400 } }, "badRequest"],
  ] as const)("refuses with %i %j", async (status, body, code) => {
    const { error } = await bench.ask(refusal(status, body));
    expect(error).toMatchObject({ turnError: { code } });
  });
});
