import { describe, expect, test } from "vitest";
import { FULL, WINDOW, answers, compactNow, windows, worker } from "../support/compaction";
import { controllableTool } from "../support/controllable-tool";
import { call, calls, says, wait, type Script } from "../support/scripted-client";
import { modelRequests, scenario, type Scenario } from "../support/scenario";
import { TestRuntime, countingIds } from "../support/test-session";

/** The reminder at so many seconds behind the clock's start, 03:04:05 UTC. */
function reminder(seconds: number): string {
  const [utc, local] = [0, 3600].map((zone) =>
    new Date(Date.UTC(2026, 0, 2, 3, 4, 5) + (seconds + zone) * 1000).toISOString().slice(0, 19).replace("T", " "),
  );
  return `developer: <current_time_reminder>It is ${utc} UTC, ${local} in Test/Plus_One.</current_time_reminder>`;
}

const every = (reminderSeconds: number | null) => ({ settings: { reminderSeconds } });

async function nextTurn(thread: Scenario, text: string, afterSeconds = 0): Promise<void> {
  await thread.advance(afterSeconds * 1000);
  await thread.start(text);
  await thread.end();
}

describe("runtime.md §9 the model is told the time", () => {
  test("not at all when the setting is absent", async () => {
    const thread = await scenario(every(null));
    await thread.end();
    await nextTurn(thread, "next", 3600);
    expect(thread.requests()).toEqual([["user: go"], ["user: go", "assistant: Done.", "user: next"]]);
  });

  test("behind the input, at the first request, and again once the interval has passed; those before stay", async () => {
    const thread = await scenario(every(60));
    await thread.end();
    await nextTurn(thread, "too soon", 59);
    await nextTurn(thread, "due", 1);
    expect(thread.requests().at(-1)).toEqual([
      "user: go",
      reminder(0),
      "assistant: Done.",
      "user: too soon",
      "assistant: Done.",
      "user: due",
      reminder(60),
    ]);
  });

  test("also between the steps of one turn, behind the outputs", async () => {
    const thread = await scenario({
      ...every(60),
      tools: [worker(90_000)],
      scripts: [calls(call("a", "work")), calls(call("b", "clock.current_time")), says("Done.")],
    });
    await thread.end();
    expect(thread.requests().at(-1)).toEqual([
      "user: go",
      reminder(0),
      "call a",
      "output a: output of a",
      reminder(90),
      "call b",
      "output b: It is 2026-01-02 03:05:35 UTC, 2026-01-02 04:05:35 in Test/Plus_One.",
    ]);
  });

  test("at every request with 0, also when the clock was set back", async () => {
    const thread = await scenario(every(0));
    await thread.end();
    await thread.runtime.clock.jump(-3_600_000);
    await nextTurn(thread, "next");
    expect(
      thread
        .requests()
        .at(-1)
        ?.filter((item) => item.startsWith("developer")),
    ).toEqual([reminder(0), reminder(-3600)]);
  });

  test("not because the clock was set back", async () => {
    const thread = await scenario(every(60));
    await thread.end();
    await thread.runtime.clock.jump(-3_600_000);
    await nextTurn(thread, "next");
    expect(
      thread
        .requests()
        .at(-1)
        ?.filter((item) => item.startsWith("developer")),
    ).toEqual([reminder(0)]);
  });

  test("not on a retry, however long it was waited for", async () => {
    const offline: Script = { steps: [], end: { type: "noConnection" } };
    const thread = await scenario({ ...every(1), scripts: [offline, offline, says("Back.")] });
    await thread.end();
    expect(thread.requests()).toEqual(Array(3).fill(["user: go", reminder(0)]));
  });

  test("is in the file, on the screen as context alone, and in the prompt of a thread that is opened again, which tells the time anew", async () => {
    const thread = await scenario(every(3600));
    await thread.end();
    const { session } = await thread.runtime.manager.open(thread.id);
    expect(session.view.items).toMatchObject([
      { type: "userMessage" },
      { type: "context", kind: "time" },
      { type: "agentMessage" },
    ]);
    const { store, clock } = thread.runtime;
    const copy = store.crashedAt(thread.id, store.bytes(thread.id).length);
    const next = new TestRuntime({ clock, store: copy, ids: countingIds("next"), ...every(3600) });
    await next.turn(thread.id, "next");
    const texts = JSON.stringify(modelRequests(next).at(-1)?.input);
    expect(texts.match(/<current_time_reminder>/g)).toHaveLength(2);
  });

  test("again after a compaction, within the interval too, behind the summary and the input; the compaction's request gets none", async () => {
    const thread = await scenario({
      ...every(3600),
      contextWindow: WINDOW,
      scripts: [answers("One.", FULL), says("The summary."), says("Two.")],
    });
    await thread.end();
    await nextTurn(thread, "next");
    expect(windows(thread)).toEqual([
      ["user: go", reminder(0)],
      ["user: go", reminder(0), "assistant: One.", "<ask for a summary>"],
      ["user: go", "summary: The summary.", "user: next", reminder(0)],
    ]);
  });

  test("not again after a compaction that failed", async () => {
    const thread = await scenario({ ...every(3600), scripts: [says("One."), calls(), says("Two.")] });
    await thread.end();
    await compactNow(thread);
    expect((await thread.end()).status).toBe("failed");
    await nextTurn(thread, "next");
    expect(thread.requests().at(-1)).toEqual(["user: go", reminder(0), "assistant: One.", "user: next"]);
  });
});

const sleeping = () => scenario({ scripts: [calls(call("s", "clock.sleep", { seconds: 60 })), says("Done.")] });

function slept(thread: Scenario): string | undefined {
  return thread.lines().find((line) => line.startsWith("output s: "));
}

describe("runtime.md §9 a clock that jumps (bug report 40)", () => {
  test("bug report 40: forward, short of the deadline: the sleep ends when the wall clock gets there", async () => {
    const thread = await sleeping();
    await thread.advance(10_000);
    await thread.runtime.clock.jump(30_000);
    expect(thread.runtime.clock.pending).toBe(1);
    const nowMs = thread.runtime.clock.nowMs();
    await thread.end();
    expect(thread.runtime.clock.nowMs() - nowMs).toBe(20_000);
    expect(slept(thread)).toBe("output s: Slept 60.0s of 60s: elapsed");
  });

  test("bug report 40: forward, over the deadline: overdue, it ends at once and says how long it was", async () => {
    const thread = await sleeping();
    await thread.runtime.clock.jump(3_600_000);
    await thread.end();
    expect(slept(thread)).toBe("output s: Slept 3600.0s of 60s: elapsed");
  });

  test("bug report 40: backward: the recorded deadline holds, one wait is pending, not many", async () => {
    const thread = await sleeping();
    const deadlineMs = thread.runtime.clock.nowMs() + 60_000;
    await thread.advance(30_000);
    await thread.runtime.clock.jump(-3_600_000);
    expect(thread.runtime.clock.deadlines).toEqual([deadlineMs]);
    await thread.end();
    expect(thread.runtime.clock.nowMs()).toBe(deadlineMs);
    expect(thread.toolItem("s")).toMatchObject({ outcome: "elapsed", deadlineMs });
  });

  test.each([-3_600_000, 20_000])("bug report 40: a steer still ends it after a jump of %i ms", async (ms) => {
    const thread = await sleeping();
    await thread.advance(30_000);
    await thread.runtime.clock.jump(ms);
    await thread.steer("now");
    const nowMs = thread.runtime.clock.nowMs();
    await thread.end();
    expect(thread.runtime.clock.nowMs()).toBe(nowMs);
    expect(slept(thread)).toBe(`output s: Slept ${ms < 0 ? "0.0" : "50.0"}s of 60s: new input arrived`);
  });

  test("bug report 40: backward over its own beginning, then stopped: no time below zero is told", async () => {
    const thread = await sleeping();
    await thread.runtime.clock.jump(-3_600_000);
    expect((await thread.interrupt()).status).toBe("interrupted");
    expect(thread.toolItem("s")).toMatchObject({ outcome: "interrupted", sleptMs: 0 });
  });
});

describe("runtime.md §9 every way out of a sleep", () => {
  const ways: [string, string, (thread: Scenario) => Promise<unknown>][] = [
    ["the deadline", "Slept 60.0s of 60s: elapsed", (thread) => thread.advance(60_000)],
    ["a steer", "Slept 0.0s of 60s: new input arrived", (thread) => thread.steer("now")],
    ["mail, queue-only mail too", "Slept 0.0s of 60s: new input arrived", (thread) => thread.mail("news")],
    ["mail that asks for a turn", "Slept 0.0s of 60s: new input arrived", (thread) => thread.mail("news", { triggerTurn: true })],
    ["Wake now", "Slept 0.0s of 60s: woken by the user", (thread) => thread.wake("s")],
    ["Stop", "aborted by user after 0.0s", (thread) => thread.interrupt()],
    [
      "the end of the program",
      "aborted: the app stopped before this call finished; effects may stand",
      (thread) => thread.runtime.until(thread.runtime.manager.closeAll()),
    ],
  ];

  test.each(ways)("§9 %s: the item is completed once, and no timer, no listener is left", async (_name, output, leave) => {
    const thread = await sleeping();
    expect(thread.runtime.clock.pending).toBe(1);
    await leave(thread);
    await thread.end();
    expect(slept(thread)).toBe(`output s: ${output}`);
    expect(thread.runtime.clock.pending).toBe(0);
    expect(thread.events("item/completed").filter(({ params }) => "item" in params && params.item.id === "s")).toHaveLength(1);
  });

  test("§9 a full disk while it sleeps: the turn ends, no timer is left", async () => {
    const thread = await sleeping();
    thread.facts = { hasFault: true };
    const { store } = thread.runtime;
    store.failAppend(store.appends.length + 1);
    await expect(thread.steer("now")).rejects.toThrow(/disk is full/);
    expect(await thread.end()).toMatchObject({ status: "failed", error: { code: "storage" } });
    expect(thread.runtime.clock.pending).toBe(0);
  });

  test("§9 a stream that is cut behind it cancels nothing: it is slept to its end, then the retry begins", async () => {
    const thread = await scenario({
      scripts: [{ steps: [call("s", "clock.sleep", { seconds: 60 })], end: { type: "cut" } }, says("Done.")],
    });
    await thread.advance(59_000);
    expect(thread.requests()).toHaveLength(1);
    await thread.end();
    expect(slept(thread)).toBe("output s: Slept 60.0s of 60s: elapsed");
  });

  test("§8 input for the queue wakes nobody", async () => {
    const thread = await sleeping();
    await thread.advance(10_000);
    await thread.enqueue("later");
    await thread.end();
    expect(slept(thread)).toBe("output s: Slept 60.0s of 60s: elapsed");
    await thread.idle();
  });

  test("§9 stopped while another call runs beside a sleep that waits at the gate: neither leaves anything", async () => {
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "untilAbort", afterMs: 0 }) });
    const thread = await scenario({
      tools: [tool],
      scripts: [calls(call("a", "work"), wait(10), call("s", "clock.sleep", { seconds: 60 }))],
    });
    await thread.advance(100);
    await thread.interrupt();
    expect(thread.runtime.clock.pending).toBe(0);
    expect(thread.lines()).not.toContain("running s");
  });
});
