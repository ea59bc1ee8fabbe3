import { describe, expect, test } from "vitest";
import type { FollowUpQueue } from "../../electron/runtime/input/follow-up-queue";
import type { InputId } from "../../shared/protocol/ids";
import { controllableTool } from "../support/controllable-tool";
import { FakeClock } from "../support/fake-clock";
import { gate, type Gate } from "../support/gate";
import { MemoryRolloutStore } from "../support/memory-rollout-store";
import { call, calls, says, streamed, wait, type Script } from "../support/scripted-client";
import { OPENING, Scenario, scenario } from "../support/scenario";
import { TestRuntime, countingIds, type TestOptions } from "../support/test-session";

const HANGS: Script = { steps: [], end: { type: "hang" } };
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

function statuses(thread: Scenario): string[] {
  return thread.events("turn/completed").map((event) => (event.method === "turn/completed" ? event.params.turn.status : ""));
}

async function change(thread: Scenario, apply: (queue: FollowUpQueue) => Promise<void>): Promise<void> {
  await thread.runtime.until(thread.runtime.manager.changeQueue(thread.id, ({ queue }) => apply(queue)));
}

function resume(thread: Scenario): Promise<void> {
  return thread.runtime.until(thread.runtime.manager.changeQueue(thread.id, (session) => session.resumeQueue()));
}

/** What the person had said, of each request the newest words. */
function sent(thread: Scenario): string[] {
  return thread.requests().map((request) => request.findLast((item) => item.startsWith("user: ")) ?? "");
}

/** A store that keeps back the first append that holds the words until its door is opened. */
function storeWithDoor(clock: FakeClock, words: string): { store: MemoryRolloutStore; door: Gate } {
  const store = new MemoryRolloutStore(clock);
  const door = gate();
  store.gate = ({ lines }) => (!door.isOpen && lines.some((line) => line.includes(words)) ? door.pass() : Promise.resolve());
  return { store, door };
}

/** The thread as the next start finds it after the app was killed now. */
function killed(thread: Scenario, scripts: readonly Script[]): Scenario {
  const { store, clock } = thread.runtime;
  const left = store.crashedAt(thread.id, store.bytes(thread.id).length);
  const runtime = new TestRuntime({ clock, store: left, ids: countingIds("next"), scripts });
  const next = new Scenario(runtime, { id: thread.id, turnId: thread.turnId });
  next.facts = { isReopened: true };
  return next;
}

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
  test("bugs.md 52 one Stop with three entries: all stay, in order, together", async () => {
    const thread = await scenario({ scripts: [HANGS, says("Two."), says("Three."), says("Four.")] });
    for (const text of ["a", "b", "c"]) await thread.enqueue(text);
    await thread.interrupt();
    expect(await thread.queue()).toEqual({ texts: ["a", "b", "c"], paused: true });
    await resume(thread);
    await thread.idle();
    expect(sent(thread)).toEqual(["user: go", "user: a", "user: b", "user: c"]);
  });

  test("bugs.md 53 Stop pauses: nothing is lost, and nothing is sent until the person acts", async () => {
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
});

/** A state of the thread in which the queue is changed, and what is done to let it go on. */
type Enter = () => Promise<{ thread: Scenario; goOn: () => Promise<void> }>;
const answers = [says("Two."), says("Three."), says("Four.")];

async function stopped(first: Script, end: (thread: Scenario) => Promise<unknown>): ReturnType<Enter> {
  const thread = await scenario({ scripts: [first, ...answers] });
  await thread.enqueue("first");
  await end(thread);
  return { thread, goOn: () => resume(thread) };
}

async function finishing(words: string, options: TestOptions): ReturnType<Enter> {
  const clock = new FakeClock();
  const { store, door } = storeWithDoor(clock, words);
  const thread = await scenario({ clock, store, ...options });
  await thread.enqueue("first");
  await thread.advance(10);
  await door.reached;
  return { thread, goOn: () => Promise.resolve(door.open()) };
}

const states: Record<string, Enter> = {
  "while a turn runs": async () => {
    const thread = await scenario({ scripts: [calls(wait(1000), ...streamed(["One."])), ...answers] });
    await thread.enqueue("first");
    return { thread, goOn: () => Promise.resolve() };
  },
  "while a turn is writing its end": () =>
    finishing("task_complete", { scripts: [calls(wait(10), ...streamed(["One."])), ...answers] }),
  "after Stop": () => stopped(HANGS, (thread) => thread.interrupt()),
  "after a failure": () => stopped({ steps: [wait(10)], end: { type: "rejected" } }, (thread) => thread.end()),
  "after a crash": async () => {
    const thread = await scenario({ scripts: [HANGS] });
    await thread.enqueue("first");
    const next = killed(thread, answers);
    await thread.interrupt();
    return { thread: next, goOn: () => resume(next) };
  },
  "while the window is compacted": async () => {
    const sum: Script = { steps: [wait(1000), ...streamed(["Sum."])], end: { type: "completed" } };
    const thread = await scenario({ scripts: [says("One."), sum, ...answers] });
    await thread.end();
    await thread.runtime.until(thread.runtime.manager.compact(thread.id));
    await thread.enqueue("first");
    return { thread, goOn: () => Promise.resolve() };
  },
};

describe("runtime.md §8 the queue is changed in every state", () => {
  test.each(Object.entries(states))("§8 %s: add, update, delete, reorder; then it is sent as it then is", async (name, enter) => {
    const { thread, goOn } = await enter();
    const { manager } = thread.runtime;
    const change = (apply: (queue: FollowUpQueue) => Promise<void>): Promise<void> =>
      manager.changeQueue(thread.id, ({ queue }) => apply(queue));
    const { session } = await manager.open(thread.id);
    const first = session.queue.state.data[0]?.id;
    if (first === undefined) throw new Error("the queue is empty");
    // Sent at once, one behind the other: some states hold back every line.
    const added = ["second", "third", "fourth"].map((text) => thread.runtime.enqueue(thread.id, text));
    const changed = (async () => {
      const ids: readonly InputId[] = await Promise.all(added);
      const [second, third, fourth] = ids;
      if (second === undefined || third === undefined || fourth === undefined) throw new Error("not added");
      await Promise.all([
        change((queue) => queue.update(second, [{ type: "text", text: "second, better" }])),
        change((queue) => queue.delete(third)),
        change((queue) => queue.reorder([fourth, first])),
      ]);
    })();
    const isHeld = name === "while a turn is writing its end";
    // Behind the end line the first entry is on its way already, so it can be named no more.
    if (isHeld) {
      await goOn();
      await expect(thread.runtime.until(changed)).rejects.toMatchObject({ kind: "invalidParams" });
    } else {
      await thread.advance(0);
      await changed;
      expect(await thread.queue()).toMatchObject({ texts: ["fourth", "first", "second, better"] });
      await goOn();
    }
    await thread.idle();
    expect(sent(thread).slice(-3)).toEqual(
      isHeld ? ["user: first", "user: second, better", "user: fourth"] : ["user: fourth", "user: first", "user: second, better"],
    );
    expect(await thread.queue()).toEqual({ texts: [], paused: false });
  });
});

describe("runtime.md §8 the queue: changes", () => {
  test("§8 an entry is on disk and synced before it is acknowledged", async () => {
    const clock = new FakeClock();
    const { store, door } = storeWithDoor(clock, '"via":"queue"');
    const thread = await scenario({ clock, store, scripts: [HANGS] });
    let isAcknowledged = false;
    const added = thread.runtime.enqueue(thread.id, "next").then(() => (isAcknowledged = true));
    await door.reached;
    await thread.advance(1000);
    expect(isAcknowledged).toBe(false);
    expect(await thread.queue()).toEqual({ texts: [], paused: false });
    door.open();
    await thread.runtime.until(added);
    expect(store.appends.at(-1)?.barrier).toBe(true);
    expect(store.syncedBytes(thread.id)).toBe(store.bytes(thread.id).length);
    await thread.interrupt();
  });

  test("§8 an entry that cannot be written is refused, and is not in the queue", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    const thread = await scenario({ clock, store, scripts: [says("One.")] });
    await thread.end();
    thread.facts = { hasFault: true };
    store.failAppend(store.appends.length + 1);
    await expect(thread.enqueue("next", "client-1")).rejects.toMatchObject({ name: "CommandRefused", kind: "storage" });
    expect(await thread.queue()).toEqual({ texts: [], paused: false });
    // It was not accepted, so the same id may be tried again.
    await thread.enqueue("next", "client-1");
    await thread.idle();
    expect(sent(thread)).toEqual(["user: go", "user: next"]);
  });

  test("§8 every change tells the whole queue", async () => {
    const thread = await scenario({ scripts: [HANGS] });
    const a = await thread.enqueue("a", "client-1");
    const b = await thread.enqueue("b");
    await change(thread, (queue) => queue.update(a, [{ type: "text", text: "a2" }]));
    await change(thread, (queue) => queue.reorder([b]));
    await change(thread, (queue) => queue.delete(b));
    await thread.interrupt();
    const told = thread.events("thread/queue/changed").map((event) => {
      if (event.method !== "thread/queue/changed") throw new Error("another event");
      const { data, paused } = event.params.queue;
      return `${data.map(({ input }) => JSON.stringify(input).match(/"text":"(\w+)"/)?.[1]).join(" ")}${paused ? " paused" : ""}`;
    });
    expect(told.filter((words, index) => words !== told[index - 1])).toEqual(["a", "a b", "a2 b", "b a2", "a2", "a2 paused"]);
    const last = thread.events("thread/queue/changed").at(-1);
    expect(last?.params).toMatchObject({ queue: { data: [{ id: a, clientUserMessageId: "client-1" }] } });
  });

  test("§8 a deleted entry ends as deleted and is never sent", async () => {
    const thread = await scenario({ scripts: [calls(wait(100), ...streamed(["One."]))] });
    const id = await thread.enqueue("a");
    await change(thread, (queue) => queue.delete(id));
    await thread.idle();
    expect(thread.lines().slice(0, 4)).toEqual(["cf_input queue", "queue add", "cf_input_end deleted", "queue delete"]);
    expect(sent(thread)).toEqual(["user: go"]);
  });

  test("§8 what is not in the queue, or is named twice, is refused in words and changes nothing", async () => {
    const thread = await scenario({ scripts: [HANGS] });
    const a = await thread.enqueue("a");
    const gone = await thread.enqueue("gone");
    await change(thread, (queue) => queue.delete(gone));
    const lines = thread.lines();
    const input = [{ type: "text", text: "x" }] as const;
    const refused = { name: "CommandRefused", kind: "invalidParams", message: expect.stringContaining(gone) as string };
    await expect(change(thread, (queue) => queue.delete(gone))).rejects.toMatchObject(refused);
    await expect(change(thread, (queue) => queue.update(gone, input))).rejects.toMatchObject(refused);
    await expect(change(thread, (queue) => queue.reorder([a, gone]))).rejects.toMatchObject(refused);
    await expect(change(thread, (queue) => queue.reorder([a, a]))).rejects.toMatchObject({
      kind: "invalidParams",
      message: "an entry is named twice",
    });
    expect(thread.lines()).toEqual(lines);
    await thread.interrupt();
  });

  test("§8 an entry that a turn has begun with is no longer in the queue, even before its item is on disk", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    const thread = await scenario({ clock, store, scripts: [calls(wait(10), ...streamed(["One."])), says("Two.")] });
    const id = await thread.enqueue("a");
    const door = gate();
    const first = thread.turnId;
    store.gate = ({ lines }) =>
      !door.isOpen && lines.some((line) => line.includes("task_started") && !line.includes(first))
        ? door.pass()
        : Promise.resolve();
    await thread.advance(10);
    await door.reached;
    expect(await thread.queue()).toEqual({ texts: [], paused: false });
    await expect(change(thread, (queue) => queue.delete(id))).rejects.toMatchObject({ kind: "invalidParams" });
    await expect(change(thread, (queue) => queue.update(id, []))).rejects.toMatchObject({ kind: "invalidParams" });
    door.open();
    await thread.idle();
    expect(sent(thread)).toEqual(["user: go", "user: a"]);
  });

  test("§8 an entry that is deleted in the moment in which it would be sent is deleted or sent, never both", async () => {
    for (let ticks = 0; ticks < 40; ticks += 1) {
      const thread = await scenario({ scripts: [HANGS, says("Two.")] });
      const id = await thread.enqueue("a");
      await thread.interrupt();
      const { session } = await thread.runtime.manager.open(thread.id);
      const resumed = session.resumeQueue();
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      const deleted = session.queue.delete(id).then(
        () => true,
        () => false,
      );
      await thread.runtime.until(resumed);
      const isDeleted = await thread.runtime.until(deleted);
      await thread.idle();
      const ends = thread.lines().filter((line) => line === "cf_input_end deleted" || line === "user: a");
      expect(ends).toEqual([isDeleted ? "cf_input_end deleted" : "user: a"]);
    }
  });

  test("§8 the same client id twice, at once or later, is one entry, also after the app was started anew", async () => {
    const thread = await scenario({ scripts: [HANGS] });
    const ids = await thread.runtime.until(Promise.all([1, 2, 3].map(() => thread.runtime.enqueue(thread.id, "a", "client-1"))));
    expect(new Set([...ids, await thread.enqueue("a", "client-1")]).size).toBe(1);
    const next = killed(thread, [says("Two.")]);
    await thread.interrupt();
    expect(await next.enqueue("a", "client-1")).toBe(ids[0]);
    expect(await next.queue()).toEqual({ texts: ["a"], paused: true });
    await resume(next);
    await next.idle();
    expect(await next.enqueue("a", "client-1")).toBe(ids[0]);
    expect(sent(next)).toEqual(["user: a"]);
  });

  test("§8 a client id is one submission over every door: steer, queue, mail and start", async () => {
    const thread = await scenario({ scripts: [calls(wait(100), ...streamed(["One."])), says("Two."), says("Three.")] });
    const mailId = await thread.mail("from afar", { clientId: "client-m" });
    expect(await thread.enqueue("from afar", "client-m")).toBe(mailId);
    await thread.steer("more", "client-s");
    const queuedId = await thread.enqueue("next", "client-q");
    expect(await thread.mail("next", { clientId: "client-q" })).toBe(queuedId);
    const steerId = await thread.enqueue("more", "client-s");
    await thread.idle();
    expect(await thread.enqueue("more", "client-s")).toBe(steerId);
    const accepted = thread.lines().filter((line) => line.startsWith("cf_input "));
    expect(accepted).toEqual(["cf_input mail", "cf_input steer", "cf_input queue"]);
  });

  test("§8 a steer that came back keeps its client id: sending it again is no second submission", async () => {
    const thread = await scenario({ scripts: [HANGS, says("Two.")] });
    await thread.steer("hurry", "client-1");
    await thread.interrupt();
    await thread.enqueue("hurry", "client-1");
    expect(await thread.queue()).toEqual({ texts: ["hurry"], paused: true });
    await resume(thread);
    await thread.idle();
    const said = thread
      .events("item/completed")
      .flatMap((event) => (event.method === "item/completed" ? [event.params.item] : []));
    expect(said.filter((item) => item.type === "userMessage").at(-1)).toMatchObject({ via: "queue", clientId: "client-1" });
  });

  test("bugs.md 56 a start that fails on the disk loses nothing: its input is at the front of the queue", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    const thread = await scenario({ clock, store, scripts: [HANGS, says("Again.")] });
    await thread.enqueue("later");
    await thread.interrupt();
    thread.facts = { hasFault: true };
    // The input's own line is written, the turn's opening is not.
    store.failAppend(store.appends.length + 2);
    await thread.start("seed");
    expect((await thread.end()).status).toBe("failed");
    expect(await thread.queue()).toEqual({ texts: ["seed", "later"], paused: true });
    await resume(thread);
    await thread.idle();
    expect(sent(thread)).toEqual(["user: go", "user: seed", "user: later"]);
  });

  test("bugs.md 56 an entry whose turn could not begin is in the queue as before", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    const thread = await scenario({
      clock,
      store,
      scripts: [calls(wait(10), ...streamed(["One."])), says("Again."), says("B.")],
    });
    await thread.enqueue("a");
    await thread.enqueue("b");
    thread.facts = { hasFault: true };
    const first = thread.turnId;
    store.gate = ({ n, lines }) => {
      if (lines.some((line) => line.includes("task_started") && !line.includes(first))) store.failAppend(n);
      return Promise.resolve();
    };
    await thread.idle();
    store.gate = null;
    expect(await thread.queue()).toEqual({ texts: ["a", "b"], paused: true });
    await resume(thread);
    await thread.idle();
    expect(sent(thread)).toEqual(["user: go", "user: a", "user: b"]);
  });

  test("§8 Stop while a hook looks at the turn's own input: it is back in the queue, unsampled", async () => {
    const thread = await scenario({
      scripts: [calls(wait(10), ...streamed(["One."])), says("Two.")],
      hooks: { userPromptSubmit: [(hookCall, time) => (time === 2 ? { type: "hang" } : { type: "pass" })] },
    });
    await thread.enqueue("a");
    await thread.end();
    await thread.advance(0);
    const { session } = await thread.runtime.manager.open(thread.id);
    expect(await thread.queue()).toEqual({ texts: [], paused: false });
    await thread.runtime.until(session.interrupt());
    expect(await thread.queue()).toEqual({ texts: ["a"], paused: true });
    await resume(thread);
    await thread.idle();
    expect(sent(thread)).toEqual(["user: go", "user: a"]);
  });

  test("§8 the lines of a turn from the queue are those of any other: nothing but how it came differs", () => {
    expect(turnLines("x", "y").slice(0, 5)).toEqual([...OPENING.slice(2, 5), "user: x", "user_message"]);
  });
});
