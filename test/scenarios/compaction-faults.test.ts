import { describe, expect, test } from "vitest";
import type { Notification } from "../../shared/protocol/event";
import type { ResponseItem } from "../../shared/protocol/response-item";
import { isOpen } from "../../shared/protocol/turn-item";
import { gate } from "../support/gate";
import type { MemoryRolloutStore } from "../support/memory-rollout-store";
import { FULL, WINDOW, answers, compactNow, compactions, reports, windows, worker } from "../support/compaction";
import { call, calls, says, streamed, wait, type Script, type ScriptEnd } from "../support/scripted-client";
import { scenario, type Scenario } from "../support/scenario";
import { TestRuntime, brief, countingIds, type TestOptions } from "../support/test-session";
import { threadBreaches } from "../support/thread-breaches";

const ends = (end: ScriptEnd, ...steps: Script["steps"]): Script => ({ steps, end });
const TOO_LONG = ends({ type: "rejected", error: { code: "contextWindowExceeded", message: "too long" } });
const CUT = ends({ type: "cut" });
const ASK = "<ask for a summary>";

/** A thread whose next turn compacts first, then is answered as the scripts say. */
async function full(scripts: readonly Script[], options: TestOptions = {}): Promise<Scenario> {
  const thread = await scenario({ contextWindow: WINDOW, ...options, scripts: [answers("One.", FULL), ...scripts] });
  await thread.end();
  return thread;
}

/** The same, with its next turn begun. */
async function compacting(scripts: readonly Script[], options: TestOptions = {}): Promise<Scenario> {
  const thread = await full(scripts, options);
  await thread.start("next");
  await thread.advance(0);
  return thread;
}

type ErrorParams = Extract<Notification, { method: "error" }>["params"];

function retries(thread: Scenario): ErrorParams[] {
  return thread.events("error").flatMap((event) => (event.method === "error" ? [event.params] : []));
}

/** That nothing came of it: the model would be sent what it would have been sent before. */
async function expectUnchanged(thread: Scenario): Promise<void> {
  expect(thread.lines().filter((line) => line.startsWith("compacted"))).toEqual([]);
  const { session } = await thread.runtime.manager.open(thread.id);
  expect(session.window.items.slice(1, 4).map(({ text }) => text)).toEqual(["go", "One.", "next"]);
}

describe("runtime.md §10 the compaction's request does not fit", () => {
  const ARGUMENTS = { text: "q".repeat(100) };

  test("bug report 65: oldest items go first, a call with its output, never the prompt; then it is tried again", async () => {
    const scripts = [
      calls(call("a", "work", ARGUMENTS), call("b", "work", ARGUMENTS)),
      reports(FULL, call("c", "work", ARGUMENTS)),
      TOO_LONG,
      TOO_LONG,
      says("The summary."),
      says("Done."),
    ];
    const thread = await scenario({ contextWindow: WINDOW, tools: [worker(0, "z".repeat(100))], scripts });
    expect((await thread.end()).status).toBe("completed");
    const output = (id: string): string => `output ${id}: ${"z".repeat(100)}`;
    expect(windows(thread).slice(2)).toEqual([
      ["user: go", "call a", "call b", output("a"), output("b"), "call c", output("c"), ASK],
      ["call b", output("b"), "call c", output("c"), ASK],
      ["call c", output("c"), ASK],
      ["user: go", "summary: The summary."],
    ]);
  });

  test("§10 what was left out of the request stays with the person and, as their words, in the new window", async () => {
    const thread = await compacting([TOO_LONG, says("The summary."), says("Two.")]);
    expect((await thread.end()).status).toBe("completed");
    expect(windows(thread).at(-1)).toEqual(["user: go", "summary: The summary.", "user: next"]);
    expect(thread.lines()[0]).toBe("assistant: One.");
  });

  test("§10 each shorter request has the whole budget of retries again", async () => {
    const thread = await compacting([CUT, TOO_LONG, CUT, says("The summary."), says("Two.")], { maxRetries: 1 });
    expect((await thread.end()).status).toBe("completed");
    expect(retries(thread).map(({ attempt, maxAttempts }) => [attempt, maxAttempts])).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  test("§10 not even the prompt alone fits: it ends, in words, with nothing changed", async () => {
    const thread = await compacting(Array<Script>(10).fill(TOO_LONG));
    expect(await thread.end()).toMatchObject({
      status: "failed",
      error: { code: "compactionFailed", message: expect.stringContaining("too long") },
    });
    expect(windows(thread).at(-1)).toEqual([ASK]);
    await expectUnchanged(thread);
  });

  test("§10 a window that was refused as too long stays full after a compaction that failed, whatever its shorter request used", async () => {
    const thread = await scenario({
      contextWindow: null,
      scripts: [answers("One.", 50), TOO_LONG, TOO_LONG, answers(" ", 20), says("The summary."), says("Three.")],
    });
    await thread.end();
    for (const text of ["two", "three"]) {
      await thread.start(text);
      expect((await thread.end()).status).toBe("failed");
    }
    await thread.start("four");
    expect((await thread.end()).status).toBe("completed");
    expect(windows(thread).at(-1)).toEqual(["user: go", "user: two", "user: three", "summary: The summary.", "user: four"]);
  });

  test("§10 also one that only the compaction's own request showed to be too long", async () => {
    const thread = await full([TOO_LONG, answers(" ", 20), says("The summary."), says("Three.")]);
    await thread.start("two");
    expect((await thread.end()).status).toBe("failed");
    await thread.start("three");
    expect((await thread.end()).status).toBe("completed");
    expect(windows(thread).at(-1)).toEqual(["user: go", "user: two", "summary: The summary.", "user: three"]);
  });

  test("§10 a window that is still over the limit behind its summary fails the turn in words, and the transcript stays", async () => {
    const thread = await full([says("s".repeat(4 * WINDOW)), says("Never.")]);
    await thread.start("next");
    expect(await thread.end()).toMatchObject({
      status: "failed",
      error: {
        code: "compactionFailed",
        message: expect.stringMatching(/even after compaction, of at most 900/),
        action: expect.any(String),
      },
    });
    expect(windows(thread)).toHaveLength(2);
    await expectUnchanged(thread);
  });

  test("§10 an input that does not fit beside any summary fails its turn in words; the next turn goes on with it shortened", async () => {
    const long = "w".repeat(4 * WINDOW);
    const thread = await scenario({
      contextWindow: WINDOW,
      scripts: [says("One."), says("The summary."), says("The summary again."), says("Three.")],
    });
    await thread.end();
    await thread.start(long);
    expect(await thread.end()).toMatchObject({ status: "failed", error: { code: "compactionFailed" } });
    await thread.start("shorter");
    expect((await thread.end()).status).toBe("completed");
    expect(windows(thread).at(-1)).toEqual([
      expect.stringMatching(/^user: w+\n\[… cut to fit …\]\nw+$/),
      "summary: The summary again.",
      "user: shorter",
    ]);
  });
});

test("§10 the person's earlier words make room for the input that stays as it is", async () => {
  const thread = await scenario({
    contextWindow: WINDOW,
    scripts: [answers("One.", FULL), says("The summary."), answers("Two.", FULL), says("The second summary."), says("Three.")],
  });
  await thread.end();
  const earlier = "e".repeat(4 * 400);
  const input = "n".repeat(4 * 300);
  await thread.start(earlier);
  expect((await thread.end()).status).toBe("completed");
  await thread.start(input);
  expect((await thread.end()).status).toBe("completed");
  expect(windows(thread).at(-1)).toEqual([
    expect.stringMatching(/^user: e+\n\[… cut to fit …\]\ne+$/),
    "summary: The second summary.",
    `user: ${input}`,
  ]);
});

describe("runtime.md §10 the compaction fails", () => {
  const EMPTY = "the model wrote no summary";

  test.each<[string, Script]>([
    ["an empty answer", calls()],
    ["a blank answer", says(" \n ")],
    ["a call instead of a summary", calls(call("x", "work"))],
    [
      "reasoning only",
      ends(
        { type: "completed" },
        { type: "event", event: { type: "itemDone", key: "r", item: { type: "reasoning", summary: [] } } },
      ),
    ],
  ])("§13 %s is an error, and no earlier answer is taken for it", async (_name, script) => {
    const tool = worker();
    const thread = await compacting([script, says("Never.")], { tools: [tool] });
    const turn = await thread.end();
    expect(turn).toMatchObject({
      status: "failed",
      error: { code: "compactionFailed", message: expect.stringContaining(EMPTY) },
    });
    expect(windows(thread)).toHaveLength(2);
    expect(tool.started).toEqual([]);
    await expectUnchanged(thread);
    const [item] = await compactions(thread);
    expect(item).toMatchObject({ trigger: "preTurn", status: "failed", error: turn.error });
  });

  test("§10 a call beside a summary is left alone", async () => {
    const tool = worker();
    const thread = await compacting([calls(call("x", "work"), ...streamed(["The summary."])), says("Two.")], { tools: [tool] });
    expect((await thread.end()).status).toBe("completed");
    expect(tool.started).toEqual([]);
    expect(thread.lines().filter((line) => line.startsWith("call"))).toEqual([]);
  });

  test("§10 of several messages the last is the summary: what it said before was no part of it", async () => {
    const aside = streamed(["Let me see."], { key: "aside", phase: "commentary" });
    const thread = await compacting([calls(...aside, ...streamed(["The summary."])), says("Two.")]);
    expect((await thread.end()).status).toBe("completed");
    expect(windows(thread).at(-1)).toEqual(["user: go", "summary: The summary.", "user: next"]);
  });

  test.each([
    { code: "badRequest", message: "no" },
    { code: "unauthorized", message: "the key was refused", action: "Check the key." },
    { code: "quotaExceeded", message: "nothing is left" },
    { code: "maxOutputTokens", message: "the answer was cut at its limit" },
  ] as const)("§10 refused ($code): asked once, the turn fails with its words and its code", async (error) => {
    const thread = await compacting([ends({ type: "rejected", error }), says("Never.")]);
    const turn = await thread.end();
    expect(turn).toMatchObject({
      status: "failed",
      error: { ...error, message: `The session could not be compacted: ${error.message}` },
    });
    expect(windows(thread)).toHaveLength(2);
    expect(retries(thread)).toEqual([]);
    await expectUnchanged(thread);
    expect(await compactions(thread)).toMatchObject([{ status: "failed", error: turn.error }]);
    expect(thread.events("turn/completed")).toHaveLength(2);
  });

  test("§10 cut: tried again with the step's budget and told as n of max; what the cut attempt said is not in the summary", async () => {
    const thread = await compacting([ends({ type: "cut" }, ...streamed(["Half a"])), CUT, says("The summary."), says("Two.")], {
      maxRetries: 2,
    });
    expect(await thread.end()).toMatchObject({ status: "completed" });
    expect(retries(thread).map(({ attempt, maxAttempts, willRetry }) => [attempt, maxAttempts, willRetry])).toEqual([
      [1, 2, true],
      [2, 2, true],
    ]);
    expect(windows(thread).at(-1)).toEqual(["user: go", "summary: The summary.", "user: next"]);
  });

  test("§10 cut beyond the budget: failed, item and turn say so once", async () => {
    const thread = await compacting([CUT, CUT, CUT, says("Never.")], { maxRetries: 2 });
    const turn = await thread.end();
    expect(turn).toMatchObject({
      status: "failed",
      error: { code: "compactionFailed", message: expect.stringContaining("the connection was cut") },
    });
    expect(windows(thread)).toHaveLength(4);
    expect(await compactions(thread)).toMatchObject([{ status: "failed", error: turn.error }]);
    await expectUnchanged(thread);
  });

  test("§10 no connection and an advised wait are waited for as in any step", async () => {
    const thread = await compacting([
      ends({ type: "noConnection" }),
      ends({ type: "limited", advisedMs: 7000 }),
      says("The summary."),
      says("Two."),
    ]);
    expect((await thread.end()).status).toBe("completed");
    expect(retries(thread).map(({ retryAtMs, emittedAtMs }) => (retryAtMs ?? NaN) - emittedAtMs)).toEqual([5000, 7000]);
  });

  test("§11 sealed reasoning that is refused is left out of the compaction's request, once", async () => {
    const thought: ResponseItem = { type: "reasoning", id: "r", summary: [], encrypted_content: "sealed" };
    const thread = await scenario({
      contextWindow: WINDOW,
      tools: [worker()],
      scripts: [
        reports(FULL, { type: "event", event: { type: "itemDone", key: "r", item: thought } }, call("a", "work")),
        ends({ type: "reasoningRefused" }),
        says("The summary."),
        says("Done."),
      ],
    });
    expect((await thread.end()).status).toBe("completed");
    expect(windows(thread).slice(1, 3)).toEqual([
      ["user: go", "reasoning", "call a", "output a: output of a", ASK],
      ["user: go", "call a", "output a: output of a", ASK],
    ]);
  });

  test("§10 mid-turn: the turn fails with calls answered; the model is not asked again", async () => {
    const thread = await scenario({
      contextWindow: WINDOW,
      tools: [worker()],
      scripts: [reports(FULL, call("a", "work")), calls(), says("Never.")],
    });
    expect(await thread.end()).toMatchObject({ status: "failed", error: { code: "compactionFailed" } });
    expect(windows(thread)).toHaveLength(2);
    const { session } = await thread.runtime.manager.open(thread.id);
    expect(session.transcriptItems.map(({ type }) => type)).toEqual(["message", "function_call", "function_call_output"]);
  });

  test("§10 manual: the turn fails; the next one is as if nothing had been", async () => {
    const thread = await scenario({ scripts: [says("One."), calls(), says("Two.")] });
    await thread.end();
    await compactNow(thread);
    expect(await thread.end()).toMatchObject({ status: "failed", error: { code: "compactionFailed" } });
    await thread.start("next");
    await thread.end();
    expect(windows(thread).at(-1)).toEqual(["user: go", "assistant: One.", "user: next"]);
  });

  test("§10 the turn after a failed compaction tries again", async () => {
    const thread = await compacting([reports(FULL), says("The summary."), says("Two.")]);
    await thread.end();
    await thread.start("again");
    expect((await thread.end()).status).toBe("completed");
    expect(windows(thread).at(-1)).toEqual(["user: go", "user: next", "summary: The summary.", "user: again"]);
  });

  test("§8 input that waited in the queue stays there, paused, when the compaction fails", async () => {
    const slowly = ends({ type: "completed" }, wait(1000));
    const thread = await compacting([slowly, says("Never.")]);
    await thread.enqueue("later");
    expect((await thread.end()).status).toBe("failed");
    await thread.idle();
    expect(await thread.queue()).toEqual({ texts: ["later"], paused: true });
    expect(windows(thread)).toHaveLength(2);
  });
});

describe("runtime.md §10 a compaction is stopped", () => {
  const phases: [string, Script, number][] = [
    ["before its headers", ends({ type: "hang" }), 100],
    ["in its body", ends({ type: "hang" }, ...streamed(["Half a"])), 100],
    ["in the back-off", CUT, 100],
    ["in the wait for the network", ends({ type: "noConnection" }), 100],
    ["in an advised wait", ends({ type: "limited", advisedMs: 30_000 }), 100],
  ];

  test.each(phases)("§10 %s: at once, nothing changed, the item says so", async (_name, script, afterMs) => {
    const thread = await compacting([script, says("Never.")]);
    await thread.advance(afterMs);
    expect(await thread.interrupt()).toMatchObject({ status: "interrupted", tookMs: 0 });
    expect(thread.runtime.clock.pending).toBe(0);
    expect(windows(thread)).toHaveLength(2);
    expect(await compactions(thread)).toMatchObject([{ trigger: "preTurn", status: "aborted" }]);
    await expectUnchanged(thread);
  });

  test.each(phases)(
    "§10 %s, mid-turn with a steer waiting: the steer goes to the queue's front, which is paused",
    async (_name, script, afterMs) => {
      const thread = await scenario({
        contextWindow: WINDOW,
        tools: [worker()],
        scripts: [reports(FULL, call("a", "work")), script, says("Never.")],
      });
      await thread.enqueue("later");
      await thread.steer("more");
      await thread.advance(afterMs);
      expect(await thread.interrupt()).toMatchObject({ status: "interrupted", tookMs: 0 });
      expect(await thread.queue()).toEqual({ texts: ["more", "later"], paused: true });
      await thread.idle();
      expect(windows(thread)).toHaveLength(2);
    },
  );

  test("§10 a manual one: nothing changed, and the next turn goes on from the window as it was", async () => {
    const thread = await scenario({ scripts: [says("One."), ends({ type: "hang" }), says("Two.")] });
    await thread.end();
    await compactNow(thread);
    expect((await thread.interrupt()).status).toBe("interrupted");
    await thread.start("next");
    await thread.end();
    expect(windows(thread).at(-1)?.slice(0, 2)).toEqual(["user: go", "assistant: One."]);
  });

  test("§10 while its record is being written: what is on disk stands, and the turn is interrupted behind it", async () => {
    const thread = await full([says("The summary."), says("Never.")]);
    const door = gate();
    thread.runtime.store.gate = ({ lines }) =>
      lines.some((line) => line.includes('"type":"compacted"')) ? door.pass() : Promise.resolve();
    await thread.start("next");
    await door.reached;
    const { session } = await thread.runtime.manager.open(thread.id);
    const stopped = session.interrupt();
    door.open();
    await thread.runtime.until(stopped);
    expect((await thread.end()).status).toBe("interrupted");
    expect(await compactions(thread)).toMatchObject([{ status: "completed" }]);
    expect(session.window.items.slice(1, 4).map(({ kind }) => kind)).toEqual(["person", "context", "person"]);
    expect(windows(thread)).toHaveLength(2);
  });

  test("§10 by the end of the program: nothing changed, and nobody is said to have stopped it on purpose", async () => {
    const thread = await compacting([ends({ type: "hang" })]);
    await thread.runtime.until(thread.runtime.manager.closeAll());
    expect(await thread.end()).toMatchObject({ status: "interrupted", stoppedWithApp: true });
    expect(await compactions(thread)).toMatchObject([{ status: "aborted" }]);
    expect(thread.lines().filter((line) => line.startsWith("user: <turn_aborted>"))).toEqual([]);
    await expectUnchanged(thread);
  });
});

describe("runtime.md §12 killed around a compaction", () => {
  /** Where the record of the last compaction begins and where each of its three lines ends, in bytes. */
  function recordBounds({ runtime, id }: Scenario): { from: number; to: number; ends: number[] } {
    const texts = runtime.store.lines(id);
    const index = runtime.lines(id).findLastIndex((line) => line.type === "compacted");
    const bytesOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    const from = bytesOf(texts.slice(0, index));
    const ends = [1, 2, 3].map((count) => from + bytesOf(texts.slice(index, index + count)));
    return { from, to: Math.max(...ends), ends };
  }

  async function continued(thread: Scenario, store: MemoryRolloutStore): Promise<TestRuntime> {
    const before = store.bytes(thread.id);
    const next = new TestRuntime({
      clock: thread.runtime.clock,
      store,
      ids: countingIds("next"),
      contextWindow: WINDOW,
      scripts: [says("Again summed up."), says("Here again.")],
    });
    const { session } = await next.manager.open(thread.id);
    const openBefore = session.view.items.filter(isOpen).map(({ id }) => id);
    await next.turn(thread.id, "again");
    expect(store.bytes(thread.id).subarray(0, before.length)).toEqual(before);
    expect(await threadBreaches(next, thread.id, { isReopened: true, openBefore })).toEqual([]);
    return next;
  }

  test("§12 in its middle: nothing of it is in the file; the next turn compacts again", async () => {
    const thread = await compacting([answers("The summary.", FULL), says("Two.")]);
    await thread.end();
    const { from } = recordBounds(thread);
    const next = await continued(thread, thread.runtime.store.crashedAt(thread.id, from));
    expect(await compactions({ runtime: next, id: thread.id })).toMatchObject([
      { status: "completed", summary: "Again summed up." },
    ]);
    expect(next.lines(thread.id).map(brief)).toContain("turn_aborted");
  });

  test("§12 in its record, within and between its lines: the window is the old one or the new one, and goes on", async () => {
    const thread = await compacting([answers("The summary.", FULL), says("Two.")]);
    await thread.end();
    const { from, to, ends: lineEnds } = recordBounds(thread);
    const cuts = Array.from({ length: Math.ceil((to - from) / 37) }, (_, index) => from + 37 * index);
    const seen = new Set<number>();
    for (const byte of [...cuts, ...lineEnds.flatMap((end) => [end - 1, end])]) {
      const next = await continued(thread, thread.runtime.store.crashedAt(thread.id, byte));
      const made = await compactions({ runtime: next, id: thread.id });
      expect(made).toHaveLength(1);
      seen.add(made.filter(({ summary }) => summary === "The summary.").length);
    }
    expect([...seen].sort()).toEqual([0, 1]);
  });

  test("§2 a disk that refuses the record: the turn fails, the item is closed, the file opens with the old window", async () => {
    const thread = await full([says("The summary."), says("Never.")]);
    thread.facts = { hasFault: true };
    const { store } = thread.runtime;
    store.gate = ({ n, lines }) => {
      if (lines.some((line) => line.includes('"type":"compacted"'))) store.failAppend(n, 40);
      return Promise.resolve();
    };
    await thread.start("next");
    expect(await thread.end()).toMatchObject({ status: "failed", error: { code: "storage" } });
    const { session } = await thread.runtime.manager.open(thread.id);
    expect(session.window.items.slice(1).map(({ text }) => text)).toEqual(["go", "One.", "next"]);
    const closed = thread.events("item/completed").flatMap((event) => {
      const item = event.method === "item/completed" ? event.params.item : null;
      return item?.type === "contextCompaction" ? [item.status] : [];
    });
    expect(closed).toEqual(["aborted"]);
  });
});
