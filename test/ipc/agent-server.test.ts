import { describe, expect, test } from "vitest";
import { ThreadId } from "../../shared/protocol/ids";
import { controllableTool } from "../support/controllable-tool";
import { call, calls, says, streamed, wait } from "../support/scripted-client";
import { TestServer } from "../support/test-server";

const work = (afterMs: number) => controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs }) });
const clientInfo = { name: "test", version: "1" };

describe("protocol.md §1 the handshake", () => {
  test("§1 earlier commands fail, initialize tells who answers, later ones are served", async () => {
    const server = new TestServer();
    const client = server.stranger();
    expect(await client.errorOf("thread/list", {})).toEqual({
      code: -32000,
      message: "send initialize first",
      data: { kind: "notInitialized" },
    });
    expect(await client.ask("initialize", { clientInfo })).toEqual({
      userAgent: "counterfoil/1.2.3 (test 1)",
      home: "/home",
      platformOs: "test",
      protocolVersion: 1,
    });
    expect(await client.ask("thread/list", {})).toEqual({
      threads: [],
      nextCursor: null,
      hidden: {},
      origins: {},
      isComplete: true,
    });
  });

  test("§1 an initialize that is refused opens nothing", async () => {
    const client = new TestServer().stranger();
    expect((await client.errorOf("initialize", {})).data.kind).toBe("invalidParams");
    expect((await client.errorOf("settings/read", {})).data.kind).toBe("notInitialized");
  });

  test("§1 each client has a handshake of its own", async () => {
    const server = new TestServer();
    await server.client();
    expect((await server.stranger().errorOf("settings/read", {})).data.kind).toBe("notInitialized");
  });

  test("§1 commands sent right behind initialize, as a script does, wait for it", async () => {
    const client = new TestServer().stranger();
    const replies = await Promise.all([
      client.send("initialize", { clientInfo }),
      client.send("settings/read", {}),
      client.send("thread/list", {}),
    ]);
    expect(replies.map((reply) => "result" in reply)).toEqual([true, true, true]);
    expect(client.log().filter((what) => what !== "thread/list/changed")).toEqual(["reply", "reply", "reply"]);
  });

  test("§1 commands sent right behind a refused initialize are refused", async () => {
    const client = new TestServer().stranger();
    const [, second] = await Promise.all([client.send("initialize", {}), client.errorOf("settings/read", {})]);
    expect(second.data.kind).toBe("notInitialized");
  });
});

describe("protocol.md §1 errors", () => {
  test("§1 an unknown command is an error, never silence", async () => {
    const client = await new TestServer().client();
    for (const method of ["thread/dream", "constructor", "__proto__", "", "folder/choose"]) {
      expect(await client.errorOf(method, {})).toMatchObject({ code: -32601, data: { kind: "unknownMethod" } });
    }
  });

  test("§1 invalid params say which and why", async () => {
    const client = await new TestServer().client();
    const missing = await client.errorOf("thread/start", {});
    expect(missing).toMatchObject({ code: -32602, data: { kind: "invalidParams" } });
    expect(missing.message).toMatch(/^cwd: /);
    expect((await client.errorOf("turn/start", { threadId: "t", input: [] })).message).toMatch(/^input: /);
    expect((await client.errorOf("turn/start", { threadId: "t", input: [{ type: "smell" }] })).message).toMatch(/^input\.0/);
    for (const params of [null, [], 5, "x"])
      expect((await client.errorOf("thread/start", params)).data.kind).toBe("invalidParams");
  });

  test("§1 a path that holds a NUL is refused as such", async () => {
    const client = await new TestServer().client();
    const path = "/tmp/a\0b";
    const threadId = "t";
    for (const [method, params] of [
      ["thread/resume", { path }],
      ["thread/fork", { path }],
      ["thread/import", { path }],
      ["sessionRoot/set", { path, isUsed: true }],
      ["thread/export", { threadId, format: "markdown", file: path }],
    ] as const) {
      const { code, message } = await client.errorOf(method, params);
      expect({ method, code, message }).toMatchObject({ method, code: -32602, message: expect.stringMatching(/NUL$/) as string });
    }
  });

  test("§1 params may be left out where none are needed", async () => {
    const client = await new TestServer().client();
    expect(await client.send("settings/read", undefined)).toMatchObject({ result: { model: "test-1" } });
  });

  test("§1 the kinds of refusals", async () => {
    const server = new TestServer({ tools: [work(60_000)], scripts: [calls(call("a", "work"))] });
    const client = await server.client();
    const { threadId, turnId } = await server.thread(client);
    const input = [{ type: "text", text: "x" }];
    const kindOf = async (method: string, params: object) =>
      (await server.runtime.until(client.errorOf(method, params))).data.kind;

    expect(await kindOf("thread/resume", { threadId: "ghost" })).toBe("threadNotFound");
    expect(await kindOf("turn/start", { threadId: "ghost", input })).toBe("threadNotFound");
    expect(await kindOf("turn/start", { threadId, input })).toBe("turnMismatch");
    expect(await kindOf("turn/steer", { threadId, input, expectedTurnId: "other" })).toBe("turnMismatch");
    expect(await kindOf("turn/interrupt", { threadId, turnId: "other" })).toBe("turnMismatch");
    expect(await kindOf("clock/wake", { threadId, itemId: "a" })).toBe("invalidParams");
    expect(await kindOf("thread/items/list", { threadId, direction: "forward", cursor: "soon" })).toBe("invalidParams");
    await server.runtime.until(client.ask("turn/interrupt", { threadId, turnId }));
    expect(await kindOf("turn/interrupt", { threadId, turnId })).toBe("noActiveTurn");
    expect(await kindOf("turn/steer", { threadId, input, expectedTurnId: turnId })).toBe("noActiveTurn");
  });

  test("§1 what the store refuses has its kind", async () => {
    const server = new TestServer({ scripts: [says("One.")] });
    const client = await server.client();
    const { threadId } = await server.thread(client);
    await server.runtime.until(client.ask("thread/unsubscribe", { threadId }));
    const release = server.runtime.store.lockFromOutside(threadId);
    const start = { threadId, input: [{ type: "text", text: "x" }] };
    expect((await server.runtime.until(client.errorOf("turn/start", start))).data.kind).toBe("lockedByOther");
    release();
    server.runtime.store.failAppend(server.runtime.store.appends.length + 1);
    expect((await server.runtime.until(client.errorOf("turn/start", start))).data.kind).toBe("storage");
    const noRecord = ThreadId.parse("00000000-0000-4000-8000-0000000000a0");
    server.runtime.store.writeFromOutside(noRecord, Buffer.from("{}\n"));
    expect((await client.errorOf("thread/resume", { threadId: noRecord })).data.kind).toBe("notARollout");
    const noHeader = ThreadId.parse("00000000-0000-4000-8000-0000000000a1");
    server.runtime.store.writeFromOutside(noHeader, Buffer.from('{"timestamp":"t","type":"x","payload":{}}\n'));
    expect((await client.errorOf("turn/start", { ...start, threadId: noHeader })).data.kind).toBe("notARollout");
  });

  test("§1 a fault of the program is told as internal, and no stack crosses", async () => {
    const server = new TestServer();
    server.runtime.store.open = () => Promise.reject(new TypeError("open is not a function"));
    const client = await server.client();
    expect(await client.send("thread/queue/list", { threadId: "any" })).toEqual({
      id: 2,
      error: { code: -32603, message: "open is not a function", data: { kind: "internal" } },
    });
  });

  test.each([
    [null],
    [[]],
    [5],
    ["text"],
    [{}],
    [{ id: 1 }],
    [{ id: {}, method: "initialize" }],
    [{ id: 1, method: 7 }],
    [{ id: 1, error: "no" }],
  ])("§1 %j is neither request nor response: an error under no id", async (message) => {
    const client = await new TestServer().client();
    const replies: unknown[] = [];
    client.connection.receive(message, (reply) => replies.push(reply));
    expect(replies).toMatchObject([{ id: "", error: { data: { kind: "invalidParams" } } }]);
  });

  test("§1 a client's notification is not replied to", async () => {
    const client = await new TestServer().client();
    client.connection.receive({ method: "initialized" }, () => {
      throw new Error("replied");
    });
  });

  test("§1 an answer that cannot be read is told to nobody but the log, and the question stays open", async () => {
    const asks = controllableTool({ name: "asks", asks: true, behaviour: () => ({ type: "returns", afterMs: 0 }) });
    const server = new TestServer({ tools: [asks], scripts: [calls(call("a", "asks")), says("Done.")] });
    const client = await server.client();
    await server.thread(client);
    const [request] = client.asked();
    client.answer(String(request?.id), { decision: "perhaps" });
    expect(server.errors).toHaveLength(1);
    client.answer(String(request?.id), { decision: "accept" });
    await server.runtime.clock.advance(0);
    expect(asks.started).toEqual(["a"]);
  });
});

describe("protocol.md §1 order", () => {
  test("§1 a submission's reply comes before everything it causes", async () => {
    const server = new TestServer({ scripts: [says("Hello.")] });
    const client = await server.client();
    const { thread } = await server.runtime.until(client.ask("thread/start", { cwd: "/project" }));
    expect(client.log()).toEqual(["reply", "reply", "thread/started"]);
    client.got.length = 0;
    await server.runtime.until(client.ask("turn/start", { threadId: thread.id, input: [{ type: "text", text: "go" }] }));
    await server.runtime.clock.advance(0);
    expect(client.log().slice(0, 3)).toEqual(["reply", "thread/status/changed", "turn/started"]);
    expect(client.log().at(-1)).toBe("turn/completed");
  });

  test("§1 a refused submission lets go what was held", async () => {
    const server = new TestServer({ scripts: [{ steps: streamed(["a", "b", "c"], { gapMs: 10 }), end: { type: "completed" } }] });
    const client = await server.client();
    const { threadId, turnId } = await server.thread(client);
    client.got.length = 0;
    const refused = client.errorOf("turn/start", { threadId, input: [{ type: "text", text: "x" }] });
    await server.runtime.clock.advance(100);
    expect((await refused).data.kind).toBe("turnMismatch");
    expect(client.log().at(-1)).toBe("turn/completed");
    expect(turnId).toBeTruthy();
  });

  test("I14 Stop ends the after-turn hook of the turn that the client knows, although the next start waits behind it", async () => {
    const server = new TestServer({ hooks: { afterTurn: [() => ({ type: "hang" })] }, scripts: [says("One.")] });
    const client = await server.client();
    const { threadId, turnId } = await server.thread(client);
    await server.runtime.clock.advance(0);
    expect(server.runtime.hooks.running).toBe(1);
    const next = client.ask("turn/start", { threadId, input: [{ type: "text", text: "next" }] });
    await server.runtime.until(client.ask("turn/interrupt", { threadId, turnId }));
    expect(server.runtime.hooks.running).toBe(0);
    const { turn } = await server.runtime.until(next);
    await server.runtime.until(server.runtime.turnEnd(threadId, turn.id));
  });

  test("§1 an interrupt replies once the turn has ended, just before that is told; what came earlier is not held back", async () => {
    const server = new TestServer({
      tools: [controllableTool({ name: "work", behaviour: () => ({ type: "untilAbort", afterMs: 50 }) })],
      scripts: [calls(call("a", "work"))],
    });
    const client = await server.client();
    const { threadId, turnId } = await server.thread(client);
    client.got.length = 0;
    await server.runtime.until(client.ask("turn/interrupt", { threadId, turnId }));
    expect(client.log().slice(-3)).toEqual(["thread/status/changed", "reply", "turn/completed"]);
  });

  test("§1 what belongs to another thread is not held back, however long the reply takes", async () => {
    const server = new TestServer({
      hooks: { afterTurn: [(_call, time) => (time === 1 ? { type: "hang" } : { type: "pass" })] },
      scripts: [says("One."), says("Two."), says("Three.")],
    });
    const client = await server.client();
    const first = await server.thread(client);
    await server.runtime.clock.advance(0);
    const next = client.ask("turn/start", { threadId: first.threadId, input: [{ type: "text", text: "next" }] });
    const second = await server.thread(client);
    await server.runtime.turnEnd(second.threadId, second.turnId);
    const told = client.got.filter((message) => JSON.stringify(message).includes(`"threadId":"${second.threadId}"`));
    expect(told.at(-1)).toMatchObject({ method: "turn/completed" });
    await server.runtime.until(client.ask("turn/interrupt", first));
    await server.runtime.until(next);
    await server.runtime.until(server.runtime.turnEnd(first.threadId, (await next).turn.id));
  });

  test("§1 what another client waits for is not held back", async () => {
    const server = new TestServer({
      scripts: [says("One."), { steps: [wait(10), ...streamed(["Two."])], end: { type: "completed" } }],
    });
    const one = await server.client();
    const other = await server.client();
    const { threadId } = await server.thread(one);
    await server.runtime.until(other.ask("thread/resume", { threadId }));
    other.got.length = 0;
    await server.runtime.until(one.ask("turn/start", { threadId, input: [{ type: "text", text: "x" }] }));
    await server.runtime.clock.advance(20);
    expect(other.log()[0]).toBe("thread/status/changed");
    expect(other.log().at(-1)).toBe("turn/completed");
  });

  test("§1 every event of a thread is numbered, without a gap", async () => {
    const server = new TestServer({ tools: [work(10)], scripts: [calls(call("a", "work")), says("Done.")] });
    const client = await server.client();
    await server.thread(client);
    await server.runtime.clock.advance(1000);
    const seqs = client.got.flatMap((message) =>
      typeof message === "object" && message !== null && "params" in message ? [(message.params as { seq?: number }).seq] : [],
    );
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  });
});

describe("connections", () => {
  test("a closed connection gets nothing more, and the thread is given free when nobody hears it", async () => {
    const server = new TestServer({ scripts: [says("One."), says("Two.")] });
    const client = await server.client();
    const { threadId } = await server.thread(client);
    client.connection.close();
    await server.runtime.clock.advance(0);
    const got = client.got.length;
    server.runtime.store.lockFromOutside(threadId)();
    await server.runtime.turn(threadId, "from elsewhere");
    expect(client.got).toHaveLength(got);
  });

  test("a thread whose turn runs goes on when its client leaves", async () => {
    const server = new TestServer({ tools: [work(100)], scripts: [calls(call("a", "work")), says("Done.")] });
    const client = await server.client();
    const { threadId, turnId } = await server.thread(client);
    client.connection.close();
    await server.runtime.until(server.runtime.turnEnd(threadId, turnId));
    const again = await server.client();
    const { thread, page } = await again.ask("thread/resume", { threadId });
    expect(thread.status).toEqual({ type: "idle" });
    expect(page.turns).toMatchObject([{ status: "completed" }]);
  });
});
