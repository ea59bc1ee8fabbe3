import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { PendingApproval } from "../../shared/protocol/approval";
import { RequestId, ThreadId } from "../../shared/protocol/ids";
import { ApprovalDesk } from "../../electron/ipc/approval-desk";
import { EventHub } from "../../electron/ipc/event-hub";
import { controllableTool } from "../support/controllable-tool";
import { call, calls, says } from "../support/scripted-client";
import { TestServer } from "../support/test-server";

const thread = ThreadId.parse("t");
const request = PendingApproval.parse({
  kind: "command",
  requestId: "r",
  threadId: "t",
  turnId: "u",
  itemId: "c",
  command: "ls",
  cwd: "/",
  warnings: [],
  canRemember: true,
});
const message = { id: "r", method: "item/commandExecution/requestApproval", params: request };

function desk(clients = 1) {
  const hub = new EventHub();
  const lists = Array.from({ length: clients }, () => {
    const got: unknown[] = [];
    hub.connect((sent) => got.push(sent)).subscribe(thread);
    return got;
  });
  return { hub, lists, desk: new ApprovalDesk(hub), stop: new AbortController() };
}

describe("ApprovalDesk", () => {
  test("every client of the thread is asked, the first answer wins, a late one is harmless", async () => {
    const { desk: approvals, lists, stop } = desk(2);
    const answer = approvals.ask(request, stop.signal);
    expect(lists).toEqual([[message], [message]]);
    expect(approvals.answer("r", { decision: "decline" })).toBe(true);
    expect(approvals.answer("r", { decision: "accept" })).toBe(false);
    expect(await answer).toEqual({ decision: "decline", decidedBy: "person" });
    expect(getEventListeners(stop.signal, "abort")).toHaveLength(0);
  });

  test("an answer to nothing is harmless", () => {
    expect(desk().desk.answer("ghost", { decision: "accept" })).toBe(false);
  });

  test("an abort withdraws the question", async () => {
    const { desk: approvals, stop } = desk();
    const answer = approvals.ask(request, stop.signal);
    stop.abort();
    expect(await answer).toEqual({ decision: "cancel", decidedBy: "person" });
    expect(approvals.answer("r", { decision: "accept" })).toBe(false);
  });

  test("after an abort nobody is asked", async () => {
    const { desk: approvals, lists } = desk();
    expect((await approvals.ask(request, AbortSignal.abort())).decision).toBe("cancel");
    expect(lists).toEqual([[]]);
  });

  test("an answer that cannot be read throws one line of words, and the question stays open", async () => {
    const { desk: approvals, stop } = desk();
    const answer = approvals.ask(request, stop.signal);
    const next = 'Answer with the result {"decision":"…"}, one of accept, acceptForSession, decline, cancel.';
    const words = (given: string): string => `The request r stays open: it was answered with the ${given}. ${next}`;
    expect(() => approvals.answer("r", { decision: "yes\n" })).toThrow(new Error(words(String.raw`result {"decision":"yes\n"}`)));
    expect(() => approvals.answer("r", null)).toThrow(new Error(words("result null")));
    expect(() => approvals.answer("r", "x".repeat(5000))).toThrow(new Error(words(`result "${"x".repeat(199)}…`)));
    expect(() => approvals.answerError("r", "no")).toThrow(new Error(words('error "no"')));
    expect(approvals.answerError("ghost", "no")).toBe(false);
    expect(approvals.answer("r", { decision: "acceptForSession" })).toBe(true);
    expect((await answer).decision).toBe("acceptForSession");
  });

  test("who joins is asked the open questions of that thread again, with the same id", async () => {
    const { desk: approvals, hub, stop } = desk();
    const elsewhere = approvals.ask(
      { ...request, requestId: RequestId.parse("r2"), threadId: ThreadId.parse("other") },
      stop.signal,
    );
    const answer = approvals.ask(request, stop.signal);
    const got: unknown[] = [];
    approvals.repeat(
      thread,
      hub.connect((sent) => got.push(sent)),
    );
    expect(got).toEqual([message]);
    stop.abort();
    await Promise.all([answer, elsewhere]);
  });
});

describe("protocol.md §1 questions over the server", () => {
  const asking = () => {
    const tool = controllableTool({ name: "asks", asks: true, behaviour: () => ({ type: "returns", afterMs: 0 }) });
    return { tool, server: new TestServer({ tools: [tool], scripts: [calls(call("a", "asks")), says("Done.")] }) };
  };

  test("§1 repeated on resume with the same id; answered from any client; resolved to all", async () => {
    const { tool, server } = asking();
    const client = await server.client();
    const { threadId, turnId } = await server.thread(client);
    const other = await server.client();
    await other.ask("thread/resume", { threadId });
    expect(other.asked()).toEqual(client.asked());
    expect(other.log()).toEqual(["reply", "reply", expect.stringMatching(/^asked /)]);
    other.answer(String(other.asked()[0]?.id), { decision: "accept" });
    client.answer(String(other.asked()[0]?.id), { decision: "decline" });
    await server.runtime.until(server.runtime.turnEnd(threadId, turnId));
    expect(tool.started).toEqual(["a"]);
    for (const each of [client, other]) expect(each.log()).toContain("serverRequest/resolved");
    expect(server.errors).toEqual([]);
  });

  test("§1 after the answer nobody who joins is asked", async () => {
    const { server } = asking();
    const client = await server.client();
    const { threadId, turnId } = await server.thread(client);
    client.answer(String(client.asked()[0]?.id), { decision: "decline" });
    await server.runtime.until(server.runtime.turnEnd(threadId, turnId));
    const other = await server.client();
    await other.ask("thread/resume", { threadId });
    expect(other.asked()).toEqual([]);
  });

  test("§1 a wrong answer, or an error of any form, decides nothing and is told to whoever runs the server", async () => {
    const { tool, server } = asking();
    const client = await server.client();
    const { threadId, turnId } = await server.thread(client);
    const id = String(client.asked()[0]?.id);
    const before = client.got.length;
    client.answer(id, { decision: "yes" });
    for (const error of [
      { code: -32601, message: "no such method" },
      { code: 1, message: "no", data: { kind: "internal" } },
      null,
    ])
      client.connection.receive({ jsonrpc: "2.0", id, error }, (reply) => client.got.push(reply));
    expect(server.errors.map((error) => String(error))).toEqual([
      expect.stringContaining(`The request ${id} stays open: it was answered with the result {"decision":"yes"}.`),
      expect.stringContaining('with the error {"code":-32601,"message":"no such method"}.'),
      expect.stringContaining('with the error {"code":1,"message":"no","data":{"kind":"internal"}}.'),
      expect.stringContaining("with the error null."),
    ]);
    expect(client.got).toHaveLength(before);
    client.answer(id, { decision: "accept" });
    await server.runtime.until(server.runtime.turnEnd(threadId, turnId));
    expect(tool.started).toEqual(["a"]);
  });

  test("§1 an interrupt answers the question; a late answer is harmless", async () => {
    const { tool, server } = asking();
    const client = await server.client();
    const { threadId, turnId } = await server.thread(client);
    await server.runtime.until(client.ask("turn/interrupt", { threadId, turnId }));
    client.answer(String(client.asked()[0]?.id), { decision: "accept" });
    await server.runtime.clock.advance(100);
    expect(tool.started).toEqual([]);
    expect(server.errors).toEqual([]);
  });
});
