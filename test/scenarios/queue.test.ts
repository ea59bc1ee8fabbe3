import { describe, expect, test } from "vitest";
import { MAX_LINE_BYTES } from "../../shared/protocol/rollout-line";
import { controllableTool } from "../support/controllable-tool";
import { FakeClock } from "../support/fake-clock";
import { gate } from "../support/gate";
import { MemoryRolloutStore } from "../support/memory-rollout-store";
import { HANGS, change, killed, resume, sent, statuses, storeWithDoor } from "../support/queue";
import { call, calls, says, streamed, wait, type Script } from "../support/scripted-client";
import { OPENING, scenario } from "../support/scenario";

/** Lines of a turn that began with an entry of the queue and was answered. */
const turnLines = (text: string, answer: string): string[] => [
  "task_started",
  "turn_context",
  "cf_input_end sampled",
  `user: ${text}`,
  "user_message",
  `assistant: ${answer}`,
  "agent_message",
  "token_count",
  "task_complete",
];

describe("runtime.md §8 the queue: when it is sent", () => {
  test("§8 while nothing runs and nothing waits, an entry starts a turn at once, and its id is that of the item", async () => {
    const thread = await scenario({ scripts: [says("One."), says("Two.")] });
    await thread.end();
    const id = await thread.enqueue("next", "client-1");
    await thread.idle();
    expect(thread.lines().slice(4)).toEqual(["cf_input queue", "queue add", ...turnLines("next", "Two.")]);
    expect(thread.item(id)).toMatchObject({ type: "userMessage", via: "queue", clientId: "client-1" });
    expect(await thread.queue()).toEqual({ texts: [], paused: false });
  });

  test("§8 the lines of a turn from the queue are those of any other: nothing but how it came differs", () => {
    expect(turnLines("x", "y").slice(0, 5)).toEqual([...OPENING.slice(2, 5), "user: x", "user_message"]);
  });

  test("§8 while a turn runs, entries wait; each starts a turn of its own, in order, when the one before has completed", async () => {
    const thread = await scenario({
      scripts: [calls(wait(100), ...streamed(["One."])), says("Two."), says("Three."), says("Four.")],
    });
    for (const text of ["a", "b", "c"]) await thread.enqueue(text);
    expect(await thread.queue()).toEqual({ texts: ["a", "b", "c"], paused: false });
    expect(thread.requests()).toHaveLength(1);
    await thread.end();
    await thread.idle();
    expect(sent(thread)).toEqual(["user: go", "user: a", "user: b", "user: c"]);
    expect(statuses(thread)).toEqual(["completed", "completed", "completed", "completed"]);
  });

  test("§8 an entry is not a steer: it does not join the turn that runs, whatever that does", async () => {
    const work = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 50 }) });
    const thread = await scenario({ tools: [work], scripts: [calls(call("a", "work")), says("One."), says("Two.")] });
    await thread.enqueue("next");
    await thread.end();
    await thread.idle();
    expect(thread.requests()[1]).toEqual(["user: go", "call a", "output a: output of a"]);
    expect(thread.requests()[2]).toEqual([...(thread.requests()[1] ?? []), "assistant: One.", "user: next"]);
  });

  test("§8 an entry does not wake a sleep", async () => {
    const thread = await scenario({ scripts: [calls(call("s", "clock.sleep", { seconds: 60 })), says("One."), says("Two.")] });
    await thread.enqueue("next");
    await thread.end();
    await thread.idle();
    expect(thread.requests()[1]?.at(-1)).toBe("output s: Slept 60.0s of 60s: elapsed");
  });

  test("§8 an entry that comes while a turn is writing its end is never recorded into it; it starts the next", async () => {
    const clock = new FakeClock();
    const { store, door } = storeWithDoor(clock, "task_complete");
    const thread = await scenario({ clock, store, scripts: [says("One."), says("Two.")] });
    await door.reached;
    const added = thread.runtime.enqueue(thread.id, "late");
    await thread.advance(1000);
    door.open();
    await thread.runtime.until(added);
    await thread.idle();
    expect(thread.lines().slice(3)).toEqual(["task_complete", "cf_input queue", "queue add", ...turnLines("late", "Two.")]);
  });

  test("§8 an entry that comes while a start is refused as too long is sent all the same", async () => {
    const thread = await scenario({ scripts: [says("One."), says("Two.")] });
    await thread.end();
    const refused = thread.runtime.start(thread.id, "x".repeat(MAX_LINE_BYTES));
    const added = thread.runtime.enqueue(thread.id, "late");
    await expect(thread.runtime.until(refused)).rejects.toMatchObject({ kind: "storage" });
    await thread.runtime.until(added);
    await thread.idle();
    expect(sent(thread)).toEqual(["user: go", "user: late"]);
  });

  test("§8 an entry that comes while a stopped turn is writing its end is not sent, and not forgotten: the queue is paused", async () => {
    const clock = new FakeClock();
    const { store, door } = storeWithDoor(clock, "turn_aborted");
    const thread = await scenario({ clock, store, scripts: [HANGS, says("Two.")] });
    const { session } = await thread.runtime.manager.open(thread.id);
    const stopped = session.interrupt();
    await door.reached;
    const added = thread.runtime.enqueue(thread.id, "late");
    await thread.advance(1000);
    door.open();
    await thread.runtime.until(Promise.all([added, stopped]));
    await thread.idle();
    expect(await thread.queue()).toEqual({ texts: ["late"], paused: true });
    expect(thread.requests()).toHaveLength(1);
    await resume(thread);
    await thread.idle();
    expect(sent(thread)).toEqual(["user: go", "user: late"]);
  });

  test("§8 an entry that comes while a failed turn is writing its end is not sent, and not forgotten: the queue is paused", async () => {
    const clock = new FakeClock();
    const { store, door } = storeWithDoor(clock, "task_complete");
    const thread = await scenario({ clock, store, scripts: [{ steps: [], end: { type: "rejected" } }, says("Two.")] });
    await door.reached;
    const added = thread.runtime.enqueue(thread.id, "late");
    await thread.advance(0);
    door.open();
    await thread.runtime.until(added);
    await thread.idle();
    expect(await thread.queue()).toEqual({ texts: ["late"], paused: true });
    expect(thread.requests()).toHaveLength(1);
  });

  test("§8 what waits while the window is compacted starts when that is done", async () => {
    const thread = await scenario({
      scripts: [says("One."), { steps: [wait(100), ...streamed(["Sum."])], end: { type: "completed" } }, says("Two.")],
    });
    await thread.end();
    await thread.runtime.until(thread.runtime.manager.compact(thread.id));
    await thread.enqueue("next");
    expect(await thread.queue()).toEqual({ texts: ["next"], paused: false });
    await thread.idle();
    expect(thread.requests()[2]?.[0]).toBe("user: go");
    expect(thread.requests()[2]?.at(-1)).toBe("user: next");
    expect(statuses(thread)).toEqual(["completed", "completed", "completed"]);
  });

  test("§8 a compaction that fails or is stopped pauses the queue", async () => {
    for (const end of ["fails", "is stopped"] as const) {
      const compacting: Script = end === "fails" ? { steps: [wait(10)], end: { type: "rejected" } } : HANGS;
      const thread = await scenario({ scripts: [says("One."), compacting] });
      await thread.end();
      const { session } = await thread.runtime.until(thread.runtime.manager.compact(thread.id));
      await thread.enqueue("next");
      if (end === "is stopped") await thread.runtime.until(session.interrupt());
      await thread.idle();
      expect(await thread.queue()).toEqual({ texts: ["next"], paused: true });
      expect(thread.requests()).toHaveLength(2);
    }
  });
});

describe("runtime.md §8 the queue: Stop, failure, crash", () => {
  test("bug report 52: one Stop with three entries: all stay, in order, together", async () => {
    const thread = await scenario({ scripts: [HANGS, says("Two."), says("Three."), says("Four.")] });
    for (const text of ["a", "b", "c"]) await thread.enqueue(text);
    await thread.interrupt();
    expect(await thread.queue()).toEqual({ texts: ["a", "b", "c"], paused: true });
    await resume(thread);
    await thread.idle();
    expect(sent(thread)).toEqual(["user: go", "user: a", "user: b", "user: c"]);
  });

  test("bug report 53: Stop pauses: nothing is lost, and nothing is sent until the person acts", async () => {
    const thread = await scenario({ scripts: [HANGS, says("Two.")] });
    await thread.enqueue("a");
    await thread.interrupt();
    await thread.advance(24 * 3_600_000);
    expect(thread.requests()).toHaveLength(1);
    expect(await thread.queue()).toEqual({ texts: ["a"], paused: true });
    expect(thread.lines().slice(2)).toEqual(["queue pause", expect.stringMatching(/^user: <turn_aborted>/), "turn_aborted"]);
  });

  test("§8 a failed turn pauses the queue, and nothing is sent by itself", async () => {
    const thread = await scenario({ scripts: [{ steps: [wait(10)], end: { type: "rejected" } }, says("Two.")] });
    await thread.enqueue("a");
    expect((await thread.end()).status).toBe("failed");
    await thread.advance(24 * 3_600_000);
    expect(thread.requests()).toHaveLength(1);
    expect(await thread.queue()).toEqual({ texts: ["a"], paused: true });
    await resume(thread);
    await thread.idle();
    expect(sent(thread)).toEqual(["user: go", "user: a"]);
  });

  test("§8 an entry that fails when it is sent was sampled: it is not sent again, and those behind it wait", async () => {
    const thread = await scenario({
      scripts: [calls(wait(10), ...streamed(["One."])), { steps: [], end: { type: "rejected" } }, says("Three.")],
    });
    await thread.enqueue("a");
    await thread.enqueue("b");
    await thread.idle();
    expect(statuses(thread)).toEqual(["completed", "failed"]);
    expect(await thread.queue()).toEqual({ texts: ["b"], paused: true });
  });

  test("§8 an empty queue is never paused: after a Stop, what is put into it is sent at once", async () => {
    const thread = await scenario({ scripts: [HANGS, says("Two.")] });
    await thread.interrupt();
    expect(await thread.queue()).toEqual({ texts: [], paused: false });
    await thread.enqueue("next");
    await thread.idle();
    expect(sent(thread)).toEqual(["user: go", "user: next"]);
  });

  test("§8 a queue whose last entry was deleted while it was paused is not paused any more", async () => {
    const thread = await scenario({ scripts: [HANGS, says("Two.")] });
    const id = await thread.enqueue("a");
    await thread.interrupt();
    await change(thread, (queue) => queue.delete(id));
    expect(await thread.queue()).toEqual({ texts: [], paused: false });
    await thread.enqueue("next");
    await thread.idle();
    expect(sent(thread)).toEqual(["user: go", "user: next"]);
  });

  test("§8 while it is paused, new entries join at the end and a turn of the person's leaves it as it is", async () => {
    const thread = await scenario({ scripts: [HANGS, says("Two.")] });
    await thread.enqueue("a");
    await thread.interrupt();
    await thread.enqueue("b");
    await thread.start("something else");
    await thread.end();
    await thread.idle();
    expect(sent(thread)).toEqual(["user: go", "user: something else"]);
    expect(await thread.queue()).toEqual({ texts: ["a", "b"], paused: true });
  });

  test("§8 resumed while a turn runs, it goes on when that has completed", async () => {
    const thread = await scenario({ scripts: [HANGS, calls(wait(100), ...streamed(["Two."])), says("Three.")] });
    await thread.enqueue("a");
    await thread.interrupt();
    await thread.start("something else");
    await resume(thread);
    expect(thread.requests()).toHaveLength(2);
    await thread.end();
    await thread.idle();
    expect(sent(thread)).toEqual(["user: go", "user: something else", "user: a"]);
  });

  test("§8 resuming a queue that is empty or not paused does nothing", async () => {
    const thread = await scenario({ scripts: [calls(wait(100), ...streamed(["One."])), says("Two.")] });
    await resume(thread);
    await thread.enqueue("a");
    await resume(thread);
    expect(thread.lines()).toEqual(["cf_input queue", "queue add"]);
    await thread.idle();
    expect(sent(thread)).toEqual(["user: go", "user: a"]);
    await resume(thread);
    expect(thread.lines().filter((line) => line.startsWith("queue"))).toEqual(["queue add"]);
  });

  test("§8 Stop that comes too late, while the completed turn writes its end, still starts nothing", async () => {
    const clock = new FakeClock();
    const { store, door } = storeWithDoor(clock, "task_complete");
    const thread = await scenario({ clock, store, scripts: [calls(wait(10), ...streamed(["One."])), says("Two.")] });
    await thread.enqueue("next");
    await thread.mail("do this", { triggerTurn: true });
    thread.facts = {};
    await thread.advance(10);
    await thread.advance(0);
    await door.reached;
    const { session } = await thread.runtime.manager.open(thread.id);
    const stopped = session.interrupt();
    door.open();
    await thread.runtime.until(stopped);
    await thread.advance(24 * 3_600_000);
    expect(statuses(thread)).toEqual(["completed"]);
    expect(await thread.queue()).toEqual({ texts: ["next"], paused: true });
  });

  test("§8 Stop in the very moment in which the end is told starts nothing either", async () => {
    let stopped: Promise<void> | null = null;
    const thread = await scenario({
      scripts: [calls(wait(10), ...streamed(["One."])), says("Two.")],
      onEvent: ({ method }) => {
        if (method === "turn/completed") stopped = open.then(({ session }) => session.interrupt());
      },
    });
    const open = thread.runtime.manager.open(thread.id);
    await thread.enqueue("next");
    await thread.end();
    await thread.runtime.until(stopped ?? Promise.reject(new Error("no end was told")));
    await thread.idle();
    expect(statuses(thread)).toEqual(["completed"]);
    expect(await thread.queue()).toEqual({ texts: ["next"], paused: true });
  });

  test("§12 after a crash the queue is there, in order and paused; opening starts nothing, resuming sends it", async () => {
    const thread = await scenario({ scripts: [HANGS] });
    for (const text of ["a", "b", "c"]) await thread.enqueue(text);
    const next = killed(thread, [says("A."), says("B."), says("C.")]);
    await thread.interrupt();
    const before = next.runtime.store.bytes(next.id);
    expect(await next.queue()).toEqual({ texts: ["a", "b", "c"], paused: true });
    await next.advance(24 * 3_600_000);
    expect(next.runtime.store.bytes(next.id)).toEqual(before);
    expect(next.requests()).toEqual([]);
    await resume(next);
    await next.idle();
    expect(sent(next)).toEqual(["user: a", "user: b", "user: c"]);
    expect(next.runtime.store.bytes(next.id).subarray(0, before.length)).toEqual(before);
  });

  test("§12 what a crash has kept from being sampled can be seen in the queue as soon as the thread is opened", async () => {
    const work = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 60_000 }) });
    const thread = await scenario({ tools: [work], scripts: [calls(call("a", "work"))] });
    await thread.enqueue("later");
    await thread.steer("first", "client-1");
    await thread.steer("second");
    const next = killed(thread, [says("Again.")]);
    next.facts = { isReopened: true, openBefore: ["a"] };
    await thread.interrupt();
    const before = next.runtime.store.bytes(next.id);
    expect(await next.queue()).toEqual({ texts: ["first", "second", "later"], paused: true });
    expect(next.runtime.store.bytes(next.id)).toEqual(before);
    const { session } = await next.runtime.manager.open(next.id);
    const shown = session.queue.state.data.map(({ id }) => id);
    expect(session.queue.state.data[0]?.clientUserMessageId).toBe("client-1");
    // The ids that were shown are those that hold from then on.
    const second = shown[1];
    if (second === undefined) throw new Error("only one entry");
    await change(next, (queue) => queue.delete(second));
    expect(session.queue.state.data.map(({ id }) => id)).toEqual([shown[0], shown[2]]);
    await resume(next);
    await next.idle();
    expect(sent(next)).toEqual(["user: first", "user: later"]);
  });

  test("§12 steers that a crash has kept from being sampled are sent by resuming, without anything else", async () => {
    const thread = await scenario({ scripts: [HANGS] });
    await thread.steer("hurry");
    const next = killed(thread, [says("Again.")]);
    await thread.interrupt();
    await resume(next);
    await next.idle();
    expect(sent(next)).toEqual(["user: hurry"]);
    expect(await next.queue()).toEqual({ texts: [], paused: false });
  });

  test("§12 a turn that a crash has kept from recording its entry: the entry is in the queue as before", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    const thread = await scenario({ clock, store, scripts: [calls(wait(10), ...streamed(["One."])), says("Two.")] });
    await thread.enqueue("a");
    await thread.enqueue("b");
    const first = thread.turnId;
    const door = gate();
    store.gate = ({ lines }) =>
      !door.isOpen && lines.some((line) => line.includes('"cf_input_end"') && !line.includes(first))
        ? door.pass()
        : Promise.resolve();
    await thread.advance(10);
    await door.reached;
    const next = killed(thread, [says("A."), says("B.")]);
    door.open();
    await thread.idle();
    expect(await next.queue()).toEqual({ texts: ["a", "b"], paused: true });
    await resume(next);
    await next.idle();
    expect(sent(next)).toEqual(["user: a", "user: b"]);
  });

  test("bug report 56: settings that cannot be read when a turn is to begin: its input is at the front of the queue", async () => {
    let areGone = false;
    const settings = {
      get reminderSeconds(): null {
        if (areGone) throw new Error("the settings are gone");
        return null;
      },
    };
    const thread = await scenario({ settings, scripts: [HANGS, says("Seed."), says("Later.")] });
    await thread.enqueue("later");
    await thread.interrupt();
    thread.facts = { hasFault: true };
    areGone = true;
    await thread.start("seed");
    expect(await thread.end()).toMatchObject({
      status: "failed",
      error: { code: "internal", message: "the settings are gone", action: expect.stringContaining("waits in the queue") },
    });
    areGone = false;
    expect(await thread.queue()).toEqual({ texts: ["seed", "later"], paused: true });
    await resume(thread);
    await thread.idle();
    expect(sent(thread)).toEqual(["user: go", "user: seed", "user: later"]);
  });
});
