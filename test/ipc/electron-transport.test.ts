import { EventEmitter } from "node:events";
import type { IpcMainInvokeEvent, WebContents } from "electron";
import { beforeEach, expect, test } from "vitest";
import type { AgentConnection } from "../../electron/ipc/agent-connection";
import type { PushToPage, TransportParts } from "../../electron/ipc/electron-transport";
import { serveWindow } from "../../electron/ipc/electron-transport";
import type { RpcResponse } from "../../shared/protocol/command";
import { RpcRequest } from "../../shared/protocol/command";
import { ThreadId } from "../../shared/protocol/ids";
import { FakeSchedule } from "./fake-schedule";

type Handler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown;

/** A connection that notes what it received; it replies to `echo` with its params and delivers an event after the reply. */
class FakeConnection implements AgentConnection {
  readonly received: unknown[] = [];
  isClosed = false;
  readonly #deliver: (message: unknown) => void;

  constructor(deliver: (message: unknown) => void) {
    this.#deliver = deliver;
  }

  receive(message: unknown, reply: (response: RpcResponse) => void): void {
    this.received.push(message);
    const request = RpcRequest.safeParse(message);
    if (!request.success) return;
    if (request.data.method === "broken") throw new RangeError("broken inside");
    reply({ id: request.data.id, result: request.data.params });
    this.deliver({ causedBy: request.data.id });
  }

  deliver(message: unknown): void {
    this.#deliver(message);
  }

  close(): void {
    this.isClosed = true;
  }
}

const frame = { origin: "app://bundle" };
let handlers: Map<string, Handler>;
let connections: FakeConnection[];
let sent: { channel: string; args: unknown[] }[];
let page: EventEmitter;
let isDestroyed: boolean;
let schedule: FakeSchedule;
let push: PushToPage;

beforeEach(() => {
  handlers = new Map();
  connections = [];
  sent = [];
  page = new EventEmitter();
  isDestroyed = false;
  schedule = new FakeSchedule();
  const contents = Object.assign(page, {
    mainFrame: frame,
    isDestroyed: () => isDestroyed,
    send: (channel: string, ...args: unknown[]) => sent.push({ channel, args }),
  }) as unknown as WebContents;
  const ipcMain: TransportParts["ipcMain"] = {
    handle: (channel, handler) => {
      if (handlers.has(channel)) throw new Error(`a second handler for ${channel}`);
      handlers.set(channel, handler);
    },
    removeHandler: (channel) => handlers.delete(channel),
  };
  push = serveWindow({
    ipcMain,
    contents,
    schedule,
    connect: (deliver) => {
      const connection = new FakeConnection(deliver);
      connections.push(connection);
      return connection;
    },
    windowCommand: ({ id, method }) => (method === "folder/choose" ? Promise.resolve({ id, result: { path: null } }) : undefined),
  });
});

function invoke(message: unknown, senderFrame: unknown = frame): unknown {
  const handler = handlers.get("agent:command");
  if (handler === undefined) throw new Error("no handler");
  return handler({ senderFrame } as IpcMainInvokeEvent, message);
}

function navigate(url: string, { isMainFrame = true, isSameDocument = false } = {}): void {
  page.emit("did-start-navigation", { url, isMainFrame, isSameDocument });
}

test("a request goes to the agent and its reply comes back", async () => {
  expect(await invoke({ id: 1, method: "echo", params: { a: 1 } })).toEqual({ id: 1, result: { a: 1 } });
  expect(connections.map(({ received }) => received)).toEqual([[{ id: 1, method: "echo", params: { a: 1 } }]]);
});

test("a response goes to the agent and is answered with null", async () => {
  expect(await invoke({ id: "r", result: { decision: "accept" } })).toBeNull();
  expect(connections[0]?.received).toEqual([{ id: "r", result: { decision: "accept" } }]);
});

test("a window command is answered without the agent", async () => {
  expect(await invoke({ id: 2, method: "folder/choose" })).toEqual({ id: 2, result: { path: null } });
  expect(connections).toEqual([]);
});

test.each([null, undefined, 7, "text", {}, { method: "echo" }, { id: {}, method: "echo" }, { id: 1, method: 2 }, []])(
  "%j is neither request nor response and reaches nobody",
  async (message) => {
    expect(await invoke(message)).toEqual({
      id: "",
      error: { code: -32602, message: "neither a JSON-RPC request nor a JSON-RPC response", data: { kind: "invalidParams" } },
    });
    expect(connections).toEqual([]);
  },
);

test("a sender that is not the page is refused before its message is looked at", async () => {
  for (const sender of [null, { origin: "app://bundle" }]) {
    expect(await invoke({ id: 1, method: "echo" }, sender)).toMatchObject({ error: { data: { kind: "internal" } } });
  }
  isDestroyed = true;
  expect(await invoke({ id: 1, method: "echo" })).toMatchObject({ error: { data: { kind: "internal" } } });
  expect(connections).toEqual([]);
});

test("an error inside becomes an error reply without a stack", async () => {
  expect(await invoke({ id: 3, method: "broken" })).toEqual({
    id: 3,
    error: { code: -32603, message: "broken inside", data: { kind: "internal" } },
  });
});

test("what a request caused is sent after its reply, as one batch in order", async () => {
  await invoke({ id: 1, method: "echo" });
  await invoke({ id: 2, method: "echo" });
  push({ method: "window/menu", params: { action: "newSession" } });
  expect(sent).toEqual([]);
  schedule.advance(0);
  expect(sent).toEqual([
    {
      channel: "agent:event",
      args: [[{ causedBy: 1 }, { causedBy: 2 }, { method: "window/menu", params: { action: "newSession" } }]],
    },
  ]);
});

test("what is pushed before the page listens waits for it, over a new load too", async () => {
  const path = { method: "window/open", params: { path: "/home/me/a.jsonl" } } as const;
  const link = { method: "window/open", params: { threadId: ThreadId.parse("t-1") } } as const;
  push(path);
  navigate("app://bundle/index.html");
  push(link);
  schedule.advance(100);
  expect([sent, connections]).toEqual([[], []]);
  await invoke({ id: 1, method: "echo" });
  schedule.advance(100);
  expect(sent.flatMap(({ args }) => args[0])).toEqual([path, link, { causedBy: 1 }]);
});

test("a new page load is a new client: the last connection is closed and its pending events are dropped", async () => {
  await invoke({ id: 1, method: "echo" });
  navigate("app://bundle/index.html");
  schedule.advance(100);
  await invoke({ id: 1, method: "echo" });
  expect(connections.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  expect(sent).toEqual([]);
});

test("a navigation that is denied, of a frame or within the page leaves the connection", async () => {
  await invoke({ id: 1, method: "echo" });
  navigate("https://example.com/");
  navigate("app://bundle/index.html", { isMainFrame: false });
  navigate("app://bundle/index.html#thread", { isSameDocument: true });
  expect(connections.map(({ isClosed }) => isClosed)).toEqual([false]);
});

test("the connection is closed when the page's process is gone and when the window is", async () => {
  await invoke({ id: 1, method: "echo" });
  page.emit("render-process-gone");
  await invoke({ id: 2, method: "echo" });
  page.emit("destroyed");
  expect(connections.map(({ isClosed }) => isClosed)).toEqual([true, true]);
  expect([...handlers.keys()]).toEqual([]);
});
