import { expect, test } from "vitest";
import { TerminalClient, type TerminalClientParts } from "../../electron/ipc/terminal-client";
import type { Notification } from "../../shared/protocol/event";
import { controllableTool } from "../support/controllable-tool";
import { call, calls, says } from "../support/scripted-client";
import { TestServer } from "../support/test-server";

function terminal(server: TestServer, decide: TerminalClientParts["decide"]) {
  const events: Notification[] = [];
  const errors: unknown[] = [];
  const client = new TerminalClient({
    connect: server.connect,
    onEvent: (event) => events.push(event),
    decide,
    onError: (error) => errors.push(error),
  });
  return { client, events, errors };
}

test("one turn with a question, from start to end", async () => {
  const tool = controllableTool({ name: "asks", asks: true, behaviour: () => ({ type: "returns", afterMs: 0 }) });
  const server = new TestServer({ tools: [tool], scripts: [calls(call("a", "asks")), says("Done.")] });
  const asked: string[] = [];
  const { client, events, errors } = terminal(server, async (request) => {
    if (request.kind === "command") asked.push(request.command);
    return { decision: "accept" };
  });
  await client.call("initialize", { clientInfo: { name: "t", version: "1" } });
  const { thread } = await client.call("thread/start", { cwd: "/project" });
  const { turn } = await server.runtime.until(
    client.call("turn/start", { threadId: thread.id, input: [{ type: "text", text: "go" }] }),
  );
  await server.runtime.until(server.runtime.turnEnd(thread.id, turn.id));
  expect([asked, tool.started, errors]).toEqual([["asks"], ["a"], []]);
  expect(events.at(-1)?.method).toBe("turn/completed");
});

test("an error reply rejects with its words", async () => {
  const { client } = terminal(new TestServer(), async () => ({ decision: "accept" }));
  await expect(client.call("thread/list", {})).rejects.toThrow("send initialize first");
});

test("a question that cannot be asked is told, not lost", async () => {
  const tool = controllableTool({ name: "asks", asks: true, behaviour: () => ({ type: "returns", afterMs: 0 }) });
  const server = new TestServer({ tools: [tool], scripts: [calls(call("a", "asks"))] });
  const { client, errors } = terminal(server, () => Promise.reject(new Error("no terminal")));
  await client.call("initialize", { clientInfo: { name: "t", version: "1" } });
  const { thread } = await client.call("thread/start", { cwd: "/project" });
  const { turn } = await server.runtime.until(
    client.call("turn/start", { threadId: thread.id, input: [{ type: "text", text: "go" }] }),
  );
  await server.runtime.clock.advance(10);
  expect(errors).toMatchObject([{ message: "no terminal" }]);
  await server.runtime.until(client.call("turn/interrupt", { threadId: thread.id, turnId: turn.id }));
});

test("a question that is decided elsewhere is given up, and the one behind it is asked in its turn", async () => {
  const tool = controllableTool({ name: "asks", asks: true, behaviour: () => ({ type: "returns", afterMs: 0 }) });
  const server = new TestServer({ tools: [tool], scripts: [calls(call("a", "asks"), call("b", "asks")), says("Done.")] });
  const told: string[] = [];
  const { client, errors } = terminal(server, ({ itemId, requestId }, resolved) => {
    told.push(`asked ${itemId}`);
    return new Promise((resolve) => {
      resolved.addEventListener("abort", () => {
        told.push(`given up ${itemId}`);
        resolve(null);
      });
      server.desk.answer(requestId, { decision: "accept" });
    });
  });
  await client.call("initialize", { clientInfo: { name: "t", version: "1" } });
  const { thread } = await client.call("thread/start", { cwd: "/project" });
  const { turn } = await server.runtime.until(
    client.call("turn/start", { threadId: thread.id, input: [{ type: "text", text: "go" }] }),
  );
  await server.runtime.until(server.runtime.turnEnd(thread.id, turn.id));
  const items = told.filter((words) => words.startsWith("asked")).map((words) => words.slice("asked ".length));
  expect(items).toHaveLength(2);
  expect(told).toEqual(items.flatMap((item) => [`asked ${item}`, `given up ${item}`]));
  expect(errors).toEqual([]);
});
