import { afterEach, describe, expect, it } from "vitest";
import { gate } from "./gate";
import { completed, textDelta } from "./provider-events";
import { requestProblems } from "./request-rules";
import { cut, refusal, reply, replyWith, startScriptedModel, type ScriptedModel } from "./scripted-model";

const good = { model: "m", stream: true, store: false, input: [] };
let model: ScriptedModel | null = null;

function post(body: unknown): ReturnType<typeof fetch> {
  return fetch(`${model?.baseUrl}/responses`, { method: "POST", body: JSON.stringify(body) });
}

afterEach(async () => {
  const closing = model;
  model = null;
  await closing?.close();
});

describe("request-rules", () => {
  const input = (...items: unknown[]) => requestProblems({ ...good, input: items });
  const call = (id: string) => ({ type: "function_call", call_id: id, name: "shell", arguments: "{}" });
  const output = (id: string) => ({ type: "function_call_output", call_id: id, output: "ok" });
  const says = (role: string, text = "hi") => ({ type: "message", role, content: [{ text }] });

  it("takes calls and outputs in pairs", () => {
    expect(input(says("user"), call("a"), call("b"), says("assistant"), output("a"), output("b"), says("user"))).toEqual([]);
  });

  it.each([
    ["a call without an output", [call("a")], ["call a has no output"]],
    ["an output without a call", [output("a")], ["input[0]: output a has no call before it"]],
    ["an output before its call", [output("a"), call("a"), output("a")], ["input[0]: output a has no call before it"]],
    ["two outputs", [call("a"), output("a"), output("a")], ["input[2]: output a comes twice"]],
    ["a call id twice", [call("a"), output("a"), call("a"), output("a")], ["input[2]: call id a is used twice"]],
    ["an empty call id", [call("")], ["input[0]: function_call without a call id"]],
    ["input between call and output", [call("a"), says("user"), output("a")], ["input[1]: user speaks before the output of a"]],
    ["an unpaired surrogate", [says("user", "a\ud83d")], ["body.input.0.content.0.text: an unpaired surrogate"]],
  ])("refuses %s", (_name, items, problems) => {
    expect(input(...items)).toEqual(problems);
  });

  it("takes a request without tools, and refuses an empty list of them or a choice from none", () => {
    expect(requestProblems(good)).toEqual([]);
    expect(requestProblems({ ...good, tools: [{ type: "function" }], tool_choice: "auto", parallel_tool_calls: true })).toEqual(
      [],
    );
    expect(requestProblems({ ...good, tools: [] })).toHaveLength(1);
    expect(requestProblems({ ...good, parallel_tool_calls: true })).toEqual(["a choice of tools without any tool"]);
  });

  it("refuses what is no request at all", () => {
    expect(requestProblems({})[0]).toContain("not a request");
  });
});

describe("the scripted model", () => {
  it("sends what stands before a gate, and the rest once it is open", async () => {
    const door = gate();
    model = await startScriptedModel([reply(textDelta("msg_1", "a"), door, completed({ usage: null }))]);
    const response = await post(good);
    const reader = response.body?.getReader();
    const read = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await read()).toContain('"delta":"a","output_index":0');
    await door.reached;
    expect(door.isOpen).toBe(false);
    door.open();
    expect(await read()).toContain("response.completed");
    expect((await reader?.read())?.done).toBe(true);
    await model.requests[0]?.closed;
  });

  it("holds headers back, cuts, refuses, and asks a function for its steps", async () => {
    const headers = gate();
    const steps = [
      replyWith({ beforeHeaders: headers }, "x"),
      reply("half", cut),
      reply(cut),
      refusal(503, { error: "down" }, { "retry-after": "1" }),
    ];
    model = await startScriptedModel((_request, index) => steps[index]);
    const first = post(good);
    await headers.reached;
    headers.open();
    expect(await (await first).text()).toBe("x");
    await expect((await post(good)).text()).rejects.toThrow("terminated");
    await expect(post(good)).rejects.toThrow("fetch failed");
    const refused = await post(good);
    expect([refused.status, refused.headers.get("retry-after"), await refused.json()]).toEqual([503, "1", { error: "down" }]);
  });

  it("answers 400 to what breaks the rules or comes after the script, and fails the test at close", async () => {
    model = await startScriptedModel([]);
    expect((await post({ ...good, input: [{ type: "function_call", call_id: "a" }] })).status).toBe(400);
    const closing = model.close();
    model = null;
    await expect(closing).rejects.toThrow("request 0: call a has no output\nrequest 0 came after the end of the script");
  });
});
