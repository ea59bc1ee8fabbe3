import { describe, expect, it } from "vitest";
import { createEventMapper, type EventMapper } from "../../../electron/adapters/model/response-mapping";
import type { ModelEvent } from "../../../electron/runtime/ports/model-client";
import { createCountingIds } from "../../support/ids";
import {
  argumentsDelta,
  callAdded,
  callDone,
  callItem,
  completed,
  created,
  errorEvent,
  failed,
  incomplete,
  messageAdded,
  messageDone,
  messageItem,
  reasoningAdded,
  reasoningDone,
  summaryDelta,
  textDelta,
  type ProviderEvent,
} from "../../support/provider-events";

/** `refuse` only repeats what it was told; error-mapping.test.ts looks at the classes. */
function mapper(): EventMapper {
  return createEventMapper({ ids: createCountingIds(), refuse: (fault) => new Error(`${fault.codes.join()}: ${fault.message}`) });
}

function map(...events: unknown[]): ModelEvent[] {
  const { map: mapOne } = bound(mapper());
  return events.flatMap(mapOne);
}

function bound(one: EventMapper): { map: (event: unknown) => ModelEvent[] } {
  return { map: (event) => one.map(event) };
}

function at(index: number | null, event: ProviderEvent): ProviderEvent {
  return { ...event, output_index: index };
}

/** What the runtime acts on: the items, with what matters of them. */
function items(events: readonly ModelEvent[]): unknown[] {
  return events.flatMap((event): unknown[] => {
    if (event.type !== "itemDone") return [];
    const { item } = event;
    switch (item.type) {
      case "message":
        return [`message ${item.id}: ${item.content.map((part) => ("text" in part ? part.text : "")).join("|")}`];
      case "reasoning":
        return [`reasoning ${item.id}: ${item.summary.map((part) => part.text).join("|")}`];
      case "function_call":
        return [`call ${item.id} ${item.call_id} ${item.name} ${item.arguments}`];
      default:
        return [item];
    }
  });
}

const noUsage = completed({ usage: null });

describe("response-mapping: an item's start, deltas and end (runtime.md §3)", () => {
  it("tells a message under one key", () => {
    const events = map(
      created(),
      at(0, messageAdded("msg_1", { phase: "commentary" })),
      at(0, textDelta("msg_1", "Hel")),
      at(0, textDelta("msg_1", "lo")),
      at(0, messageDone("msg_1", "Hello", { phase: "commentary" })),
      completed({ usage: { input: 10, cached: 4, output: 3, reasoning: 1 } }),
    );
    expect(events).toEqual([
      { type: "itemStarted", key: "item-0", id: "msg_1", kind: "message", phase: "commentary" },
      { type: "textDelta", key: "item-0", delta: "Hel" },
      { type: "textDelta", key: "item-0", delta: "lo" },
      {
        type: "itemDone",
        key: "item-0",
        item: {
          type: "message",
          id: "msg_1",
          role: "assistant",
          status: "completed",
          phase: "commentary",
          content: [{ type: "output_text", text: "Hello", annotations: [] }],
        },
      },
      {
        type: "completed",
        usage: { inputTokens: 10, cachedInputTokens: 4, outputTokens: 3, reasoningOutputTokens: 1, totalTokens: 13 },
        endTurn: true,
      },
    ]);
  });

  it("tells reasoning, its summaries and its own text, and a call only when it is whole", () => {
    const events = map(
      at(0, reasoningAdded("rs_1")),
      at(0, summaryDelta("rs_1", "First.", 0)),
      at(0, summaryDelta("rs_1", "Second.", 1)),
      at(0, reasoningDone("rs_1", "First.", "sealed")),
      at(1, { type: "response.reasoning_text.delta", item_id: "rs_2", content_index: 0, delta: "raw" }),
      at(2, callAdded("c1", "shell")),
      at(2, argumentsDelta("c1", '{"command":"ls"}')),
      at(2, callDone("c1", "shell", { command: "ls" }, { namespace: "os" })),
    );
    expect(events).toEqual([
      { type: "itemStarted", key: "item-0", id: "rs_1", kind: "reasoning", phase: null },
      { type: "summaryDelta", key: "item-0", summaryIndex: 0, delta: "First." },
      { type: "summaryDelta", key: "item-0", summaryIndex: 1, delta: "Second." },
      {
        type: "itemDone",
        key: "item-0",
        item: { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "First." }], encrypted_content: "sealed" },
      },
      { type: "itemStarted", key: "item-1", id: "rs_2", kind: "reasoning", phase: null },
      { type: "summaryDelta", key: "item-1", summaryIndex: 0, delta: "raw" },
      {
        type: "itemDone",
        key: "item-2",
        item: {
          type: "function_call",
          id: "fc_c1",
          call_id: "c1",
          name: "shell",
          namespace: "os",
          arguments: '{"command":"ls"}',
          status: "completed",
        },
      },
    ]);
  });

  it("shows a refusal as the text that it is", () => {
    const done = { type: "message", id: "msg_1", role: "assistant", content: [{ type: "refusal", refusal: "I will not." }] };
    const events = map(
      at(0, { type: "response.refusal.delta", item_id: "msg_1", delta: "I will not." }),
      at(0, { type: "response.output_item.done", item: done }),
    );
    expect(events).toEqual([
      { type: "itemStarted", key: "item-0", id: "msg_1", kind: "message", phase: null },
      { type: "textDelta", key: "item-0", delta: "I will not." },
      {
        type: "itemDone",
        key: "item-0",
        item: { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text: "I will not." }] },
      },
    ]);
  });

  it("opens the item at a delta that comes before it is announced (bug 113)", () => {
    const events = map(
      at(0, textDelta("msg_1", "He")),
      at(0, messageAdded("msg_1")),
      at(0, textDelta("msg_1", "llo")),
      at(0, messageDone("msg_1", "Hello")),
    );
    expect(events.map((event) => ("key" in event ? `${event.type} ${event.key}` : event.type))).toEqual([
      "itemStarted item-0",
      "textDelta item-0",
      "textDelta item-0",
      "itemDone item-0",
    ]);
  });

  it("takes deltas without any place to the item that is open", () => {
    const delta = { type: "response.output_text.delta", delta: "x" };
    expect(items(map(messageAdded("msg_1"), delta, delta, noUsage))).toEqual(["message msg_1: xx"]);
    expect(items(map(delta, delta, noUsage))).toEqual(["message msg_id-1: xx"]);
  });

  it("ignores deltas for an item that is done", () => {
    expect(map(at(0, messageDone("msg_1", "Hello")), at(0, textDelta("msg_1", " again")))).toHaveLength(2);
  });

  it("asks for another step when end_turn is false, and only then", () => {
    expect(map(completed({ usage: null, endTurn: false }))).toEqual([{ type: "completed", usage: null, endTurn: false }]);
    expect(map(completed({ usage: null, endTurn: true }))).toEqual([{ type: "completed", usage: null, endTurn: true }]);
    expect(map({ type: "response.completed" })).toEqual([{ type: "completed", usage: null, endTurn: true }]);
  });

  it("counts the parts of a summary itself: a provider may number them from -1, from a billion, or in halves", () => {
    const sent = [-1, -1, 1e9, 1.5];
    const deltas = map(reasoningAdded("rs_1"), ...sent.map((index, at) => summaryDelta("rs_1", "abcd"[at] ?? "", index)));
    expect(deltas.flatMap((event) => (event.type === "summaryDelta" ? [event.summaryIndex] : []))).toEqual([0, 0, 1, 2]);
    const mended = map(reasoningAdded("rs_1"), summaryDelta("rs_1", "a", -1), summaryDelta("rs_1", "b", 1e9), noUsage);
    expect(mended.find((event) => event.type === "itemDone")).toMatchObject({
      item: { summary: [{ text: "a" }, { text: "b" }] },
    });
  });

  it("takes no count that could not be summed up and written down", () => {
    const response = { usage: { input_tokens: 1e308, output_tokens: 1e308 } };
    expect(map({ type: "response.completed", response })).toEqual([{ type: "completed", usage: null, endTurn: true }]);
  });

  it("takes usage as far as it makes sense", () => {
    const usage = (value: unknown) => map({ type: "response.completed", response: { usage: value } });
    const counts = { inputTokens: 5, cachedInputTokens: 0, outputTokens: 2, reasoningOutputTokens: 0, totalTokens: 7 };
    expect(usage({ input_tokens: 5, output_tokens: 2 })).toMatchObject([{ usage: counts }]);
    expect(
      usage({ input_tokens: 5, output_tokens: 2, total_tokens: null, input_tokens_details: null, output_tokens_details: "?" }),
    ).toMatchObject([{ usage: counts }]);
    expect(usage({ input_tokens: "many" })).toMatchObject([{ usage: null }]);
    expect(usage(null)).toMatchObject([{ usage: null }]);
  });
});

describe("response-mapping: what servers leave out or number differently", () => {
  it("builds items that were never done from the response's own list (bug 111)", () => {
    const events = map(
      at(0, messageAdded("msg_1")),
      at(0, textDelta("msg_1", "Hel")),
      at(1, callAdded("c1", "shell")),
      completed({ usage: null, output: [messageItem("msg_1", "Hello"), callItem("c1", "shell", { command: "ls" })] }),
    );
    expect(items(events)).toEqual(["message msg_1: Hello", 'call fc_c1 c1 shell {"command":"ls"}']);
    expect(events.at(-1)).toEqual({ type: "completed", usage: null, endTurn: true });
  });

  it("else from their deltas (bug 111)", () => {
    const events = map(
      at(0, reasoningAdded("rs_1")),
      at(0, summaryDelta("rs_1", "Hm.")),
      at(1, textDelta("msg_1", "Hello")),
      at(2, callAdded("c1", "shell")),
      at(2, argumentsDelta("c1", '{"command":')),
      at(2, argumentsDelta("c1", '"ls"}')),
      noUsage,
    );
    expect(items(events)).toEqual(["reasoning rs_1: Hm.", "message msg_1: Hello", 'call fc_c1 c1 shell {"command":"ls"}']);
  });

  it("takes text and arguments that come whole, in no deltas", () => {
    const text = { type: "response.output_text.done", item_id: "msg_1", text: "Hello" };
    const args = { type: "response.function_call_arguments.done", item_id: "fc_c1", arguments: '{"command":"ls"}' };
    const events = map(at(0, messageAdded("msg_1")), at(0, text), at(1, callAdded("c1", "shell")), at(1, args), noUsage);
    expect(items(events)).toEqual(["message msg_1: Hello", 'call fc_c1 c1 shell {"command":"ls"}']);
    expect(events[1]).toEqual({ type: "textDelta", key: "item-0", delta: "Hello" });
  });

  it("takes whole arguments for the truth, whole text only where no delta came, and neither after the item", () => {
    const text = (place: object) => ({ type: "response.output_text.done", text: "Hello", ...place });
    const args = { type: "response.function_call_arguments.done", arguments: "{}" };
    const events = map(
      at(0, textDelta("msg_1", "Hel")),
      at(0, text({ item_id: "msg_1" })),
      at(0, messageDone("msg_1", "Hello")),
      at(0, text({ item_id: "msg_1" })),
      text({}),
      at(1, callAdded("c1", "shell")),
      at(1, argumentsDelta("c1", '{"comm')),
      at(1, { ...args, item_id: "fc_c1" }),
      at(2, callDone("c2", "shell", { command: "ls" })),
      at(2, { ...args, item_id: "fc_c2" }),
      args,
      noUsage,
    );
    expect(events.filter(({ type }) => type === "textDelta")).toHaveLength(1);
    expect(items(events)).toEqual(["message msg_1: Hello", 'call fc_c2 c2 shell {"command":"ls"}', "call fc_c1 c1 shell {}"]);
  });

  it("takes a whole response that only stands in completed", () => {
    const events = map(completed({ usage: null, output: [messageItem("msg_1", "Hello"), callItem("c1", "shell", {})] }));
    expect(items(events)).toEqual(["message msg_1: Hello", "call fc_c1 c1 shell {}"]);
    expect(events[0]).toEqual({ type: "itemStarted", key: "item-0", id: "msg_1", kind: "message", phase: null });
  });

  it("never runs a call twice that stands in the deltas, in the end and in the list (bug 28)", () => {
    const events = map(
      at(0, callAdded("c1", "shell")),
      at(0, argumentsDelta("c1", '{"command":"ls"}')),
      at(0, callDone("c1", "shell", { command: "ls" })),
      at(0, callDone("c1", "shell", { command: "ls" })),
      at(3, callDone("c1", "shell", { command: "ls" }, { id: "fc_other" })),
      completed({ usage: null, output: [callItem("c1", "shell", { command: "ls" })] }),
    );
    expect(items(events)).toEqual(['call fc_c1 c1 shell {"command":"ls"}']);
  });

  it("keeps the first ids seen and matches by position when the ids change on the way (bug 112)", () => {
    const events = map(
      at(0, messageAdded("msg_a")),
      at(0, messageDone("msg_b", "Hello")),
      at(1, callAdded("c_a", "shell", { id: "fc_a" })),
      at(1, callDone("c_b", "shell", {}, { id: "fc_b" })),
      completed({ usage: null, output: [messageItem("msg_c", "Hello"), callItem("c_c", "shell", {}, { id: "fc_c" })] }),
    );
    expect(items(events)).toEqual(["message msg_a: Hello", "call fc_a c_a shell {}"]);
  });

  it("finds the new one in the list although it stands before the others", () => {
    const events = map(
      at(1, callDone("c1", "shell", {})),
      completed({ usage: null, output: [callItem("c0", "list_dir", {}), callItem("c1", "shell", {})] }),
    );
    expect(items(events)).toEqual(["call fc_c1 c1 shell {}", "call fc_c0 c0 list_dir {}"]);
  });

  it("makes ids for a call that has none, once (bug 107)", () => {
    const done = {
      type: "response.output_item.done",
      item: { type: "function_call", id: "", call_id: "", name: "shell", arguments: "{}" },
    };
    expect(items(map(at(0, done), at(0, done), completed({ usage: null, output: [done.item] })))).toEqual([
      "call fc_id-1 call_id-2 shell {}",
    ]);
  });

  it("goes on with the last open call when argument pieces name no known place (bug 109)", () => {
    const piece = (delta: string): ProviderEvent => ({ type: "response.function_call_arguments.delta", output_index: 7, delta });
    expect(items(map(at(0, callAdded("c1", "shell")), piece('{"command"'), piece(':"ls"}'), noUsage))).toEqual([
      'call fc_c1 c1 shell {"command":"ls"}',
    ]);
  });

  it("keeps different items apart that come under one position or one id", () => {
    const events = map(
      at(0, messageDone("msg_0", "One")),
      at(0, messageDone("msg_0", "Two")),
      at(0, callDone("call_0", "shell", { command: "a" }, { id: "fc_0" })),
      at(0, callDone("call_0", "shell", { command: "b" }, { id: "fc_0" })),
      at(0, callDone("call_0", "list_dir", { command: "b" }, { id: "fc_0" })),
      noUsage,
    );
    expect(items(events)).toEqual([
      "message msg_0: One",
      "message msg_0: Two",
      'call fc_0 call_0 shell {"command":"a"}',
      'call fc_0 call_0 shell {"command":"b"}',
      'call fc_0 call_0 list_dir {"command":"b"}',
    ]);
  });

  it("works without any positions", () => {
    const events = map(
      reasoningDone("rs_1", "Hm."),
      messageAdded("msg_1"),
      textDelta("msg_1", "Hello"),
      messageDone("msg_x", "Hello"),
      callDone("c1", "shell", {}),
      callDone("c2", "shell", {}),
      completed({
        usage: null,
        output: [messageItem("msg_1", "Hello"), callItem("c1", "shell", {}), callItem("c2", "shell", {})],
      }),
    );
    expect(items(events)).toEqual([
      "reasoning rs_1: Hm.",
      "message msg_1: Hello",
      "call fc_c1 c1 shell {}",
      "call fc_c2 c2 shell {}",
    ]);
  });

  it("takes arguments as they stand: empty, no JSON, an object (bugs 110, 115)", () => {
    const done = (args: unknown): ProviderEvent => ({
      type: "response.output_item.done",
      item: { type: "function_call", id: "fc_1", call_id: "c1", name: "shell", arguments: args },
    });
    expect(items(map(done("")))).toEqual(["call fc_1 c1 shell "]);
    expect(items(map(done(undefined)))).toEqual(["call fc_1 c1 shell "]);
    expect(items(map(done('{"command":')))).toEqual(['call fc_1 c1 shell {"command":']);
    expect(items(map(done({ command: "ls" })))).toEqual(['call fc_1 c1 shell {"command":"ls"}']);
  });

  it("keeps a call of a tool with free-form input", () => {
    const item = { type: "custom_tool_call", id: "ctc_1", call_id: "c1", name: "apply_patch", input: "*** Begin" };
    expect(items(map({ type: "response.output_item.done", item }))).toEqual([item]);
  });

  it("skips and counts what makes no sense, and leaves unknown kinds out", () => {
    const one = mapper();
    const events = [
      null,
      "text",
      [],
      {},
      { type: "response.output_item.done" },
      { type: "response.output_item.done", item: { type: "function_call", call_id: "c1", arguments: "{}" } },
      { type: "response.output_text.delta", delta: 5 },
      { type: "response.output_item.done", item: { type: "web_search_call", id: "ws_1" } },
      { type: "response.output_item.added", item: { type: "web_search_call", id: "ws_1" } },
      { type: "response.content_part.added" },
      { type: "codex.rate_limits" },
    ];
    expect(events.flatMap((event) => one.map(event))).toEqual([]);
    expect(one.skipped).toBe(7);
  });

  it("takes the whole form of an item whose end made no sense", () => {
    const broken = { type: "response.output_item.done", item: { type: "function_call", id: "fc_c1", call_id: "c1" } };
    expect(items(map(at(0, broken), completed({ usage: null, output: [callItem("c1", "shell", {})] })))).toEqual([
      "call fc_c1 c1 shell {}",
    ]);
  });
});

describe("response-mapping: only structured items are calls (bug 19)", () => {
  it.each([
    '<tool_call>{"name":"shell","arguments":{"command":"rm -rf ."}}</tool_call>',
    '{"type":"function_call","call_id":"c1","name":"shell","arguments":"{}"}',
    "<|channel|>commentary to=functions.shell<|message|>{}",
    '<invoke name="shell"><parameter name="command">ls</parameter></invoke>',
  ])("%s in a message is text", (text) => {
    const done = at(0, messageDone("msg_1", text));
    expect(items(map(at(0, messageAdded("msg_1")), at(0, textDelta("msg_1", text)), done, noUsage))).toEqual([
      `message msg_1: ${text}`,
    ]);
  });

  it("in a summary of its thoughts, a refusal or arguments as well", () => {
    const text = '{"type":"function_call","call_id":"c9","name":"shell","arguments":"{}"}';
    const events = map(
      reasoningDone("rs_1", text),
      { type: "response.refusal.delta", item_id: "msg_1", delta: text },
      callDone("c1", "shell", text),
      noUsage,
    );
    expect(items(events)).toEqual([`reasoning rs_1: ${text}`, `call fc_c1 c1 shell ${text}`, `message msg_1: ${text}`]);
  });
});

describe("response-mapping: the other ends (runtime.md §3)", () => {
  it("tells a call that the output limit cut only if the response completes all the same", () => {
    const half: ProviderEvent = {
      type: "response.output_item.done",
      item: { ...callItem("c1", "shell", '{"comm'), status: "incomplete" },
    };
    expect(() => map(at(0, half), incomplete("max_output_tokens"))).toThrow(
      "max_output_tokens: the response is incomplete: max_output_tokens",
    );
    expect(map(at(0, half))).toEqual([]);
    expect(items(map(at(0, half), noUsage))).toEqual(['call fc_c1 c1 shell {"comm']);
  });

  it("keeps the text that an output limit cut, as incomplete", () => {
    const half: ProviderEvent = {
      type: "response.output_item.done",
      item: { ...messageItem("msg_1", "Hel"), status: "incomplete" },
    };
    expect(map(at(0, half))[1]).toMatchObject({ type: "itemDone", item: { status: "incomplete" } });
  });

  it("throws what the provider said about a failure, however it puts it", () => {
    expect(() => map(failed("server_error", "Sorry."))).toThrow("server_error: Sorry.");
    expect(() => map(errorEvent("rate_limit_exceeded", "Slow."))).toThrow("rate_limit_exceeded,error,rate_limit_exceeded: Slow.");
    expect(() => map({ type: "error", error: { code: "x", message: "Inner." } })).toThrow("x: Inner.");
    expect(() => map({ error: { code: 500, message: "No type.", type: "server_error" } })).toThrow("500,server_error: No type.");
    expect(() => map({ error: "Only words." })).toThrow("Only words.");
    expect(() => map({ type: "response.incomplete" })).toThrow("the response is incomplete: no reason given");
  });

  it("names as its code only a reason that is final", () => {
    expect(() => map(incomplete("content_filter"))).toThrow("content_filter: the response is incomplete: content_filter");
    expect(() => map(incomplete("interrupted"))).toThrow(/^: the response is incomplete: interrupted$/);
  });

  it("waits behind a failure without reasons for the error that has them, and no longer", () => {
    const bare = { type: "response.failed", response: { status: "failed", error: null, incomplete_details: null } };
    const reasons = { type: "error", error: { type: "too_many_requests", code: "rate_limit_exceeded", message: "Slow." } };
    expect(map(bare)).toEqual([]);
    expect(() => map(bare, reasons)).toThrow("rate_limit_exceeded,too_many_requests: Slow.");
    expect(() => map(bare, at(0, messageDone("msg_1", "Hello")))).toThrow(/^: $/);
    const ended = mapper();
    ended.map({ type: "response.failed" });
    expect(() => {
      ended.end();
    }).toThrow(/^: $/);
    expect(() => {
      mapper().end();
    }).not.toThrow();
  });
});
