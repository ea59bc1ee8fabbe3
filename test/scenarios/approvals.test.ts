// Who decides whether a call runs, and when: policies, answers that last, time that runs out, and a call that is stopped alone (protocol.md §6).
import { describe, expect, test } from "vitest";
import { ItemId } from "../../shared/protocol/ids";
import type { ApprovalSubject } from "../../shared/protocol/approval";
import type { Approvals } from "../../electron/runtime/ports/approvals";
import type { Permissions } from "../../electron/runtime/ports/permissions";
import type { RunContext, Tool } from "../../electron/runtime/ports/tool";
import { controllableTool, type Behaviour } from "../support/controllable-tool";
import { call, calls, says } from "../support/scripted-client";
import { scenario, type Scenario } from "../support/scenario";
import { testPermissions } from "../support/test-session";

const enforced: Partial<Permissions> = { sandboxState: () => Promise.resolve({ isEnforced: true, how: "a wall" }) };
const twice = [calls(call("a", "asks")), calls(call("b", "asks")), says("Done.")];
const asks = (afterMs = 10) => controllableTool({ name: "asks", asks: true, behaviour: () => ({ type: "returns", afterMs }) });

/** A tool with what it would do; the run's context is kept. */
function toolOf(subject: ApprovalSubject, contexts: RunContext[] = []): Tool {
  return {
    ...asks(),
    prepare: () => ({
      ok: true,
      run: {
        notes: [],
        subject,
        lastsMs: null,
        run: (context) => {
          contexts.push(context);
          return Promise.resolve({ status: "completed", output: "done" });
        },
      },
    }),
  };
}

describe("protocol.md §6 policies", () => {
  test("onRequest: where the sandbox holds nobody is asked; nothing says that somebody was", async () => {
    const thread = await scenario({ tools: [asks()], scripts: twice, permissions: testPermissions(enforced) });
    await thread.end();
    expect(thread.runtime.approvals.asked).toEqual([]);
    expect(thread.lines().slice(0, 3)).toEqual(["call a", "running a", "outcome a completed"]);
  });

  test("always: asked though the sandbox holds and a rule allows; an answer for the session still counts", async () => {
    const permissions = testPermissions({
      ...enforced,
      rulesFor: (folder) => Promise.resolve([{ folder, effect: "allow", pattern: "asks" }]),
    });
    const settings = { policy: "always" } as const;
    const thread = await scenario({ tools: [asks()], scripts: twice, permissions, settings, answer: () => "acceptForSession" });
    await thread.end();
    expect(thread.runtime.approvals.asked.map(({ itemId }) => itemId)).toEqual(["a"]);
    expect(thread.lines()).toContain("decided b accept by session");
  });

  test("onRequest: what a rule allows runs, and the item names the rule", async () => {
    const permissions = testPermissions({
      rulesFor: (folder) => Promise.resolve([{ folder, effect: "allow", pattern: "asks" }]),
    });
    const thread = await scenario({ tools: [asks()], scripts: [calls(call("a", "asks")), says("Done.")], permissions });
    await thread.end();
    expect(thread.runtime.approvals.asked).toEqual([]);
    const item = thread.runtime.events.flatMap(({ method, params }) =>
      method === "item/completed" && params.item.type === "approval" ? [params.item] : [],
    );
    expect(item).toMatchObject([{ callId: "a", decision: "accept", decidedBy: "policy", rule: "allow asks in /project" }]);
  });

  test("an answer for the session to what can never be remembered counts for this once", async () => {
    const permissions = testPermissions({
      readCommand: (command) => ({
        type: "understood",
        segments: [{ words: [command], hasSideEffects: false, isRunner: true }],
      }),
    });
    const thread = await scenario({ tools: [asks()], scripts: twice, permissions, answer: () => "acceptForSession" });
    await thread.end();
    expect(thread.runtime.approvals.asked.map(({ canRemember }) => canRemember)).toEqual([false, false]);
    expect(thread.lines().filter((line) => line.startsWith("decided"))).toEqual([
      "decided a accept by person",
      "decided b accept by person",
    ]);
  });

  test("changes of the same files are allowed for the session together, of others not", async () => {
    const change = (...paths: string[]): ApprovalSubject => ({
      kind: "fileChange",
      changes: paths.map((path) => ({ path, kind: "update", diff: "" })),
      cwd: "/project",
    });
    const subjects = [change("a", "b"), change("b"), change("b", "c")];
    const tool: Tool = { ...asks(), prepare: () => toolOf(subjects.shift() ?? change()).prepare({}, { cwd: "/project" }) };
    const scripts = [calls(call("1", "asks")), calls(call("2", "asks")), calls(call("3", "asks")), says("Done.")];
    const thread = await scenario({ tools: [tool], scripts, answer: () => "acceptForSession" });
    await thread.end();
    expect(thread.runtime.approvals.asked.map(({ itemId }) => itemId)).toEqual(["1", "3"]);
  });

  test("questions of the model are put under never, too; the run hears the answers, a decline ends it", async () => {
    const contexts: RunContext[] = [];
    const subject: ApprovalSubject = { kind: "userInput", questions: [{ id: "q", question: "Which?" }] };
    const settings = { policy: "never" } as const;
    const approvals: Approvals = {
      ask: () => Promise.resolve({ decision: "accept", decidedBy: "person", answers: { q: ["this"] } }),
    };
    const thread = await scenario({ tools: [toolOf(subject, contexts)], scripts: twice, settings, approvals });
    await thread.end();
    expect(contexts.map(({ answers }) => answers)).toEqual([{ q: ["this"] }, { q: ["this"] }]);
    const declined = await scenario({ tools: [toolOf(subject, contexts)], scripts: twice, settings, answer: () => "decline" });
    await declined.end();
    expect(contexts).toHaveLength(2);
    expect(declined.toolItem("a").status).toBe("denied");
  });
});

describe("protocol.md §6 approvalTimeoutSeconds", () => {
  const settings = { approvalTimeoutMs: 5000 };
  const scripts = [calls(call("a", "asks")), says("Then not.")];

  test("a question that nobody answers in time is declined by the timeout, and the turn goes on", async () => {
    const tool = asks();
    const thread = await scenario({ tools: [tool], scripts, settings, answer: () => null });
    await thread.advance(4999);
    expect(thread.lines()).toEqual(["call a", "asked a"]);
    expect((await thread.end()).status).toBe("completed");
    expect(thread.lines().slice(2, 5)).toEqual([
      "decided a decline by timeout",
      "outcome a denied",
      "output a: denied by policy: nobody answered in time",
    ]);
    expect([tool.started, thread.runtime.approvals.waiting.size]).toEqual([[], 0]);
    expect(thread.events("serverRequest/resolved")).toHaveLength(1);
  });

  test("an answer in time leaves no timer, and Stop ends the wait", async () => {
    const answered = await scenario({ tools: [asks()], scripts, settings });
    await answered.end();
    expect(answered.lines()).toContain("decided a accept by person");
    const stopped = await scenario({ tools: [asks()], scripts, settings, answer: () => null });
    await stopped.advance(100);
    expect(await stopped.interrupt()).toMatchObject({ status: "interrupted", tookMs: 0 });
    expect(stopped.lines()).toContain("decided a cancel by person");
  });
});

describe("protocol.md §2 item/interrupt", () => {
  const stop = async (thread: Scenario, id: string): Promise<boolean> =>
    (await thread.runtime.manager.open(thread.id)).session.stopItem(ItemId.parse(id));
  const behaviour = (id: string): Behaviour =>
    id === "long" ? { type: "untilAbort", afterMs: 20 } : { type: "returns", afterMs: 500 };

  test("one running call is aborted; its siblings and the turn go on", async () => {
    const work = controllableTool({ name: "work", behaviour });
    const thread = await scenario({ tools: [work], scripts: [calls(call("long", "work"), call("b", "work")), says("Done.")] });
    await thread.advance(100);
    expect(await stop(thread, "long")).toBe(true);
    expect((await thread.end()).status).toBe("completed");
    expect([thread.toolItem("long").status, thread.toolItem("b").status]).toEqual(["aborted", "completed"]);
    expect(thread.lines()).not.toContainEqual(expect.stringContaining("turn_aborted"));
    expect(await stop(thread, "long")).toBe(false);
  });

  test("a call that waits for its answer is declined by that, and only it", async () => {
    const thread = await scenario({ tools: [asks()], answer: () => null, scripts: [calls(call("a", "asks")), says("Done.")] });
    await thread.advance(1000);
    expect(await stop(thread, "a")).toBe(true);
    expect((await thread.end()).status).toBe("completed");
    expect(thread.lines().slice(1, 5)).toEqual([
      "asked a",
      "decided a decline by person",
      "outcome a aborted",
      "output a: aborted by user after 1.0s",
    ]);
  });

  test("a call at the gate never starts", async () => {
    const alone = controllableTool({ name: "alone", gate: "exclusive", behaviour: () => ({ type: "returns", afterMs: 1000 }) });
    const thread = await scenario({ tools: [alone], scripts: [calls(call("a", "alone"), call("b", "alone")), says("Done.")] });
    await thread.advance(100);
    expect(await stop(thread, "b")).toBe(true);
    expect((await thread.end()).status).toBe("completed");
    expect(alone.started).toEqual(["a"]);
    expect(thread.lines()).toContain("output b: aborted by user after 0.1s");
  });

  test("a sleep that is stopped alone says so", async () => {
    const thread = await scenario({ scripts: [calls(call("s", "clock.sleep", { seconds: 60 })), says("Done.")] });
    await thread.advance(2000);
    expect(await stop(thread, "s")).toBe(true);
    expect((await thread.end()).status).toBe("completed");
    expect(thread.item("s")).toMatchObject({ type: "sleep", status: "aborted", outcome: "interrupted", sleptMs: 2000 });
  });
});
