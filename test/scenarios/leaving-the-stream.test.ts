import { describe, expect, test } from "vitest";
import { controllableTool, type Behaviour } from "../support/controllable-tool";
import {
  call,
  calls,
  event,
  itemDone,
  message,
  says,
  streamed,
  wait,
  type Script,
  type ScriptEnd,
  type ScriptStep,
} from "../support/scripted-client";
import { scenario } from "../support/scenario";

const MARKER = /^user: <turn_aborted>/;

const work = (behaviour: Behaviour, options: { changesWorld?: boolean; asks?: boolean } = {}) =>
  controllableTool({ name: "work", behaviour: () => behaviour, ...options });

function half(text: string, key = "h"): ScriptStep[] {
  return [
    event({ type: "itemStarted", key, id: null, kind: "message", phase: null }),
    event({ type: "textDelta", key, delta: text }),
  ];
}

function ends(end: ScriptEnd, ...steps: ScriptStep[]): Script {
  return { steps, end };
}

describe("runtime.md §5 one tail for every exit", () => {
  test("§5 completed: close, drain, usage, follow up", async () => {
    const thread = await scenario({
      tools: [work({ type: "returns", afterMs: 10 })],
      scripts: [calls(call("a", "work"), ...half("Half")), says("Done.")],
    });
    await thread.end();
    expect(thread.lines().slice(0, 6)).toEqual([
      "call a",
      "running a",
      "superseded: Half",
      "outcome a completed",
      "output a: output of a",
      "token_count",
    ]);
  });

  test("§5 cut: the same tail, then a retry that starts after the drain, with call and output in its prompt", async () => {
    const tool = work({ type: "returns", afterMs: 5000 });
    const thread = await scenario({
      tools: [tool],
      scripts: [ends({ type: "cut" }, call("a", "work"), ...half("Half")), says("Done.")],
    });
    await thread.advance(4000);
    expect(thread.requests()).toHaveLength(1);
    await thread.end();
    expect(thread.requests()[1]).toEqual(["user: go", "call a", "output a: output of a"]);
    expect(tool.started).toEqual(["a"]);
    expect(thread.lines()).toEqual([
      "call a",
      "running a",
      "superseded: Half",
      "outcome a completed",
      "output a: output of a",
      "assistant: Done.",
      "agent_message",
      "token_count",
      "task_complete",
    ]);
  });

  test("§5 a broken stream does not cancel tools", async () => {
    const tool = work({ type: "returns", afterMs: 30_000 });
    const thread = await scenario({ tools: [tool], scripts: [ends({ type: "cut" }, call("a", "work")), says("Done.")] });
    await thread.advance(29_999);
    expect(tool.running).toBe(1);
    await thread.end();
    expect(thread.toolItem("a")).toMatchObject({ status: "completed", durationMs: 30_000 });
  });

  test("§5 rejected: tools end first, then the turn fails with the provider's reason and what to do", async () => {
    const error = { code: "quotaExceeded", message: "the quota is used up", action: "Add credit." } as const;
    const tool = work({ type: "returns", afterMs: 500 });
    const thread = await scenario({
      tools: [tool],
      scripts: [ends({ type: "rejected", error }, call("a", "work"), ...half("Half"))],
    });
    expect(await thread.end()).toMatchObject({ status: "failed", error });
    expect(thread.requests()).toHaveLength(1);
    expect(thread.lines()).toEqual([
      "call a",
      "running a",
      "superseded: Half",
      "outcome a completed",
      "output a: output of a",
      "task_complete",
    ]);
  });

  test("§5 partial text of a failed attempt stays as superseded and is never in a prompt", async () => {
    const thread = await scenario({ scripts: [ends({ type: "cut" }, ...half("Half an answer")), says("Whole.")] });
    await thread.end();
    expect(thread.requests()[1]).toEqual(["user: go"]);
    const superseded = thread.events("item/superseded");
    expect(superseded).toHaveLength(1);
    const [first] = superseded;
    if (first?.method !== "item/superseded") throw new Error("not told");
    expect(thread.item(first.params.itemId)).toMatchObject({ text: "Half an answer", superseded: true, incomplete: true });
    await thread.start("more");
    await thread.end();
    expect(thread.requests()[2]).toEqual(["user: go", "assistant: Whole.", "user: more"]);
  });

  test("§5 whole items of a failed attempt stay and are in the next prompt", async () => {
    const thread = await scenario({ scripts: [ends({ type: "cut" }, ...streamed(["Whole."]), ...half("Half")), says("Done.")] });
    await thread.end();
    expect(thread.requests()[1]).toEqual(["user: go", "assistant: Whole."]);
  });

  test("§5 reasoning of a failed attempt is superseded as reasoning", async () => {
    const steps = [
      event({ type: "itemStarted", key: "r", id: "r1", kind: "reasoning", phase: null }),
      event({ type: "summaryDelta", key: "r", summaryIndex: 0, delta: "Thinking" }),
    ];
    const thread = await scenario({ scripts: [ends({ type: "cut" }, ...steps), says("Done.")] });
    await thread.end();
    expect(thread.item("r1")).toMatchObject({ type: "reasoning", summary: ["Thinking"], line: 8 });
  });

  test("§5 usage is recorded before the abort is looked at", async () => {
    const tool = work({ type: "untilAbort", afterMs: 10 });
    const thread = await scenario({ tools: [tool], scripts: [calls(call("a", "work"))] });
    expect(await thread.interrupt()).toMatchObject({ status: "interrupted", tookMs: 10 });
    expect(thread.lines()).toEqual([
      "call a",
      "running a",
      "outcome a aborted",
      "output a: aborted by user; effects may stand",
      "token_count",
      expect.stringMatching(MARKER),
      "turn_aborted",
    ]);
  });

  test("§5 the outcome is written at once, the output at the drain", async () => {
    const tool = work({ type: "returns", afterMs: 10 });
    const thread = await scenario({
      tools: [tool],
      scripts: [calls(call("a", "work"), wait(1000), ...streamed(["Text."])), says("Done.")],
    });
    await thread.advance(10);
    expect(thread.lines()).toEqual(["call a", "running a", "outcome a completed"]);
    expect(thread.events("item/returned")).toHaveLength(1);
    await thread.end();
    expect(thread.lines()[5]).toBe("output a: output of a");
  });

  test("§5 a tool that had already finished when the interrupt came keeps its real result", async () => {
    const tool = work({ type: "returns", afterMs: 10 });
    const thread = await scenario({ tools: [tool], scripts: [ends({ type: "hang" }, call("a", "work"))] });
    await thread.advance(10);
    await thread.interrupt();
    expect(thread.lines()).toContain("output a: output of a");
    expect(thread.toolItem("a").status).toBe("completed");
  });

  test("§5 a tool that ignores the abort is detached after its grace, and its late result is dropped", async () => {
    let finish = (): void => undefined;
    const tool = controllableTool({
      name: "deaf",
      graceMs: 2000,
      changesWorld: true,
      behaviour: () => ({ type: "ignoresAbort" }),
    });
    const late = {
      ...tool,
      prepare: () => ({
        ok: true as const,
        run: {
          notes: [],
          subject: null,
          lastsMs: null,
          run: () =>
            new Promise<{ status: "completed"; output: string }>(
              (resolve) => (finish = () => resolve({ status: "completed", output: "late" })),
            ),
        },
      }),
    };
    const thread = await scenario({ tools: [late], scripts: [calls(call("a", "deaf")), says("Next.")] });
    await thread.advance(500);
    expect(await thread.interrupt()).toMatchObject({ status: "interrupted", tookMs: 2000 });
    expect(thread.lines().slice(0, 4)).toEqual([
      "call a",
      "running a",
      "outcome a aborted",
      "output a: aborted by user after 2.5s; effects may stand",
    ]);
    const written = thread.runtime.store.bytes(thread.id);
    const told = thread.runtime.events.length;
    finish();
    await thread.advance(1000);
    expect(thread.runtime.store.bytes(thread.id)).toEqual(written);
    expect(thread.runtime.events).toHaveLength(told);
    await thread.start("more");
    await thread.end();
    expect(JSON.stringify(thread.requests())).not.toContain("late");
  });

  test("§5 effects are not spoken of for a tool that has none", async () => {
    const thread = await scenario({ tools: [work({ type: "ignoresAbort" })], scripts: [calls(call("a", "work"))] });
    expect((await thread.interrupt()).tookMs).toBe(100);
    expect(thread.lines()).toContain("output a: aborted by user after 0.1s");
  });
});

describe("runtime.md §5 an interrupt from every phase", () => {
  test("§5 during the stream: partial text is kept as incomplete, and the next prompt holds it, followed by the marker", async () => {
    const thread = await scenario({ scripts: [ends({ type: "hang" }, ...half("Half an ans")), says("Next.")] });
    expect(await thread.interrupt()).toMatchObject({ status: "interrupted", tookMs: 0 });
    expect(thread.lines()).toEqual([
      "assistant incomplete: Half an ans",
      "agent_message",
      expect.stringMatching(MARKER),
      "turn_aborted",
    ]);
    await thread.start("more");
    await thread.end();
    expect(thread.requests()[1]).toEqual([
      "user: go",
      "assistant incomplete: Half an ans",
      expect.stringMatching(MARKER),
      "user: more",
    ]);
  });

  test("§5 the marker is for the model: the screen folds it away as context and shows no message of it", async () => {
    const thread = await scenario({ scripts: [ends({ type: "hang" })] });
    await thread.interrupt();
    const shown = thread.events("item/completed").map((told) => told.method === "item/completed" && told.params.item);
    expect(shown).toMatchObject([{ type: "userMessage" }, { type: "context", kind: "turnAborted" }]);
  });

  test("§5 before the first event", async () => {
    const thread = await scenario({ scripts: [ends({ type: "hang" })] });
    expect(await thread.interrupt()).toMatchObject({ status: "interrupted", tookMs: 0 });
    expect(thread.lines()).toEqual([expect.stringMatching(MARKER), "turn_aborted"]);
  });

  test("§5 before anything of the turn is written", async () => {
    const thread = await scenario({ scripts: [says("First.")] });
    await thread.end();
    const { session } = await thread.runtime.manager.open(thread.id);
    const starting = thread.runtime.start(thread.id, "second");
    // Two opens lie between a submission and the session.
    await Promise.resolve().then(() => undefined);
    const stopped = thread.runtime.until(starting.then(() => session.interrupt()));
    await stopped;
    thread.turnId = (await starting).turnId;
    expect((await thread.end()).status).toBe("interrupted");
    expect(thread.requests()).toHaveLength(1);
  });

  test("§5 during a tool: its output says that the person stopped it, and after how long", async () => {
    const tool = work({ type: "returns", afterMs: 60_000 });
    const thread = await scenario({ tools: [tool], scripts: [calls(call("a", "work"))] });
    await thread.advance(1500);
    expect(await thread.interrupt()).toMatchObject({ status: "interrupted", tookMs: 0 });
    expect(thread.toolItem("a")).toMatchObject({ status: "aborted", durationMs: 1500 });
  });

  test("§5 during an approval: the question is answered, the tool never starts", async () => {
    const tool = work({ type: "returns", afterMs: 0 }, { asks: true });
    const thread = await scenario({ tools: [tool], scripts: [calls(wait(1), call("a", "work"))] });
    thread.runtime.approvals.answer = () => null;
    await thread.advance(2000);
    expect(thread.runtime.approvals.waiting.size).toBe(1);
    expect(await thread.interrupt()).toMatchObject({ status: "interrupted", tookMs: 0 });
    expect(tool.started).toEqual([]);
    expect(thread.runtime.approvals.waiting.size).toBe(0);
    expect(thread.lines().slice(0, 5)).toEqual([
      "call a",
      "asked a",
      "decided a cancel by person",
      "outcome a aborted",
      "output a: aborted by user after 2.0s",
    ]);
  });

  test("§5 during a sleep", async () => {
    const thread = await scenario({ scripts: [calls(call("s", "clock.sleep", { seconds: 60 }))] });
    await thread.advance(2500);
    expect(await thread.interrupt()).toMatchObject({ status: "interrupted", tookMs: 0 });
    expect(thread.toolItem("s")).toMatchObject({ type: "sleep", status: "aborted", outcome: "interrupted", sleptMs: 2500 });
    expect(thread.lines()).toContain("output s: aborted by user after 2.5s");
  });

  test("§5 while a call waits at the gate: it never starts", async () => {
    const first = controllableTool({ name: "first", gate: "exclusive", behaviour: () => ({ type: "untilAbort", afterMs: 20 }) });
    const second = controllableTool({ name: "second", gate: "exclusive", behaviour: () => ({ type: "returns", afterMs: 0 }) });
    const thread = await scenario({ tools: [first, second], scripts: [calls(call("a", "first"), call("b", "second"))] });
    await thread.advance(700);
    await thread.interrupt();
    expect(second.started).toEqual([]);
    expect(thread.lines()).toContain("output b: aborted by user after 0.7s");
    expect(thread.lines()).not.toContain("running b");
  });

  test("§5 while the start of a run is being written: the tool never starts", async () => {
    const tool = work({ type: "returns", afterMs: 0 }, { changesWorld: true });
    const thread = await scenario({ tools: [tool], scripts: [calls(wait(10), call("a", "work"))] });
    thread.runtime.store.gate = ({ lines }) =>
      lines.some((line) => line.includes("cf_running"))
        ? thread.runtime.clock.waitUntil(thread.runtime.clock.nowMs() + 50, new AbortController().signal).then(() => undefined)
        : Promise.resolve();
    await thread.advance(20);
    await thread.interrupt();
    expect(tool.started).toEqual([]);
    expect(thread.toolItem("a").status).toBe("aborted");
  });

  test("§5 during the back-off: no timer is left and nothing is asked again", async () => {
    const thread = await scenario({ scripts: [ends({ type: "cut" }), says("Never.")] });
    await thread.advance(50);
    expect(await thread.interrupt()).toMatchObject({ status: "interrupted", tookMs: 0 });
    expect(thread.requests()).toHaveLength(1);
    expect(thread.runtime.clock.pending).toBe(0);
  });

  test("§5 during the drain of a cut attempt: interrupted, no retry", async () => {
    const tool = work({ type: "returns", afterMs: 60_000 });
    const thread = await scenario({ tools: [tool], scripts: [ends({ type: "cut" }, call("a", "work")), says("Never.")] });
    await thread.advance(100);
    expect((await thread.interrupt()).status).toBe("interrupted");
    expect(thread.requests()).toHaveLength(1);
  });

  test("§5 during the drain of a rejected attempt: aborted wins over failed", async () => {
    const tool = work({ type: "untilAbort", afterMs: 0 });
    const thread = await scenario({ tools: [tool], scripts: [ends({ type: "rejected" }, call("a", "work"))] });
    expect(await thread.interrupt()).toMatchObject({ status: "interrupted" });
  });

  test("§5 every call of the step gets its output, in issue order", async () => {
    const tools = [
      controllableTool({ name: "fast", behaviour: () => ({ type: "returns", afterMs: 5 }) }),
      controllableTool({ name: "slow", behaviour: () => ({ type: "untilAbort", afterMs: 40 }) }),
      controllableTool({ name: "deaf", behaviour: () => ({ type: "ignoresAbort" }) }),
    ];
    const thread = await scenario({ tools, scripts: [calls(call("a", "deaf"), call("b", "slow"), call("c", "fast"))] });
    await thread.advance(10);
    expect((await thread.interrupt()).tookMs).toBe(100);
    const outputs = thread.lines().filter((line) => line.startsWith("output"));
    expect(outputs).toEqual([
      "output a: aborted by user after 0.1s",
      "output b: aborted by user; effects may stand",
      "output c: output of c",
    ]);
  });

  test("§5 a failed turn records no marker", async () => {
    const thread = await scenario({ scripts: [ends({ type: "rejected" })] });
    await thread.end();
    expect(thread.lines()).toEqual(["task_complete"]);
  });

  test("§5 Stop pressed twice is one interrupt, and both wait for the end", async () => {
    const thread = await scenario({ tools: [work({ type: "untilAbort", afterMs: 50 })], scripts: [calls(call("a", "work"))] });
    const { session } = await thread.runtime.manager.open(thread.id);
    await thread.runtime.until(Promise.all([session.interrupt(), session.interrupt()]));
    expect(thread.events("turn/completed")).toHaveLength(1);
  });

  test("§5 an item that was done counts as whole, though the interrupt came right behind it", async () => {
    const thread = await scenario({
      scripts: [ends({ type: "hang" }, ...streamed(["Whole."]), ...half("Ha"), wait(5), itemDone(message("Late"), "x"))],
    });
    await thread.interrupt();
    expect(thread.lines().slice(0, 3)).toEqual(["assistant: Whole.", "agent_message", "assistant incomplete: Ha"]);
  });
});
