import { describe, expect, test } from "vitest";
import { MAX_LINE_BYTES, parseLine } from "../../shared/protocol/rollout-line";
import { FakeClock } from "../support/fake-clock";
import { gate } from "../support/gate";
import { MemoryRolloutStore, type SeenAppend } from "../support/memory-rollout-store";
import { controllableTool } from "../support/controllable-tool";
import { call, calls, event, itemDone, message, says } from "../support/scripted-client";
import { OPENING, scenario, type Scenario } from "../support/scenario";
import { brief } from "../support/test-session";

/** The lines of an append in few words. */
function words({ lines }: SeenAppend): string[] {
  return lines.map((text) => {
    const line = parseLine(text);
    return line === null || line.type === "unknown" ? "?" : brief(line);
  });
}

async function transcriptTexts({ runtime, id }: Scenario): Promise<string> {
  return JSON.stringify((await runtime.manager.open(id)).session.transcriptItems);
}

describe("runtime.md §2 recording", () => {
  test("§2 the file first: while an append waits, neither memory nor the screen has the item", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    const door = gate();
    store.gate = ({ lines }) => (lines.some((line) => line.includes("Hello.")) ? door.pass() : Promise.resolve());
    const thread = await scenario({ clock, store, scripts: [says("Hello.")] });
    await door.reached;
    await thread.advance(1000);
    expect(thread.runtime.store.bytes(thread.id).includes("Hello.")).toBe(false);
    expect(await transcriptTexts(thread)).not.toContain("Hello.");
    expect(
      thread
        .events("item/completed")
        .map((event) => JSON.stringify(event))
        .join(),
    ).not.toContain("Hello.");
    door.open();
    expect((await thread.end()).status).toBe("completed");
    expect(await transcriptTexts(thread)).toContain("Hello.");
  });

  test("§2 the event last: whoever hears of an item finds it in memory and in the file", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    const seen: boolean[] = [];
    let look = (): void => undefined;
    const thread = await scenario({
      clock,
      store,
      scripts: [{ steps: [{ type: "wait", ms: 10 }, ...says("Hello.").steps], end: { type: "completed" } }],
      onEvent: (event) => {
        if (event.method === "item/completed" && event.params.item.type === "agentMessage") look();
      },
    });
    const { session } = await thread.runtime.manager.open(thread.id);
    look = () => {
      const inMemory = JSON.stringify(session.transcriptItems).includes("Hello.");
      seen.push(inMemory && store.bytes(thread.id).includes("Hello."));
    };
    await thread.end();
    expect(seen).toEqual([true]);
  });

  test("§2 one serial queue: of two things that happen at once, one is written after the other", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    let active = 0;
    let most = 0;
    store.gate = async () => {
      active += 1;
      most = Math.max(most, active);
      await clock.waitUntil(clock.nowMs() + 5, new AbortController().signal);
      active -= 1;
    };
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 7 }) });
    const thread = await scenario({
      clock,
      store,
      tools: [tool],
      scripts: [calls(call("a", "work"), call("b", "work"), call("c", "work"))],
    });
    await thread.steer("and this");
    await thread.end();
    expect(most).toBe(1);
  });

  test("§2 barriers stand at the accepted input, at a call that changes the world, and at the end", async () => {
    const tools = [
      controllableTool({ name: "look", behaviour: () => ({ type: "returns", afterMs: 0 }) }),
      controllableTool({ name: "change", changesWorld: true, behaviour: () => ({ type: "returns", afterMs: 0 }) }),
    ];
    const thread = await scenario({ tools, scripts: [calls(call("a", "look"), call("b", "change")), says("Done.")] });
    await thread.end();
    const synced = thread.runtime.store.appends.filter(({ barrier }) => barrier).map(words);
    expect(synced).toEqual([["session_meta", "cf_input start"], ["call b"], ["task_complete"]]);
    expect(thread.runtime.store.syncedBytes(thread.id)).toBe(thread.runtime.store.bytes(thread.id).length);
  });

  test("§2 a steer is a barrier of its own: it is on disk before it is acknowledged", async () => {
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 100 }) });
    const thread = await scenario({ tools: [tool], scripts: [calls(call("a", "work")), says("Done.")] });
    await thread.steer("faster");
    const last = thread.runtime.store.appends.at(-1);
    expect(last && words(last)).toEqual(["cf_input steer"]);
    expect(last?.barrier).toBe(true);
    await thread.end();
  });

  test("§2 one record is one write: an item and its twin go out together", async () => {
    const thread = await scenario({ scripts: [says("Hello.")] });
    await thread.end();
    expect(thread.runtime.store.appends.map(words)).toEqual([
      ["session_meta", "cf_input start"],
      ["task_started", "turn_context"],
      ["cf_input_end sampled", "user: go", "user_message"],
      ["assistant: Hello.", "agent_message"],
      ["token_count"],
      ["task_complete"],
    ]);
  });

  test.each([
    { n: 2, keptBytes: 0, what: "the turn's opening" },
    { n: 3, keptBytes: 0, what: "the input" },
    { n: 4, keptBytes: 0, what: "the first call" },
    { n: 4, keptBytes: 40, what: "the first call, torn" },
    { n: 5, keptBytes: 0, what: "the run's start" },
    { n: 7, keptBytes: 0, what: "an answer" },
    { n: 10, keptBytes: 0, what: "the tokens" },
  ])("§2 a failed append ($what) fails the turn in words, and memory is not ahead of the file", async ({ n, keptBytes }) => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    store.failAppend(n, keptBytes);
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 20 }) });
    const told: number[] = [];
    const thread = await scenario({
      clock,
      store,
      tools: [tool],
      scripts: [calls(call("a", "work"), ...says("Hello.").steps), says("Done.")],
      onEvent: (event) => {
        if (event.method === "turn/completed") told.push(tool.running);
      },
    });
    thread.facts = { hasFault: true };
    const { error, ...turn } = await thread.end();
    expect({ status: turn.status, code: error?.code, hasAction: error?.action !== undefined }).toEqual({
      status: "failed",
      code: "storage",
      hasAction: true,
    });
    expect(error?.message).toContain("disk is full");
    expect(told).toEqual([0]);
    expect(thread.events("thread/status/changed").map(({ params }) => "status" in params && params.status)).toContainEqual({
      type: "systemError",
    });

    // Opened again from the file: what memory then holds is what the file says.
    const items = thread.runtime.lines(thread.id).flatMap((line) => (line.type === "response_item" ? [line.payload] : []));
    const { session } = await thread.runtime.manager.open(thread.id);
    expect(session.needsReopening).toBe(false);
    expect(session.transcriptItems).toEqual(items);
  });

  test("§2 whatever the turn started has ended when its failure is told, also when partial text could not be closed", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    store.gate = ({ n, lines }) => {
      if (lines.some((line) => line.includes("cf_superseded"))) store.failAppend(n);
      return Promise.resolve();
    };
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "untilAbort", afterMs: 50 }) });
    const told: number[] = [];
    const half = [
      event({ type: "itemStarted", key: "h", id: null, kind: "message", phase: null }),
      event({ type: "textDelta", key: "h", delta: "Half" }),
    ] as const;
    const thread = await scenario({
      clock,
      store,
      tools: [tool],
      scripts: [{ steps: [call("a", "work"), ...half], end: { type: "cut" } }],
      onEvent: ({ method }) => {
        if (method === "turn/completed") told.push(tool.running);
      },
    });
    thread.facts = { hasFault: true };
    expect((await thread.end()).error?.code).toBe("storage");
    expect(told).toEqual([0]);
  });

  test("§2 after a failed append the thread goes on from its file, and the first record closes what was open", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    store.failAppend(6);
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 20 }) });
    const thread = await scenario({ clock, store, tools: [tool], scripts: [calls(call("a", "work")), says("Again here.")] });
    thread.facts = { hasFault: true };
    await thread.end();
    expect(thread.lines()).toEqual(["call a", "running a"]);
    // On screen it is closed as it was last seen: it had started, so its effects may stand.
    const closed = thread.events("item/completed").at(-1)?.params;
    expect(closed).toMatchObject({ item: { type: "toolCall", status: "aborted", startedAtMs: expect.any(Number) as number } });
    await thread.start("again");
    expect((await thread.end()).status).toBe("completed");
    expect(thread.lines()).toEqual([
      "call a",
      "running a",
      "outcome a aborted",
      "output a: aborted: the app stopped before this call finished; effects may stand",
      "turn_aborted",
      "cf_input start",
      "task_started",
      "turn_context",
      "cf_input_end sampled",
      "user: again",
      "user_message",
      "assistant: Again here.",
      "agent_message",
      "token_count",
      "task_complete",
    ]);
  });

  test("§2 an input that cannot be written is refused, and the same client id may be sent again", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    const thread = await scenario({ clock, store, scripts: [says("One."), says("Two.")] });
    thread.facts = { hasFault: true };
    await thread.end();
    store.failAppend(store.appends.length + 1);
    await expect(thread.start("two", "client-2")).rejects.toMatchObject({ name: "CommandRefused", kind: "storage" });
    await thread.start("two", "client-2");
    expect((await thread.end()).status).toBe("completed");
    expect(thread.runtime.lines(thread.id).filter((line) => line.type === "cf_input")).toHaveLength(2);
  });

  test("§2 a steer that cannot be written is refused, and the turn fails", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "untilAbort", afterMs: 50 }) });
    const thread = await scenario({ clock, store, tools: [tool], scripts: [calls(call("a", "work"))] });
    thread.facts = { hasFault: true };
    store.failAppend(store.appends.length + 1);
    await expect(thread.steer("more")).rejects.toMatchObject({ kind: "storage" });
    expect((await thread.end()).error?.code).toBe("storage");
    expect(tool.running).toBe(0);
  });

  test("§2 nothing is written twice: the opening lines stand once", async () => {
    const thread = await scenario({ scripts: [says("One.")] });
    await thread.end();
    expect(thread.runtime.lines(thread.id).map(brief).slice(0, OPENING.length)).toEqual(OPENING);
    await thread.start("more");
    await thread.end();
    expect(thread.runtime.lines(thread.id).filter((line) => line.type === "session_meta")).toHaveLength(1);
  });

  test("§2 an item of the model that no reader would take ends the turn in words, and its calls have their outputs", async () => {
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 50 }) });
    const tooLong = "x".repeat(MAX_LINE_BYTES);
    const thread = await scenario({ tools: [tool], scripts: [calls(call("a", "work"), itemDone(message(tooLong), "m"))] });
    expect(await thread.end()).toMatchObject({ status: "failed", error: { code: "storage", action: "Ask for less at a time." } });
    expect(thread.lines()).toEqual(["call a", "running a", "outcome a completed", "output a: output of a", "task_complete"]);
  });

  test("§2 a steer that no reader would take is refused, and the turn goes on", async () => {
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 50 }) });
    const thread = await scenario({ tools: [tool], scripts: [calls(call("a", "work")), says("Done.")] });
    await expect(thread.steer("x".repeat(MAX_LINE_BYTES))).rejects.toMatchObject({ kind: "storage" });
    expect((await thread.end()).status).toBe("completed");
  });

  test.each(["start", "enqueue"] as const)(
    "§2 an input that could be accepted and then not be written as an item is refused: %s",
    async (door) => {
      const thread = await scenario({ scripts: [says("One."), says("Two.")] });
      await thread.end();
      const accepted = thread.runtime.store.lines(thread.id).find((line) => line.includes('"cf_input"')) ?? "";
      const justFits = "x".repeat(MAX_LINE_BYTES - accepted.length);
      await expect(thread[door](justFits)).rejects.toMatchObject({ kind: "storage" });
      await thread.start("shorter");
      expect((await thread.end()).status).toBe("completed");
      expect(await thread.queue()).toEqual({ texts: [], paused: false });
    },
  );
});
