import { describe, expect, test } from "vitest";
import { isOpen } from "../../shared/protocol/turn-item";
import { controllableTool } from "../support/controllable-tool";
import type { MemoryRolloutStore } from "../support/memory-rollout-store";
import { call, calls, event, says, streamed, wait, type Script } from "../support/scripted-client";
import { OPENING, scenario, type Scenario } from "../support/scenario";
import { TestRuntime, brief, countingIds } from "../support/test-session";
import { threadBreaches } from "../support/thread-breaches";

const APP_STOPPED = "aborted: the app stopped before this call finished; effects may stand";

/** What a crash has kept from being sampled comes back as an entry of the queue. */
const RETURNED = ["cf_input queue", "queue add 0", "cf_input_end returned", "queue pause"];

/** A turn with everything in it: a finished call, a running one, a question, a sleep, a steer. */
async function busy(): Promise<Scenario> {
  const tools = [
    controllableTool({ name: "fast", behaviour: () => ({ type: "returns", afterMs: 10 }) }),
    controllableTool({ name: "slow", changesWorld: true, behaviour: () => ({ type: "returns", afterMs: 1000 }) }),
    controllableTool({ name: "asks", asks: true, behaviour: () => ({ type: "returns", afterMs: 0 }) }),
  ];
  const steps = [
    ...streamed(["Looking."], { phase: "commentary" }),
    call("slow", "slow"),
    call("fast", "fast"),
    call("asks", "asks"),
  ];
  const thread = await scenario({
    tools,
    answer: () => null,
    scripts: [calls(...steps, wait(50), call("sleep", "clock.sleep", { seconds: 60 }))],
  });
  await thread.advance(100);
  await thread.steer("more", "client-1");
  await thread.interrupt();
  return thread;
}

/** What the app finds after it was killed right behind the last line that reads so. */
function killedAfter(thread: Scenario, words: string): { store: MemoryRolloutStore; kept: number } {
  const { store } = thread.runtime;
  const lines = thread.runtime.lines(thread.id);
  const index = lines.findLastIndex((line) => brief(line) === words);
  if (index === -1) throw new Error(`no line "${words}" in ${lines.map(brief).join(" | ")}`);
  const bytes = store
    .lines(thread.id)
    .slice(0, index + 1)
    .reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
  return { store: store.crashedAt(thread.id, bytes), kept: index + 1 };
}

function nextStart(thread: Scenario, store: MemoryRolloutStore, scripts: readonly Script[] = [says("Here again.")]): TestRuntime {
  return new TestRuntime({ clock: thread.runtime.clock, store, ids: countingIds("next"), scripts });
}

/** Continues with one turn and returns the lines that were put in front of its own. */
async function closing(thread: Scenario, { store, kept }: { store: MemoryRolloutStore; kept: number }): Promise<string[]> {
  const before = store.bytes(thread.id);
  const next = nextStart(thread, store);
  const { session } = await next.manager.open(thread.id);
  const openBefore = session.view.items.filter(isOpen).map(({ id }) => id);
  await next.turn(thread.id, "go");
  expect(store.bytes(thread.id).subarray(0, before.length)).toEqual(before);
  expect(await threadBreaches(next, thread.id, { isReopened: true, openBefore })).toEqual([]);
  const added = next.lines(thread.id).slice(kept).map(brief);
  const own = [...OPENING.slice(1), "assistant: Here again.", "agent_message", "token_count", "task_complete"];
  expect(added.slice(-own.length)).toEqual(own);
  return added.slice(0, -own.length);
}

describe("runtime.md §12 opening", () => {
  test("§12 opening a file changes nothing and starts nothing", async () => {
    const thread = await busy();
    for (const at of ["running slow", "outcome fast completed", "asked asks", "turn_aborted"]) {
      const { store } = killedAfter(thread, at);
      const before = store.bytes(thread.id);
      const next = nextStart(thread, store);
      await next.manager.open(thread.id);
      await next.clock.advance(3_600_000);
      expect(store.bytes(thread.id)).toEqual(before);
      expect(store.appends).toEqual([]);
      expect(next.events).toEqual([]);
      expect(next.clock.pending).toBe(0);
    }
  });

  test("§12 what was unfinished is shown as it was left", async () => {
    const thread = await busy();
    const { store } = killedAfter(thread, "outcome fast completed");
    const { session } = await nextStart(thread, store).manager.open(thread.id);
    const shown = session.view.items.map((item) => ("status" in item ? `${item.id} ${item.status}` : item.type));
    expect(shown).toEqual(["userMessage", "agentMessage", "slow inProgress", "fast returned", "asks inProgress", "approval"]);
    expect(session.view.turns).toMatchObject([{ id: thread.turnId, status: "inProgress" }]);
    expect(session.activeTurnId).toBeNull();
  });

  test("§12 a thread that does not exist is refused, and can exist later", async () => {
    const thread = await scenario({ scripts: [says("One.")] });
    await thread.end();
    const empty = nextStart(thread, thread.runtime.store.crashedAt(thread.id, 0));
    await expect(empty.manager.open(thread.id)).rejects.toMatchObject({ name: "CommandRefused", kind: "notARollout" });
  });
});

describe("runtime.md §12 killed, then continued", () => {
  test("§12 after the accepted input, before the turn: it goes to the queue, which is paused", async () => {
    const thread = await busy();
    expect(await closing(thread, killedAfter(thread, "cf_input start"))).toEqual(RETURNED);
  });

  test("§12 after the turn's opening: the turn is closed as stopped with the app, without a marker for the model", async () => {
    const thread = await busy();
    const killed = killedAfter(thread, "user_message");
    expect(await closing(thread, killed)).toEqual(["turn_aborted"]);
    const { session } = await nextStart(thread, killed.store).manager.open(thread.id);
    expect(session.view.turns[0]).toMatchObject({ status: "interrupted", stoppedWithApp: true });
  });

  test("§12 in the middle of the turn's opening record: what is there is taken as it is", async () => {
    const thread = await busy();
    expect(await closing(thread, killedAfter(thread, "task_started"))).toEqual([...RETURNED, "turn_aborted"]);
  });

  test("§12 after a call that never ran: closed with the fixed words", async () => {
    const thread = await busy();
    expect(await closing(thread, killedAfter(thread, "call slow"))).toEqual([
      "outcome slow aborted",
      `output slow: ${APP_STOPPED}`,
      "turn_aborted",
    ]);
  });

  test("§12 while calls run: each gets its output, in issue order", async () => {
    const thread = await busy();
    expect(await closing(thread, killedAfter(thread, "running fast"))).toEqual([
      "outcome slow aborted",
      `output slow: ${APP_STOPPED}`,
      "outcome fast aborted",
      `output fast: ${APP_STOPPED}`,
      "turn_aborted",
    ]);
  });

  test("§12 a run whose outcome is on disk keeps it; an open question is closed by policy", async () => {
    const thread = await busy();
    expect(await closing(thread, killedAfter(thread, "outcome fast completed"))).toEqual([
      "decided asks cancel by policy",
      "outcome slow aborted",
      `output slow: ${APP_STOPPED}`,
      "output fast: output of fast",
      "outcome asks aborted",
      `output asks: ${APP_STOPPED}`,
      "turn_aborted",
    ]);
  });

  test("§12 a sleep is closed as stopped with the app, and a steer that was accepted goes to the queue", async () => {
    const thread = await busy();
    const killed = killedAfter(thread, "cf_input steer");
    const closed = await closing(thread, killed);
    expect(closed.slice(-7)).toEqual(["outcome sleep aborted", `output sleep: ${APP_STOPPED}`, ...RETURNED, "turn_aborted"]);
    const { session } = await nextStart(thread, killed.store).manager.open(thread.id);
    expect(session.view.items.find(({ id }) => id === "sleep")).toMatchObject({
      type: "sleep",
      status: "aborted",
      outcome: "appStopped",
    });
  });

  test("§12 in the middle of the drain: outputs that are there stay, the others follow", async () => {
    const thread = await busy();
    const closed = await closing(thread, killedAfter(thread, "output slow: aborted by user after 0.0s"));
    expect(closed).toEqual([
      "output fast: output of fast",
      "output asks: aborted by user after 0.1s",
      "output sleep: aborted by user after 0.1s",
      ...RETURNED,
      "turn_aborted",
    ]);
  });

  test("§12 after the end line nothing is closed; a queue that comes from a file is paused", async () => {
    const thread = await busy();
    expect(await closing(thread, killedAfter(thread, "turn_aborted"))).toEqual(["queue pause"]);
  });

  test("§12 after the end line of a thread with an empty queue nothing at all is put in front", async () => {
    const thread = await scenario({ scripts: [says("One.")] });
    await thread.end();
    expect(await closing(thread, killedAfter(thread, "task_complete"))).toEqual([]);
  });

  test("§12 the model's next request holds the closed calls in pairs", async () => {
    const thread = await busy();
    const { store } = killedAfter(thread, "outcome fast completed");
    const next = nextStart(thread, store);
    await next.turn(thread.id, "again");
    const items = next.lines(thread.id).flatMap((line) => (line.type === "response_item" ? [brief(line)] : []));
    expect(items.slice(0, -1)).toEqual([
      "user: go",
      "assistant: Looking.",
      "call slow",
      "call fast",
      "call asks",
      `output slow: ${APP_STOPPED}`,
      "output fast: output of fast",
      `output asks: ${APP_STOPPED}`,
      "user: again",
    ]);
  });

  test("§12 killed at every line of a busy turn, and in the middle of every line: it goes on by appending only", async () => {
    const thread = await busy();
    const whole = thread.runtime.store.lines(thread.id);
    let end = 0;
    for (const [index, line] of whole.entries()) {
      const length = Buffer.byteLength(line) + 1;
      for (const byte of [end + Math.floor(length / 2), end + length - 1, end + length]) {
        // Inside the very first line there is no thread yet.
        if (index === 0 && byte < length - 1) continue;
        const store = thread.runtime.store.crashedAt(thread.id, byte);
        const before = store.bytes(thread.id);
        const next = nextStart(thread, store);
        const { session } = await next.manager.open(thread.id);
        const openBefore = session.view.items.filter(isOpen).map(({ id }) => id);
        await next.turn(thread.id, "go on");
        expect(store.bytes(thread.id).subarray(0, before.length)).toEqual(before);
        const reread = await nextStart(thread, store).manager.open(thread.id);
        expect(reread.session.view.items.filter(isOpen)).toEqual([]);
        expect(reread.session.view.turns.map(({ status }) => status)).not.toContain("inProgress");
        if (reread.repairs.length === 0)
          expect(await threadBreaches(next, thread.id, { isReopened: true, openBefore })).toEqual([]);
      }
      end += length;
    }
  });

  test("§12 a torn last line is reported, closed by a newline and never deleted", async () => {
    const thread = await busy();
    const { store } = killedAfter(thread, "running slow");
    const torn = Buffer.concat([store.bytes(thread.id), Buffer.from('{"timestamp":"2026-01-02T03:04:05.000Z","type":"cf_out')]);
    store.writeFromOutside(thread.id, torn);
    const next = nextStart(thread, store);
    const { repairs } = await next.manager.open(thread.id);
    expect(repairs).toHaveLength(1);
    await next.turn(thread.id, "go on");
    const bytes = store.bytes(thread.id);
    expect(bytes.subarray(0, torn.length)).toEqual(torn);
    expect(bytes[torn.length]).toBe(0x0a);
  });

  test("§12 partial text on screen that was in no line is gone with the app; the next answer is whole", async () => {
    const half = [
      event({ type: "itemStarted", key: "h", id: "h1", kind: "message", phase: null }),
      event({ type: "textDelta", key: "h", delta: "Half" }),
    ];
    const thread = await scenario({ scripts: [{ steps: half, end: { type: "hang" } }] });
    const store = thread.runtime.store.crashedAt(thread.id, thread.runtime.store.bytes(thread.id).length);
    await thread.interrupt();
    const next = nextStart(thread, store);
    await next.turn(thread.id, "again");
    expect(next.lines(thread.id).map(brief)).not.toContain("assistant incomplete: Half");
  });
});

describe("runtime.md §12 other processes", () => {
  test("§12 locked by another process: it opens read-only, and a start is refused with lockedByOther", async () => {
    const thread = await scenario({ scripts: [says("One.")] });
    await thread.end();
    const store = thread.runtime.store.crashedAt(thread.id, thread.runtime.store.bytes(thread.id).length);
    const unlock = store.lockFromOutside(thread.id);
    const next = nextStart(thread, store);
    expect((await next.manager.open(thread.id)).readOnly).toBe(true);
    await expect(next.start(thread.id, "mine")).rejects.toMatchObject({ name: "CommandRefused", kind: "lockedByOther" });
    unlock();
    await next.turn(thread.id, "now mine");
    expect((await next.manager.open(thread.id)).readOnly).toBe(false);
    expect(next.lines(thread.id).map(brief)).toContain("user: now mine");
  });

  test("§12 changed by another process since it was read: read again once, and continued behind what is there now", async () => {
    const thread = await scenario({ scripts: [says("One.")] });
    await thread.end();
    const store = thread.runtime.store.crashedAt(thread.id, thread.runtime.store.bytes(thread.id).length);
    const here = nextStart(thread, store);
    await here.manager.open(thread.id);
    const there = new TestRuntime({
      clock: thread.runtime.clock,
      store,
      ids: countingIds("there"),
      scripts: [says("From there.")],
    });
    await there.turn(thread.id, "there");
    await there.manager.closeAll();
    await here.turn(thread.id, "here");
    const said = here.lines(thread.id).flatMap((line) => (line.type === "response_item" ? [brief(line)] : []));
    expect(said).toEqual([
      "user: go",
      "assistant: One.",
      "user: there",
      "assistant: From there.",
      "user: here",
      "assistant: Here again.",
    ]);
    expect(await threadBreaches(here, thread.id, { hasFault: true })).toEqual([]);
  });

  test("§12 a file that always changes is refused after the second reading", async () => {
    const thread = await scenario({ scripts: [says("One.")] });
    await thread.end();
    const whole = thread.runtime.store.bytes(thread.id);
    const store = thread.runtime.store.crashedAt(thread.id, whole.length);
    const next = nextStart(thread, store);
    await next.manager.open(thread.id);
    store.gate = () => {
      store.writeFromOutside(thread.id, whole);
      return Promise.resolve();
    };
    await expect(next.start(thread.id, "mine")).rejects.toMatchObject({ kind: "storage" });
    expect(store.appends).toHaveLength(2);
  });
});
