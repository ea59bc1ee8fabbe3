import { describe, expect, test } from "vitest";
import { InputId } from "../../shared/protocol/ids";
import { parseNotification } from "../../shared/protocol/event";
import { controllableTool } from "../support/controllable-tool";
import { MemoryRolloutStore } from "../support/memory-rollout-store";
import { FakeClock } from "../support/fake-clock";
import { call, calls, says, streamed, wait, type Script } from "../support/scripted-client";
import { TestServer, type TestClient } from "../support/test-server";
import { TestRuntime } from "../support/test-session";

const HANGS: Script = { steps: [], end: { type: "hang" } };
const work = (afterMs: number) => controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs }) });
const text = (words: string) => [{ type: "text" as const, text: words }];
const clientId = (id: string) => id as never;

/** The queue as the client was told last, in few words. */
function toldQueue(client: TestClient): string | undefined {
  const told = client.got.flatMap((message) => {
    if (typeof message !== "object" || message === null || !("method" in message)) return [];
    const event = parseNotification(message);
    return event.method === "thread/queue/changed" ? [event.params.queue] : [];
  });
  const last = told.at(-1);
  if (last === undefined) return undefined;
  const texts = last.data.map(({ input }) => input.map((part) => (part.type === "text" ? part.text : "")).join());
  return `${texts.join(" ")}${last.paused ? " paused" : ""}`;
}

describe("protocol.md §2 the queue's commands", () => {
  test("add, list, update, reorder, delete: each reply, and the list after it", async () => {
    const server = new TestServer({ scripts: [HANGS] });
    const client = await server.client();
    const { threadId, turnId } = await server.thread(client);
    const ask: TestClient["ask"] = (method, params) => server.runtime.until(client.ask(method, params));
    const { queuedSubmissionId: a } = await ask("thread/queue/add", {
      threadId,
      input: text("a"),
      clientUserMessageId: clientId("c1"),
    });
    const { queuedSubmissionId: b } = await ask("thread/queue/add", { threadId, input: text("b") });
    const { queuedSubmissionId: c } = await ask("thread/queue/add", { threadId, input: text("c") });
    expect(await ask("thread/queue/list", { threadId })).toEqual({
      data: [
        { id: a, input: text("a"), clientUserMessageId: "c1" },
        { id: b, input: text("b") },
        { id: c, input: text("c") },
      ],
      paused: false,
    });
    expect(await ask("thread/queue/update", { threadId, queuedSubmissionId: b, input: text("b2") })).toEqual({});
    expect(await ask("thread/queue/reorder", { threadId, queuedSubmissionIds: [c, a] })).toEqual({});
    expect((await ask("thread/queue/list", { threadId })).data.map(({ input }) => input)).toEqual([
      text("c"),
      text("a"),
      text("b2"),
    ]);
    expect(await ask("thread/queue/delete", { threadId, queuedSubmissionId: a })).toEqual({});
    await ask("turn/interrupt", { threadId, turnId });
    expect(await ask("thread/queue/list", { threadId })).toEqual({
      data: [
        { id: c, input: text("c") },
        { id: b, input: text("b2") },
      ],
      paused: true,
    });
  });

  test("add in an idle thread starts a turn; resume ends the pause and starts the first entry", async () => {
    const server = new TestServer({ scripts: [says("One."), says("Two."), HANGS, says("Four.")] });
    const client = await server.client();
    const { threadId } = await server.thread(client);
    const { queuedSubmissionId } = await server.runtime.until(client.ask("thread/queue/add", { threadId, input: text("a") }));
    await server.runtime.clock.advance(0);
    const { items } = await client.ask("thread/read", { threadId, includeItems: true });
    expect(items?.at(-2)).toMatchObject({ id: queuedSubmissionId, type: "userMessage", via: "queue" });
    const { turn } = await server.runtime.until(client.ask("turn/start", { threadId, input: text("hangs") }));
    await server.runtime.until(client.ask("thread/queue/add", { threadId, input: text("b") }));
    await server.runtime.until(client.ask("turn/interrupt", { threadId, turnId: turn.id }));
    expect(await server.runtime.until(client.ask("thread/queue/resume", { threadId }))).toEqual({});
    await server.runtime.clock.advance(0);
    expect(client.log().at(-1)).toBe("turn/completed");
    expect((await client.ask("thread/queue/list", { threadId })).data).toEqual([]);
  });

  test("the same client id twice is one entry, with the first reply", async () => {
    const server = new TestServer({ scripts: [HANGS] });
    const client = await server.client();
    const { threadId, turnId } = await server.thread(client);
    const add = { threadId, input: text("a"), clientUserMessageId: clientId("c1") };
    const replies = await server.runtime.until(Promise.all([1, 2].map(() => client.ask("thread/queue/add", add))));
    replies.push(await server.runtime.until(client.ask("thread/queue/add", add)));
    expect(new Set(replies.map(({ queuedSubmissionId }) => queuedSubmissionId)).size).toBe(1);
    expect((await client.ask("thread/queue/list", { threadId })).data).toHaveLength(1);
    await server.runtime.until(client.ask("turn/interrupt", { threadId, turnId }));
  });

  test("a client id that was used for the queue or for mail names no turn: start and steer say so", async () => {
    const server = new TestServer({ scripts: [HANGS] });
    const client = await server.client();
    const { threadId, turnId } = await server.thread(client);
    await server.runtime.until(
      client.ask("thread/queue/add", { threadId, input: text("a"), clientUserMessageId: clientId("c1") }),
    );
    await server.runtime.until(
      client.ask("thread/mail/send", { threadId, author: "x", text: "a", triggerTurn: false, clientId: clientId("c2") }),
    );
    for (const clientUserMessageId of ["c1", "c2"]) {
      const submission = { threadId, input: text("a"), clientUserMessageId };
      const words = "this client id was used for the queue or for mail; use a new one";
      const refused = { message: words, data: { kind: "invalidParams" } };
      expect(await client.errorOf("turn/steer", { ...submission, expectedTurnId: turnId })).toMatchObject(refused);
      expect(await client.errorOf("turn/start", submission)).toMatchObject(refused);
    }
    await server.runtime.until(client.ask("turn/interrupt", { threadId, turnId }));
  });

  test("what is not in the queue is refused in words", async () => {
    const server = new TestServer({ scripts: [HANGS] });
    const client = await server.client();
    const { threadId, turnId } = await server.thread(client);
    const queuedSubmissionId = "ghost";
    const { queuedSubmissionId: a } = await server.runtime.until(client.ask("thread/queue/add", { threadId, input: text("a") }));
    const refused = {
      code: -32602,
      message: "ghost is not in the queue; it may have been sent meanwhile",
      data: { kind: "invalidParams" },
    };
    expect(await client.errorOf("thread/queue/update", { threadId, queuedSubmissionId, input: text("x") })).toEqual(refused);
    expect(await client.errorOf("thread/queue/delete", { threadId, queuedSubmissionId })).toEqual(refused);
    expect(await client.errorOf("thread/queue/reorder", { threadId, queuedSubmissionIds: [a, "ghost"] })).toEqual(refused);
    expect(await client.errorOf("thread/queue/reorder", { threadId, queuedSubmissionIds: [a, a] })).toMatchObject({
      message: "an entry is named twice",
      data: { kind: "invalidParams" },
    });
    await server.runtime.until(client.ask("turn/interrupt", { threadId, turnId }));
  });
});

describe("protocol.md §2 mail, compaction and the window", () => {
  test("thread/mail/send answers with the mail's id, which is that of its item", async () => {
    const server = new TestServer({ scripts: [says("One."), says("Two.")] });
    const client = await server.client();
    const { threadId } = await server.thread(client);
    const mail = { threadId, author: "builder", text: "done", triggerTurn: true, clientId: clientId("m1") };
    const { mailId } = await server.runtime.until(client.ask("thread/mail/send", mail));
    expect(await server.runtime.until(client.ask("thread/mail/send", mail))).toEqual({ mailId });
    await server.runtime.clock.advance(0);
    const { items } = await client.ask("thread/read", { threadId, includeItems: true });
    expect(items?.filter(({ type }) => type === "mail")).toMatchObject([
      { id: mailId, author: "builder", text: "done", triggerTurn: true },
    ]);
  });

  test("thread/compact/start answers with a turn of its own; while a turn runs it is refused", async () => {
    const sum: Script = { steps: [wait(100), ...streamed(["Sum."])], end: { type: "completed" } };
    const server = new TestServer({ scripts: [says("One."), sum] });
    const client = await server.client();
    const { threadId } = await server.thread(client);
    const { turn } = await server.runtime.until(client.ask("thread/compact/start", { threadId }));
    expect(turn).toMatchObject({ status: "inProgress" });
    const again = await client.errorOf("thread/compact/start", { threadId });
    expect(again.data.kind).toBe("turnMismatch");
    expect(again.message).toContain(turn.id);
    await server.runtime.until(server.runtime.turnEnd(threadId, turn.id));
    const { items, turns } = await client.ask("thread/read", { threadId, includeItems: true });
    expect(items?.at(-1)).toMatchObject({ turnId: turn.id, type: "contextCompaction", status: "completed", summary: "Sum." });
    expect(turns?.at(-1)).toMatchObject({ id: turn.id, status: "completed" });
  });

  test("thread/window/read shows what the model would be sent, and changes nothing", async () => {
    const server = new TestServer({ scripts: [says("One.")] });
    const client = await server.client();
    const { threadId } = await server.thread(client);
    const before = server.runtime.store.bytes(threadId);
    const window = await client.ask("thread/window/read", { threadId });
    expect(window).toMatchObject({ contextWindow: 100_000 });
    expect(JSON.stringify(window)).toContain("One.");
    expect(server.runtime.store.bytes(threadId)).toEqual(before);
  });
});

describe("protocol.md §1 order: the new submissions", () => {
  test("§1 a reply comes before everything that its command causes", async () => {
    const server = new TestServer({ scripts: [says("One."), says("Two."), says("Three."), says("Sum."), HANGS] });
    const client = await server.client();
    const { threadId } = await server.thread(client);
    const causes = async (send: () => Promise<unknown>): Promise<string[]> => {
      client.got.length = 0;
      await server.runtime.until(send());
      await server.runtime.clock.advance(0);
      return client.log();
    };
    const start = ["thread/status/changed", "turn/started"];
    const added = await causes(() => client.ask("thread/queue/add", { threadId, input: text("a") }));
    expect(added.filter((method) => method !== "thread/queue/changed").slice(0, 3)).toEqual(["reply", ...start]);
    expect(added[0]).toBe("reply");
    const mail = { threadId, author: "x", text: "y", triggerTurn: true };
    expect((await causes(() => client.ask("thread/mail/send", mail))).slice(0, 3)).toEqual(["reply", ...start]);
    expect((await causes(() => client.ask("thread/compact/start", { threadId }))).slice(0, 3)).toEqual(["reply", ...start]);
    await causes(() => client.ask("turn/start", { threadId, input: text("hangs") }));
    let id = InputId.parse("none");
    const queued = await causes(async () => {
      ({ queuedSubmissionId: id } = await client.ask("thread/queue/add", { threadId, input: text("b") }));
    });
    expect(queued).toEqual(["reply", "thread/queue/changed"]);
    const input = text("b2");
    expect(await causes(() => client.ask("thread/queue/update", { threadId, queuedSubmissionId: id, input }))).toEqual(queued);
    expect(await causes(() => client.ask("thread/queue/reorder", { threadId, queuedSubmissionIds: [id] }))).toEqual(queued);
    const turnId = server.runtime.events.findLast(({ method }) => method === "turn/started");
    if (turnId?.method !== "turn/started") throw new Error("no turn");
    const stopped = await causes(() => client.ask("turn/interrupt", { threadId, turnId: turnId.params.turn.id }));
    // The item is what the model is told of the stop.
    const marker = ["item/started", "item/completed"];
    expect(stopped).toEqual(["thread/queue/changed", ...marker, "thread/status/changed", "reply", "turn/completed"]);
    const resumed = await causes(() => client.ask("thread/queue/resume", { threadId }));
    expect(resumed.slice(0, 4)).toEqual(["reply", "thread/queue/changed", ...start]);
    expect(resumed.at(-1)).toBe("turn/completed");
  });

  test("§1 deleting tells the queue behind the reply", async () => {
    const server = new TestServer({ scripts: [HANGS] });
    const client = await server.client();
    const { threadId, turnId } = await server.thread(client);
    const { queuedSubmissionId } = await server.runtime.until(client.ask("thread/queue/add", { threadId, input: text("a") }));
    client.got.length = 0;
    await server.runtime.until(client.ask("thread/queue/delete", { threadId, queuedSubmissionId }));
    expect(client.log()[0]).toBe("reply");
    expect(new Set(client.log().slice(1))).toEqual(new Set(["thread/queue/changed"]));
    expect(toldQueue(client)).toBe("");
    await server.runtime.until(client.ask("turn/interrupt", { threadId, turnId }));
  });

  test("§1 what is acknowledged is on disk: nothing is replied before", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    const server = new TestServer({ clock, store, scripts: [HANGS] });
    const client = await server.client();
    const { threadId, turnId } = await server.thread(client);
    const commands = [
      ["thread/queue/add", { threadId, input: text("a") }],
      ["thread/mail/send", { threadId, author: "x", text: "y", triggerTurn: false }],
      ["turn/steer", { threadId, expectedTurnId: turnId, input: text("b") }],
    ] as const;
    for (const [method, params] of commands) {
      client.got.length = 0;
      let open = (): void => undefined;
      store.gate = () => new Promise((resolve) => (open = resolve));
      const replied = client.send(method, params);
      await clock.advance(1000);
      expect(client.log()).toEqual([]);
      store.gate = null;
      open();
      expect(await server.runtime.until(replied)).toHaveProperty("result");
      expect(store.syncedBytes(threadId)).toBe(store.bytes(threadId).length);
    }
    await server.runtime.until(client.ask("turn/interrupt", { threadId, turnId }));
  });
});

describe("two clients of one thread", () => {
  test("both are told each change of the queue, and the other one at once", async () => {
    const server = new TestServer({ scripts: [HANGS] });
    const one = await server.client();
    const other = await server.client();
    const { threadId, turnId } = await server.thread(one);
    await server.runtime.until(one.ask("thread/queue/add", { threadId, input: text("a") }));
    const joined = await server.runtime.until(other.ask("thread/resume", { threadId }));
    expect(joined.queue).toMatchObject({ data: [{ input: text("a") }], paused: false });
    expect((await other.ask("thread/read", { threadId })).queue).toEqual(joined.queue);
    await server.runtime.until(other.ask("thread/queue/add", { threadId, input: text("b") }));
    expect([toldQueue(one), toldQueue(other)]).toEqual(["a b", "a b"]);
    await server.runtime.until(one.ask("turn/interrupt", { threadId, turnId }));
    expect([toldQueue(one), toldQueue(other)]).toEqual(["a b paused", "a b paused"]);
    const late = await server.client();
    expect((await late.ask("thread/resume", { threadId })).queue.paused).toBe(true);
  });

  test("one deletes what the other changes: the second is refused, and both see the same", async () => {
    const server = new TestServer({ scripts: [HANGS] });
    const one = await server.client();
    const other = await server.client();
    const { threadId, turnId } = await server.thread(one);
    await server.runtime.until(other.ask("thread/resume", { threadId }));
    const { queuedSubmissionId } = await server.runtime.until(one.ask("thread/queue/add", { threadId, input: text("a") }));
    const replies = await server.runtime.until(
      Promise.all([
        one.send("thread/queue/delete", { threadId, queuedSubmissionId }),
        other.send("thread/queue/update", { threadId, queuedSubmissionId, input: text("a2") }),
      ]),
    );
    expect(replies).toMatchObject([{ result: {} }, { error: { data: { kind: "invalidParams" } } }]);
    expect([toldQueue(one), toldQueue(other)]).toEqual(["", ""]);
    await server.runtime.until(one.ask("turn/interrupt", { threadId, turnId }));
  });

  test("a client that adds to a thread it has not opened hears what follows", async () => {
    const server = new TestServer({ scripts: [says("One."), says("Two.")] });
    const { threadId } = await server.thread(await server.client());
    const other = await server.client();
    await server.runtime.until(other.ask("thread/queue/add", { threadId, input: text("a") }));
    await server.runtime.clock.advance(0);
    expect(other.log().at(-1)).toBe("turn/completed");
  });
});

describe("refusals of the new commands", () => {
  const changes = (threadId: string, queuedSubmissionId = "i") =>
    [
      ["thread/queue/add", { threadId, input: text("x") }],
      ["thread/queue/update", { threadId, queuedSubmissionId, input: text("x") }],
      ["thread/queue/delete", { threadId, queuedSubmissionId }],
      ["thread/queue/reorder", { threadId, queuedSubmissionIds: [queuedSubmissionId] }],
      ["thread/queue/resume", { threadId }],
      ["thread/mail/send", { threadId, author: "x", text: "y", triggerTurn: true }],
      ["thread/compact/start", { threadId }],
    ] as const;

  test("a program that was started read-only refuses every change, and reads the queue and the window", async () => {
    const clock = new FakeClock();
    const before = new TestRuntime({ clock, scripts: [HANGS] });
    const { id } = await before.startThread();
    const { turnId, session } = await before.until(before.start(id, "go"));
    await before.until(before.enqueue(id, "a"));
    await before.until(session.interrupt());
    await before.until(before.turnEnd(id, turnId));
    const store = before.store.crashedAt(id, before.store.bytes(id).length);
    const server = new TestServer({ clock, store, readOnly: true });
    const client = await server.client();
    for (const [method, params] of changes(id)) {
      expect(await client.errorOf(method, params)).toMatchObject({
        message: "this program was started read-only",
        data: { kind: "readOnly" },
      });
    }
    expect(await client.ask("thread/queue/list", { threadId: id })).toMatchObject({ data: [{ input: text("a") }], paused: true });
    expect((await client.ask("thread/resume", { threadId: id })).queue.data).toHaveLength(1);
    expect(await client.ask("thread/window/read", { threadId: id })).toMatchObject({ contextWindow: 100_000 });
    expect(store.appends).toEqual([]);
  });

  test("a thread that does not exist", async () => {
    const client = await new TestServer().client();
    for (const [method, params] of changes("ghost")) {
      expect((await client.errorOf(method, params)).data.kind).toBe("threadNotFound");
    }
    for (const method of ["thread/queue/list", "thread/window/read"])
      expect((await client.errorOf(method, { threadId: "ghost" })).data.kind).toBe("threadNotFound");
  });

  test("a thread that another process writes can be read, and each change is refused with whose it is", async () => {
    const clock = new FakeClock();
    const before = new TestRuntime({ clock, scripts: [HANGS] });
    const { id } = await before.startThread();
    const { session } = await before.until(before.start(id, "go"));
    const entry = await before.until(before.enqueue(id, "a"));
    await before.until(session.interrupt());
    const store = before.store.crashedAt(id, before.store.bytes(id).length);
    store.lockFromOutside(id);
    const server = new TestServer({ clock, store });
    const client = await server.client();
    for (const [method, params] of changes(id, entry)) {
      const error = await server.runtime.until(client.errorOf(method, params));
      expect([method, error.data.kind]).toEqual([method, "lockedByOther"]);
      expect(error.message).toContain("nother process");
    }
    expect(server.runtime.events).toEqual([]);
    expect((await server.runtime.until(client.ask("thread/queue/list", { threadId: id }))).data).toHaveLength(1);
  });

  test("a full disk is told as storage, and nothing of it is in the queue", async () => {
    const server = new TestServer({ scripts: [says("One."), says("Two.")] });
    const client = await server.client();
    const { threadId } = await server.thread(client);
    server.runtime.store.failAppend(server.runtime.store.appends.length + 1);
    const error = await server.runtime.until(client.errorOf("thread/queue/add", { threadId, input: text("a") }));
    expect(error).toMatchObject({ code: -32000, data: { kind: "storage" } });
    expect(error.message).toContain("disk is full");
    expect((await server.runtime.until(client.ask("thread/queue/list", { threadId }))).data).toEqual([]);
  });

  test.each([
    ["thread/queue/add", { threadId: "t", input: [] }, /^input: /],
    ["thread/queue/add", { threadId: "t", input: [{ type: "smell" }] }, /^input\.0/],
    ["thread/queue/update", { threadId: "t", input: [{ type: "text", text: "x" }] }, /^queuedSubmissionId: /],
    ["thread/queue/reorder", { threadId: "t", queuedSubmissionIds: [] }, /^queuedSubmissionIds: /],
    ["thread/queue/delete", { threadId: "t" }, /^queuedSubmissionId: /],
    ["thread/mail/send", { threadId: "t", author: "", text: "x", triggerTurn: false }, /^author: /],
    ["thread/mail/send", { threadId: "t", author: "x", text: "", triggerTurn: false }, /^text: /],
    ["thread/mail/send", { threadId: "t", author: "x", text: "y" }, /^triggerTurn: /],
    ["thread/queue/list", {}, /^threadId: /],
  ])("%s %j says which parameter and why", async (method, params, words) => {
    const error = await (await new TestServer().client()).errorOf(method, params);
    expect(error).toMatchObject({ code: -32602, data: { kind: "invalidParams" } });
    expect(error.message).toMatch(words);
  });

  test("a steer for a turn that compacts is taken in; what comes of it is seen in the queue", async () => {
    const sum: Script = { steps: [wait(100), ...streamed(["Sum."])], end: { type: "completed" } };
    const server = new TestServer({ tools: [work(1)], scripts: [calls(call("a", "work")), says("One."), sum, HANGS] });
    const client = await server.client();
    const { threadId, turnId: first } = await server.thread(client);
    await server.runtime.until(server.runtime.turnEnd(threadId, first));
    const { turn } = await server.runtime.until(client.ask("thread/compact/start", { threadId }));
    const steer = { threadId, expectedTurnId: turn.id, input: text("and this") };
    expect(await server.runtime.until(client.ask("turn/steer", steer))).toEqual({ turnId: turn.id });
    await server.runtime.until(client.ask("turn/interrupt", { threadId, turnId: turn.id }));
    expect(toldQueue(client)).toBe("and this paused");
  });
});
