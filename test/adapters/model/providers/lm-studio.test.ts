// LM Studio's Responses endpoint. Its source is closed. Sources: its documentation of /v1/responses (which names three events); the tracker
// lmstudio-ai/lmstudio-bug-tracker, issues 618, 1323 and 2085 (status 200 for an unknown address), 2254 (a tool with an empty schema), 830 (a
// call with an empty id and no name, seen in chat completions), 1071 (a call written out as text); Gitlawb/openclaude issue 353 and
// anomalyco/opencode issue 11141 (its words for a full context window).
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RequestRejected, errorMessage } from "../../../../electron/runtime/errors";
import { refusal, reply } from "../../../support/scripted-model";
import { ProviderBench, wire } from "./provider-bench";

let bench: ProviderBench;
beforeEach(() => {
  bench = new ProviderBench();
});
afterEach(() => bench.close());

const completed = wire({ type: "response.completed", response: { id: "resp_1", status: "completed" } });

describe("LM Studio", () => {
  it("is understood by the three events that its documentation names", async () => {
    const { events, error } = await bench.ask(
      reply(
        wire(
          { type: "response.created", response: { id: "resp_1" } },
          { type: "response.output_text.delta", delta: "Hel" },
          { type: "response.output_text.delta", delta: "lo" },
        ),
        completed,
      ),
    );
    expect(error).toBeNull();
    expect(events).toEqual([
      { type: "itemStarted", key: "item-0", id: null, kind: "message", phase: null },
      { type: "textDelta", key: "item-0", delta: "Hel" },
      { type: "textDelta", key: "item-0", delta: "lo" },
      {
        type: "itemDone",
        key: "item-0",
        item: { type: "message", id: "msg_id-1", role: "assistant", content: [{ type: "output_text", text: "Hello" }] },
      },
      { type: "completed", usage: null, endTurn: true },
    ]);
  });

  it("answers an address that it does not know with status 200: the base URL is wrong, asking again is of no use", async () => {
    const { error } = await bench.ask(refusal(200, { error: "Unexpected endpoint or method. (POST /responses)" }), { path: "" });
    expect(error).toBeInstanceOf(RequestRejected);
    expect(error).toMatchObject({ turnError: { code: "notFound" } });
    expect(error instanceof RequestRejected ? error.turnError.action : "").toContain("Check the base URL");
  });

  it("refuses a tool whose schema is empty, so none goes out", async () => {
    const tools = [{ name: "now", description: "Tells the time.", parameters: {} }];
    await bench.ask(reply(completed), { request: { tools } });
    expect(bench.requests[0]?.body["tools"]).toMatchObject([{ name: "now", parameters: { type: "object", properties: {} } }]);
    const body = { error: { message: "Invalid input", type: "invalid_request_error", param: "tools.0", code: "custom" } };
    const { error } = await bench.ask(refusal(400, body));
    expect(error).toMatchObject({ turnError: { code: "badRequest" } });
    expect(errorMessage(error)).toContain("answered 400: Invalid input");
  });

  it.each([
    "The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096). Try to load the model with a larger context length, or provide a shorter input.",
    "Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)",
  ])("says with a plain text for an error that the context window is full: %s", async (words) => {
    expect((await bench.ask(refusal(400, { error: words }))).error).toMatchObject({
      turnError: { code: "contextWindowExceeded" },
    });
    expect((await bench.ask(refusal(200, { error: words }))).error).toMatchObject({
      turnError: { code: "contextWindowExceeded" },
    });
  });

  it("gives a call an empty id: it gets one; a call without a name is left out and counted (bug 107)", async () => {
    const named = { type: "function_call", id: "", call_id: "", name: "shell", arguments: "{}" };
    const { events, error } = await bench.ask(
      reply(
        wire(
          { type: "response.output_item.done", output_index: 0, item: named },
          {
            type: "response.output_item.done",
            output_index: 1,
            item: { type: "function_call", id: "", call_id: "", arguments: "" },
          },
        ),
        completed,
      ),
    );
    expect(error).toBeNull();
    expect(events).toEqual([
      {
        type: "itemDone",
        key: "item-0",
        item: { type: "function_call", id: "fc_id-1", call_id: "call_id-2", name: "shell", arguments: "{}" },
      },
      { type: "skipped", count: 1 },
      { type: "completed", usage: null, endTurn: true },
    ]);
  });

  it("may write a call out as text when it streams: it stays text (bug 19)", async () => {
    const text = "<tool_call>\n<function=shell>\n<parameter=command>rm -rf .</parameter>\n</function>\n</tool_call>";
    const { items } = await bench.ask(reply(wire({ type: "response.output_text.delta", delta: text }), completed));
    expect(items).toMatchObject([{ type: "message", content: [{ text }] }]);
  });
});
