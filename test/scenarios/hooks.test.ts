import { describe, expect, test } from "vitest";
import type { HookCall } from "../../electron/runtime/ports/hooks";
import type { HookEvent } from "../../shared/protocol/settings";
import { compactNow } from "../support/compaction";
import { call, calls, itemDone, says, streamed, wait, type Script } from "../support/scripted-client";
import { controllableTool } from "../support/controllable-tool";
import { scenario, type Scenario } from "../support/scenario";
import type { ScriptedAnswer, ScriptedHook } from "../support/scripted-hooks";
import { TestRuntime, countingIds } from "../support/test-session";

const PASS = { type: "pass" } as const;
const HANG: ScriptedAnswer = { type: "hang" };
const blocks = (reason: string) => ({ type: "block", reason }) as const;
/** A hook that answers so, one time after the other, and then passes. */
const inTurn =
  (...answers: ScriptedAnswer[]): ScriptedHook =>
  (_call, time) =>
    answers[time - 1] ?? PASS;
const prompt = (hookId: string, text: string): string => `<hook_prompt hook_run_id="${hookId}">\n${text}\n</hook_prompt>`;

function told<Event extends HookEvent>(thread: Scenario, event: Event): Extract<HookCall, { event: Event }>[] {
  return thread.runtime.hooks.calls.filter(
    (hookCall): hookCall is Extract<HookCall, { event: Event }> => hookCall.event === event,
  );
}

async function notices(thread: Scenario): Promise<string[]> {
  const { session } = await thread.runtime.manager.open(thread.id);
  return session.view.items.flatMap((item) => (item.type === "notice" ? [`${item.level} ${item.code}: ${item.text}`] : []));
}

async function kinds(thread: Scenario): Promise<string[]> {
  const { session } = await thread.runtime.manager.open(thread.id);
  return session.view.items.map(({ type }) => type);
}

describe("runtime.md §7 stop hooks", () => {
  test("§7 one blocks twice in a turn: three requests, flag false, true, true, one turn, both prompts in the file and on screen", async () => {
    const thread = await scenario({
      hooks: { stop: [inTurn(blocks("Test it."), blocks("Test it again."))] },
      scripts: [says("One."), says("Two."), says("Three.")],
    });
    expect(await thread.end()).toMatchObject({ id: thread.turnId, status: "completed" });
    expect(
      told(thread, "stop").map(({ stopHookActive, lastAssistantMessage }) => [stopHookActive, lastAssistantMessage]),
    ).toEqual([
      [false, "One."],
      [true, "Two."],
      [true, "Three."],
    ]);
    expect(thread.requests().at(-1)).toEqual([
      "user: go",
      "assistant: One.",
      `user: ${prompt("stop:0", "Test it.")}`,
      "assistant: Two.",
      `user: ${prompt("stop:0", "Test it again.")}`,
    ]);
    expect(thread.lines().filter((line) => line.startsWith("user: <hook_prompt"))).toHaveLength(2);
    expect(await kinds(thread)).toEqual([
      "userMessage",
      "agentMessage",
      "hookPrompt",
      "agentMessage",
      "hookPrompt",
      "agentMessage",
    ]);
    expect(thread.events("turn/started")).toHaveLength(1);
    expect(thread.events("turn/completed")).toHaveLength(1);
    expect(new Set(thread.runtime.hooks.places.map(({ turnId }) => turnId))).toEqual(new Set([thread.turnId]));
  });

  test("hooks that block again and again while the model only talks do not go on for ever; with work in between they may", async () => {
    const always = { stop: [() => blocks("Not yet.")] } as const;
    const talking = await scenario({ hooks: always, scripts: [] });
    expect((await talking.end()).status).toBe("completed");
    expect(talking.requests()).toHaveLength(11);
    expect(await notices(talking)).toEqual([
      expect.stringMatching(/^warning stopHooks: The stop hooks have sent the model on 10 times/),
    ]);

    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 1 }) });
    const rounds = Array.from({ length: 15 }, (_, index) => [calls(call(`c${index}`, "work")), says("Still at it.")]).flat();
    const stop = inTurn(...Array.from({ length: 15 }, () => blocks("Not yet.")));
    const working = await scenario({ hooks: { stop: [stop] }, tools: [tool], scripts: [...rounds, says("Done.")] });
    expect((await working.end()).status).toBe("completed");
    expect(working.requests()).toHaveLength(31);
    expect(await notices(working)).toEqual([]);
  });

  test("§7 the flag is of one turn", async () => {
    const thread = await scenario({ hooks: { stop: [inTurn(blocks("Test it."))] } });
    await thread.end();
    await thread.start("next");
    await thread.end();
    expect(told(thread, "stop").map(({ stopHookActive }) => stopHookActive)).toEqual([false, true, false]);
  });

  test("§7 several: all are asked, whoever blocks is heard, in the order they are declared, in one message", async () => {
    const thread = await scenario({
      hooks: { stop: [inTurn({ ...blocks("First."), afterMs: 500 }), () => PASS, inTurn(blocks("Third."))] },
    });
    await thread.end();
    expect(thread.requests()[1]?.at(-1)).toBe(`user: ${prompt("stop:0", "First.")}${prompt("stop:2", "Third.")}`);
    const { session } = await thread.runtime.manager.open(thread.id);
    expect(session.view.items.find(({ type }) => type === "hookPrompt")).toMatchObject({ fragments: ["First.", "Third."] });
  });

  const STOP = { type: "stop", reason: "enough" } as const;
  test.each([
    ["first", [() => STOP, inTurn(blocks("More."))]],
    ["last", [inTurn(blocks("More.")), () => STOP]],
  ])("§7 any that says stop (the %s) wins over those that block; then no after-turn hook runs", async (_name, stop) => {
    const thread = await scenario({ hooks: { stop, afterTurn: [() => PASS] } });
    expect((await thread.end()).status).toBe("completed");
    expect(thread.requests()).toHaveLength(1);
    expect(told(thread, "afterTurn")).toEqual([]);
  });

  test("§7 a block without a reason (a failed hook) is a warning, and the turn ends, with its after-turn hook", async () => {
    const thread = await scenario({
      hooks: { stop: [() => ({ type: "warning", message: "stop:0 blocked without a reason" })], afterTurn: [() => PASS] },
    });
    expect((await thread.end()).status).toBe("completed");
    expect(await notices(thread)).toEqual(["warning hook: stop:0 blocked without a reason"]);
    expect(thread.events("warning").map(({ params }) => params)).toMatchObject([{ message: "stop:0 blocked without a reason" }]);
    expect(told(thread, "afterTurn")).toEqual([{ event: "afterTurn", lastAssistantMessage: "Done." }]);
    expect(thread.requests()).toHaveLength(1);
  });

  test("§7 a warning beside a block: said, and the turn goes on", async () => {
    const thread = await scenario({ hooks: { stop: [inTurn({ type: "warning", message: "broken" }), inTurn(blocks("More."))] } });
    await thread.end();
    expect(thread.requests()).toHaveLength(2);
    expect(await notices(thread)).toEqual(["warning hook: broken"]);
  });

  test("§7 a steer that comes while a stop hook runs is sampled instead of ending; the hooks are asked again then", async () => {
    const thread = await scenario({ hooks: { stop: [inTurn({ ...PASS, afterMs: 500 })], afterTurn: [() => PASS] } });
    await thread.advance(100);
    await thread.steer("more");
    await thread.end();
    expect(thread.requests()).toEqual([["user: go"], ["user: go", "assistant: Done.", "user: more"]]);
    expect(told(thread, "stop").map(({ stopHookActive }) => stopHookActive)).toEqual([false, false]);
    expect(told(thread, "afterTurn")).toHaveLength(1);
  });

  test("§7 a steer that comes while a stop hook is about to block follows its prompt", async () => {
    const thread = await scenario({ hooks: { stop: [inTurn({ ...blocks("Test it."), afterMs: 500 })] } });
    await thread.advance(100);
    await thread.steer("more");
    await thread.end();
    expect(thread.requests()[1]?.slice(2)).toEqual([`user: ${prompt("stop:0", "Test it.")}`, "user: more"]);
  });

  test("§8 a steer that comes while a stop hook is about to say stop is not lost: a turn of its own follows", async () => {
    const thread = await scenario({ hooks: { stop: [inTurn({ ...STOP, afterMs: 500 })] } });
    await thread.advance(100);
    await thread.steer("more");
    expect((await thread.end()).status).toBe("completed");
    await thread.idle();
    expect(thread.events("turn/completed")).toHaveLength(2);
    expect(thread.requests().at(-1)).toEqual(["user: go", "assistant: Done.", "user: more"]);
  });

  test("§7 they are asked only when nothing more is needed: not behind a call, not while a steer waits", async () => {
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 0 }) });
    const slow: Script = { steps: [...streamed(["One."]), wait(100)], end: { type: "completed" } };
    const thread = await scenario({
      tools: [tool],
      hooks: { stop: [() => PASS] },
      scripts: [slow, calls(call("a", "work")), says("Three.")],
    });
    await thread.steer("more");
    await thread.end();
    expect(told(thread, "stop").map(({ lastAssistantMessage }) => lastAssistantMessage)).toEqual(["Three."]);
  });

  test("§8 a block opens the mail again", async () => {
    const thread = await scenario({ hooks: { stop: [inTurn({ ...blocks("Test it."), afterMs: 500 })] } });
    await thread.advance(100);
    await thread.mail("news");
    await thread.end();
    expect(thread.requests()[1]?.slice(2)).toEqual([
      `user: ${prompt("stop:0", "Test it.")}`,
      'user: <mail from="other">\nnews\n</mail>',
    ]);
  });

  test("§8 mail that comes while a stop hook passes waits for the next turn", async () => {
    const thread = await scenario({ hooks: { stop: [inTurn({ ...PASS, afterMs: 500 })] } });
    await thread.advance(100);
    await thread.mail("news");
    await thread.end();
    await thread.idle();
    expect(thread.requests()).toHaveLength(1);
    await thread.start("next");
    await thread.end();
    expect(thread.requests()[1]?.slice(2)).toEqual(['user: <mail from="other">\nnews\n</mail>', "user: next"]);
  });

  test.each(["stop", "afterTurn"] as const)(
    "I14 an interrupt while a %s hook hangs ends the turn at once, and the hook",
    async (event) => {
      const thread = await scenario({ hooks: { [event]: [() => HANG] } });
      await thread.advance(100);
      expect(thread.runtime.hooks.running).toBe(1);
      expect(await thread.interrupt()).toMatchObject({ status: "interrupted", tookMs: 0 });
      expect(thread.runtime.hooks.running).toBe(0);
      expect(thread.lines()).toContain("assistant: Done.");
    },
  );

  test("§7 a stopped or failed turn asks neither stop nor after-turn hooks, and a compaction by hand asks none", async () => {
    const hooks = { stop: [() => PASS], afterTurn: [() => PASS] };
    const thread = await scenario({
      hooks,
      scripts: [{ steps: [], end: { type: "hang" } }, { steps: [], end: { type: "rejected" } }, says("The summary.")],
    });
    await thread.interrupt();
    await thread.start("next");
    expect((await thread.end()).status).toBe("failed");
    await compactNow(thread);
    await thread.end();
    expect(thread.runtime.hooks.calls).toEqual([]);
  });

  test("§12 in a thread that is opened again the prompt is still there, on screen and for the model", async () => {
    const thread = await scenario({ hooks: { stop: [inTurn(blocks("Test it."))] }, scripts: [says("One."), says("Two.")] });
    await thread.end();
    const { store, clock } = thread.runtime;
    const copy = store.crashedAt(thread.id, store.bytes(thread.id).length);
    const next = new TestRuntime({ clock, store: copy, ids: countingIds("next") });
    const { session } = await next.manager.open(thread.id);
    expect(session.view.items.filter(({ type }) => type === "hookPrompt")).toMatchObject([{ fragments: ["Test it."] }]);
    expect(session.window.items.map(({ text }) => text)).toContain(prompt("stop:0", "Test it."));
  });
});

describe("after-turn hooks", () => {
  test("run once, last, with the last answer; what they answer changes nothing", async () => {
    const thread = await scenario({
      hooks: {
        stop: [inTurn(blocks("More."))],
        afterTurn: [() => blocks("never"), () => ({ type: "warning", message: "broken" })],
      },
      scripts: [says("One."), says("Two.")],
    });
    expect((await thread.end()).status).toBe("completed");
    expect(told(thread, "afterTurn")).toEqual([{ event: "afterTurn", lastAssistantMessage: "Two." }]);
    expect(thread.requests()).toHaveLength(2);
    expect(thread.lines().slice(-2)).toEqual(["cf_notice", "task_complete"]);
  });

  test("a steer is not taken in while one runs; a turn that is started then follows", async () => {
    const thread = await scenario({ hooks: { afterTurn: [inTurn({ ...PASS, afterMs: 500 })] } });
    await thread.advance(100);
    await expect(thread.steer("more")).rejects.toThrow(/no turn is running/);
    await thread.start("more");
    expect((await thread.end()).status).toBe("completed");
    expect(thread.events("turn/completed")).toHaveLength(2);
  });

  test("§8 what is said to start the next turn is on disk and acknowledged while one still runs; it stays with its turn", async () => {
    const thread = await scenario({ hooks: { afterTurn: [() => ({ type: "pass", afterMs: 60_000 })] } });
    await thread.advance(10);
    const next = thread.runtime.start(thread.id, "next", "next-1");
    await thread.advance(0);
    const { turnId } = await next;
    expect(thread.lines().at(-1)).toBe("cf_input start");
    expect(await thread.queue()).toEqual({ texts: [], paused: false });
    thread.turnId = turnId;
    await thread.end();
    expect(thread.requests().at(-1)).toEqual(["user: go", "assistant: Done.", "user: next"]);
    expect(thread.lines().filter((line) => line.startsWith("cf_input_end"))).toEqual(["cf_input_end sampled"]);
  });

  test("an answer without words is told as null", async () => {
    const thread = await scenario({
      hooks: { afterTurn: [() => PASS] },
      scripts: [calls(itemDone({ type: "reasoning", id: "r", summary: [{ type: "summary_text", text: "Hm." }] }))],
    });
    await thread.end();
    expect(told(thread, "afterTurn")).toEqual([{ event: "afterTurn", lastAssistantMessage: null }]);
  });
});
