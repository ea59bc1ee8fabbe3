// Commands that read a thread, on real files: from its live session, from its file by pages, or from both where a session holds only the end of it.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ItemPage } from "../../shared/protocol/command";
import type { ThreadId } from "../../shared/protocol/ids";
import { call, calls, says } from "../support/scripted-client";
import { TestServer, type TestClient } from "../support/test-server";

const AT = "2026-01-02T03:04:05.000Z";

/** A rollout of another program, outside of our home's sessions: a person's words, and so many answers. */
function foreignFile({ home }: TestServer, answers = 0): string {
  const folder = join(home, "elsewhere");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "rollout-of-another.jsonl");
  const line = (type: string, payload: object): string => `${JSON.stringify({ timestamp: AT, type, payload })}\n`;
  const meta = { id: "0197f000-0000-7000-8000-000000000001", timestamp: AT, cwd: "/theirs", originator: "codex" };
  const said = line("response_item", {
    type: "message",
    role: "user",
    content: [{ type: "input_text", text: "their words" }],
  });
  const answer = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Yes." }] };
  writeFileSync(
    path,
    line("session_meta", { ...meta, cli_version: "0", source: "cli" }) + said + line("response_item", answer).repeat(answers),
  );
  return path;
}

async function pages(of: { server: TestServer; client: TestClient; threadId: ThreadId }): Promise<ItemPage[]> {
  const { server, client, threadId } = of;
  const found: ItemPage[] = [];
  for (let cursor: string | null | undefined; cursor !== null; cursor = found[0]?.nextCursor ?? null) {
    const query = { threadId, limit: 1, direction: "backward" as const };
    const from = cursor === undefined ? {} : { cursor };
    found.unshift(await server.runtime.until(client.ask("thread/items/list", { ...query, ...from })));
  }
  return found;
}

describe("protocol.md §2 thread/resume and thread/read of a file", () => {
  test("any rollout is opened by its path, read-only, and no byte of it changes", async () => {
    const server = new TestServer({ onDisk: true });
    const client = await server.client();
    const path = foreignFile(server);
    const before = readFileSync(path);
    const { thread, readOnly, seq, page, repairs } = await client.ask("thread/resume", { path });
    expect({ readOnly, seq, repairs, origin: thread.origin }).toEqual({ readOnly: true, seq: 0, repairs: [], origin: "file" });
    expect(page.items).toMatchObject([{ type: "userMessage", content: [{ type: "text", text: "their words" }] }]);
    expect(readFileSync(path)).toEqual(before);
  });

  test("a session of more than 20 000 items is not read whole: the words say how it is read", async () => {
    const server = new TestServer({ onDisk: true });
    const client = await server.client();
    const path = foreignFile(server, 20_200);
    const { thread } = await client.ask("thread/resume", { path });
    const error = await client.errorOf("thread/read", { threadId: thread.id, includeItems: true });
    expect(error.data.kind).toBe("invalidParams");
    expect(error.message).toContain("more than 20000 items; read them by thread/items/list");
    expect((await client.ask("thread/read", { threadId: thread.id })).thread.id).toBe(thread.id);
  });
});

describe("a file and the session made of it show the same (I11)", () => {
  /** A closed session of one turn. `answers`: to what is asked later. */
  async function withOneTurn(...answers: readonly string[]) {
    const server = new TestServer({ onDisk: true, scripts: ["Hello.", ...answers].map((text) => says(text)) });
    const client = await server.client();
    const { thread } = await client.ask("thread/start", { cwd: "/project" });
    const { turn } = await client.ask("turn/start", { threadId: thread.id, input: [{ type: "text", text: "hi" }] });
    await server.runtime.turnEnd(thread.id, turn.id);
    const { path } = (await client.ask("thread/read", { threadId: thread.id })).thread;
    await server.runtime.manager.closeIdle(thread.id);
    return { server, client, threadId: thread.id, path };
  }

  test("damaged lines are told in their places, and a turn that was killed before its first item is one", async () => {
    const { server, client, threadId, path } = await withOneTurn();
    const killed = { type: "task_started", turn_id: "killed" };
    appendFileSync(path, `{"timestamp":\n${JSON.stringify({ timestamp: AT, type: "event_msg", payload: killed })}\n{"tim`);

    const ofFile = await client.ask("thread/read", { threadId, includeItems: true });
    await server.runtime.manager.open(threadId);
    const live = await client.ask("thread/read", { threadId, includeItems: true });
    expect(live.items?.map(({ type }) => type)).toEqual(["userMessage", "agentMessage", "notice", "notice"]);
    expect(live.turns?.map(({ status }) => status)).toEqual(["completed", "inProgress"]);
    expect({ items: ofFile.items, turns: ofFile.turns }).toEqual({ items: live.items, turns: live.turns });
    const { page } = await client.ask("thread/resume", { threadId });
    expect(page.turns).toEqual(live.turns);
  });

  test("lines that nobody knows, or without an envelope, are shown as they stand; beginnings that other lines end are not", async () => {
    const { server, client, threadId, path } = await withOneTurn();
    const message = { type: "message", role: "user", content: [{ type: "input_text", text: "bare" }] };
    const lines: object[] = [
      { a: 1 },
      { timestamp: AT, type: "future_line", payload: { x: 1 } },
      message,
      { timestamp: AT, type: "event_msg", payload: { type: "exec_command_begin" } },
      { timestamp: AT, type: "event_msg", payload: { type: "future_event" } },
      { record_type: "state" },
      { timestamp: AT, type: "no_payload" },
      { timestamp: AT, type: "world_state", payload: {} },
      { timestamp: AT, type: "cf_name", payload: { name: 1 } },
      { timestamp: 5, type: "cf_name", payload: { name: "no time" } },
      { type: "response_item", payload: { ...message, role: "assistant" } },
    ];
    appendFileSync(
      path,
      `${lines.map((line) => JSON.stringify(line)).join("\n")}\n{ "timestamp": "${AT}", "type": "far", "payload": 1.0 }\n`,
    );
    const ofFile = await client.ask("thread/read", { threadId, includeItems: true });
    await server.runtime.manager.open(threadId);
    const live = await client.ask("thread/read", { threadId, includeItems: true });
    const raw = live.items?.flatMap((item) => (item.type === "raw" ? item.lineType : []));
    const shown = ["other", "future_line", "response_item", "event_msg", "other", "cf_name", "cf_name", "response_item", "far"];
    expect(raw).toEqual(shown);
    expect(ofFile.items).toEqual(live.items);
  });

  test("zeros at the end are told as soon as something is recorded behind them, and not before", async () => {
    const { server, client, threadId, path } = await withOneTurn("Again.");
    appendFileSync(path, "\0".repeat(100));
    const read = () => client.ask("thread/read", { threadId, includeItems: true });
    const kinds = ({ items = [] }: Awaited<ReturnType<typeof read>>): string[] => items.map(({ type }) => type);
    expect(kinds(await read())).toEqual(["userMessage", "agentMessage"]);
    await server.runtime.manager.open(threadId);
    expect(kinds(await read())).toEqual(["userMessage", "agentMessage"]);
    const { turn } = await client.ask("turn/start", { threadId, input: [{ type: "text", text: "again" }] });
    await server.runtime.turnEnd(threadId, turn.id);
    const live = await read();
    expect(kinds(live)).toEqual(["userMessage", "agentMessage", "notice", "userMessage", "agentMessage"]);
    await server.runtime.manager.closeIdle(threadId);
    const ofFile = await read();
    expect({ items: ofFile.items, turns: ofFile.turns }).toEqual({ items: live.items, turns: live.turns });
  });

  test("a turn that was killed at once is in the page that it began on", async () => {
    const server = new TestServer({ onDisk: true });
    const client = await server.client();
    const folder = join(server.home, "elsewhere");
    mkdirSync(folder, { recursive: true });
    const path = join(folder, "rollout-of-another.jsonl");
    const line = (type: string, payload: object): string => `${JSON.stringify({ timestamp: AT, type, payload })}\n`;
    const started = (id: string): string => line("event_msg", { type: "task_started", turn_id: id });
    const answer = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Yes." }] };
    const ended = line("event_msg", { type: "task_complete", turn_id: "one" });
    const header = line("session_meta", { id: "0197f000-0000-7000-8000-000000000001", timestamp: AT, cwd: "/theirs" });
    const twice = line("response_item", answer).repeat(2);
    const files = [started("killed-0000000000000001") + started("one-00000000000000000001") + twice + ended];
    writeFileSync(path, header + files.join(""));
    const { thread } = await client.ask("thread/resume", { path });
    const query = { threadId: thread.id, limit: 1 };
    const newest = await client.ask("thread/items/list", { ...query, direction: "backward" });
    const ids = (page: ItemPage): string[] => page.turns.map(({ id }) => id);
    expect(ids(newest)).toEqual(["one-00000000000000000001"]);
    const cursor = newest.nextCursor ?? "";
    const oldest = await client.ask("thread/items/list", { ...query, direction: "backward", cursor });
    expect(ids(oldest)).toEqual(["killed-0000000000000001", "one-00000000000000000001"]);
    expect(oldest.turns[0]).toMatchObject({ status: "interrupted", stoppedWithApp: true });
  });
});

describe("outputs that a page leaves out", () => {
  const deferOutput = { commandExecution: true, mcpToolCall: true, toolCall: true };

  test("are the same of a live session and of its file, and both have them whole at the cursor in their place (I11)", async () => {
    const scripts = [calls(call("c1", "clock.current_time"), call("c2", "no_such_tool")), says("It is noon.")];
    const server = new TestServer({ onDisk: true, scripts });
    const client = await server.client();
    const { thread } = await client.ask("thread/start", { cwd: "/project" });
    const threadId = thread.id;
    const { turn } = await client.ask("turn/start", { threadId, input: [{ type: "text", text: "what time is it?" }] });
    await server.runtime.turnEnd(threadId, turn.id);
    const read = async () => {
      const { page } = await client.ask("thread/resume", { threadId, deferOutput });
      const listed = await client.ask("thread/items/list", { threadId, direction: "forward", deferOutput });
      expect(listed.items).toEqual(page.items);
      const [deferred, ...others] = page.items.flatMap((item) => ("outputDeferred" in item ? [item] : []));
      expect(others).toEqual([]);
      const cursor = deferred?.outputDeferred ?? "";
      const whole = await client.ask("thread/items/list", { threadId, cursor, limit: 1, direction: "forward" });
      return { items: page.items.map((item) => ({ ...item, outputDeferred: "" })), whole: whole.items[0] };
    };
    const live = await read();
    const { items } = await client.ask("thread/read", { threadId, includeItems: true });
    expect(live.items.map(({ type }) => type)).toEqual(["userMessage", "toolCall", "toolCall", "agentMessage"]);
    // Why a call failed stays.
    expect(live.items[2]).toMatchObject({ status: "failed", output: "unsupported call: no_such_tool" });
    expect(live.items[1]).not.toHaveProperty("output");
    expect(live.whole).toMatchObject({ id: "c1", status: "completed", output: expect.stringMatching(/\S/) });
    expect(live.whole).toEqual(items?.[1]);
    await server.runtime.manager.closeIdle(threadId);
    expect(await read()).toEqual(live);
  });

  test("are there unless they are asked to be left out", async () => {
    const server = new TestServer({ onDisk: true, scripts: [calls(call("c1", "clock.current_time")), says("Noon.")] });
    const client = await server.client();
    const { thread } = await client.ask("thread/start", { cwd: "/project" });
    const { turn } = await client.ask("turn/start", { threadId: thread.id, input: [{ type: "text", text: "time?" }] });
    await server.runtime.turnEnd(thread.id, turn.id);
    for (const page of [
      (await client.ask("thread/resume", { threadId: thread.id })).page,
      await client.ask("thread/items/list", { threadId: thread.id, direction: "backward", deferOutput: { toolCall: false } }),
      await client.ask("thread/items/list", { threadId: thread.id, direction: "backward", deferOutput: { mcpToolCall: true } }),
    ])
      expect(page.items[1]).toMatchObject({ type: "toolCall", output: expect.stringMatching(/\S/) });
  });
});

describe("protocol.md §2 thread/search", () => {
  test("what has just been recorded is found, with its thread, where it stands", async () => {
    const server = new TestServer({ onDisk: true, scripts: [says("The heron is grey.")] });
    const client = await server.client();
    const { thread } = await client.ask("thread/start", { cwd: "/project" });
    const input = [{ type: "text" as const, text: "which bird?" }];
    const { turn } = await client.ask("turn/start", { threadId: thread.id, input });
    await server.runtime.turnEnd(thread.id, turn.id);
    const { hits, threads, nextCursor } = await client.ask("thread/search", { query: "heron" });
    expect(threads).toMatchObject([{ id: thread.id, preview: "which bird?" }]);
    expect(nextCursor).toBeNull();
    const [hit] = hits;
    expect(hit).toMatchObject({ threadId: thread.id, snippet: "The heron is grey." });
    const { items } = await client.ask("thread/read", { threadId: thread.id, includeItems: true });
    expect(items?.find(({ id }) => id === hit?.itemId)).toMatchObject({ type: "agentMessage", text: "The heron is grey." });
    expect((await client.ask("thread/search", { query: "ostrich" })).hits).toEqual([]);
  });

  test("of a file that is gone there is no hit", async () => {
    const server = new TestServer({ onDisk: true, scripts: [says("The heron is grey.")] });
    const client = await server.client();
    const { thread } = await client.ask("thread/start", { cwd: "/project" });
    const { turn } = await client.ask("turn/start", { threadId: thread.id, input: [{ type: "text", text: "which?" }] });
    await server.runtime.turnEnd(thread.id, turn.id);
    expect((await client.ask("thread/search", { query: "heron" })).hits).toHaveLength(1);
    await client.ask("thread/delete", { threadId: thread.id, isForGood: true });
    expect(await client.ask("thread/search", { query: "heron" })).toMatchObject({ hits: [], threads: [] });
  });
});

describe("protocol.md §2 a live thread that was continued from a big file", () => {
  /** Of the session only the last compaction and what follows is held. */
  async function continued() {
    const server = new TestServer({ scripts: [says("One."), says("Sum."), says("Two.")] });
    const client = await server.client();
    const { threadId } = await server.thread(client);
    const { turn } = await server.runtime.until(client.ask("thread/compact/start", { threadId }));
    await server.runtime.until(server.runtime.turnEnd(threadId, turn.id));
    const { items: whole } = await client.ask("thread/read", { threadId, includeItems: true });
    await client.ask("thread/unsubscribe", { threadId });
    await server.runtime.clock.advance(0);
    server.runtime.store.wholeBytes = 0;
    const input = [{ type: "text" as const, text: "more" }];
    const { turn: last } = await server.runtime.until(client.ask("turn/start", { threadId, input }));
    await server.runtime.until(server.runtime.turnEnd(threadId, last.id));
    return { server, client, threadId, earlier: whole ?? [] };
  }

  test("its pages go on into its file, each item once", async () => {
    const { server, client, threadId, earlier } = await continued();
    const { session } = await server.runtime.manager.open(threadId);
    expect(session.olderCursor).not.toBeNull();
    const items = (await pages({ server, client, threadId })).flatMap((page) => page.items);
    expect(items.slice(0, earlier.length)).toEqual(earlier);
    expect(items.slice(earlier.length)).toMatchObject([{ type: "userMessage" }, { type: "agentMessage", text: "Two." }]);
  });

  test("thread/read holds all of it", async () => {
    const { server, client, threadId, earlier } = await continued();
    const { items } = await server.runtime.until(client.ask("thread/read", { threadId, includeItems: true }));
    expect(items?.slice(0, earlier.length)).toEqual(earlier);
    expect(items).toHaveLength(earlier.length + 2);
  });
});
