import { describe, expect, test } from "vitest";
import { ThreadId } from "../../shared/protocol/ids";
import { parseLine } from "../../shared/protocol/rollout-line";
import type { Tool } from "../../electron/runtime/ports/tool";
import { SessionManager } from "../../electron/runtime/session-manager";
import { ToolRegistry } from "../../electron/runtime/tools/tool-registry";
import { controllableTool } from "../support/controllable-tool";
import { FakeClock } from "../support/fake-clock";
import { gate } from "../support/gate";
import { MemoryRolloutStore } from "../support/memory-rollout-store";
import { ScriptedClient, call, calls, says } from "../support/scripted-client";
import { scenario } from "../support/scenario";
import {
  ScriptedApprovals,
  TestRuntime,
  countingIds,
  noWorkspaceContext,
  testPermissions,
  testSettings,
} from "../support/test-session";

describe("one thread has one session", () => {
  test("asked for twice at once, a thread is read once", async () => {
    const first = await scenario({ scripts: [says("One.")] });
    await first.end();
    const store = first.runtime.store.crashedAt(first.id, first.runtime.store.bytes(first.id).length);
    let reads = 0;
    const { open } = store;
    store.open = (id) => {
      reads += 1;
      return open.call(store, id);
    };
    const next = new TestRuntime({ clock: first.runtime.clock, store });
    const opened = await Promise.all([1, 2, 3].map(() => next.manager.open(first.id)));
    expect(new Set(opened.map(({ session }) => session)).size).toBe(1);
    expect(reads).toBe(1);
  });

  test("a thread that could not be read is read again when it is asked for again", async () => {
    const first = await scenario({ scripts: [says("One.")] });
    await first.end();
    const store = first.runtime.store.crashedAt(first.id, first.runtime.store.bytes(first.id).length);
    const { open } = store;
    store.open = () => Promise.reject(new Error("EMFILE"));
    const next = new TestRuntime({ clock: first.runtime.clock, store });
    await expect(next.manager.open(first.id)).rejects.toThrow("EMFILE");
    store.open = open;
    expect((await next.manager.open(first.id)).session.id).toBe(first.id);
  });

  test("after a fault the broken session has ended before the file is read again, and its last events are counted", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "untilAbort", afterMs: 80 }) });
    const thread = await scenario({ clock, store, tools: [tool], scripts: [calls(call("a", "work"))] });
    thread.facts = { hasFault: true };
    store.failAppend(store.appends.length + 1);
    await expect(thread.steer("more")).rejects.toThrow("disk is full");
    // The run still takes its time to end while somebody looks at the thread.
    const opening = thread.runtime.manager.open(thread.id);
    const { session } = await thread.runtime.until(opening);
    expect(tool.running).toBe(0);
    expect(thread.events("turn/completed")).toHaveLength(1);
    const told = thread.runtime.events.at(-1)?.params.seq ?? 0;
    expect(session.seq).toBeGreaterThan(told);
  });
});

describe("what another process does to an idle thread is seen at the next look", () => {
  test("lines it has written, at once; a client that counts events sees a gap", async () => {
    const first = await scenario({ scripts: [says("One."), says("Two.")] });
    await first.end();
    const { store, clock } = first.runtime;
    const next = new TestRuntime({ clock, store: store.crashedAt(first.id, store.bytes(first.id).length) });
    const before = (await next.manager.open(first.id)).session;
    expect((await next.manager.open(first.id)).session).toBe(before);
    await first.start("more");
    await first.end();
    next.store.writeFromOutside(first.id, store.bytes(first.id));
    const { session } = await next.manager.open(first.id);
    expect(session.view.items).toEqual((await first.runtime.manager.open(first.id)).session.view.items);
    expect(session.seq).toBeGreaterThan(before.seq);
  });

  test("its lock, and that it is gone", async () => {
    const thread = await scenario({ scripts: [says("One.")] });
    await thread.end();
    const { store, clock } = thread.runtime;
    const next = new TestRuntime({ clock, store: store.crashedAt(thread.id, store.bytes(thread.id).length) });
    const readOnly = async () => (await next.manager.open(thread.id)).readOnly;
    expect(await readOnly()).toBe(false);
    const unlock = next.store.lockFromOutside(thread.id);
    expect(await readOnly()).toBe(true);
    unlock();
    expect(await readOnly()).toBe(false);
  });

  test("a running turn is not looked at: it finds out by itself", async () => {
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 50 }) });
    const thread = await scenario({ tools: [tool], scripts: [calls(call("a", "work"))] });
    thread.facts = { hasFault: true };
    const { session } = await thread.runtime.manager.open(thread.id);
    thread.runtime.store.writeFromOutside(thread.id, thread.runtime.store.bytes(thread.id));
    expect((await thread.runtime.manager.open(thread.id)).session).toBe(session);
    expect(await thread.end()).toMatchObject({ status: "failed", error: { code: "storage" } });
  });
});

describe("release", () => {
  test("an idle thread is closed: another process may write it", async () => {
    const thread = await scenario({ scripts: [says("One.")] });
    await thread.end();
    await thread.runtime.manager.release(thread.id, () => true);
    thread.runtime.store.lockFromOutside(thread.id)();
  });

  test("a running thread is closed once its turn has ended, and not before", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    const door = gate();
    store.gate = ({ lines }) => (lines.some((line) => line.includes("task_complete")) ? door.pass() : Promise.resolve());
    const thread = await scenario({ clock, store, scripts: [says("One.")] });
    await door.reached;
    const { session } = await thread.runtime.manager.open(thread.id);
    const released = thread.runtime.manager.release(thread.id, () => true);
    expect((await thread.runtime.manager.open(thread.id)).session).toBe(session);
    door.open();
    expect((await thread.end()).status).toBe("completed");
    await thread.runtime.until(released);
    store.lockFromOutside(thread.id)();
  });

  test("who comes back before the turn has ended keeps the session", async () => {
    const thread = await scenario({ scripts: [says("One.")] });
    const { session } = await thread.runtime.manager.open(thread.id);
    await thread.runtime.until(thread.runtime.manager.release(thread.id, () => false));
    expect((await thread.end()).status).toBe("completed");
    expect((await thread.runtime.manager.open(thread.id)).session).toBe(session);
  });

  test("who opens a thread while it is being closed gets a new session, which can write", async () => {
    const thread = await scenario({ scripts: [says("One."), says("Two.")] });
    await thread.end();
    const { session } = await thread.runtime.manager.open(thread.id);
    const released = thread.runtime.manager.release(thread.id, () => true);
    await thread.start("more");
    await released;
    expect((await thread.end()).status).toBe("completed");
    thread.facts = { hasFault: true };
    expect((await thread.runtime.manager.open(thread.id)).session).not.toBe(session);
  });

  test("a thread with nothing in it is kept: it is nowhere else", async () => {
    const runtime = new TestRuntime();
    const session = await runtime.startThread();
    await runtime.manager.release(session.id, () => true);
    expect((await runtime.manager.open(session.id)).session).toBe(session);
  });

  test("a thread that holds only mail that waits is on disk, and is closed like any other", async () => {
    const runtime = new TestRuntime();
    const { id } = await runtime.startThread();
    await runtime.until(runtime.mail(id, { text: "later" }));
    await runtime.manager.release(id, () => true);
    runtime.store.lockFromOutside(id)();
  });

  test("a thread that is not open is nothing to release", async () => {
    await new TestRuntime().manager.release(ThreadId.parse("ghost"), () => true);
  });
});

describe("starting and closing", () => {
  test("a folder that cannot be worked in is refused in words", async () => {
    const clock = new FakeClock();
    const manager = new SessionManager({
      store: new MemoryRolloutStore(clock),
      folders: { problemWith: (path) => Promise.resolve(`${path} is not a folder`), realPath: (path) => Promise.resolve(path) },
      clock,
      ids: countingIds(),
      approvals: new ScriptedApprovals(),
      tools: new ToolRegistry([]),
      permissions: testPermissions(),
      workspace: noWorkspaceContext,
      version: "0",
      settings: () => Promise.resolve(testSettings({ client: new ScriptedClient(clock, { scripts: [] }) })),
      publish: () => undefined,
    });
    await expect(manager.start({ cwd: "/nowhere" })).rejects.toMatchObject({
      kind: "invalidParams",
      message: "/nowhere is not a folder",
    });
  });

  test.each([
    ["nothing of it", 0],
    ["a torn header", 40],
  ])("a first record that the disk refuses, %s stored, can be tried again in the same thread", async (_name, keptBytes) => {
    const runtime = new TestRuntime({ scripts: [says("One.")] });
    const { id } = await runtime.startThread();
    runtime.store.failAppend(1, keptBytes);
    runtime.store.failAppend(2);
    for (const attempt of ["first", "second"])
      await expect(runtime.until(runtime.start(id, "go", "client-1")), attempt).rejects.toMatchObject({ kind: "storage" });
    await runtime.turn(id, "go");
    const texts = runtime.store.lines(id).filter((text) => parseLine(text) !== null);
    expect(texts.filter((text) => text.includes('"cf_input"'))).toHaveLength(1);
    expect(parseLine(texts[0] ?? "")?.type).toBe("session_meta");
    await runtime.manager.closeAll();
    const next = new TestRuntime({ clock: runtime.clock, store: runtime.store });
    expect((await next.manager.open(id)).session.view.turns).toHaveLength(1);
  });

  test("a first record that the disk refuses can be tried again though the folder could not be looked into meanwhile", async () => {
    const runtime = new TestRuntime({ scripts: [says("One.")] });
    const { id } = await runtime.startThread();
    runtime.store.failAppend(1);
    await expect(runtime.until(runtime.start(id, "go", "client-1"))).rejects.toMatchObject({ kind: "storage" });
    const { open } = runtime.store;
    runtime.store.open = () => Promise.reject(new Error("ENOTDIR"));
    await expect(runtime.until(runtime.start(id, "go", "client-1"))).rejects.toThrow("ENOTDIR");
    runtime.store.open = open;
    await runtime.turn(id, "go");
    expect(runtime.store.lines(id).filter((text) => text.includes('"cf_input"'))).toHaveLength(1);
  });

  test("a thread whose file is gone is not begun anew: what it held would be lost without a word", async () => {
    const thread = await scenario({ scripts: [says("One.")] });
    await thread.end();
    const { store } = thread.runtime;
    store.failAppend(store.appends.length + 1);
    await expect(thread.start("more")).rejects.toMatchObject({ kind: "storage" });
    const { open } = store;
    store.open = () => Promise.resolve(null);
    await expect(thread.runtime.manager.open(thread.id)).rejects.toMatchObject({ kind: "threadNotFound" });
    store.open = open;
    thread.facts = { hasFault: true };
  });

  test("a file that is not among our own sessions is only read, and that is what is said", async () => {
    const { manager } = new TestRuntime();
    await expect(manager.startTurn(ThreadId.parse("file-0123456789abcdef01234567"), { input: [] })).rejects.toMatchObject({
      kind: "readOnly",
      message: expect.stringContaining("continue it as a new session") as string,
    });
    await expect(manager.open(ThreadId.parse("ghost"))).rejects.toMatchObject({ kind: "threadNotFound" });
  });

  test("closeAll interrupts every turn, and every end is on disk", async () => {
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "untilAbort", afterMs: 50 }) });
    const thread = await scenario({ tools: [tool], scripts: [calls(call("a", "work"))] });
    await thread.runtime.until(thread.runtime.manager.closeAll());
    expect(thread.lines().at(-1)).toBe("turn_aborted");
    thread.runtime.store.lockFromOutside(thread.id)();
  });

  test("a command that is under way when everything is closed starts nothing that nobody would end", async () => {
    const thread = await scenario({ scripts: [says("Done.")] });
    await thread.end();
    const { runtime, id } = thread;
    const refused = expect(runtime.until(runtime.start(id, "more"))).rejects.toThrow("the program is ending");
    await runtime.until(runtime.manager.closeAll());
    await refused;
    await expect(runtime.startThread()).rejects.toThrow("the program is ending");
    expect(thread.events("turn/started")).toHaveLength(1);
  });

  test("settings are read anew at the start of each turn", async () => {
    const clock = new FakeClock();
    let model = "one";
    const client = new ScriptedClient(clock, { scripts: [] });
    const manager = new SessionManager({
      store: new MemoryRolloutStore(clock),
      folders: { problemWith: () => Promise.resolve(null), realPath: (path) => Promise.resolve(path) },
      clock,
      ids: countingIds(),
      approvals: new ScriptedApprovals(),
      tools: new ToolRegistry([]),
      permissions: testPermissions(),
      workspace: noWorkspaceContext,
      version: "0",
      settings: () => Promise.resolve(testSettings({ client, model })),
      publish: () => undefined,
    });
    const { id } = await manager.start({ cwd: "/project" });
    for (const name of ["one", "two"]) {
      model = name;
      await manager.startTurn(id, { input: [{ type: "text", text: "go" }] });
      await clock.advance(0);
    }
    expect(client.requests.map((request) => request.model)).toEqual(["one", "two"]);
  });

  test("settings that change within a turn count for the next one: every step of a turn asks the model it began with", async () => {
    const clock = new FakeClock();
    let model = "one";
    const client = new ScriptedClient(clock, { scripts: [calls(call("a", "work")), says("Done."), says("Next.")] });
    const change = controllableTool({
      name: "work",
      behaviour: () => {
        model = "two";
        return { type: "returns", afterMs: 0 };
      },
    });
    const manager = new SessionManager({
      store: new MemoryRolloutStore(clock),
      folders: { problemWith: () => Promise.resolve(null), realPath: (path) => Promise.resolve(path) },
      clock,
      ids: countingIds(),
      approvals: new ScriptedApprovals(),
      tools: new ToolRegistry([change]),
      permissions: testPermissions(),
      workspace: noWorkspaceContext,
      version: "0",
      settings: () => Promise.resolve(testSettings({ client, model })),
      publish: () => undefined,
    });
    const { id } = await manager.start({ cwd: "/project" });
    for (const text of ["go", "next"]) {
      await manager.startTurn(id, { input: [{ type: "text", text }] });
      await clock.advance(0);
    }
    expect(client.requests.map((request) => request.model)).toEqual(["one", "one", "two"]);
  });

  test("what a thread asked for at its start holds when it is opened again", async () => {
    const clock = new FakeClock();
    const client = new ScriptedClient(clock, { scripts: [] });
    const store = new MemoryRolloutStore(clock);
    const manager = (prefix: string): SessionManager =>
      new SessionManager({
        store,
        folders: { problemWith: () => Promise.resolve(null), realPath: (path) => Promise.resolve(path) },
        clock,
        ids: countingIds(prefix),
        approvals: new ScriptedApprovals(),
        tools: new ToolRegistry([]),
        permissions: testPermissions(),
        workspace: noWorkspaceContext,
        version: "0",
        settings: ({ model = "default", approvalPolicy = "onRequest" }) =>
          Promise.resolve(testSettings({ client, model, policy: approvalPolicy })),
        publish: () => undefined,
      });
    const first = manager("a");
    const choice = { model: "own", approvalPolicy: "never", sandbox: "readOnly" } as const;
    const { id } = await first.start({ cwd: "/project", ...choice });
    expect((await first.open(id)).session.thread(false).choice).toEqual(choice);
    await first.startTurn(id, { input: [{ type: "text", text: "go" }] });
    await clock.advance(0);
    await first.closeAll();
    const next = manager("b");
    await next.startTurn(id, { input: [{ type: "text", text: "more" }] });
    await clock.advance(0);
    expect(client.requests.map((request) => request.model)).toEqual(["own", "own"]);
    const again = (await next.open(id)).session.thread(false);
    expect(again).toMatchObject({ model: "own", approvalPolicy: "never", choice });
  });

  test("runs are told which folder the session's really was when it was opened, whatever its name leads to meanwhile", async () => {
    const clock = new FakeClock();
    const client = new ScriptedClient(clock, {
      scripts: ["a", "b", "c"].flatMap((id) => [calls(call(id, "work")), says("Done.")]),
    });
    const store = new MemoryRolloutStore(clock);
    const told: string[] = [];
    const tool: Tool = {
      spec: { name: "work", description: "", parameters: {} },
      gate: "parallel",
      changesWorld: false,
      graceMs: 100,
      prepare: () => ({
        ok: true,
        run: {
          notes: [],
          subject: null,
          lastsMs: null,
          run: ({ realCwd }) => {
            told.push(realCwd);
            return Promise.resolve({ status: "completed", output: "" });
          },
        },
      }),
    };
    let real = "/one";
    const manager = (prefix: string): SessionManager =>
      new SessionManager({
        store,
        folders: { problemWith: () => Promise.resolve(null), realPath: () => Promise.resolve(real) },
        clock,
        ids: countingIds(prefix),
        approvals: new ScriptedApprovals(),
        tools: new ToolRegistry([tool]),
        permissions: testPermissions(),
        workspace: noWorkspaceContext,
        version: "0",
        settings: () => Promise.resolve(testSettings({ client })),
        publish: () => undefined,
      });
    const first = manager("a");
    const { id } = await first.start({ cwd: "/project" });
    const turn = async (sessions: SessionManager): Promise<void> => {
      await sessions.startTurn(id, { input: [{ type: "text", text: "go" }] });
      await clock.advance(0);
    };
    real = "/two";
    await turn(first);
    // The file was written from outside: the same program reads it anew, and holds on to what it knew.
    store.writeFromOutside(id, Buffer.concat([store.bytes(id), Buffer.from("\n")]));
    await turn(first);
    await first.closeAll();
    await turn(manager("b"));
    expect(told).toEqual(["/one", "/one", "/two"]);
  });
});
