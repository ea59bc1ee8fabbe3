import { describe, expect, test } from "vitest";
import type { Behaviour, ToolOptions } from "../support/controllable-tool";
import { controllableTool } from "../support/controllable-tool";
import {
  call,
  calls,
  event,
  itemDone,
  says,
  streamed,
  wait,
  type Script,
  type ScriptEnd,
  type ScriptStep,
} from "../support/scripted-client";
import { scenario } from "../support/scenario";
import { TestRuntime, brief, countingIds } from "../support/test-session";
import { threadBreaches } from "../support/thread-breaches";

const AFTER = { settings: { dispatch: "afterStream" } } as const;
const NOT_STARTED = "not started: the response was cut before it completed";
const ends = (end: ScriptEnd, ...steps: ScriptStep[]): Script => ({ steps, end });
const work = (behaviour: Behaviour = { type: "returns", afterMs: 100 }, options: Partial<ToolOptions> = {}) =>
  controllableTool({ name: "work", behaviour: () => behaviour, ...options });
const thought = (id: string): ScriptStep =>
  itemDone({ type: "reasoning", id, summary: [{ type: "summary_text", text: "Hm." }] }, id);

describe("runtime.md §6 dispatch afterStream", () => {
  test("§6 calls are recorded as they come and start once the response is complete, in order", async () => {
    const tool = work();
    const thread = await scenario({
      ...AFTER,
      tools: [tool],
      scripts: [calls(call("a", "work"), wait(500), call("b", "work"), wait(500)), says("Done.")],
    });
    await thread.advance(999);
    expect(tool.started).toEqual([]);
    expect(thread.lines()).toEqual(["call a", "call b"]);
    await thread.advance(1);
    expect(tool.started).toEqual(["a", "b"]);
    expect((await thread.end()).status).toBe("completed");
    expect(thread.requests()[1]?.slice(1)).toEqual(["call a", "call b", "output a: output of a", "output b: output of b"]);
  });

  test("§6 what overlap buys: in-stream calls run while the response is still arriving", async () => {
    const took = async (dispatch: "inStream" | "afterStream"): Promise<number> => {
      const thread = await scenario({
        settings: { dispatch },
        tools: [work({ type: "returns", afterMs: 1000 })],
        scripts: [calls(call("a", "work"), wait(1000)), says("Done.")],
      });
      const startedAtMs = thread.runtime.clock.nowMs();
      await thread.end();
      return thread.runtime.clock.nowMs() - startedAtMs;
    };
    expect(await took("inStream")).toBe(1000);
    expect(await took("afterStream")).toBe(2000);
  });

  test("§6 the gate holds as ever: exclusive calls one behind the other", async () => {
    const tool = work(undefined, { gate: "exclusive" });
    const thread = await scenario({
      ...AFTER,
      tools: [tool],
      scripts: [calls(call("a", "work"), call("b", "work")), says("Done.")],
    });
    await thread.advance(50);
    expect(tool.started).toEqual(["a"]);
    await thread.end();
    expect(tool.started).toEqual(["a", "b"]);
  });

  test("§6 cut: held calls are closed as not started, never run, asked about or shown to hooks; the retry is told so", async () => {
    const tool = work(undefined, { asks: true });
    const thread = await scenario({
      ...AFTER,
      tools: [tool],
      hooks: { preToolUse: [() => ({ type: "pass" })] },
      scripts: [ends({ type: "cut" }, call("a", "work"), call("b", "work")), says("Done.")],
    });
    expect((await thread.end()).status).toBe("completed");
    expect(tool.started).toEqual([]);
    expect(thread.runtime.approvals.asked).toEqual([]);
    expect(thread.runtime.hooks.calls).toEqual([]);
    expect(thread.lines().slice(0, 6)).toEqual([
      "call a",
      "call b",
      "outcome a aborted",
      "outcome b aborted",
      `output a: ${NOT_STARTED}`,
      `output b: ${NOT_STARTED}`,
    ]);
    expect(thread.requests()[1]?.slice(-2)).toEqual([`output a: ${NOT_STARTED}`, `output b: ${NOT_STARTED}`]);
    expect(thread.toolItem("a").status).toBe("aborted");
  });

  test("§6 the call that the retry makes again is another one, and runs once", async () => {
    const tool = work();
    const thread = await scenario({
      ...AFTER,
      tools: [tool],
      scripts: [ends({ type: "cut" }, call("a", "work")), calls(call("a", "work")), says("Done.")],
    });
    expect((await thread.end()).status).toBe("completed");
    expect(tool.started).toHaveLength(1);
    expect(thread.requests()[2]?.filter((item) => item.startsWith("output "))).toEqual([
      `output a: ${NOT_STARTED}`,
      `output ${tool.started[0]}: output of ${tool.started[0]}`,
    ]);
  });

  test.each<[string, ScriptEnd, string]>([
    ["refused", { type: "rejected" }, "badRequest"],
    ["cut at its length", { type: "rejected", error: { code: "maxOutputTokens", message: "too long" } }, "maxOutputTokens"],
  ])("§6 a response that is %s: held calls are closed and the turn fails", async (_name, end, code) => {
    const tool = work();
    const thread = await scenario({ ...AFTER, tools: [tool], scripts: [ends(end, call("a", "work"))] });
    expect(await thread.end()).toMatchObject({ status: "failed", error: { code } });
    expect(tool.started).toEqual([]);
    expect(thread.lines()).toContain(`output a: ${NOT_STARTED}`);
  });

  test("I14 interrupted while a call is held: closed as not started, at once", async () => {
    const tool = work();
    const thread = await scenario({ ...AFTER, tools: [tool], scripts: [ends({ type: "hang" }, call("a", "work"))] });
    expect(await thread.interrupt()).toMatchObject({ status: "interrupted", tookMs: 0 });
    expect(tool.started).toEqual([]);
    expect(thread.lines()).toContain(`output a: ${NOT_STARTED}`);
  });

  test("I14 interrupted when the calls run: as in the stream, the finished one keeps its result", async () => {
    const tool = controllableTool({
      name: "work",
      behaviour: (callId) => (callId === "a" ? { type: "returns", afterMs: 10 } : { type: "untilAbort", afterMs: 0 }),
    });
    const thread = await scenario({ ...AFTER, tools: [tool], scripts: [calls(call("a", "work"), call("b", "work"))] });
    await thread.advance(100);
    expect((await thread.interrupt()).status).toBe("interrupted");
    expect(thread.lines().filter((line) => line.startsWith("output"))).toEqual([
      "output a: output of a",
      "output b: aborted by user; effects may stand",
    ]);
  });

  test("§4 preempted by mail behind a held call: closed as not started; the model is asked again with the mail", async () => {
    const tool = work();
    const thread = await scenario({
      ...AFTER,
      tools: [tool],
      scripts: [calls(call("a", "work"), wait(100), thought("r"), wait(100), call("never", "work")), says("Done.")],
    });
    await thread.mail("news");
    await thread.end();
    expect(tool.started).toEqual([]);
    expect(thread.requests()[1]).toEqual([
      "user: go",
      "call a",
      "reasoning",
      `output a: ${NOT_STARTED}`,
      'user: <mail from="other">\nnews\n</mail>',
    ]);
  });

  test("§4 cut by an instant steer behind a held call: closed as not started, the partial text stays, the steer follows", async () => {
    const tool = work();
    const half = [
      event({ type: "itemStarted", key: "h", id: null, kind: "message", phase: null }),
      event({ type: "textDelta", key: "h", delta: "Half" }),
    ] as const;
    const thread = await scenario({
      settings: { dispatch: "afterStream", steerMode: "instant" },
      tools: [tool],
      scripts: [ends({ type: "hang" }, call("a", "work"), ...half), says("Done.")],
    });
    await thread.advance(10);
    await thread.steer("stop that");
    expect((await thread.end()).status).toBe("completed");
    expect(tool.started).toEqual([]);
    expect(thread.requests()[1]).toEqual([
      "user: go",
      "call a",
      "assistant incomplete: Half",
      `output a: ${NOT_STARTED}`,
      "user: stop that",
    ]);
  });

  test("§3 the same call twice is held and run once; what cannot be parsed is answered in its place", async () => {
    const tool = work();
    const thread = await scenario({
      ...AFTER,
      tools: [tool],
      scripts: [calls(call("bad", "work", "{"), call("a", "work"), call("a", "work"), wait(100)), says("Done.")],
    });
    await thread.end();
    expect(tool.started).toEqual(["a"]);
    expect(thread.requests()[1]?.slice(1)).toEqual([
      "call bad",
      "call a",
      "output bad: failed to parse function arguments: not valid JSON",
      "output a: output of a",
    ]);
  });

  test("§7 a new_context that was held and cut asks for nothing", async () => {
    const thread = await scenario({ ...AFTER, scripts: [ends({ type: "cut" }, call("n", "new_context")), calls(thought("r"))] });
    expect((await thread.end()).status).toBe("completed");
    expect(thread.lines().filter((line) => line.startsWith("compacted"))).toEqual([]);
  });

  test("§9 a held sleep begins when the response is complete", async () => {
    const thread = await scenario({
      ...AFTER,
      scripts: [calls(call("s", "clock.sleep", { seconds: 5 }), wait(2000)), says("Done.")],
    });
    const beganAtMs = thread.runtime.clock.nowMs();
    await thread.end();
    expect(thread.toolItem("s")).toMatchObject({ startedAtMs: beganAtMs + 2000, deadlineMs: beganAtMs + 7000, sleptMs: 5000 });
  });

  test("§12 killed while a call is held: continuing closes it like any other", async () => {
    const thread = await scenario({
      ...AFTER,
      tools: [work()],
      scripts: [ends({ type: "hang" }, call("a", "work"), ...streamed(["One."]))],
    });
    const { store, clock } = thread.runtime;
    const copy = store.crashedAt(thread.id, store.bytes(thread.id).length);
    await thread.interrupt();
    const next = new TestRuntime({ clock, store: copy, ids: countingIds("next"), ...AFTER });
    const { session } = await next.manager.open(thread.id);
    const openBefore = session.view.items.filter(({ id }) => id === "a").map(({ id }) => id);
    await next.turn(thread.id, "again");
    expect(await threadBreaches(next, thread.id, { isReopened: true, openBefore })).toEqual([]);
    expect(next.lines(thread.id).map(brief)).toContain(
      "output a: aborted: the app stopped before this call finished; effects may stand",
    );
  });
});

describe("the dispatch of a thread", () => {
  test("is what the thread asked for at its start, whatever the settings say, also when it is opened again", async () => {
    const tool = work();
    const script = calls(call("a", "work"), wait(500));
    const runtime = new TestRuntime({ tools: [tool], scripts: [script] });
    const { id } = await runtime.startThread({ toolDispatch: "afterStream" });
    const { turnId } = await runtime.until(runtime.start(id, "go"));
    await runtime.clock.advance(499);
    expect(tool.started).toEqual([]);
    await runtime.until(runtime.turnEnd(id, turnId));
    expect(tool.started).toEqual(["a"]);
    await runtime.manager.closeAll();

    const again = work();
    const next = new TestRuntime({
      clock: runtime.clock,
      store: runtime.store,
      ids: countingIds("next"),
      tools: [again],
      scripts: [calls(call("b", "work"), wait(500))],
    });
    await next.until(next.start(id, "next"));
    await next.clock.advance(499);
    expect(again.started).toEqual([]);
    const { session } = await next.manager.open(id);
    await next.until(session.idle());
    expect(again.started).toEqual(["b"]);
  });

  test("and of another thread beside it that of the settings", async () => {
    const tool = work();
    const runtime = new TestRuntime({ tools: [tool], scripts: [calls(call("a", "work"), wait(500))] });
    const { id } = await runtime.startThread();
    const { session } = await runtime.until(runtime.start(id, "go"));
    await runtime.clock.advance(10);
    expect(tool.started).toEqual(["a"]);
    await runtime.until(session.idle());
  });
});
