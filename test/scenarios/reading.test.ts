import { describe, expect, test } from "vitest";
import { controllableTool } from "../support/controllable-tool";
import { call, calls, event, itemDone, message, says, streamed, wait } from "../support/scripted-client";
import { scenario } from "../support/scenario";

const work = () => controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 10 }) });

describe("runtime.md §3 reading the stream", () => {
  test("§3 the same call twice in one attempt is dispatched once", async () => {
    const tool = work();
    const thread = await scenario({ tools: [tool], scripts: [calls(call("a", "work"), call("a", "work")), says("Done.")] });
    await thread.end();
    expect(tool.started).toEqual(["a"]);
    expect(thread.lines().slice(0, 4)).toEqual(["call a", "running a", "outcome a completed", "output a: output of a"]);
  });

  test("§3 a different call under a used call id gets a fresh id before it is recorded", async () => {
    const tool = work();
    const thread = await scenario({
      tools: [tool],
      scripts: [calls(call("a", "work"), call("a", "work", { other: 1 })), says("Done.")],
    });
    await thread.end();
    const [first, fresh] = tool.started;
    expect(first).toBe("a");
    expect(fresh).toMatch(/^call_/);
    expect(thread.lines().slice(0, 8)).toEqual([
      "call a",
      "running a",
      `call ${fresh}`,
      `running ${fresh}`,
      "outcome a completed",
      "output a: output of a",
      `outcome ${fresh} completed`,
      `output ${fresh}: output of ${fresh}`,
    ]);
  });

  test("§3 the same id in a later step is another call, even with the same arguments", async () => {
    const tool = work();
    const thread = await scenario({
      tools: [tool],
      scripts: [calls(call("call_0", "work")), calls(call("call_0", "work")), says("Done.")],
    });
    await thread.end();
    expect(tool.started).toHaveLength(2);
    expect(new Set(tool.started).size).toBe(2);
    expect(thread.requests()[2]).toHaveLength(5);
  });

  test("§3 an id that a message or an accepted input bears is not given to a call", async () => {
    const tool = work();
    const steps = [itemDone(message("First.", { id: "x" }), "m"), call("x", "work")];
    const thread = await scenario({ tools: [tool], scripts: [calls(...steps), says("Done.")] });
    await thread.end();
    expect(tool.started).toHaveLength(1);
    expect(tool.started).not.toContain("x");
  });

  test("§3 end_turn false asks for another step without a call", async () => {
    const thread = await scenario({
      scripts: [{ steps: streamed(["Thinking on."]), end: { type: "completed", endTurn: false } }, says("Done.")],
    });
    await thread.end();
    expect(thread.requests()).toEqual([["user: go"], ["user: go", "assistant: Thinking on."]]);
  });

  test("§3 what could not be read is told once the outputs are recorded, and the turn goes on", async () => {
    const tool = work();
    const skipped = event({ type: "skipped", count: 2 });
    const thread = await scenario({ tools: [tool], scripts: [calls(call("a", "work"), skipped), says("Done.")] });
    expect((await thread.end()).status).toBe("completed");
    expect(thread.lines().slice(2, 6)).toEqual(["outcome a completed", "output a: output of a", "cf_notice", "token_count"]);
    const { items } = (await thread.runtime.manager.open(thread.id)).session.view;
    expect(items.find((item) => item.type === "notice")).toMatchObject({
      level: "warning",
      code: "unreadableEvents",
      text: expect.stringContaining("2 parts of the model's answer could not be read"),
    });
  });

  test("§3 reasoning alone never asks for follow-up", async () => {
    const thread = await scenario({
      scripts: [calls(itemDone({ type: "reasoning", id: "r", summary: [{ type: "summary_text", text: "Hm." }] }))],
    });
    await thread.end();
    expect(thread.requests()).toHaveLength(1);
    expect(thread.lines()).toEqual(["reasoning", "agent_reasoning", "token_count", "task_complete"]);
  });

  test("§3 deltas move the screen and nothing else", async () => {
    const thread = await scenario({ scripts: [{ steps: streamed(["Hel", "lo."], { gapMs: 10 }), end: { type: "completed" } }] });
    await thread.advance(10);
    const written = thread.runtime.store.appends.length;
    await thread.advance(9);
    expect(thread.runtime.store.appends).toHaveLength(written);
    expect(thread.events("item/agentMessage/delta")).toHaveLength(1);
    await thread.end();
    expect(thread.events("item/agentMessage/delta")).toHaveLength(2);
  });

  test("§3 completed ends reading at once: what comes behind it is not looked at", async () => {
    const thread = await scenario({
      scripts: [
        calls(
          ...streamed(["Hello."]),
          event({ type: "completed", usage: null, endTurn: true }),
          ...streamed(["Late."], { key: "late" }),
        ),
      ],
    });
    await thread.end();
    expect(thread.lines()).toEqual(["assistant: Hello.", "agent_message", "token_count", "task_complete"]);
  });

  test("§3 a stream that ends without completed was cut: it is asked again", async () => {
    const ends: { steps: []; end: { type: "completed" } } = { steps: [], end: { type: "completed" } };
    let attempts = 0;
    const thread = await scenario({
      client: () => ({
        provider: "short",
        contextWindow: null,
        maxRetries: 1,
        async *stream() {
          attempts += 1;
          if (attempts === 2) yield { type: "completed", usage: null, endTurn: ends.end.type === "completed" };
        },
      }),
    });
    expect((await thread.end()).status).toBe("completed");
    expect(attempts).toBe(2);
  });

  test("§3 an item that was never started is kept; one with nothing in it is not", async () => {
    const thread = await scenario({ scripts: [calls(itemDone(message("Only done."), "d"), itemDone(message(""), "e"))] });
    await thread.end();
    expect(thread.lines()).toEqual(["assistant: Only done.", "agent_message", "token_count", "task_complete"]);
  });

  test("§3 what was started and streamed but never done is closed as superseded when the response completes", async () => {
    const half = [
      event({ type: "itemStarted", key: "h", id: null, kind: "message", phase: null }),
      event({ type: "textDelta", key: "h", delta: "Half" }),
    ];
    const thread = await scenario({ scripts: [calls(...half, ...streamed(["Whole."]))] });
    await thread.end();
    expect(thread.lines()).toEqual(["assistant: Whole.", "agent_message", "superseded: Half", "token_count", "task_complete"]);
  });

  test("§3 the first id seen of a streamed item is canonical, and it is one item on screen", async () => {
    const steps = [
      event({ type: "itemStarted", key: "m", id: "first", kind: "message", phase: null }),
      event({ type: "textDelta", key: "m", delta: "Hi" }),
      wait(5),
      itemDone(message("Hi", { id: "second" }), "m"),
    ];
    const thread = await scenario({ scripts: [calls(...steps)] });
    await thread.end();
    expect(thread.item("first")).toMatchObject({ type: "agentMessage", text: "Hi", line: 8 });
    expect(JSON.stringify(thread.runtime.events)).not.toContain("second");
  });

  test("§3 §10 no usage in the response: the token line says that it is an estimate", async () => {
    const thread = await scenario({ scripts: [{ steps: streamed(["Hello."]), end: { type: "completed", usage: false } }] });
    await thread.end();
    expect(thread.lines()).toEqual(["assistant: Hello.", "agent_message", "token_count", "task_complete"]);
    expect(thread.events("thread/tokenUsage/updated").map(({ params }) => "source" in params && params.source)).toEqual([
      "estimated",
    ]);
  });
});
