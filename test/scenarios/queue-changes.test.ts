import { describe, expect, test } from "vitest";
import type { FollowUpQueue } from "../../electron/runtime/input/follow-up-queue";
import type { InputId } from "../../shared/protocol/ids";
import { FakeClock } from "../support/fake-clock";
import { gate } from "../support/gate";
import { MemoryRolloutStore } from "../support/memory-rollout-store";
import { HANGS, change, killed, resume, sent, storeWithDoor } from "../support/queue";
import { calls, says, streamed, wait, type Script } from "../support/scripted-client";
import { scenario, type Scenario } from "../support/scenario";
import type { TestOptions } from "../support/test-session";

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
      const resumed = session.doors.resumeQueue();
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

  test("bug report 56: a start that fails on the disk loses nothing: its input is at the front of the queue", async () => {
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

  test("bug report 56: an entry whose turn could not begin is in the queue as before", async () => {
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
});
