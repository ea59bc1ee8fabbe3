import { describe, expect, test } from "vitest";
import { FULL, WINDOW, answers, compactNow, compactions, reports, windows, worker } from "../support/compaction";
import { call, calls, says, streamed, wait, type Script } from "../support/scripted-client";
import { modelRequests, scenario } from "../support/scenario";
import { TestRuntime, countingIds } from "../support/test-session";
import { threadBreaches } from "../support/thread-breaches";

const SLOWLY: Script = { steps: [wait(1000), ...streamed(["The summary."])], end: { type: "completed" } };
const MAIL = 'user: <mail from="other">\nnews\n</mail>';
const MID_TURN = { contextWindow: WINDOW, tools: [worker()] };

describe("runtime.md §10 when the window is compacted", () => {
  test("§10 over the limit with nothing left to do: not now; the next turn's preamble does it, behind the recorded input", async () => {
    const thread = await scenario({
      contextWindow: WINDOW,
      scripts: [answers("One.", FULL), says("The summary."), says("Two.")],
    });
    await thread.end();
    expect(windows(thread)).toEqual([["user: go"]]);
    await thread.start("next");
    expect((await thread.end()).status).toBe("completed");
    expect(windows(thread).slice(1)).toEqual([
      ["user: go", "assistant: One.", "<ask for a summary>"],
      ["user: go", "summary: The summary.", "user: next"],
    ]);
    expect(thread.lines().slice(4)).toEqual([
      "cf_input start",
      "task_started",
      "turn_context",
      "cf_input_end sampled",
      "user: next",
      "user_message",
      "token_count",
      "compacted: The summary.",
      "context_compacted",
      "token_count",
      "assistant: Two.",
      "agent_message",
      "token_count",
      "task_complete",
    ]);
    expect(await compactions(thread)).toMatchObject([{ trigger: "preTurn", status: "completed", turnId: thread.turnId }]);
  });

  // The incoming input "next" counts as 5 tokens: what is compared is what would be sent.
  test.each([
    { name: "90 % of the window: below", contextWindow: WINDOW, limit: null, usage: 894, isCompacted: false },
    { name: "90 % of the window: reached", contextWindow: WINDOW, limit: null, usage: 895, isCompacted: true },
    { name: "a smaller setting wins: below", contextWindow: WINDOW, limit: 500, usage: 494, isCompacted: false },
    { name: "a smaller setting wins: reached", contextWindow: WINDOW, limit: 500, usage: 495, isCompacted: true },
    { name: "a larger setting is cut to 90 %", contextWindow: WINDOW, limit: 5000, usage: 895, isCompacted: true },
    { name: "a setting alone: reached", contextWindow: null, limit: 500, usage: 495, isCompacted: true },
    { name: "neither is known", contextWindow: null, limit: null, usage: 9_000_000, isCompacted: false },
  ])("§10 the limit keeps a reserve for the compaction: $name", async ({ contextWindow, limit, usage, isCompacted }) => {
    const thread = await scenario({
      contextWindow,
      settings: { autoCompactTokenLimit: limit },
      scripts: [answers("One.", usage), says("Two.")],
    });
    await thread.end();
    await thread.start("next");
    await thread.end();
    expect(windows(thread)[1]?.includes("<ask for a summary>")).toBe(isCompacted);
  });

  test("§10 mid-turn: drained first, one request without tools for the summary, then the model goes on in the same turn", async () => {
    const thread = await scenario({
      contextWindow: WINDOW,
      tools: [worker(50)],
      scripts: [reports(FULL, call("a", "work"), call("b", "work")), says("The summary."), says("Done.")],
    });
    expect((await thread.end()).status).toBe("completed");
    expect(windows(thread)).toEqual([
      ["user: go"],
      ["user: go", "call a", "call b", "output a: output of a", "output b: output of b", "<ask for a summary>"],
      ["user: go", "summary: The summary."],
    ]);
    const requests = modelRequests(thread.runtime);
    expect(requests.map(({ tools }) => tools.length > 0)).toEqual([true, false, true]);
    expect(new Set(requests.map(({ instructions, turnId }) => instructions + turnId)).size).toBe(1);
    expect(thread.events("turn/started")).toHaveLength(1);
    expect(await compactions(thread)).toMatchObject([{ trigger: "midTurn", status: "completed", summary: "The summary." }]);
  });

  test("§10 the output of a tool alone may reach the limit (by estimate, on top of what was reported)", async () => {
    const thread = await scenario({
      contextWindow: WINDOW,
      tools: [worker(0, "x".repeat(4 * WINDOW))],
      scripts: [calls(call("a", "work")), says("The summary."), says("Done.")],
    });
    await thread.end();
    expect(windows(thread).at(-1)).toEqual(["user: go", "summary: The summary."]);
  });

  test("§10 manual: a turn of its own, with the item, and the next turn starts from the summary", async () => {
    const thread = await scenario({ scripts: [says("One."), says("The summary."), says("Two.")] });
    await thread.end();
    await compactNow(thread);
    expect(await thread.end()).toMatchObject({ id: thread.turnId, status: "completed" });
    expect(windows(thread)).toHaveLength(2);
    await thread.start("next");
    await thread.end();
    expect(windows(thread).slice(1)).toEqual([
      ["user: go", "assistant: One.", "<ask for a summary>"],
      ["user: go", "summary: The summary.", "user: next"],
    ]);
    expect(await compactions(thread)).toMatchObject([{ trigger: "manual", status: "completed" }]);
  });

  test("§10 manual twice: the second is shown the first summary and keeps the person's words only", async () => {
    const thread = await scenario({ scripts: [says("One."), says("First."), says("Two."), says("Second."), says("Three.")] });
    await thread.end();
    await compactNow(thread);
    await thread.end();
    await thread.start("next");
    await thread.end();
    await compactNow(thread);
    await thread.end();
    await thread.start("last");
    await thread.end();
    expect(windows(thread).slice(3)).toEqual([
      ["user: go", "summary: First.", "user: next", "assistant: Two.", "<ask for a summary>"],
      ["user: go", "user: next", "summary: Second.", "user: last"],
    ]);
  });

  test("§10 manual in a thread without anything said still asks once and ends", async () => {
    const runtime = new TestRuntime({ scripts: [says("Nothing was said.")] });
    const { id } = await runtime.startThread();
    const { result } = await runtime.until(runtime.manager.compact(id));
    await runtime.until(runtime.turnEnd(id, result));
    expect(await threadBreaches(runtime, id)).toEqual([]);
    const [instructions] = (await runtime.manager.open(id)).session.window.items;
    const tokensBefore = instructions?.estimatedTokens;
    expect(await compactions({ runtime, id })).toMatchObject([{ status: "completed", tokensBefore }]);
  });

  test("§10 manual while a turn runs is refused; steers before and after it arrive verbatim and in order (bug report 59)", async () => {
    const thread = await scenario({ tools: [worker(100)], scripts: [calls(call("a", "work")), says("Done.")] });
    await thread.steer("A");
    await expect(thread.runtime.manager.compact(thread.id)).rejects.toThrow(/running/);
    await thread.steer("B");
    await thread.end();
    expect(windows(thread).at(-1)?.slice(-2)).toEqual(["user: A", "user: B"]);
    expect(await compactions(thread)).toEqual([]);
  });

  test("§7 new_context: the window is made anew in the same turn, below any limit, and the request is used up", async () => {
    const thread = await scenario({
      ...MID_TURN,
      scripts: [calls(call("n", "new_context")), says("The summary."), calls(call("a", "work")), says("Done.")],
    });
    expect((await thread.end()).status).toBe("completed");
    expect(windows(thread)).toEqual([
      ["user: go"],
      ["user: go", "call n", "output n: A new context window starts before the next request.", "<ask for a summary>"],
      ["user: go", "summary: The summary."],
      ["user: go", "summary: The summary.", "call a", "output a: output of a"],
    ]);
    expect(await compactions(thread)).toMatchObject([{ trigger: "newContext" }]);
  });

  test("§7 new_context over the limit: one compaction, not two", async () => {
    const thread = await scenario({
      ...MID_TURN,
      scripts: [reports(FULL, call("n", "new_context")), says("The summary."), says("Done.")],
    });
    await thread.end();
    expect(await compactions(thread)).toMatchObject([{ trigger: "newContext" }]);
  });

  test("§7 new_context is used up only when the model is asked again: not at the end of a turn whose retry needed nothing more", async () => {
    const thread = await scenario({
      scripts: [{ steps: [call("n", "new_context")], end: { type: "cut" } }, says("Done."), says("Next.")],
    });
    expect((await thread.end()).status).toBe("completed");
    await thread.start("next");
    await thread.end();
    expect(await compactions(thread)).toEqual([]);
    expect(windows(thread)).toHaveLength(3);
  });

  test("bug report 70: a new window without the old one still holds the person's request, and every call was answered before", async () => {
    const thread = await scenario({
      tools: [worker(50)],
      scripts: [calls(call("n", "new_context"), call("a", "work")), says("The summary."), says("Done.")],
    });
    await thread.end();
    expect(windows(thread)[1]).toContain("output a: output of a");
    expect(windows(thread)[2]).toEqual(["user: go", "summary: The summary."]);
  });

  test("§10 several compactions in one turn: seven requests, each compaction is shown the summary before", async () => {
    const thread = await scenario({
      ...MID_TURN,
      scripts: [1, 2, 3].flatMap((n) => [reports(FULL, call(`c${n}`, "work")), says(`Summary ${n}.`)]).concat(says("Done.")),
    });
    expect((await thread.end()).status).toBe("completed");
    expect(windows(thread)).toHaveLength(7);
    expect(windows(thread).filter((items) => items.at(-1) === "<ask for a summary>")).toEqual([
      ["user: go", "call c1", "output c1: output of c1", "<ask for a summary>"],
      ["user: go", "summary: Summary 1.", "call c2", "output c2: output of c2", "<ask for a summary>"],
      ["user: go", "summary: Summary 2.", "call c3", "output c3: output of c3", "<ask for a summary>"],
    ]);
    expect(thread.events("turn/started")).toHaveLength(1);
  });

  const fillsAgain = (n: number): Script[] => [reports(FULL, call(`c${n}`, "work")), says(`Summary ${n}.`)];

  test.each(["63", "64"])(
    "bug report %s: five compactions in a row, each filled by the next step, end the turn in words",
    async () => {
      const thread = await scenario({ ...MID_TURN, scripts: [1, 2, 3, 4, 5, 6, 7].flatMap(fillsAgain) });
      expect(await thread.end()).toMatchObject({
        status: "failed",
        error: { code: "compactionFailed", message: expect.stringContaining("5 compactions"), action: expect.any(String) },
      });
      expect(await compactions(thread)).toHaveLength(5);
      expect(windows(thread)).toHaveLength(11);
    },
  );

  test("§10 a step that leaves room counts as progress", async () => {
    const progress = calls(call("p", "work"));
    const scripts = [...[1, 2, 3].flatMap(fillsAgain), progress, ...[4, 5, 6].flatMap(fillsAgain), says("Done.")];
    const thread = await scenario({ ...MID_TURN, scripts });
    expect((await thread.end()).status).toBe("completed");
    expect(await compactions(thread)).toHaveLength(6);
  });

  test("§10 a step that the server refuses as too long fails its turn and marks the window full; the next turn compacts first", async () => {
    const tooLong = { code: "contextWindowExceeded", message: "too long" } as const;
    const thread = await scenario({
      contextWindow: null,
      scripts: [{ steps: [], end: { type: "rejected", error: tooLong } }, says("The summary."), says("Two.")],
    });
    expect(await thread.end()).toMatchObject({ status: "failed", error: tooLong });
    await thread.start("next");
    expect((await thread.end()).status).toBe("completed");
    expect(windows(thread).slice(1)).toEqual([
      ["user: go", "<ask for a summary>"],
      ["user: go", "summary: The summary.", "user: next"],
    ]);
  });

  test("§10 a thread opened over its limit is compacted at the next prompt, not when it is opened", async () => {
    const thread = await scenario({ contextWindow: WINDOW, scripts: [answers("One.", FULL)] });
    await thread.end();
    const { store, clock } = thread.runtime;
    const copy = store.crashedAt(thread.id, store.bytes(thread.id).length);
    const scripts = [says("The summary."), says("Two.")];
    const next = new TestRuntime({ clock, store: copy, ids: countingIds("next"), contextWindow: WINDOW, scripts });
    await next.manager.open(thread.id);
    expect(copy.appends).toEqual([]);
    await next.turn(thread.id, "next");
    expect(await compactions({ runtime: next, id: thread.id })).toMatchObject([{ trigger: "preTurn", status: "completed" }]);
  });
});

describe("runtime.md §10 a steer and a compaction", () => {
  test("§7 a steer waits until the model's own continuation has been sampled", async () => {
    const thread = await scenario({
      contextWindow: WINDOW,
      tools: [worker(100)],
      scripts: [reports(FULL, call("a", "work")), says("The summary."), says("Going on."), says("Steered.")],
    });
    await thread.steer("more");
    await thread.end();
    expect(windows(thread)).toEqual([
      ["user: go"],
      ["user: go", "call a", "output a: output of a", "<ask for a summary>"],
      ["user: go", "summary: The summary."],
      ["user: go", "summary: The summary.", "assistant: Going on.", "user: more"],
    ]);
  });

  test("§7 also when the output of a tool is what reached the limit, and when the steer came during the compaction", async () => {
    const thread = await scenario({
      contextWindow: WINDOW,
      tools: [worker(100, "x".repeat(4 * WINDOW))],
      scripts: [
        calls(call("a", "work")),
        { steps: [wait(1000), ...streamed(["The summary."])], end: { type: "completed" } },
        says("Going on."),
      ],
    });
    await thread.advance(500);
    await thread.steer("more");
    await thread.end();
    expect(windows(thread).map((items) => items.includes("user: more"))).toEqual([false, false, false, true]);
  });

  test("§7 a steer that alone needs a follow-up stands right behind the summary and is not in the compaction's request", async () => {
    const thread = await scenario({
      contextWindow: WINDOW,
      scripts: [
        { steps: [...streamed(["One."]), wait(100)], end: { type: "completed", usage: FULL } },
        says("The summary."),
        says("Steered."),
      ],
    });
    await thread.steer("more");
    await thread.end();
    expect(windows(thread)).toEqual([
      ["user: go"],
      ["user: go", "assistant: One.", "<ask for a summary>"],
      ["user: go", "summary: The summary.", "user: more"],
    ]);
  });

  test("§7 a steer during the preamble's compaction waits until the turn's own input was answered", async () => {
    const thread = await scenario({
      contextWindow: WINDOW,
      scripts: [answers("One.", FULL), SLOWLY, says("Two."), says("Steered.")],
    });
    await thread.end();
    await thread.start("next");
    await thread.advance(500);
    await thread.steer("more");
    await thread.end();
    expect(windows(thread).slice(2)).toEqual([
      ["user: go", "summary: The summary.", "user: next"],
      ["user: go", "summary: The summary.", "user: next", "assistant: Two.", "user: more"],
    ]);
  });

  test("§7 trigger mail that alone needs a follow-up stands right behind the summary", async () => {
    const thread = await scenario({
      contextWindow: WINDOW,
      scripts: [
        { steps: [wait(100), ...streamed(["One."])], end: { type: "completed", usage: FULL } },
        says("The summary."),
        says("Read."),
      ],
    });
    await thread.mail("news", { triggerTurn: true });
    await thread.end();
    expect(windows(thread).slice(1)).toEqual([
      ["user: go", "assistant: One.", "<ask for a summary>"],
      ["user: go", "summary: The summary.", MAIL],
    ]);
  });

  test("bug report 58: a steer that was answered stands before the summary, among what was dealt with", async () => {
    const thread = await scenario({
      tools: [worker(100)],
      scripts: [calls(call("a", "work")), says("Done with both."), says("The summary."), says("Two.")],
    });
    await thread.steer("more");
    await thread.end();
    await compactNow(thread);
    await thread.end();
    await thread.start("next");
    await thread.end();
    expect(windows(thread).at(-1)).toEqual(["user: go", "user: more", "summary: The summary.", "user: next"]);
    expect(thread.requests().at(-1)?.[2]).toContain("have been dealt with unless the summary says otherwise");
  });

  test("§8 a steer into a manual compaction is sampled in a turn of its own, behind the summary (bug report 61)", async () => {
    const thread = await scenario({ scripts: [says("One."), SLOWLY, says("Steered.")] });
    await thread.end();
    await compactNow(thread);
    await thread.steer("more");
    expect((await thread.end()).status).toBe("completed");
    await thread.idle();
    expect(windows(thread).at(-1)).toEqual(["user: go", "summary: The summary.", "user: more"]);
    expect(await thread.queue()).toEqual({ texts: [], paused: false });
  });

  test("§8 input for the queue during a manual compaction is sent by itself, behind the summary (bug report 61)", async () => {
    const thread = await scenario({ scripts: [says("One."), SLOWLY, says("Queued.")] });
    await thread.end();
    await compactNow(thread);
    await thread.enqueue("later");
    await thread.end();
    await thread.idle();
    expect(windows(thread).at(-1)).toEqual(["user: go", "summary: The summary.", "user: later"]);
  });

  test("§10 a turn that begins with a queued input compacts first, too", async () => {
    const thread = await scenario({
      contextWindow: WINDOW,
      scripts: [{ steps: [...streamed(["One."]), wait(100)], end: { type: "completed", usage: FULL } }, says("The summary.")],
    });
    await thread.enqueue("later");
    await thread.end();
    await thread.idle();
    expect(windows(thread).slice(1)).toEqual([
      ["user: go", "assistant: One.", "<ask for a summary>"],
      ["user: go", "summary: The summary.", "user: later"],
    ]);
  });

  test("§10 a turn that mail has started compacts first; the mail stands behind the summary", async () => {
    const thread = await scenario({ contextWindow: WINDOW, scripts: [answers("One.", FULL), says("The summary.")] });
    await thread.end();
    await thread.mail("news", { triggerTurn: true });
    await thread.idle();
    expect(windows(thread).slice(1)).toEqual([
      ["user: go", "assistant: One.", "<ask for a summary>"],
      ["user: go", "summary: The summary.", MAIL],
    ]);
  });

  test("§10 everything that the turn has brought before the compaction stands behind the summary: mail, a hook's context, the input", async () => {
    const thread = await scenario({
      contextWindow: WINDOW,
      hooks: {
        userPromptSubmit: [(_hookCall, time) => (time === 2 ? { type: "pass", context: "branch main" } : { type: "pass" })],
      },
      scripts: [answers("One.", FULL), says("The summary.")],
    });
    await thread.end();
    await thread.mail("news");
    await thread.start("next");
    await thread.end();
    expect(windows(thread).slice(1)).toEqual([
      ["user: go", "assistant: One.", "<ask for a summary>"],
      ["user: go", "summary: The summary.", MAIL, "developer: branch main", "user: next"],
    ]);
  });
});
