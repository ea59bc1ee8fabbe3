import { describe, expect, test } from "vitest";
import { ItemId, ThreadId } from "../../shared/protocol/ids";
import { controllableTool } from "../support/controllable-tool";
import { call, calls, event, says } from "../support/scripted-client";
import { TestServer } from "../support/test-server";

const work = (afterMs: number) => controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs }) });
const text = (words: string) => [{ type: "text" as const, text: words }];

describe("threads", () => {
  test("thread/start makes a thread in a folder, with its choice of model and policy, and subscribes its client", async () => {
    const server = new TestServer();
    const client = await server.client();
    const { thread } = await client.ask("thread/start", { cwd: "/project", model: "test-2", approvalPolicy: "never" });
    expect(thread).toMatchObject({
      cwd: "/project",
      provider: "scripted",
      preview: "",
      status: { type: "idle" },
      readOnly: false,
      source: "counterfoil",
      choice: { model: "test-2", approvalPolicy: "never" },
    });
    expect(server.hub.isHeard(thread.id)).toBe(true);
    expect(server.runtime.store.bytes(thread.id)).toHaveLength(0);
  });

  test("thread/resume gives the newest page, where events stand, and subscribes", async () => {
    const server = new TestServer({ scripts: [says("One.")] });
    const client = await server.client();
    const { threadId, turnId } = await server.thread(client);
    const other = await server.client();
    const { thread, page, seq, readOnly, repairs } = await other.ask("thread/resume", { threadId });
    expect(thread).toMatchObject({ id: threadId, preview: "go" });
    expect(page.items.map(({ type }) => type)).toEqual(["userMessage", "agentMessage"]);
    expect(page.turns.map(({ id }) => id)).toEqual([turnId]);
    expect({ next: page.nextCursor, readOnly, repairs }).toEqual({ next: null, readOnly: false, repairs: [] });
    const last = client.got.at(-1) as { params: { seq: number } };
    expect(seq).toBe(last.params.seq);
  });

  test("thread/resume and thread/read say how full the window is, as the client was told it last", async () => {
    const server = new TestServer({ scripts: [says("One.")] });
    const client = await server.client();
    const { threadId } = await server.thread(client);
    const told = server.runtime.events.findLast(({ method }) => method === "thread/tokenUsage/updated");
    const { tokenUsage } = await client.ask("thread/resume", { threadId });
    expect(told?.params).toMatchObject(tokenUsage ?? {});
    expect(tokenUsage).toMatchObject({ last: { totalTokens: 15 }, modelContextWindow: 100_000, source: "reported" });
    expect((await client.ask("thread/read", { threadId })).tokenUsage).toEqual(tokenUsage);
  });

  test("thread/resume says what is damaged and that another process writes", async () => {
    const server = new TestServer({ scripts: [says("One.")] });
    const client = await server.client();
    const { threadId } = await server.thread(client);
    await client.ask("thread/unsubscribe", { threadId });
    await server.runtime.clock.advance(0);
    server.runtime.store.writeFromOutside(threadId, Buffer.concat([server.runtime.store.bytes(threadId), Buffer.from('{"torn')]));
    server.runtime.store.lockFromOutside(threadId);
    const { readOnly, repairs, thread } = await client.ask("thread/resume", { threadId });
    expect({ readOnly, repairs: repairs.length, threadSays: thread.readOnly }).toEqual({
      readOnly: true,
      repairs: 1,
      threadSays: true,
    });
  });

  test("thread/read shows what is in progress too, and does not subscribe", async () => {
    const half = [
      event({ type: "itemStarted", key: "h", id: "h", kind: "message", phase: null }),
      event({ type: "textDelta", key: "h", delta: "Half" }),
    ];
    const server = new TestServer({ scripts: [{ steps: half, end: { type: "hang" } }] });
    const client = await server.client();
    const { threadId, turnId } = await server.thread(client);
    const other = await server.client();
    const whole = await other.ask("thread/read", { threadId, includeItems: true });
    expect(whole.items?.at(-1)).toMatchObject({ id: "h", text: "Half" });
    expect(whole.turns).toMatchObject([{ id: turnId, status: "inProgress" }]);
    expect(await other.ask("thread/read", { threadId })).toEqual({
      thread: whole.thread,
      seq: whole.seq,
      queue: { data: [], paused: false },
      tokenUsage: null,
    });
    await server.runtime.until(client.ask("turn/interrupt", { threadId, turnId }));
    expect(other.log()).not.toContain("turn/completed");
  });

  test("thread/items/list pages through a thread in both directions", async () => {
    const server = new TestServer({ scripts: [says("One.")] });
    const client = await server.client();
    const { threadId } = await server.thread(client);
    const first = await client.ask("thread/items/list", { threadId, limit: 1, direction: "forward" });
    expect(first.items.map(({ type }) => type)).toEqual(["userMessage"]);
    const second = await client.ask("thread/items/list", {
      threadId,
      limit: 1,
      direction: "forward",
      cursor: first.nextCursor ?? "",
    });
    expect([second.items.map(({ type }) => type), second.nextCursor]).toEqual([["agentMessage"], null]);
    const back = await client.ask("thread/items/list", { threadId, limit: 1, direction: "backward" });
    expect(back.items).toEqual(second.items);
  });

  test("thread/list is newest first, in pages; live threads show their live state", async () => {
    const server = new TestServer({ tools: [work(60_000)], scripts: [says("One."), says("Two."), calls(call("a", "work"))] });
    const client = await server.client();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      ids.unshift((await server.thread(client)).threadId);
      await server.runtime.clock.advance(1000);
    }
    const all = await client.ask("thread/list", {});
    expect(all.threads.map(({ id }) => id)).toEqual(ids);
    expect(all.threads[0]?.status).toEqual({ type: "active", flags: [] });
    const first = await client.ask("thread/list", { limit: 2 });
    expect(first.threads.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const rest = await client.ask("thread/list", { limit: 2, cursor: first.nextCursor ?? "" });
    expect([rest.threads.map(({ id }) => id), rest.nextCursor]).toEqual([ids.slice(2), null]);
    await server.runtime.until(server.runtime.manager.closeAll());
  });

  test("thread/list counts what it leaves out, by reason", async () => {
    const server = new TestServer();
    server.runtime.store.writeFromOutside(ThreadId.parse("00000000-0000-4000-8000-0000000000a0"), Buffer.from("not a record\n"));
    const { threads, hidden } = await (await server.client()).ask("thread/list", {});
    expect(threads).toEqual([]);
    expect(hidden).toEqual({ notRollout: 1 });
  });

  test("thread/unsubscribe: nothing more is told, and the writer is given free once nobody hears", async () => {
    const server = new TestServer({ scripts: [says("One.")] });
    const client = await server.client();
    const other = await server.client();
    const { threadId } = await server.thread(client);
    await other.ask("thread/resume", { threadId });
    await client.ask("thread/unsubscribe", { threadId });
    expect(() => server.runtime.store.lockFromOutside(threadId)).toThrow("held");
    await other.ask("thread/unsubscribe", { threadId });
    await server.runtime.clock.advance(0);
    server.runtime.store.lockFromOutside(threadId);
  });
});

describe("turns", () => {
  test("turn/start answers with the turn, which is only just accepted", async () => {
    const server = new TestServer({ scripts: [says("One.")] });
    const client = await server.client();
    const { thread } = await client.ask("thread/start", { cwd: "/project" });
    const { turn } = await server.runtime.until(client.ask("turn/start", { threadId: thread.id, input: text("go") }));
    expect(turn).toMatchObject({ status: "inProgress" });
    expect(server.runtime.store.bytes(thread.id).includes("cf_input")).toBe(true);
  });

  test("turn/start subscribes whoever starts", async () => {
    const server = new TestServer({ scripts: [says("One."), says("Two.")] });
    const { threadId } = await server.thread(await server.client());
    const other = await server.client();
    await server.runtime.until(other.ask("turn/start", { threadId, input: text("more") }));
    await server.runtime.clock.advance(0);
    expect(other.log().at(-1)).toBe("turn/completed");
  });

  test("turn/start with a known client id answers with the turn as it is now", async () => {
    const server = new TestServer({ scripts: [says("One."), says("Two.")] });
    const client = await server.client();
    const { threadId } = await server.thread(client);
    const start = { threadId, input: text("more"), clientUserMessageId: "c" as never };
    const first = await server.runtime.until(client.ask("turn/start", start));
    await server.runtime.clock.advance(0);
    const again = await server.runtime.until(client.ask("turn/start", start));
    expect(again.turn).toMatchObject({ id: first.turn.id, status: "completed" });
  });

  test("turn/steer answers with the running turn", async () => {
    const server = new TestServer({ tools: [work(10)], scripts: [calls(call("a", "work")), says("Done.")] });
    const client = await server.client();
    const { threadId, turnId } = await server.thread(client);
    expect(await server.runtime.until(client.ask("turn/steer", { threadId, expectedTurnId: turnId, input: text("x") }))).toEqual({
      turnId,
    });
    await server.runtime.until(server.runtime.turnEnd(threadId, turnId));
  });

  test("clock/wake ends a sleep", async () => {
    const server = new TestServer({ scripts: [calls(call("s", "clock.sleep", { seconds: 60 })), says("Done.")] });
    const client = await server.client();
    const { threadId, turnId } = await server.thread(client);
    expect(await client.ask("clock/wake", { threadId, itemId: ItemId.parse("s") })).toEqual({});
    await server.runtime.until(server.runtime.turnEnd(threadId, turnId));
    const { items } = await client.ask("thread/read", { threadId, includeItems: true });
    expect(items?.find(({ type }) => type === "sleep")).toMatchObject({ outcome: "woken" });
  });
});

describe("settings and read-only", () => {
  test("settings/read", async () => {
    expect(await (await new TestServer().client()).ask("settings/read", {})).toMatchObject({
      provider: "scripted",
      problem: null,
    });
  });

  test("a program that was started read-only reads everything and changes nothing", async () => {
    const server = new TestServer({ readOnly: true });
    const client = await server.client();
    const input = text("x");
    for (const [method, params] of [
      ["thread/start", { cwd: "/project" }],
      ["turn/start", { threadId: "t", input }],
      ["turn/steer", { threadId: "t", expectedTurnId: "u", input }],
      ["turn/interrupt", { threadId: "t", turnId: "u" }],
      ["clock/wake", { threadId: "t", itemId: "i" }],
    ] as const) {
      expect((await client.errorOf(method, params)).data.kind).toBe("readOnly");
    }
    expect(await client.ask("thread/list", {})).toMatchObject({ threads: [] });
    expect((await client.errorOf("thread/resume", { threadId: "ghost" })).data.kind).toBe("threadNotFound");
  });
});
