import { describe, expect, test } from "vitest";
import { call, calls, says, wait, type Script } from "../support/scripted-client";
import { controllableTool, type Behaviour } from "../support/controllable-tool";
import { scenario, type Scenario } from "../support/scenario";
import type { ScriptedAnswer } from "../support/scripted-hooks";

const PASS: ScriptedAnswer = { type: "pass" };
const HANG: ScriptedAnswer = { type: "hang" };
const blocks = (reason: string): ScriptedAnswer => ({ type: "block", reason });
const rewrites = (rewrittenInput: unknown): ScriptedAnswer => ({ type: "pass", rewrittenInput });
const work = (behaviour: Behaviour = { type: "returns", afterMs: 10 }, options: { asks?: boolean } = {}) =>
  controllableTool({ name: "work", behaviour: () => behaviour, ...options });
const sleep = (seconds: number): Script => calls(call("s", "clock.sleep", { seconds }));

function outputs(thread: Scenario): string[] {
  return thread.lines().filter((line) => line.startsWith("output "));
}

describe("runtime.md §6 preToolUse hooks", () => {
  test("§6 one refuses: nothing has happened, nobody was asked, the model reads why, and the turn goes on", async () => {
    const tool = work(undefined, { asks: true });
    const thread = await scenario({
      tools: [tool],
      hooks: { preToolUse: [() => blocks("not on Fridays")] },
      scripts: [calls(call("a", "work")), says("Done.")],
    });
    expect((await thread.end()).status).toBe("completed");
    expect(tool.started).toEqual([]);
    expect(thread.runtime.approvals.asked).toEqual([]);
    expect(thread.lines().slice(0, 3)).toEqual(["call a", "outcome a denied", "output a: denied by policy: not on Fridays"]);
    expect(thread.toolItem("a")).toMatchObject({ status: "denied" });
  });

  test("§6 all reasons in order; a stop is a refusal too", async () => {
    const thread = await scenario({
      tools: [work()],
      hooks: { preToolUse: [() => blocks("one"), () => PASS, () => ({ type: "stop", reason: null })] },
      scripts: [calls(call("a", "work")), says("Done.")],
    });
    await thread.end();
    expect(outputs(thread)).toEqual(["output a: denied by policy: one\na hook stopped it"]);
  });

  test("§6 one rewrites the arguments: the hook saw those of the model, the tool those of the hook, the call stays as it was written", async () => {
    const thread = await scenario({
      hooks: { preToolUse: [() => rewrites({ seconds: 2 })] },
      scripts: [sleep(60), says("Done.")],
    });
    const startedAtMs = thread.runtime.clock.nowMs();
    await thread.end();
    expect(thread.runtime.clock.nowMs() - startedAtMs).toBe(2000);
    expect(thread.runtime.hooks.calls).toEqual([{ event: "preToolUse", toolName: "clock.sleep", toolInput: { seconds: 60 } }]);
    expect(outputs(thread)).toEqual(["output s: Slept 2.0s of 2s: elapsed"]);
    const outcome = thread.runtime.lines(thread.id).find(({ type }) => type === "cf_outcome");
    expect(outcome?.payload).toMatchObject({ notes: ['arguments changed by a hook to {"seconds":2}'] });
    const recorded = thread.runtime
      .lines(thread.id)
      .find((line) => line.type === "response_item" && line.payload.type === "function_call");
    expect(recorded?.payload).toMatchObject({ arguments: '{"seconds":60}' });
  });

  test.each<[unknown, RegExp]>([
    [{ seconds: 99_999 }, /^output s: sleep must be between 1 second and 12 hours$/],
    [{ seconds: "2" }, /^output s: failed to parse function arguments: seconds: /],
    [null, /^output s: failed to parse function arguments: /],
  ])("§6 arguments that a hook wrote (%j) are checked like the model's", async (input, words) => {
    const thread = await scenario({ hooks: { preToolUse: [() => rewrites(input)] }, scripts: [sleep(60), says("Done.")] });
    await thread.end();
    expect(outputs(thread)).toEqual([expect.stringMatching(words)]);
    expect(thread.lines()).not.toContain("running s");
    expect(thread.toolItem("s").notes).toEqual([`arguments changed by a hook to ${JSON.stringify(input)}`]);
  });

  test("§6 a call that a hook changed and the person then refused says both", async () => {
    const tool = controllableTool({ name: "asks", asks: true, behaviour: () => ({ type: "returns", afterMs: 1 }) });
    const thread = await scenario({
      hooks: { preToolUse: [() => rewrites({ n: 2 })] },
      tools: [tool],
      answer: () => "decline",
      scripts: [calls(call("a", "asks", { n: 1 })), says("Done.")],
    });
    await thread.end();
    expect(tool.started).toEqual([]);
    expect(thread.toolItem("a")).toMatchObject({ status: "denied", notes: ['arguments changed by a hook to {"n":2}'] });
  });

  test("§6 guards are monotone: what one hook refuses no other makes good by rewriting", async () => {
    const tool = work();
    const thread = await scenario({
      tools: [tool],
      hooks: { preToolUse: [() => blocks("no"), () => rewrites({})] },
      scripts: [calls(call("a", "work")), says("Done.")],
    });
    await thread.end();
    expect(tool.started).toEqual([]);
  });

  test("§6 what two hooks rewrite: the one declared last holds", async () => {
    const thread = await scenario({
      hooks: { preToolUse: [() => ({ ...rewrites({ seconds: 3 }), afterMs: 500 }), () => rewrites({ seconds: 2 })] },
      scripts: [sleep(60), says("Done.")],
    });
    await thread.end();
    expect(outputs(thread)).toEqual(["output s: Slept 2.0s of 2s: elapsed"]);
  });

  test.each([
    ["arguments that are no JSON", call("a", "work", "{")],
    ["an unknown tool", call("a", "nothing")],
  ])("§6 %s: no hook is asked", async (_name, step) => {
    const thread = await scenario({
      tools: [work()],
      hooks: { preToolUse: [() => blocks("no")] },
      scripts: [calls(step), says("Done.")],
    });
    await thread.end();
    expect(thread.runtime.hooks.calls).toEqual([]);
    expect(outputs(thread)).toHaveLength(1);
  });

  test("§6 context comes behind the outputs of its step, in the order it was said, also from a hook that refuses (I4)", async () => {
    const thread = await scenario({
      tools: [work()],
      hooks: {
        preToolUse: [
          (_hookCall, time) => (time === 1 ? { ...PASS, context: "about a" } : { ...blocks("no"), context: "about b" }),
        ],
      },
      scripts: [calls(call("a", "work"), call("b", "work")), says("Done.")],
    });
    await thread.end();
    expect(thread.requests()[1]).toEqual([
      "user: go",
      "call a",
      "call b",
      "output a: output of a",
      "output b: denied by policy: no",
      "developer: about a",
      "developer: about b",
    ]);
  });

  test("§6 context of an attempt that was cut is in the retry's prompt, once", async () => {
    const thread = await scenario({
      tools: [work()],
      hooks: { preToolUse: [() => ({ ...PASS, context: "about a" })] },
      scripts: [{ steps: [call("a", "work")], end: { type: "cut" } }, says("Done.")],
    });
    await thread.end();
    expect(thread.requests()[1]).toEqual(["user: go", "call a", "output a: output of a", "developer: about a"]);
  });

  test("I14 one hangs and is interrupted: the call is closed as aborted, its tool never started", async () => {
    const tool = work();
    const thread = await scenario({ tools: [tool], hooks: { preToolUse: [() => HANG] }, scripts: [calls(call("a", "work"))] });
    await thread.advance(3000);
    expect(await thread.interrupt()).toMatchObject({ status: "interrupted", tookMs: 0 });
    expect(tool.started).toEqual([]);
    expect(thread.runtime.hooks.running).toBe(0);
    expect(outputs(thread)).toEqual(["output a: aborted by user after 3.0s"]);
  });

  test("I14 one hangs and is interrupted: nobody is asked about a call that nothing has let through", async () => {
    const tool = work(undefined, { asks: true });
    const thread = await scenario({ tools: [tool], hooks: { preToolUse: [() => HANG] }, scripts: [calls(call("a", "work"))] });
    await thread.interrupt();
    expect(thread.runtime.approvals.asked).toEqual([]);
    expect(thread.lines()).not.toContain("asked a");
  });

  test("§6 while a hook thinks about one call, another that came before is run", async () => {
    const tool = work({ type: "returns", afterMs: 10 });
    const thread = await scenario({
      tools: [tool],
      hooks: { preToolUse: [(_hookCall, time) => (time === 2 ? { ...PASS, afterMs: 1000 } : PASS)] },
      scripts: [calls(call("a", "work"), call("b", "work")), says("Done.")],
    });
    await thread.advance(100);
    expect(tool.started).toEqual(["a"]);
    await thread.end();
    expect(outputs(thread)).toEqual(["output a: output of a", "output b: output of b"]);
  });

  test("§6 calls enter the gate in the order they were issued, however long a hook thinks about the first", async () => {
    const alone = controllableTool({ name: "alone", gate: "exclusive", behaviour: () => ({ type: "returns", afterMs: 10 }) });
    const thread = await scenario({
      tools: [alone],
      hooks: { preToolUse: [(_hookCall, time) => (time === 1 ? { ...PASS, afterMs: 1000 } : PASS)] },
      scripts: [calls(call("a", "alone"), call("b", "alone")), says("Done.")],
    });
    await thread.advance(500);
    expect(alone.started).toEqual([]);
    await thread.end();
    expect(thread.lines().filter((line) => /^(running|outcome)/.test(line))).toEqual([
      "running a",
      "outcome a completed",
      "running b",
      "outcome b completed",
    ]);
  });

  test("protocol.md §6 a hook that failed is a notice and an event; the call runs", async () => {
    const tool = work();
    const thread = await scenario({
      tools: [tool],
      hooks: { preToolUse: [() => ({ type: "warning", message: "preToolUse:0 ended with code 1" })] },
      scripts: [calls(call("a", "work")), says("Done.")],
    });
    await thread.end();
    expect(tool.started).toEqual(["a"]);
    expect(thread.events("warning").map(({ params }) => params)).toMatchObject([{ message: "preToolUse:0 ended with code 1" }]);
    const notice = thread.runtime.lines(thread.id).find(({ type }) => type === "cf_notice");
    expect(notice?.payload).toMatchObject({ level: "warning", code: "hook", text: "preToolUse:0 ended with code 1" });
  });
});

describe("runtime.md §6 postToolUse hooks", () => {
  test("§6 one replaces what the model reads; it saw what really came; what was done stays done", async () => {
    const tool = work();
    const thread = await scenario({
      tools: [tool],
      hooks: { postToolUse: [() => blocks("[left out: a secret]")] },
      scripts: [calls(call("a", "work", { n: 1 })), says("Done.")],
    });
    await thread.end();
    expect(thread.runtime.hooks.calls).toEqual([
      { event: "postToolUse", toolName: "work", toolInput: { n: 1 }, toolResponse: "output of a" },
    ]);
    expect(tool.started).toEqual(["a"]);
    expect(outputs(thread)).toEqual(["output a: [left out: a secret]"]);
    expect(thread.toolItem("a")).toMatchObject({ status: "completed", notes: ["a hook replaced what the model reads"] });
  });

  test("§6 stop replaces it too, with its reason", async () => {
    const thread = await scenario({
      tools: [work()],
      hooks: { postToolUse: [() => ({ type: "stop", reason: "enough" })] },
      scripts: [calls(call("a", "work")), says("Done.")],
    });
    expect((await thread.end()).status).toBe("completed");
    expect(outputs(thread)).toEqual(["output a: enough"]);
  });

  test("§6 it is told the arguments that ran, not those the model wrote", async () => {
    const thread = await scenario({
      hooks: { preToolUse: [() => rewrites({ seconds: 2 })], postToolUse: [() => PASS] },
      scripts: [sleep(60), says("Done.")],
    });
    await thread.end();
    expect(thread.runtime.hooks.calls.at(-1)).toEqual({
      event: "postToolUse",
      toolName: "clock.sleep",
      toolInput: { seconds: 2 },
      toolResponse: "Slept 2.0s of 2s: elapsed",
    });
  });

  test.each<[string, Behaviour]>([
    ["failed", { type: "rejects", afterMs: 0 }],
    ["failed at once", { type: "throwsAtOnce" }],
  ])("§6 not for a call that %s", async (_name, behaviour) => {
    const thread = await scenario({
      tools: [work(behaviour)],
      hooks: { postToolUse: [() => blocks("replaced")] },
      scripts: [calls(call("a", "work")), says("Done.")],
    });
    await thread.end();
    expect(thread.runtime.hooks.calls).toEqual([]);
    expect(thread.toolItem("a").status).toBe("failed");
  });

  test("§6 not for a call that was denied, by a person or a hook", async () => {
    const thread = await scenario({
      tools: [work(undefined, { asks: true })],
      answer: () => "decline",
      hooks: { preToolUse: [(_hookCall, time) => (time === 2 ? blocks("no") : PASS)], postToolUse: [() => blocks("replaced")] },
      scripts: [calls(call("a", "work"), call("b", "work")), says("Done.")],
    });
    await thread.end();
    expect(thread.runtime.hooks.calls.map(({ event }) => event)).toEqual(["preToolUse", "preToolUse"]);
    expect(outputs(thread)).toEqual(["output a: denied by the user: not allowed to run", "output b: denied by policy: no"]);
  });

  test("§6 not for a call that was aborted", async () => {
    const thread = await scenario({
      tools: [work({ type: "untilAbort", afterMs: 0 })],
      hooks: { postToolUse: [() => blocks("replaced")] },
      scripts: [calls(call("a", "work"))],
    });
    await thread.interrupt();
    expect(thread.runtime.hooks.calls).toEqual([]);
    expect(outputs(thread)).toEqual(["output a: aborted by user; effects may stand"]);
  });

  test("§6 its context comes behind the outputs", async () => {
    const thread = await scenario({
      tools: [work()],
      hooks: { postToolUse: [() => ({ ...PASS, context: "lint failed" })] },
      scripts: [calls(call("a", "work"), call("b", "work")), says("Done.")],
    });
    await thread.end();
    expect(thread.requests()[1]?.slice(3)).toEqual([
      "output a: output of a",
      "output b: output of b",
      "developer: lint failed",
      "developer: lint failed",
    ]);
  });

  test("I14 one hangs and is interrupted: the real result stands", async () => {
    const thread = await scenario({
      tools: [work()],
      hooks: { postToolUse: [() => HANG] },
      scripts: [calls(wait(1), call("a", "work"))],
    });
    await thread.advance(3000);
    expect(await thread.interrupt()).toMatchObject({ status: "interrupted", tookMs: 0 });
    expect(outputs(thread)).toEqual(["output a: output of a"]);
    expect(thread.toolItem("a").status).toBe("completed");
  });
});
