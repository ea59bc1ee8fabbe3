import { describe, expect, test } from "vitest";
import { FULL, WINDOW, reports, windows, worker } from "../support/compaction";
import { controllableTool } from "../support/controllable-tool";
import { HANGS, statuses } from "../support/queue";
import { call, calls, event, itemDone, says, streamed, wait, type Script } from "../support/scripted-client";
import { scenario } from "../support/scenario";

const slowSum: Script = { steps: [wait(1000), ...streamed(["Sum."])], end: { type: "completed", usage: 10 } };

describe("runtime.md §7 §8 steers and what the model still owes", () => {
  test("§7 a steer that comes before the first request is out waits for the answer to the prompt", async () => {
    const thread = await scenario({
      scripts: [says("One."), says("Two.")],
      hooks: { userPromptSubmit: [() => ({ type: "pass", afterMs: 50 })] },
    });
    await thread.steer("and this");
    await thread.end();
    expect(thread.requests()).toEqual([["user: go"], ["user: go", "assistant: One.", "user: and this"]]);
  });

  test("§7 stop hooks are not asked while a steer waits", async () => {
    const thread = await scenario({
      scripts: [calls(wait(10), ...streamed(["One."])), says("Two.")],
      hooks: { stop: [() => ({ type: "pass" })] },
    });
    await thread.steer("and this");
    await thread.end();
    const asked = thread.runtime.hooks.calls.filter(({ event: name }) => name === "stop");
    expect(asked).toEqual([{ event: "stop", stopHookActive: false, lastAssistantMessage: "Two." }]);
  });

  test("§7 a steer that comes while the stop hooks pass is sampled by the same turn, and they are asked again", async () => {
    const thread = await scenario({
      scripts: [says("One."), says("Two.")],
      hooks: { stop: [() => ({ type: "pass", afterMs: 100 })] },
    });
    await thread.advance(50);
    await thread.steer("and this");
    await thread.end();
    expect(thread.requests()[1]).toEqual(["user: go", "assistant: One.", "user: and this"]);
    expect(thread.runtime.hooks.calls).toHaveLength(2);
    expect(statuses(thread)).toEqual(["completed"]);
  });

  test("§7 a steer that comes while a stop hook says stop goes to the front of the queue, and is sent next", async () => {
    const thread = await scenario({
      scripts: [says("One."), says("Two."), says("Three.")],
      hooks: { stop: [(_call, time) => (time === 1 ? { type: "stop", reason: "enough", afterMs: 100 } : { type: "pass" })] },
    });
    await thread.enqueue("later");
    await thread.advance(50);
    await thread.steer("and this");
    await thread.end();
    await thread.idle();
    expect(thread.lines()).toContain("cf_input_end returned");
    expect(thread.requests()[1]).toEqual(["user: go", "assistant: One.", "user: and this"]);
    expect(thread.requests()[2]?.at(-1)).toBe("user: later");
  });

  test("§7 what comes while the after-turn hook runs is not recorded into the turn that ends", async () => {
    const thread = await scenario({
      scripts: [says("One."), says("Two.")],
      hooks: { afterTurn: [() => ({ type: "pass", afterMs: 100 })] },
    });
    await thread.advance(50);
    await expect(thread.steer("late")).rejects.toMatchObject({ kind: "noActiveTurn" });
    await thread.start("late");
    await thread.end();
    const lines = thread.lines();
    expect(lines.indexOf("task_complete")).toBeLessThan(lines.indexOf("user: late"));
  });

  test("§7 §10 after a mid-turn compaction a steer waits until the model's own work was taken up again", async () => {
    const thread = await scenario({
      tools: [worker(10)],
      contextWindow: WINDOW,
      scripts: [reports(FULL, call("a", "work")), slowSum, says("Went on."), says("Done.")],
    });
    await thread.steer("and this");
    await thread.end();
    const [, asked, continued, last] = windows(thread);
    expect(asked?.join()).not.toContain("and this");
    expect(continued).toEqual(["user: go", "summary: Sum."]);
    expect(last).toEqual(["user: go", "summary: Sum.", "assistant: Went on.", "user: and this"]);
  });

  test("§7 §10 when only the steer needs a follow-up it stands right behind the summary", async () => {
    const thread = await scenario({
      contextWindow: WINDOW,
      scripts: [reports(FULL, wait(10), ...streamed(["One."])), slowSum, says("Done.")],
    });
    await thread.steer("and this");
    await thread.end();
    expect(windows(thread)).toEqual([
      ["user: go"],
      ["user: go", "assistant: One.", "<ask for a summary>"],
      ["user: go", "summary: Sum.", "user: and this"],
    ]);
  });

  test("§7 §10 an output alone that fills the window: compaction, the model's own work, and only then the steer", async () => {
    const thread = await scenario({
      tools: [worker(10, "x".repeat(4000))],
      contextWindow: WINDOW,
      scripts: [reports(100, call("a", "work")), slowSum, says("Went on."), says("Done.")],
    });
    await thread.steer("and this");
    await thread.end();
    const [, , continued, last] = windows(thread);
    expect(continued).toEqual(["user: go", "summary: Sum."]);
    expect(last?.at(-1)).toBe("user: and this");
    expect(thread.requests()).toHaveLength(4);
  });

  test("§7 the prompt of a turn whose compaction fails is on disk all the same (Codex loses it)", async () => {
    const thread = await scenario({
      contextWindow: WINDOW,
      scripts: [reports(FULL, ...streamed(["One."])), { steps: [], end: { type: "rejected" } }],
    });
    await thread.end();
    await thread.start("second");
    expect((await thread.end()).status).toBe("failed");
    expect(thread.lines()).toContain("user: second");
    const { session } = await thread.runtime.manager.open(thread.id);
    expect(session.transcriptItems.at(-1)).toMatchObject({ content: [{ text: "second" }] });
  });

  test("§8 a steer in time and a start at the same moment: one joins, the other is refused; neither is lost or doubled", async () => {
    const thread = await scenario({ tools: [worker(100)], scripts: [calls(call("a", "work")), says("Done.")] });
    const both = Promise.allSettled([
      thread.runtime.steer(thread.id, { turnId: thread.turnId, text: "one" }),
      thread.runtime.start(thread.id, "two"),
    ]);
    expect((await thread.runtime.until(both)).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await thread.end();
    expect(thread.requests()[1]?.at(-1)).toBe("user: one");
  });

  test("§8 two starts at the same moment in an idle thread: one turn begins, the other is refused", async () => {
    const thread = await scenario({});
    await thread.end();
    const both = Promise.allSettled([thread.runtime.start(thread.id, "one"), thread.runtime.start(thread.id, "two")]);
    const settled = await thread.runtime.until(both);
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await thread.idle();
    expect(thread.requests()[1]?.at(-1)).toBe("user: one");
    expect(thread.requests()).toHaveLength(2);
  });

  test("§5 §8 Stop: the marker is in the file before the end, and the end before it is told", async () => {
    let toldAt: string | undefined;
    const thread = await scenario({
      scripts: [HANGS],
      onEvent: ({ method, params }) => {
        if (method === "turn/completed") toldAt = thread.runtime.store.lines(params.threadId).at(-1);
      },
    });
    await thread.steer("unsaid");
    await thread.interrupt();
    expect(toldAt).toContain("turn_aborted");
    expect(thread.lines().slice(-2)).toEqual([expect.stringMatching(/^user: <turn_aborted>/), "turn_aborted"]);
  });
});

test("§4 a thought that is done does not preempt when nothing but a steer and an entry wait", async () => {
  const thought = itemDone({ type: "reasoning", summary: [{ type: "summary_text", text: "Hm." }] }, "r");
  const thread = await scenario({ scripts: [calls(wait(10), thought, ...streamed(["One."])), says("Two."), says("Three.")] });
  await thread.enqueue("later");
  await thread.steer("and this");
  await thread.idle();
  expect(thread.requests()[1]).toEqual(["user: go", "reasoning", "assistant: One.", "user: and this"]);
  expect(thread.requests()[2]?.at(-1)).toBe("user: later");
});

describe('runtime.md §4 steer: "instant"', () => {
  const instant = { settings: { steerMode: "instant" } } as const;

  test("§4 the stream is cut at once; the partial text is kept as incomplete, and the model reads it before the steer", async () => {
    const thread = await scenario({
      ...instant,
      scripts: [calls(...streamed(["One", " two", " three."], { gapMs: 50 })), says("Done.")],
    });
    await thread.advance(110);
    await thread.steer("hurry");
    expect(thread.requests()).toHaveLength(2);
    await thread.end();
    expect(thread.requests()[1]).toEqual(["user: go", "assistant incomplete: One two", "user: hurry"]);
    expect(thread.lines().slice(0, 6)).toEqual([
      "cf_input steer",
      "assistant incomplete: One two",
      "agent_message",
      "cf_input_end sampled",
      "user: hurry",
      "user_message",
    ]);
    expect(statuses(thread)).toEqual(["completed"]);
  });

  test("§7 a steer that waits behind a compaction does not cut the model's own continuation", async () => {
    const thread = await scenario({
      settings: { steerMode: "instant", autoCompactTokenLimit: 5000 },
      tools: [worker(100)],
      scripts: [
        { steps: [call("a", "work")], end: { type: "completed", usage: 5000 } },
        says("Summary."),
        { steps: streamed(["Going", " on."], { gapMs: 50 }), end: { type: "completed" } },
        says("Done."),
      ],
    });
    await thread.advance(50);
    await thread.steer("hurry");
    await thread.end();
    expect(thread.requests().map((items) => items.at(-1)?.split(":")[0])).toEqual(["user", "user", "user", "user"]);
    expect(thread.requests()[2]?.filter((item) => item.includes("hurry"))).toEqual([]);
    expect(thread.requests()[3]?.slice(-2)).toEqual(["assistant: Going on.", "user: hurry"]);
  });

  test("§4 before the first word too; nothing empty is kept", async () => {
    const thread = await scenario({ ...instant, scripts: [HANGS, says("Done.")] });
    await thread.steer("hurry");
    await thread.end();
    expect(thread.requests()).toEqual([["user: go"], ["user: go", "user: hurry"]]);
  });

  test("§5 tools that run are not stopped by it; their outputs come in order before the steer", async () => {
    const tool = controllableTool({
      name: "work",
      behaviour: (id) => ({ type: "returns", afterMs: id === "slow" ? 5000 : 5 }),
    });
    const thread = await scenario({
      ...instant,
      tools: [tool],
      scripts: [calls(call("slow", "work"), call("fast", "work"), ...streamed(["Wor", "king."], { gapMs: 50 })), says("Done.")],
    });
    await thread.advance(60);
    await thread.steer("hurry");
    await thread.end();
    expect(thread.requests()[1]).toEqual([
      "user: go",
      "call slow",
      "call fast",
      "assistant incomplete: Wor",
      "output slow: output of slow",
      "output fast: output of fast",
      "user: hurry",
    ]);
    expect(thread.toolItem("slow").status).toBe("completed");
  });

  test("§5 reasoning that was cut is superseded, and no tokens are counted for what was left", async () => {
    const half = [
      event({ type: "itemStarted", key: "r", id: "r", kind: "reasoning", phase: null }),
      event({ type: "summaryDelta", key: "r", summaryIndex: 0, delta: "Thin" }),
    ];
    const thread = await scenario({ ...instant, scripts: [{ steps: half, end: { type: "hang" } }, says("Done.")] });
    await thread.steer("hurry");
    await thread.end();
    expect(thread.lines().slice(0, 2)).toEqual(["cf_input steer", "superseded: Thin"]);
    expect(thread.lines().filter((line) => line === "token_count")).toHaveLength(1);
    expect(thread.requests()[1]).toEqual(["user: go", "user: hurry"]);
  });

  test("§6 calls that were held back until the response is complete are not started", async () => {
    const tool = worker(5);
    const thread = await scenario({
      settings: { steerMode: "instant", dispatch: "afterStream" },
      tools: [tool],
      scripts: [calls(call("a", "work"), wait(1000)), says("Done.")],
    });
    await thread.steer("hurry");
    await thread.end();
    expect(tool.started).toEqual([]);
    expect(thread.requests()[1]).toEqual([
      "user: go",
      "call a",
      "output a: not started: the response was cut before it completed",
      "user: hurry",
    ]);
  });

  test("§4 mail and entries of the queue do not cut the stream", async () => {
    const thread = await scenario({
      ...instant,
      scripts: [calls(...streamed(["One", " two."], { gapMs: 50 })), says("Two.")],
    });
    await thread.mail("note");
    await thread.enqueue("later");
    await thread.idle();
    expect(thread.lines()).toContain("assistant: One two.");
    expect(thread.requests()).toHaveLength(2);
  });

  test("§4 a steer while the outputs are awaited cuts nothing: it is said behind them", async () => {
    const thread = await scenario({ ...instant, tools: [worker(1000)], scripts: [calls(call("a", "work")), says("Done.")] });
    await thread.steer("hurry");
    await thread.end();
    expect(thread.requests()).toEqual([["user: go"], ["user: go", "call a", "output a: output of a", "user: hurry"]]);
  });

  test("§4 several steers in a row each cut what streams then", async () => {
    const slow = (text: string): Script => calls(...streamed([text, " more."], { gapMs: 50 }));
    const thread = await scenario({ ...instant, scripts: [slow("One"), slow("Two"), says("Done.")] });
    await thread.advance(60);
    await thread.steer("a");
    await thread.advance(60);
    await thread.steer("b");
    await thread.end();
    expect(thread.requests()[2]).toEqual([
      "user: go",
      "assistant incomplete: One",
      "user: a",
      "assistant incomplete: Two",
      "user: b",
    ]);
  });

  test("§4 Stop right behind a steer: interrupted; what streamed is kept, the steer is in the queue or was said", async () => {
    const thread = await scenario({ ...instant, scripts: [calls(...streamed(["One", " two."], { gapMs: 50 })), HANGS] });
    await thread.advance(60);
    const { session } = await thread.runtime.manager.open(thread.id);
    const steered = thread.runtime.steer(thread.id, { turnId: thread.turnId, text: "hurry" });
    const stopped = session.interrupt();
    await thread.runtime.until(Promise.all([steered, stopped]));
    expect((await thread.end()).status).toBe("interrupted");
    expect(thread.lines()).toContain("assistant incomplete: One");
    expect(await thread.queue()).toEqual({ texts: ["hurry"], paused: true });
  });
});
