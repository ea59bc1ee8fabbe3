import { describe, expect, test } from "vitest";
import { isCall, isOutput } from "../../shared/protocol/response-item";
import { controllableTool } from "../support/controllable-tool";
import { FakeClock } from "../support/fake-clock";
import { gate } from "../support/gate";
import { MemoryRolloutStore } from "../support/memory-rollout-store";
import { call, calls, says, streamed, wait } from "../support/scripted-client";
import { OPENING, scenario } from "../support/scenario";
import { TestRuntime, brief, countingIds } from "../support/test-session";
import { threadBreaches } from "../support/thread-breaches";

const work = (afterMs: number) => controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs }) });

describe("runtime.md §8 input", () => {
  test("§8 a steer joins at the next safe point: behind the output, before the next request", async () => {
    const thread = await scenario({ tools: [work(100)], scripts: [calls(call("a", "work")), says("Done.")] });
    await thread.advance(10);
    await thread.steer("also this");
    expect(thread.lines()).toEqual(["call a", "running a", "cf_input steer"]);
    await thread.end();
    expect(thread.lines().slice(3, 9)).toEqual([
      "outcome a completed",
      "output a: output of a",
      "token_count",
      "cf_input_end sampled",
      "user: also this",
      "user_message",
    ]);
    expect(thread.requests()[1]).toEqual(["user: go", "call a", "output a: output of a", "user: also this"]);
  });

  test("§8 a steer does not cut the stream", async () => {
    const thread = await scenario({
      scripts: [{ steps: streamed(["One", " two", " three."], { gapMs: 10 }), end: { type: "completed" } }, says("Done.")],
    });
    await thread.advance(15);
    await thread.steer("hurry");
    await thread.end();
    expect(thread.requests()[1]).toEqual(["user: go", "assistant: One two three.", "user: hurry"]);
  });

  test("§8 two steers are sampled in the order they were given", async () => {
    const thread = await scenario({ tools: [work(100)], scripts: [calls(call("a", "work")), says("Done.")] });
    await thread.steer("first");
    await thread.steer("second");
    await thread.end();
    expect(thread.requests()[1]?.slice(-2)).toEqual(["user: first", "user: second"]);
  });

  test("§8 a steer shows as the person's, with how it came and its client id", async () => {
    const thread = await scenario({ tools: [work(10)], scripts: [calls(call("a", "work")), says("Done.")] });
    await thread.steer("more", "client-7");
    await thread.end();
    const told = thread
      .events("item/completed")
      .flatMap((event) => (event.method === "item/completed" ? [event.params.item] : []));
    expect(told.filter((item) => item.type === "userMessage")).toMatchObject([
      { via: "start", content: [{ type: "text", text: "go" }] },
      { via: "steer", content: [{ type: "text", text: "more" }], clientId: "client-7" },
    ]);
  });

  test("§8 a steer wakes a sleep, and the model reads it right behind", async () => {
    const thread = await scenario({ scripts: [calls(call("s", "clock.sleep", { seconds: 3600 })), says("Done.")] });
    await thread.advance(2500);
    await thread.steer("wake up");
    await thread.end();
    expect(thread.requests()[1]).toEqual([
      "user: go",
      "call s",
      "output s: Slept 2.5s of 3600s: new input arrived",
      "user: wake up",
    ]);
  });

  test("§8 a steer while idle is refused: no turn is running", async () => {
    const thread = await scenario({ scripts: [says("Done.")] });
    await thread.end();
    await expect(thread.steer("late")).rejects.toMatchObject({ name: "CommandRefused", kind: "noActiveTurn" });
  });

  test("§8 a steer for another turn is refused with the running one's id", async () => {
    const thread = await scenario({ tools: [work(100)], scripts: [says("One."), calls(call("a", "work"))] });
    await thread.end();
    const first = thread.turnId;
    await thread.start("second");
    const second = thread.turnId;
    thread.turnId = first;
    await expect(thread.steer("to the first")).rejects.toMatchObject({
      kind: "turnMismatch",
      message: expect.stringContaining(second),
    });
    thread.turnId = second;
    await thread.end();
  });

  test("§8 a start while a turn runs is refused; the server never chooses steer or queue", async () => {
    const thread = await scenario({ tools: [work(100)], scripts: [calls(call("a", "work"))] });
    const running = thread.turnId;
    await expect(thread.start("another")).rejects.toMatchObject({
      kind: "turnMismatch",
      message: expect.stringContaining(running),
    });
    await thread.end();
  });

  test("§8 a turn that is writing its end takes no steer; a start then makes a new turn", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    const door = gate();
    store.gate = ({ lines }) => (lines.some((line) => line.includes("task_complete")) ? door.pass() : Promise.resolve());
    const thread = await scenario({ clock, store, scripts: [says("One."), says("Two.")] });
    await door.reached;
    await expect(thread.steer("late")).rejects.toMatchObject({ kind: "noActiveTurn" });
    const next = thread.runtime.start(thread.id, "late");
    await thread.advance(1000);
    expect(thread.events("turn/completed")).toHaveLength(0);
    door.open();
    await thread.end();
    thread.turnId = (await thread.runtime.until(next)).turnId;
    await thread.end();
    expect(thread.lines()).toEqual([
      "assistant: One.",
      "agent_message",
      "token_count",
      "task_complete",
      "cf_input start",
      ...OPENING.slice(2, 5),
      "user: late",
      "user_message",
      "assistant: Two.",
      "agent_message",
      "token_count",
      "task_complete",
    ]);
  });

  test("§8 a steer whose line is being written while the model finishes is sampled by the same turn", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    const thread = await scenario({ clock, store, scripts: [calls(wait(10), ...streamed(["One."])), says("Two.")] });
    const door = gate();
    store.gate = ({ lines }) => (lines.some((line) => line.includes('"via":"steer"')) ? door.pass() : Promise.resolve());
    const steered = thread.runtime.steer(thread.id, { turnId: thread.turnId, text: "just in time" });
    await door.reached;
    await thread.advance(1000);
    expect(thread.events("turn/completed")).toHaveLength(0);
    door.open();
    await thread.runtime.until(steered);
    await thread.end();
    expect(thread.requests()[1]).toEqual(["user: go", "assistant: One.", "user: just in time"]);
  });

  test("§8 a steer whose line is being written at the very moment of the decision keeps the turn going", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    const thread = await scenario({ clock, store, scripts: [calls(wait(10), ...streamed(["One."])), says("Two.")] });
    const doors = { token_count: gate(), '"via":"steer"': gate() };
    store.gate = async ({ lines }) => {
      for (const [mark, door] of Object.entries(doors))
        if (lines.some((line) => line.includes(mark)) && !door.isOpen) await door.pass();
    };
    await thread.advance(10);
    await doors.token_count.reached;
    const steered = thread.runtime.steer(thread.id, { turnId: thread.turnId, text: "just in time" });
    await thread.advance(0);
    doors.token_count.open();
    await doors['"via":"steer"'].reached;
    await thread.advance(1000);
    doors['"via":"steer"'].open();
    await thread.runtime.until(steered);
    expect((await thread.end()).status).toBe("completed");
    expect(thread.requests()[1]).toEqual(["user: go", "assistant: One.", "user: just in time"]);
  });

  test("§8 a steer whose line is being written when Stop is pressed goes back to the queue", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    const thread = await scenario({ clock, store, scripts: [{ steps: [], end: { type: "hang" } }] });
    const door = gate();
    store.gate = ({ lines }) => (lines.some((line) => line.includes('"via":"steer"')) ? door.pass() : Promise.resolve());
    const steered = thread.runtime.steer(thread.id, { turnId: thread.turnId, text: "too late" });
    await door.reached;
    const { session } = await thread.runtime.manager.open(thread.id);
    const stopped = session.interrupt();
    await thread.advance(10);
    door.open();
    await thread.runtime.until(Promise.all([steered, stopped]));
    expect((await thread.end()).status).toBe("interrupted");
    expect(thread.lines().slice(0, 5)).toEqual([
      "cf_input steer",
      "cf_input queue",
      "queue add 0",
      "cf_input_end returned",
      "queue pause",
    ]);
    expect(await thread.queue()).toEqual({ texts: ["too late"], paused: true });
  });

  test("§8 the same client id twice is accepted once, and gets the first reply", async () => {
    const thread = await scenario({ tools: [work(100)], scripts: [says("One."), calls(call("a", "work")), says("Done.")] });
    await thread.end();
    await thread.start("second", "client-1");
    const second = thread.turnId;
    await thread.start("second", "client-1");
    expect(thread.turnId).toBe(second);
    await thread.steer("more", "client-2");
    await thread.steer("more", "client-2");
    await thread.end();
    await thread.steer("more", "client-2");
    expect(thread.lines().filter((line) => line.startsWith("cf_input "))).toEqual(["cf_input start", "cf_input steer"]);
    expect(
      thread
        .requests()
        .at(-1)
        ?.filter((item) => item === "user: more"),
    ).toHaveLength(1);
  });

  test("§8 the same client id twice at once is accepted once", async () => {
    const thread = await scenario({ tools: [work(100)], scripts: [says("One."), calls(call("a", "work")), says("Done.")] });
    await thread.end();
    const starts = await thread.runtime.until(
      Promise.all([1, 2, 3].map(() => thread.runtime.start(thread.id, "second", "client-1"))),
    );
    expect(new Set(starts.map(({ turnId }) => turnId)).size).toBe(1);
    thread.turnId = starts[0]?.turnId ?? thread.turnId;
    const steer = { turnId: thread.turnId, text: "more", clientId: "client-2" };
    await thread.runtime.until(Promise.all([1, 2, 3].map(() => thread.runtime.steer(thread.id, steer))));
    await thread.end();
    expect(thread.lines().filter((line) => line.startsWith("cf_input "))).toEqual(["cf_input start", "cf_input steer"]);
  });

  test("§8 the same client id as a steer and as a start is one submission", async () => {
    const thread = await scenario({ tools: [work(100)], scripts: [calls(call("a", "work")), says("Done.")] });
    const first = thread.turnId;
    await thread.steer("more", "client-1");
    await thread.end();
    await thread.start("more", "client-1");
    expect(thread.turnId).toBe(first);
  });

  test("§8 the same client id is known after the app was started anew, also when it is sent twice at once", async () => {
    const thread = await scenario({ scripts: [says("One."), says("Two.")] });
    await thread.end();
    await thread.start("second", "client-1");
    const second = thread.turnId;
    await thread.end();
    const store = thread.runtime.store.crashedAt(thread.id, thread.runtime.store.bytes(thread.id).length);
    const next = new TestRuntime({ clock: thread.runtime.clock, store, ids: countingIds("next") });
    const again = await next.until(next.start(thread.id, "second", "client-1"));
    expect(again.turnId).toBe(second);
    expect(store.bytes(thread.id)).toEqual(thread.runtime.store.bytes(thread.id));

    const fresh = new TestRuntime({ clock: thread.runtime.clock, store, ids: countingIds("fresh") });
    const both = await fresh.until(Promise.all([1, 2].map(() => fresh.start(thread.id, "third", "client-2"))));
    expect(both[0]?.turnId).toBe(both[1]?.turnId);
    expect(both[0]?.session).toBe(both[1]?.session);
    await fresh.until(fresh.turnEnd(thread.id, both[0]?.turnId ?? second));
    expect(
      fresh
        .lines(thread.id)
        .map(brief)
        .filter((line) => line === "user: third"),
    ).toHaveLength(1);
    expect(await threadBreaches(fresh, thread.id, { isReopened: true })).toEqual([]);
  });

  test("§8 at an interrupt unsampled steers go to the front of the queue, in order, and are not sampled", async () => {
    const thread = await scenario({ tools: [work(60_000)], scripts: [calls(call("a", "work"))] });
    await thread.enqueue("for later");
    await thread.steer("first", "client-1");
    await thread.steer("second");
    await thread.interrupt();
    expect(thread.lines().slice(-9)).toEqual([
      "cf_input queue",
      "queue add 0",
      "cf_input_end returned",
      "cf_input queue",
      "queue add 1",
      "cf_input_end returned",
      "queue pause",
      expect.stringMatching(/^user: <turn_aborted>/),
      "turn_aborted",
    ]);
    const last = thread.events("thread/queue/changed").at(-1)?.params;
    expect(last).toMatchObject({
      queue: {
        data: [
          { input: [{ type: "text", text: "first" }], clientUserMessageId: "client-1" },
          { input: [{ type: "text", text: "second" }] },
          { input: [{ type: "text", text: "for later" }] },
        ],
        paused: true,
      },
    });
    await thread.start("go on");
    await thread.end();
    expect(thread.requests()[1]?.filter((item) => item === "user: first")).toEqual([]);
    expect(await thread.queue()).toEqual({ texts: ["first", "second", "for later"], paused: true });
  });

  test("§8 at a failure unsampled steers go to the queue, which is paused", async () => {
    const thread = await scenario({ scripts: [{ steps: [wait(100)], end: { type: "rejected" } }] });
    await thread.steer("in vain");
    expect((await thread.end()).status).toBe("failed");
    expect(thread.lines()).toEqual([
      "cf_input steer",
      "cf_input queue",
      "queue add 0",
      "cf_input_end returned",
      "queue pause",
      "task_complete",
    ]);
    expect(await thread.queue()).toEqual({ texts: ["in vain"], paused: true });
  });

  test("§8 no input between a call and its output, however many come", async () => {
    const thread = await scenario({
      tools: [work(50)],
      scripts: [calls(call("a", "work"), wait(20), call("b", "work")), calls(call("c", "work")), says("Done.")],
    });
    for (const text of ["one", "two", "three", "four"]) {
      await thread.steer(text);
      await thread.advance(20);
    }
    await thread.end();
    let open = 0;
    for (const line of thread.runtime.lines(thread.id)) {
      if (line.type !== "response_item") continue;
      if (isCall(line.payload)) open += 1;
      else if (isOutput(line.payload)) open -= 1;
      else if (line.payload.type === "message" && line.payload.role === "user") expect(open).toBe(0);
    }
    expect(
      thread
        .requests()
        .at(-1)
        ?.filter((item) => item.startsWith("user: "))
        .toSorted(),
    ).toEqual(["user: four", "user: go", "user: one", "user: three", "user: two"]);
  });

  test("§8 a steer during the back-off is sampled by the step behind the one that is repeated", async () => {
    const thread = await scenario({ scripts: [{ steps: [], end: { type: "cut" } }, says("One."), says("Two.")] });
    await thread.steer("meanwhile");
    await thread.end();
    expect(thread.requests()).toEqual([["user: go"], ["user: go"], ["user: go", "assistant: One.", "user: meanwhile"]]);
  });
});
