import { describe, expect, test } from "vitest";
import { controllableTool } from "../support/controllable-tool";
import { call, calls, event, itemDone, message, says, streamed, wait } from "../support/scripted-client";
import { scenario } from "../support/scenario";

describe("runtime.md §4 an output item is done", () => {
  test("§4 a call is recorded, then started at once while the stream still arrives, then followed up", async () => {
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 100 }) });
    const thread = await scenario({
      tools: [tool],
      scripts: [calls(call("a", "work"), wait(1000), ...streamed(["Meanwhile."])), says("Done.")],
    });
    expect(thread.lines()).toEqual(["call a", "running a"]);
    await thread.advance(200);
    expect(thread.lines()).toEqual(["call a", "running a", "outcome a completed"]);
    await thread.end();
    expect(thread.requests()).toEqual([["user: go"], ["user: go", "call a", "assistant: Meanwhile.", "output a: output of a"]]);
  });

  test("§4 outputs are recorded in issue order, whatever the order of their ends", async () => {
    const afterMs: Record<string, number> = { a: 300, b: 100, c: 200 };
    const tool = controllableTool({ name: "work", behaviour: (id) => ({ type: "returns", afterMs: afterMs[id] ?? 0 }) });
    const thread = await scenario({
      tools: [tool],
      scripts: [calls(call("a", "work"), call("b", "work"), call("c", "work")), says("Done.")],
    });
    await thread.end();
    expect(thread.lines()).toEqual([
      "call a",
      "running a",
      "call b",
      "running b",
      "call c",
      "running c",
      "outcome b completed",
      "outcome c completed",
      "outcome a completed",
      "output a: output of a",
      "output b: output of b",
      "output c: output of c",
      "token_count",
      "assistant: Done.",
      "agent_message",
      "token_count",
      "task_complete",
    ]);
    expect(["a", "b", "c"].map((id) => thread.toolItem(id).finishedOrder)).toEqual([3, 1, 2]);
  });

  test("§4 calls that cannot be routed or parsed are answered in words under their own ids, in order", async () => {
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 50 }) });
    const thread = await scenario({
      tools: [tool],
      scripts: [
        calls(
          call("good", "work"),
          call("unknown", "no_such_tool"),
          call("broken", "work", "{"),
          call("sleepless", "clock.sleep", { seconds: 0 }),
          itemDone({ type: "custom_tool_call", call_id: "custom", name: "work", input: "free text" }),
          itemDone({ type: "custom_tool_call", call_id: "elsewhere", name: "patch", input: "*** Begin" }),
        ),
        says("Done."),
      ],
    });
    await thread.end();
    expect(thread.requests()[1]?.slice(1)).toEqual([
      "call good",
      "call unknown",
      "call broken",
      "call sleepless",
      "call custom",
      "call elsewhere",
      "output good: output of good",
      "output unknown: unsupported call: no_such_tool",
      "output broken: failed to parse function arguments: not valid JSON",
      "output sleepless: sleep must be between 1 second and 12 hours",
      "output custom: unsupported call: work",
      "output elsewhere: unsupported call: patch",
    ]);
    expect(tool.started).toEqual(["good"]);
    const statuses = ["good", "unknown", "broken", "sleepless", "custom", "elsewhere"].map((id) => thread.toolItem(id).status);
    expect(statuses).toEqual(["completed", "failed", "failed", "failed", "failed", "failed"]);
  });

  test("§4 a custom call is answered by an output of its own kind", async () => {
    const thread = await scenario({
      scripts: [calls(itemDone({ type: "custom_tool_call", call_id: "c", name: "patch", input: "x" })), says("Done.")],
    });
    await thread.end();
    const outputs = thread.runtime
      .lines(thread.id)
      .flatMap((line) => (line.type === "response_item" && "output" in line.payload ? [line.payload] : []));
    expect(outputs).toEqual([{ type: "custom_tool_call_output", call_id: "c", output: "unsupported call: patch" }]);
  });

  test("§4 a synchronous throw and a rejection become failed outcomes; the turn goes on", async () => {
    const tools = [
      controllableTool({ name: "throws", behaviour: () => ({ type: "throwsAtOnce" }) }),
      controllableTool({ name: "rejects", behaviour: () => ({ type: "rejects", afterMs: 10 }) }),
    ];
    const thread = await scenario({ tools, scripts: [calls(call("t", "throws"), call("r", "rejects")), says("Done.")] });
    expect((await thread.end()).status).toBe("completed");
    expect(thread.requests()[1]?.slice(3)).toEqual(["output t: thrown at once", "output r: the tool failed"]);
    expect([thread.toolItem("t").status, thread.toolItem("r").status]).toEqual(["failed", "failed"]);
  });

  test("§7 one id for two calls, and the first of them again: each runs once, under an id of its own", async () => {
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 1 }) });
    const [a, b] = [call("call_0", "work", { n: 1 }), call("call_0", "work", { n: 2 })];
    const thread = await scenario({ tools: [tool], scripts: [calls(a, b, a, b), says("Done.")] });
    await thread.end();
    expect(tool.started).toEqual(["call_0", expect.stringMatching(/^call_.{9}/)]);
  });

  test("§4 empty arguments are no arguments", async () => {
    const thread = await scenario({ scripts: [calls(call("t", "clock.current_time", "")), says("Done.")] });
    await thread.end();
    expect(thread.toolItem("t").status).toBe("completed");
  });

  test("§4 the three spellings of a namespaced tool mean the same one, and are stored as received", async () => {
    const namespaced = itemDone({
      type: "function_call",
      call_id: "n",
      namespace: "clock",
      name: "current_time",
      arguments: "{}",
    });
    const thread = await scenario({
      scripts: [calls(namespaced, call("d", "clock.current_time"), call("u", "clock_current_time")), says("Done.")],
    });
    await thread.end();
    for (const id of ["n", "d", "u"])
      expect(thread.toolItem(id)).toMatchObject({ namespace: "clock", tool: "current_time", status: "completed" });
    const names = thread.runtime
      .lines(thread.id)
      .flatMap((line) => (line.type === "response_item" && line.payload.type === "function_call" ? [line.payload.name] : []));
    expect(names).toEqual(["current_time", "clock.current_time", "clock_current_time"]);
  });

  test("§4 a call is on disk before its tool starts (I6)", async () => {
    const onDisk: boolean[] = [];
    let look = (_callId: string): boolean => false;
    const tool = controllableTool({
      name: "work",
      behaviour: () => ({ type: "returns", afterMs: 0 }),
      onStart: ({ callId }) => onDisk.push(look(callId)),
    });
    const thread = await scenario({
      tools: [tool],
      scripts: [calls(wait(1), call("a", "work"), call("b", "work")), says("Done.")],
    });
    look = (callId) => thread.runtime.store.bytes(thread.id).includes(`"call_id":"${callId}"`);
    await thread.end();
    expect(onDisk).toEqual([true, true]);
  });

  test("§4 a call under the id of a message that still streams gets an id of its own", async () => {
    const start = { type: "itemStarted", key: "m", id: "same", kind: "message", phase: null } as const;
    const thread = await scenario({
      tools: [controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 0 }) })],
      scripts: [
        calls(
          event(start),
          event({ type: "textDelta", key: "m", delta: "Hi" }),
          call("same", "work"),
          itemDone(message("Hi"), "m"),
        ),
        says("Done."),
      ],
    });
    await thread.end();
    expect(thread.item("same")).toMatchObject({ type: "agentMessage", text: "Hi" });
    expect(thread.lines().filter((line) => /^(call|output)/.test(line))).toEqual([
      expect.stringMatching(/^call call_/),
      expect.stringMatching(/^output call_/),
    ]);
  });
});
