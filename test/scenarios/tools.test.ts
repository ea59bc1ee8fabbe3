import { describe, expect, test } from "vitest";
import type { Approvals } from "../../electron/runtime/ports/approvals";
import type { Tool } from "../../electron/runtime/ports/tool";
import { controllableTool, type ToolOptions } from "../support/controllable-tool";
import { call, calls, says, wait } from "../support/scripted-client";
import { scenario } from "../support/scenario";

const asks = (options: Partial<ToolOptions> = {}) =>
  controllableTool({ name: "asks", asks: true, behaviour: () => ({ type: "returns", afterMs: 10 }), ...options });

describe("runtime.md §6 the pipeline", () => {
  test("§6 lookup, arguments, approval, gate, run: each once, in this order, all in the rollout", async () => {
    const tool = asks();
    const thread = await scenario({ tools: [tool], scripts: [calls(call("a", "asks")), says("Done.")] });
    await thread.end();
    expect(thread.lines().slice(0, 6)).toEqual([
      "call a",
      "asked a",
      "decided a accept by person",
      "running a",
      "outcome a completed",
      "output a: output of a",
    ]);
    expect(thread.runtime.approvals.asked).toEqual([
      expect.objectContaining({
        threadId: thread.id,
        turnId: thread.turnId,
        itemId: "a",
        command: "asks",
        cwd: "/project",
        warnings: [],
      }),
    ]);
  });

  test("§6 what cannot be parsed is not asked", async () => {
    const thread = await scenario({ tools: [asks()], scripts: [calls(call("a", "asks", "{")), says("Done.")] });
    await thread.end();
    expect(thread.runtime.approvals.asked).toEqual([]);
  });

  test("§6 allow once: the next call of the same command asks again", async () => {
    const thread = await scenario({
      tools: [asks()],
      scripts: [calls(call("a", "asks")), calls(call("b", "asks")), says("Done.")],
    });
    await thread.end();
    expect(thread.runtime.approvals.asked.map(({ itemId }) => itemId)).toEqual(["a", "b"]);
  });

  test("§6 allow in this session: the same command in the same folder is not asked again, also in a later turn, and the rollout says why", async () => {
    const tool = asks();
    const thread = await scenario({
      answer: () => "acceptForSession",
      tools: [tool],
      scripts: [calls(call("a", "asks")), says("Done."), calls(call("b", "asks")), says("Done.")],
    });
    await thread.end();
    await thread.start("again");
    await thread.end();
    expect(tool.started).toEqual(["a", "b"]);
    expect(thread.runtime.approvals.asked).toHaveLength(1);
    expect(thread.lines()).toContain("decided b accept by session");
    expect(thread.lines()).not.toContain("asked b");
  });

  test("§6 a decline is the call's output; the turn goes on", async () => {
    const tool = asks();
    const thread = await scenario({
      answer: () => "decline",
      tools: [tool],
      scripts: [calls(call("a", "asks")), says("Then not.")],
    });
    expect((await thread.end()).status).toBe("completed");
    expect(tool.started).toEqual([]);
    expect(thread.lines().slice(0, 5)).toEqual([
      "call a",
      "asked a",
      "decided a decline by person",
      "outcome a denied",
      "output a: denied by the user: not allowed to run",
    ]);
    expect(thread.toolItem("a").status).toBe("denied");
  });

  test("§6 cancel denies the call and stops the turn", async () => {
    const other = controllableTool({ name: "other", behaviour: () => ({ type: "untilAbort", afterMs: 5 }) });
    const tool = asks();
    const thread = await scenario({
      answer: () => "cancel",
      tools: [tool, other],
      scripts: [calls(call("o", "other"), wait(1), call("a", "asks"))],
    });
    expect((await thread.end()).status).toBe("interrupted");
    expect(tool.started).toEqual([]);
    expect(thread.lines()).toContain("output a: denied by the user: the turn was stopped");
    expect(thread.toolItem("o").status).toBe("aborted");
  });

  test("§6 Stop answers a waiting question; it is completed on screen and told as resolved", async () => {
    const thread = await scenario({ answer: () => null, tools: [asks()], scripts: [calls(wait(1), call("a", "asks"))] });
    await thread.advance(10);
    const { requestId } = thread.runtime.approvals.asked[0] ?? { requestId: "" };
    expect(thread.events("thread/status/changed").at(-1)?.params).toMatchObject({
      status: { type: "active", flags: ["waitingOnApproval"] },
    });
    await thread.interrupt();
    expect(thread.item(requestId)).toMatchObject({ type: "approval", callId: "a", decision: "cancel", decidedBy: "person" });
    expect(thread.events("serverRequest/resolved").map(({ params }) => params)).toMatchObject([{ requestId }]);
  });

  test("§6 policy never: nothing is asked, and nothing says that somebody was", async () => {
    const tool = asks();
    const thread = await scenario({
      tools: [tool],
      settings: { policy: "never" },
      scripts: [calls(call("a", "asks")), says("Done.")],
    });
    await thread.end();
    expect(tool.started).toEqual(["a"]);
    expect(thread.lines().slice(0, 3)).toEqual(["call a", "running a", "outcome a completed"]);
  });

  test("§6 where nobody can be asked, the policy decides, and both the item and the output say so", async () => {
    const nobody: Approvals = { ask: () => Promise.resolve({ decision: "decline", decidedBy: "policy" }) };
    const thread = await scenario({ tools: [asks()], approvals: nobody, scripts: [calls(call("a", "asks")), says("Done.")] });
    await thread.end();
    expect(thread.lines().slice(1, 5)).toEqual([
      "asked a",
      "decided a decline by policy",
      "outcome a denied",
      "output a: denied by policy: nobody can be asked here",
    ]);
  });

  test("§6 an approval holds back only its own call", async () => {
    const free = controllableTool({ name: "free", behaviour: () => ({ type: "returns", afterMs: 10 }) });
    const thread = await scenario({
      answer: () => null,
      tools: [asks(), free],
      scripts: [calls(wait(1), call("a", "asks"), call("b", "free"))],
    });
    await thread.advance(100);
    expect(free.started).toEqual(["b"]);
    expect(thread.toolItem("b").status).toBe("inProgress");
    expect(thread.events("item/returned")).toHaveLength(1);
    await thread.interrupt();
    expect(thread.lines()).toContain("output b: output of b");
  });

  test("§6 invisible characters in a command come with the question, in words", async () => {
    const tool: Tool = {
      ...asks(),
      prepare: (_args, { cwd }) => ({
        ok: true,
        run: {
          notes: [],
          subject: { kind: "command", command: "ls \u202egnp", cwd },
          lastsMs: null,
          run: () => Promise.resolve({ status: "completed", output: "ok" }),
        },
      }),
    };
    const thread = await scenario({ tools: [tool], scripts: [calls(call("a", "asks")), says("Done.")] });
    await thread.end();
    expect(thread.runtime.approvals.asked[0]?.warnings).toEqual(["the command holds the invisible character U+202E"]);
  });

  test("§6 fields that are ignored are named in the item's notes", async () => {
    const tool: Tool = {
      ...controllableTool({ name: "lenient", behaviour: () => ({ type: "returns", afterMs: 0 }) }),
      prepare: () => ({
        ok: true,
        run: {
          notes: ["ignored: colour"],
          subject: null,
          lastsMs: null,
          run: () => Promise.resolve({ status: "completed", output: "ok" }),
        },
      }),
    };
    const thread = await scenario({ tools: [tool], scripts: [calls(call("a", "lenient", { colour: 1 })), says("Done.")] });
    await thread.end();
    expect(thread.toolItem("a")).toMatchObject({ status: "completed", notes: ["ignored: colour"] });
  });

  test("§6 the list that a step advertises holds every tool's name, words and schema", async () => {
    const thread = await scenario({ tools: [asks()], scripts: [says("Done.")] });
    await thread.end();
    expect(thread.requestedTools()).toEqual(["clock.sleep", "clock.current_time", "new_context", "asks"]);
  });

  test("§6 every call has exactly one terminal outcome", async () => {
    const thread = await scenario({
      tools: [asks(), controllableTool({ name: "fails", behaviour: () => ({ type: "rejects", afterMs: 1 }) })],
      scripts: [calls(call("a", "asks"), call("f", "fails"), call("u", "unknown")), says("Done.")],
    });
    await thread.end();
    const outcomes = thread.lines().filter((line) => line.startsWith("outcome"));
    expect(outcomes.toSorted()).toEqual(["outcome a completed", "outcome f failed", "outcome u failed"]);
  });

  test("§6 what a turn's tools leave behind ends with the turn, and the person is told", async () => {
    const tool: Tool = {
      ...controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 0 }) }),
      endTurn: () => Promise.resolve("one command was still running in the background and was ended"),
    };
    const thread = await scenario({ tools: [tool], scripts: [says("Done.")] });
    await thread.end();
    expect(thread.lines().slice(-2)).toEqual(["cf_notice", "task_complete"]);
    const notices = thread
      .events("item/completed")
      .filter((told) => told.method === "item/completed" && told.params.item.type === "notice");
    expect(notices).toHaveLength(1);
  });
});

describe("runtime.md §6 the gate", () => {
  const tools = () => {
    const behaviour = () => ({ type: "returns", afterMs: 100 }) as const;
    return [
      controllableTool({ name: "shared", behaviour }),
      controllableTool({ name: "alone", gate: "exclusive", behaviour }),
    ] as const;
  };

  test("§6 parallel tools share the gate", async () => {
    const [shared, alone] = tools();
    const thread = await scenario({
      tools: [shared, alone],
      scripts: [calls(call("a", "shared"), call("b", "shared")), says("Done.")],
    });
    await thread.advance(0);
    expect(shared.started).toEqual(["a", "b"]);
    await thread.end();
  });

  test("§6 an exclusive tool waits for those before it and holds back those behind it: fair order", async () => {
    const [shared, alone] = tools();
    const thread = await scenario({
      tools: [shared, alone],
      scripts: [calls(call("a", "shared"), call("x", "alone"), call("b", "shared"), call("c", "shared")), says("Done.")],
    });
    expect([shared.started, alone.started]).toEqual([["a"], []]);
    await thread.advance(100);
    expect([shared.started, alone.started]).toEqual([["a"], ["x"]]);
    await thread.advance(100);
    expect([shared.started, alone.started]).toEqual([["a", "b", "c"], ["x"]]);
    await thread.end();
    expect(thread.lines().filter((line) => /^(running|outcome)/.test(line))).toEqual([
      "running a",
      "outcome a completed",
      "running x",
      "outcome x completed",
      "running b",
      "running c",
      "outcome b completed",
      "outcome c completed",
    ]);
  });

  test("§6 an approval is asked before the gate, so a question does not hold the gate", async () => {
    const alone = controllableTool({
      name: "alone",
      gate: "exclusive",
      asks: true,
      behaviour: () => ({ type: "returns", afterMs: 0 }),
    });
    const shared = controllableTool({ name: "shared", behaviour: () => ({ type: "returns", afterMs: 0 }) });
    const thread = await scenario({
      answer: () => null,
      tools: [alone, shared],
      scripts: [calls(wait(1), call("x", "alone"), call("a", "shared"))],
    });
    await thread.advance(10);
    expect(shared.started).toEqual(["a"]);
    await thread.interrupt();
  });

  test("§6 a run that fails gives the gate back", async () => {
    const bad = controllableTool({ name: "bad", gate: "exclusive", behaviour: () => ({ type: "throwsAtOnce" }) });
    const alone = controllableTool({ name: "alone", gate: "exclusive", behaviour: () => ({ type: "returns", afterMs: 0 }) });
    const thread = await scenario({ tools: [bad, alone], scripts: [calls(call("a", "bad"), call("b", "alone")), says("Done.")] });
    await thread.end();
    expect(alone.started).toEqual(["b"]);
  });
});
