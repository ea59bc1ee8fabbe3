// llama.cpp's server. Sources: the repository ggml-org/llama.cpp, tools/server/server-task.cpp (what it streams for /v1/responses) and
// tools/server/README.md (503 while it loads); its pull request 15780 and issue 19774, oobabooga/textgen issue 7257 (its errors for a full
// context window, with status 400, 500 or 200).
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StreamDisconnected } from "../../../../electron/runtime/errors";
import { refusal, reply } from "../../../support/scripted-model";
import { ProviderBench, wire } from "./provider-bench";

let bench: ProviderBench;
beforeEach(() => {
  bench = new ProviderBench();
});
afterEach(() => bench.close());

const created = wire(
  { type: "response.created", response: { id: "resp_1", object: "response", status: "in_progress" } },
  { type: "response.in_progress", response: { id: "resp_1", object: "response", status: "in_progress" } },
);

const usage = { input_tokens: 20, output_tokens: 5, total_tokens: 25, input_tokens_details: { cached_tokens: 16 } };
const counts = { inputTokens: 20, cachedInputTokens: 16, outputTokens: 5, reasoningOutputTokens: 0, totalTokens: 25 };

describe("llama.cpp", () => {
  it("numbers nothing, ends all items at its end, and there calls a call otherwise than at its start", async () => {
    const thought = {
      id: "rs_1",
      type: "reasoning",
      summary: [],
      content: [{ type: "reasoning_text", text: "Hm. So." }],
      encrypted_content: "",
    };
    const answer = {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", annotations: [], logprobs: [], text: "I look." }],
    };
    const ended = (call: string, args: string) => ({
      type: "function_call",
      status: "completed",
      arguments: args,
      call_id: `fc_${call}`,
      name: "shell",
    });
    const started = (call: string) => ({
      type: "response.output_item.added",
      item: {
        id: `fc_${call}`,
        call_id: `call_${call}`,
        name: "shell",
        type: "function_call",
        arguments: "",
        status: "in_progress",
      },
    });
    const piece = (call: string, delta: string) => ({
      type: "response.function_call_arguments.delta",
      item_id: `fc_${call}`,
      delta,
    });
    const done = [thought, answer, ended("a", '{"command":"ls"}'), ended("b", '{"command":"pwd"}')];
    const { events, error } = await bench.ask(
      reply(
        created,
        wire(
          { type: "response.output_item.added", item: { ...thought, content: [], status: "in_progress" } },
          { type: "response.reasoning_text.delta", item_id: "rs_1", delta: "Hm." },
          { type: "response.reasoning_text.delta", item_id: "rs_1", delta: " So." },
          { type: "response.output_item.added", item: { ...answer, content: [], status: "in_progress" } },
          { type: "response.content_part.added", item_id: "msg_1", part: { type: "output_text", text: "" } },
          { type: "response.output_text.delta", item_id: "msg_1", delta: "I look." },
          started("a"),
          piece("a", '{"command":'),
          piece("a", '"ls"}'),
          started("b"),
          piece("b", '{"command":"pwd"}'),
          ...done.map((item) => ({ type: "response.output_item.done", item })),
          {
            type: "response.completed",
            response: { id: "resp_1", object: "response", status: "completed", output: done, usage },
          },
        ),
      ),
    );
    expect(error).toBeNull();
    expect(events).toEqual([
      { type: "itemStarted", key: "item-0", id: "rs_1", kind: "reasoning", phase: null },
      { type: "summaryDelta", key: "item-0", summaryIndex: 0, delta: "Hm." },
      { type: "summaryDelta", key: "item-0", summaryIndex: 0, delta: " So." },
      { type: "itemStarted", key: "item-1", id: "msg_1", kind: "message", phase: null },
      { type: "textDelta", key: "item-1", delta: "I look." },
      { type: "itemDone", key: "item-0", item: thought },
      { type: "itemDone", key: "item-1", item: answer },
      { type: "itemDone", key: "item-2", item: { ...ended("a", '{"command":"ls"}'), id: "fc_a", call_id: "call_a" } },
      { type: "itemDone", key: "item-3", item: { ...ended("b", '{"command":"pwd"}'), id: "fc_b", call_id: "call_b" } },
      { type: "completed", usage: counts, endTurn: true },
    ]);
  });

  it("makes up no sealed reasoning: an empty one is not sent back", async () => {
    const thought = { type: "reasoning" as const, id: "rs_1", summary: [], encrypted_content: "" };
    await bench.ask(reply(wire({ type: "response.completed", response: {} })), { request: { input: [thought] } });
    expect(bench.requests[0]?.input).toEqual([]);
  });

  it("is loading its model: asked again", async () => {
    const { error } = await bench.ask(
      refusal(503, { error: { code: 503, message: "Loading model", type: "unavailable_error" } }),
    );
    expect(error).toBeInstanceOf(StreamDisconnected);
  });

  const exceeded = "the request exceeds the available context size. try increasing the context size or enable context shift";
  it.each([
    [400, { code: 400, message: exceeded, type: "exceed_context_size_error", n_prompt_tokens: 4390, n_ctx: 4096 }],
    [500, { code: 500, message: "Context size has been exceeded.", type: "server_error" }],
    [200, { code: 400, message: exceeded, type: "exceed_context_size_error", n_prompt_tokens: 14429, n_ctx: 8192 }],
  ])("says with status %i that the context window is full, never to be asked again: %j", async (status, error) => {
    expect((await bench.ask(refusal(status, { error }), { requestMaxRetries: 3 })).error).toMatchObject({
      turnError: { code: "contextWindowExceeded" },
    });
  });
});
