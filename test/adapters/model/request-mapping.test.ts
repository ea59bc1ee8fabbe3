import { describe, expect, it } from "vitest";
import { requestBody } from "../../../electron/adapters/model/request-mapping";
import type { ModelRequest } from "../../../electron/runtime/ports/model-client";
import type { ToolSpec } from "../../../electron/runtime/ports/tool";
import type { ResponseItem } from "../../../shared/protocol/response-item";

const shell: ToolSpec = { name: "shell", description: "Runs a command.", parameters: { type: "object" } };
const sleep: ToolSpec = { namespace: "clock", name: "sleep", description: "Waits.", parameters: { type: "object" } };
const time: ToolSpec = {
  namespace: "clock",
  name: "current_time",
  description: "Tells the time.",
  parameters: { type: "object" },
};

function body(
  input: readonly ResponseItem[],
  options: Partial<ModelRequest> & { namespaces?: boolean; customTools?: boolean } = {},
): Record<string, unknown> {
  const { namespaces = false, customTools = false, ...changes } = options;
  const request: ModelRequest = {
    model: "m-1",
    instructions: "Be exact.",
    input,
    tools: [],
    threadId: "thread-1",
    turnId: "turn-1",
    ...changes,
  };
  return JSON.parse(requestBody(request, { namespaces, customTools })) as Record<string, unknown>;
}

const call = (name: string, namespace?: string): ResponseItem => ({
  type: "function_call",
  id: "fc_1",
  call_id: "c1",
  name,
  ...(namespace === undefined ? {} : { namespace }),
  arguments: "{}",
  status: "completed",
});

describe("request-mapping", () => {
  it("asks for a stream that nobody stores, with the thread as cache key", () => {
    expect(body([])).toEqual({
      model: "m-1",
      instructions: "Be exact.",
      input: [],
      include: ["reasoning.encrypted_content"],
      prompt_cache_key: "thread-1",
      store: false,
      stream: true,
    });
  });

  it("offers tools all at once and by choice, and says nothing of tools when there are none, as in a compaction", () => {
    const offered = body([], { tools: [shell] });
    expect(offered).toMatchObject({ tools: [{ name: "shell" }], tool_choice: "auto", parallel_tool_calls: true });
    const silent = body([call("shell"), { type: "function_call_output", call_id: "c1", output: "ok" }], { namespaces: true });
    expect(silent).not.toHaveProperty("tools");
    expect(silent).not.toHaveProperty("tool_choice");
    expect(silent).not.toHaveProperty("parallel_tool_calls");
    expect(silent["input"]).toMatchObject([{ type: "function_call" }, { type: "function_call_output" }]);
  });

  it("never offers a schema that does not say it is an object with properties", () => {
    const parameters = { type: "object", properties: {} };
    expect(body([], { tools: [{ ...shell, parameters: {} }] })["tools"]).toMatchObject([{ parameters }]);
    const own = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
    expect(body([], { tools: [{ ...shell, parameters: own }] })["tools"]).toMatchObject([{ parameters: own }]);
  });

  it("sends items without ids, status and members of our own", () => {
    const input: ResponseItem[] = [
      { type: "message", id: "in-1", role: "user", content: [{ type: "input_text", text: "hi" }], own: 1 },
      {
        type: "message",
        id: "msg_1",
        role: "assistant",
        status: "incomplete",
        phase: "commentary",
        content: [{ type: "output_text", text: "Let me", annotations: [] }],
      },
      call("shell"),
      { type: "function_call_output", id: "out-1", call_id: "c1", output: "ok", own: 1 },
      { type: "custom_tool_call", id: "ctc_1", call_id: "c2", name: "apply_patch", input: "*** Begin" },
      { type: "custom_tool_call_output", call_id: "c2", output: "done" },
    ];
    expect(body(input, { customTools: true })["input"]).toEqual([
      { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] },
      { type: "message", role: "assistant", phase: "commentary", content: [{ type: "output_text", text: "Let me" }] },
      { type: "function_call", call_id: "c1", name: "shell", arguments: "{}" },
      { type: "function_call_output", call_id: "c1", output: "ok" },
      { type: "custom_tool_call", call_id: "c2", name: "apply_patch", input: "*** Begin" },
      { type: "custom_tool_call_output", call_id: "c2", output: "done" },
    ]);
  });

  it("uses the text type that belongs to the role and leaves empty text out", () => {
    const input: ResponseItem[] = [
      { type: "message", role: "assistant", content: [{ type: "input_text", text: "a" }] },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "" }] },
      { type: "message", role: "assistant", content: [] },
      { type: "message", role: "developer", content: [{ type: "output_text", text: "d" }] },
      {
        type: "message",
        role: "user",
        content: [
          { type: "input_text", text: "" },
          { type: "input_image", image_url: "data:image/png;base64,AA==", own: true },
        ],
      },
    ];
    expect(body(input)["input"]).toEqual([
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "a" }] },
      { type: "message", role: "developer", content: [{ type: "input_text", text: "d" }] },
      { type: "message", role: "user", content: [{ type: "input_image", image_url: "data:image/png;base64,AA==" }] },
    ]);
  });

  it("sends reasoning only sealed and with its id", () => {
    const summary: { type: "summary_text"; text: string }[] = [{ type: "summary_text", text: "s" }];
    const input: ResponseItem[] = [
      { type: "reasoning", id: "rs_1", summary, content: [{ type: "reasoning_text", text: "t" }], encrypted_content: "sealed" },
      { type: "reasoning", id: "rs_2", summary },
      { type: "reasoning", id: "rs_3", summary, encrypted_content: null },
      { type: "reasoning", summary, encrypted_content: "sealed" },
    ];
    expect(body(input)["input"]).toEqual([{ type: "reasoning", id: "rs_1", summary, encrypted_content: "sealed" }]);
  });

  it.each([
    ["sleep", "clock"],
    ["clock.sleep", undefined],
    ["clock_sleep", undefined],
  ])("sends a call that was received as %s, namespace %s, in the provider's form", (name, namespace) => {
    const tools = [shell, sleep];
    expect(body([call(name, namespace)], { tools })["input"]).toEqual([
      { type: "function_call", call_id: "c1", name: "clock_sleep", arguments: "{}" },
    ]);
    expect(body([call(name, namespace)], { tools, namespaces: true })["input"]).toEqual([
      { type: "function_call", call_id: "c1", namespace: "clock", name: "sleep", arguments: "{}" },
    ]);
  });

  it("makes the name of an unknown call one that servers take", () => {
    expect(body([call("web.open page!")])["input"]).toMatchObject([{ name: "web_open_page_" }]);
    expect(body([call("go", "mcp")])["input"]).toMatchObject([{ name: "mcp_go" }]);
    expect(body([call("x".repeat(200))])["input"]).toMatchObject([{ name: "x".repeat(64) }]);
  });

  it("never sends arguments that are not JSON", () => {
    const withArguments = (text: string) =>
      body([{ type: "function_call", call_id: "c1", name: "shell", arguments: text }])["input"];
    expect(withArguments("")).toMatchObject([{ arguments: "{}" }]);
    expect(withArguments('{"a":')).toMatchObject([{ arguments: '{"unparsed":"{\\"a\\":"}' }]);
    expect(withArguments('{ "a": 1 }')).toMatchObject([{ arguments: '{ "a": 1 }' }]);
  });

  it("declares namespaced tools as a namespace where the server knows them, flattened elsewhere", () => {
    const tools = [shell, sleep, time];
    const parameters = { type: "object", properties: {} };
    expect(body([], { tools })["tools"]).toEqual([
      { type: "function", name: "shell", description: "Runs a command.", parameters, strict: false },
      { type: "function", name: "clock_sleep", description: "Waits.", parameters, strict: false },
      { type: "function", name: "clock_current_time", description: "Tells the time.", parameters, strict: false },
    ]);
    expect(body([], { tools, namespaces: true })["tools"]).toEqual([
      { type: "function", name: "shell", description: "Runs a command.", parameters, strict: false },
      {
        type: "namespace",
        name: "clock",
        description: "Tools of clock.",
        tools: [
          { type: "function", name: "sleep", description: "Waits.", parameters, strict: false },
          { type: "function", name: "current_time", description: "Tells the time.", parameters, strict: false },
        ],
      },
    ]);
  });

  it("replaces unpaired surrogates everywhere and nothing else", () => {
    const text = "a\ud83d b\ude00 c😀 d\\ud83d \\";
    const mended = "a\ufffd b\ufffd c😀 d\\ud83d \\";
    const sent = body(
      [
        { type: "message", role: "user", content: [{ type: "input_text", text }] },
        { type: "function_call", call_id: "c1", name: "shell", arguments: JSON.stringify({ command: "x" }) },
        { type: "function_call_output", call_id: "c1", output: text },
      ],
      { instructions: text, tools: [{ ...shell, description: text, parameters: { [text]: text } }] },
    );
    expect(sent).toMatchObject({
      instructions: mended,
      input: [{ content: [{ text: mended }] }, {}, { output: mended }],
      tools: [{ description: mended, parameters: { [mended]: mended } }],
    });
  });
});

describe("free text tools (protocol.md §7)", () => {
  const applyPatch: ToolSpec = {
    name: "apply_patch",
    description: "Changes files.",
    parameters: { type: "object", properties: { patch: { type: "string" } }, required: ["patch"] },
    freeText: { argument: "patch", grammar: 'start: "x"' },
  };
  const past: ResponseItem[] = [
    { type: "custom_tool_call", id: "ctc_1", call_id: "c1", name: "apply_patch", input: '*** Begin "Patch"\n' },
    { type: "custom_tool_call_output", call_id: "c1", output: "done" },
    { type: "custom_tool_call", call_id: "c2", name: "of_another_program", input: "text" },
    { type: "custom_tool_call_output", call_id: "c2", output: "done" },
    { type: "function_call", call_id: "c3", name: "apply_patch", arguments: '{"patch":"p"}' },
    { type: "function_call_output", call_id: "c3", output: "done" },
  ];

  it("go out as custom tools with their grammar where the server knows such tools", () => {
    expect(body(past, { tools: [shell, applyPatch], customTools: true })).toMatchObject({
      tools: [
        { type: "function", name: "shell" },
        {
          type: "custom",
          name: "apply_patch",
          description: "Changes files.",
          format: { type: "grammar", syntax: "lark", definition: 'start: "x"' },
        },
      ],
      input: [
        { type: "custom_tool_call", call_id: "c1", name: "apply_patch", input: '*** Begin "Patch"\n' },
        { type: "custom_tool_call_output", call_id: "c1" },
        { type: "custom_tool_call", call_id: "c2", input: "text" },
        { type: "custom_tool_call_output", call_id: "c2" },
        { type: "function_call", call_id: "c3", arguments: '{"patch":"p"}' },
        { type: "function_call_output", call_id: "c3" },
      ],
    });
  });

  it("keep nothing of a function but their name and description", () => {
    const sent = body([], { tools: [applyPatch], customTools: true, namespaces: true });
    const [tool] = sent["tools"] as Record<string, unknown>[];
    expect(Object.keys(tool ?? {}).sort()).toEqual(["description", "format", "name", "type"]);
  });

  it("are functions with one argument elsewhere, and so are their calls and outputs of the past, in pairs", () => {
    expect(body(past, { tools: [shell, applyPatch] })).toMatchObject({
      tools: [{ name: "shell" }, { type: "function", name: "apply_patch", parameters: { required: ["patch"] }, strict: false }],
      input: [
        { type: "function_call", call_id: "c1", name: "apply_patch", arguments: '{"patch":"*** Begin \\"Patch\\"\\n"}' },
        { type: "function_call_output", call_id: "c1", output: "done" },
        { type: "function_call", call_id: "c2", name: "of_another_program", arguments: '{"input":"text"}' },
        { type: "function_call_output", call_id: "c2", output: "done" },
        { type: "function_call", call_id: "c3", arguments: '{"patch":"p"}' },
        { type: "function_call_output", call_id: "c3", output: "done" },
      ],
    });
  });
});
