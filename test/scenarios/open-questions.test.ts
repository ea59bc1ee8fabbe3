// A question that is open when the program ends, however it ends: it is asked again, and its answer continues the same turn (runtime.md §12).
import { expect, onTestFinished, test } from "vitest";
import type { ApprovalSubject } from "../../shared/protocol/approval";
import { ItemId, RequestId, type ThreadId, type TurnId } from "../../shared/protocol/ids";
import type { RolloutLine } from "../../shared/protocol/rollout-line";
import { isOpen, type ApprovalDecision } from "../../shared/protocol/turn-item";
import type { PreparedRun, Tool } from "../../electron/runtime/ports/tool";
import { asPutNow } from "../../electron/runtime/tools/asked-again";
import { controllableTool, type ControllableTool } from "../support/controllable-tool";
import type { FakeClock } from "../support/fake-clock";
import type { MemoryRolloutStore } from "../support/memory-rollout-store";
import { call, calls, says } from "../support/scripted-client";
import { TestRuntime, brief, countingIds, testPermissions, type TestOptions } from "../support/test-session";
import { threadBreaches } from "../support/thread-breaches";
import { hasOpenQuestion } from "../support/transcript-invariants";

const APP_STOPPED = "aborted: the app stopped before this call finished; effects may stand";

interface Lives {
  readonly id: ThreadId;
  readonly clock: FakeClock;
  readonly store: MemoryRolloutStore;
  readonly lines: readonly RolloutLine[];
}

const asking = (name = "asks"): ControllableTool =>
  controllableTool({ name, asks: true, behaviour: () => ({ type: "returns", afterMs: 5 }) });
const working = (): ControllableTool =>
  controllableTool({
    name: "work",
    behaviour: (id) => (id === "quick" ? { type: "returns", afterMs: 1 } : { type: "ignoresAbort" }),
  });

/** A life in which a question is asked and nobody answers. */
async function unanswered(
  options: TestOptions,
  ending: "quit" | "kill",
  meanwhile?: (runtime: TestRuntime, id: ThreadId, turnId: TurnId) => Promise<void>,
): Promise<Lives> {
  const runtime = new TestRuntime({ tools: [asking(), working()], answer: () => null, ...options });
  const { id } = await runtime.startThread();
  const { turnId } = await runtime.until(runtime.start(id, "go"));
  await runtime.clock.advance(100);
  if (meanwhile !== undefined) await runtime.until(meanwhile(runtime, id, turnId));
  if (ending === "quit") await runtime.until(runtime.manager.closeAll());
  const store = runtime.store.crashedAt(id, runtime.store.bytes(id).length);
  return { id, clock: runtime.clock, store, lines: runtime.lines(id) };
}

interface SecondLife {
  readonly runtime: TestRuntime;
  readonly tool: ControllableTool;
  /** What this life has written. */
  readonly written: () => string[];
}

/** The thread is looked at again; `answer` is what the person then says. */
async function again(
  { id, clock, store }: Lives,
  answer: ApprovalDecision | null,
  options: TestOptions = {},
  isPut = true,
): Promise<SecondLife> {
  const tool = asking();
  const runtime = new TestRuntime({
    scripts: [says("Done."), says("Done."), says("Done.")],
    clock,
    store,
    tools: [tool, working()],
    ids: countingIds("again"),
    answer: () => answer,
    ...options,
  });
  const before = runtime.lines(id).length;
  const { session } = await runtime.manager.open(id);
  const openBefore = session.view.items.filter(isOpen).map((item) => item.id);
  if (isPut) session.putQuestions();
  onTestFinished(async () => {
    const isWaiting = hasOpenQuestion(runtime.lines(id));
    const facts = { isReopened: true, openBefore, mayReopen: isWaiting };
    expect(isWaiting ? [] : await threadBreaches(runtime, id, facts)).toEqual([]);
  });
  return { runtime, tool, written: () => runtime.lines(id).slice(before).map(brief) };
}

function runOf(subject: ApprovalSubject): PreparedRun {
  return { notes: [], subject, lastsMs: null, run: () => Promise.resolve({ status: "completed", output: "ran" }) };
}

const idle = async ({ runtime }: SecondLife, { id }: Lives): Promise<void> =>
  runtime.until((await runtime.manager.open(id)).session.idle());

const asks = { scripts: [calls(call("a", "asks"))] };

test.each(["quit", "kill"] as const)("after a %s the answer continues the same turn", async (ending) => {
  const lives = await unanswered(asks, ending);
  const life = await again(lives, "accept");
  await idle(life, lives);
  expect(life.tool.started).toEqual(["a"]);
  expect(life.written()).toEqual([
    "turn_context",
    "decided a accept by person",
    "running a",
    "outcome a completed",
    "output a: output of a",
    "assistant: Done.",
    "agent_message",
    "token_count",
    "task_complete",
  ]);
});

test("a question that is put again has its id, its words and its warnings, and the thread waits for the answer", async () => {
  const lives = await unanswered(asks, "kill");
  const [requested] = lives.lines.flatMap((line) => (line.type === "cf_approval_requested" ? [line.payload] : []));
  const life = await again(lives, null);
  const { session } = await life.runtime.manager.open(lives.id);
  const turnId = session.waitingTurnId;
  expect(life.runtime.approvals.asked).toEqual([
    { ...requested, callId: undefined, sandboxed: undefined, itemId: "a", threadId: lives.id, turnId },
  ]);
  expect(session.thread(false).status).toEqual({ type: "active", flags: ["waitingOnApproval"] });
  expect(session.view.items.filter(isOpen).map(({ id }) => id)).toEqual(["a", requested?.requestId]);
  expect(life.written()).toEqual([]);
  session.putQuestions();
  expect(life.runtime.approvals.asked).toHaveLength(1);
  await life.runtime.until(session.interrupt());
});

test("opening alone asks nothing and writes nothing", async () => {
  const lives = await unanswered(asks, "kill");
  const runtime = new TestRuntime({ clock: lives.clock, store: lives.store });
  const bytes = lives.store.bytes(lives.id);
  const { session } = await runtime.manager.open(lives.id);
  expect([session.waitingTurnId !== null, session.thread(false).status]).toEqual([true, { type: "idle" }]);
  expect([runtime.approvals.asked, runtime.events, lives.store.bytes(lives.id)]).toEqual([[], [], bytes]);
});

test("calls get their outputs in the order of issue: what a run had said, what the stop has cut, what was answered", async () => {
  const script = calls(call("quick", "work"), call("slow", "work"), call("a", "asks"), call("quick2", "work"));
  const lives = await unanswered({ scripts: [script], tools: [asking(), working()] }, "kill");
  const life = await again(lives, "accept");
  await idle(life, lives);
  const outputs = life.runtime
    .lines(lives.id)
    .map(brief)
    .filter((line) => line.startsWith("output"));
  expect(outputs).toEqual([
    "output quick: output of quick",
    `output slow: ${APP_STOPPED}`,
    "output a: output of a",
    `output quick2: ${APP_STOPPED}`,
  ]);
});

test("two questions: the first answer continues the turn, the second is still waited for", async () => {
  const lives = await unanswered({ scripts: [calls(call("a", "asks"), call("b", "asks"))] }, "quit");
  let answers = 0;
  const life = await again(lives, "decline", { answer: () => ((answers += 1) === 1 ? "decline" : null) });
  await life.runtime.clock.advance(1000);
  expect(life.written()).toEqual([
    "turn_context",
    "decided a decline by person",
    "outcome a denied",
    "output a: denied by the user: not allowed to run",
  ]);
  const { session } = await life.runtime.manager.open(lives.id);
  await life.runtime.until(session.interrupt());
  expect(life.written().slice(4, 7)).toEqual([
    "decided b cancel by person",
    "outcome b aborted",
    "output b: aborted by user after 1.0s",
  ]);
});

test("decline and stop ends the turn as stopped by the person", async () => {
  const lives = await unanswered(asks, "kill");
  const life = await again(lives, "cancel");
  await idle(life, lives);
  expect(life.written().slice(1)).toEqual([
    "decided a cancel by person",
    "outcome a denied",
    "output a: denied by the user: the turn was stopped",
    expect.stringContaining("user: <turn_aborted>"),
    "turn_aborted",
  ]);
});

test("Stop closes a turn that waits after a restart as interrupted, also one whose question was not put yet", async () => {
  for (const isPut of [true, false]) {
    const lives = await unanswered(asks, "kill");
    const life = await again(lives, null, {}, isPut);
    const { session } = await life.runtime.manager.open(lives.id);
    await life.runtime.until(session.interrupt());
    expect(life.written().slice(1)).toEqual([
      "decided a cancel by person",
      "outcome a aborted",
      "output a: aborted by user after 0.0s",
      expect.stringContaining("user: <turn_aborted>"),
      "turn_aborted",
    ]);
    expect(session.view.turns.at(-1)).toMatchObject({ status: "interrupted" });
  }
});

test("anything else that is written withdraws the question and closes the turn: the answer comes too late", async () => {
  const acts: ((runtime: TestRuntime, id: ThreadId) => Promise<unknown>)[] = [
    (runtime, id) => runtime.start(id, "new"),
    (runtime, id) => runtime.enqueue(id, "new"),
    (runtime, id) => runtime.manager.rename(id, "new"),
    (runtime, id) => runtime.mail(id, { text: "new" }),
    (runtime, id) => runtime.manager.compact(id),
  ];
  for (const act of acts) {
    const lives = await unanswered(asks, "quit");
    const life = await again(lives, null);
    const { runtime } = life;
    await runtime.until(act(runtime, lives.id));
    await idle(life, lives);
    expect(life.written().slice(0, 4)).toEqual([
      "decided a cancel by policy",
      "outcome a aborted",
      `output a: ${APP_STOPPED}`,
      "turn_aborted",
    ]);
    expect(runtime.approvals.waiting.size).toBe(0);
    expect(runtime.events.filter(({ method }) => method === "serverRequest/resolved")).toHaveLength(1);
    expect(life.tool.started).toEqual([]);
  }
});

test("steers that the turn had not read yet are read once it goes on; the queue stays paused", async () => {
  const lives = await unanswered(asks, "kill", async (runtime, id, turnId) => {
    await runtime.steer(id, { turnId, text: "and this" });
    await runtime.enqueue(id, "later");
  });
  const life = await again(lives, "accept");
  await idle(life, lives);
  expect(life.written()).toEqual([
    "queue pause",
    "turn_context",
    "decided a accept by person",
    "running a",
    "outcome a completed",
    "output a: output of a",
    "cf_input_end sampled",
    "user: and this",
    "user_message",
    "assistant: Done.",
    "agent_message",
    "token_count",
    "task_complete",
  ]);
  const { session } = await life.runtime.manager.open(lives.id);
  expect(session.queue.state).toMatchObject({ paused: true, data: [{ input: [{ type: "text", text: "later" }] }] });
});

test("what would run is not what was asked: that question is withdrawn, and a new one is put", async () => {
  const lives = await unanswered(asks, "kill");
  const other: Tool = {
    ...asking(),
    prepare: () => ({ ok: true, run: runOf({ kind: "command", command: "other", cwd: "/project" }) }),
  };
  const answers: ApprovalDecision[] = ["accept", "decline"];
  const life = await again(lives, null, { tools: [other], answer: () => answers.shift() ?? null });
  await idle(life, lives);
  expect(life.written().slice(1, 6)).toEqual([
    "decided a cancel by policy",
    "asked a",
    "decided a decline by person",
    "outcome a denied",
    "output a: denied by the user: not allowed to run",
  ]);
});

test("a guard that stands there now refuses, whatever was answered; the question is closed by policy", async () => {
  const lives = await unanswered(asks, "kill");
  const permissions = testPermissions({ guards: [() => Promise.resolve("not today")] });
  const life = await again(lives, "accept", { permissions });
  await idle(life, lives);
  expect(life.written().slice(1, 4)).toEqual([
    "decided a cancel by policy",
    "outcome a denied",
    "output a: denied by policy: not today",
  ]);
  expect(life.tool.started).toEqual([]);
});

test("a person who was asked still decides, though by now it would run by itself", async () => {
  const lives = await unanswered(asks, "kill");
  const life = await again(lives, "decline", { settings: { policy: "never" } });
  await idle(life, lives);
  expect(life.written()).toContain("decided a decline by person");
  expect(life.tool.started).toEqual([]);
});

test("another process writes the session: here nothing is asked and nothing can be answered", async () => {
  const lives = await unanswered(asks, "kill");
  lives.store.lockFromOutside(lives.id);
  const runtime = new TestRuntime({ clock: lives.clock, store: lives.store });
  const { session, readOnly } = await runtime.manager.open(lives.id);
  session.putQuestions();
  expect([readOnly, session.waitingTurnId, runtime.approvals.asked]).toEqual([true, null, []]);
});

test("quit once more while it waits: it is asked a third time", async () => {
  const lives = await unanswered(asks, "quit");
  const second = await again(lives, null);
  await second.runtime.until(second.runtime.manager.closeAll());
  expect(second.written()).toEqual([]);
  const third = await again(lives, "accept");
  await idle(third, lives);
  expect(third.tool.started).toEqual(["a"]);
});

test("a steer of a turn that waits after a restart is taken in at once, and read when the turn goes on; the question stays open", async () => {
  for (const isPut of [true, false]) {
    const lives = await unanswered(asks, "kill", async (runtime, id, turnId) => {
      await runtime.steer(id, { turnId, text: "first" });
    });
    const life = await again(lives, null, {}, isPut);
    const { runtime } = life;
    const { session } = await runtime.manager.open(lives.id);
    const turnId = session.waitingTurnId;
    if (turnId === null) throw new Error("nothing waits");
    expect((await runtime.until(runtime.steer(lives.id, { turnId, text: "second" }))).turnId).toBe(turnId);
    await runtime.clock.advance(1000);
    expect(life.written()).toEqual(["cf_input steer", "turn_context"]);
    expect(runtime.approvals.asked.map(({ itemId }) => itemId)).toEqual(["a"]);
    expect(session.activeTurnId).toBe(turnId);
    await runtime.until(runtime.manager.closeAll());
    const third = await again(
      { ...lives, store: runtime.store.crashedAt(lives.id, runtime.store.bytes(lives.id).length) },
      "accept",
    );
    await idle(third, lives);
    expect(third.written().filter((line) => line.startsWith("user:"))).toEqual(["user: first", "user: second"]);
    expect(third.tool.started).toEqual(["a"]);
  }
});

test("a steer that comes right after the answer stands behind those from before the restart", async () => {
  const lives = await unanswered(asks, "kill", async (runtime, id, turnId) => {
    await runtime.steer(id, { turnId, text: "first" });
  });
  const life = await again(lives, null);
  const { session } = await life.runtime.manager.open(lives.id);
  const turnId = session.waitingTurnId;
  if (turnId === null) throw new Error("nothing waits");
  await life.runtime.until(life.runtime.steer(lives.id, { turnId, text: "second" }));
  expect(session.stopItem(ItemId.parse("a"))).toBe(true);
  await idle(life, lives);
  expect(life.written().filter((line) => line.startsWith("user:"))).toEqual(["user: first", "user: second"]);
});

test("a call that waits after a restart can be stopped alone: its question is declined, and the turn goes on", async () => {
  for (const isPut of [true, false]) {
    const lives = await unanswered({ scripts: [calls(call("a", "asks"), call("b", "asks"))] }, "kill");
    const life = await again(lives, null, {}, isPut);
    const { session } = await life.runtime.manager.open(lives.id);
    expect(session.stopItem(ItemId.parse("other"))).toBe(false);
    expect(session.stopItem(ItemId.parse("a"))).toBe(true);
    await life.runtime.clock.advance(1000);
    expect(life.written()).toEqual([
      "turn_context",
      "decided a decline by person",
      "outcome a aborted",
      "output a: aborted by user after 0.0s",
    ]);
    expect(life.runtime.approvals.waiting.size).toBe(1);
    expect(session.stopItem(ItemId.parse("b"))).toBe(true);
    await idle(life, lives);
    expect(life.written().at(-1)).toBe("task_complete");
    expect(life.tool.started).toEqual([]);
  }
});

test("a call can be stopped alone right after a steer or an answer has let its turn go on, before it is here", async () => {
  const lives = await unanswered({ scripts: [calls(call("a", "asks"), call("b", "asks"))] }, "kill");
  const life = await again(lives, null);
  const { session } = await life.runtime.manager.open(lives.id);
  const turnId = session.waitingTurnId;
  if (turnId === null) throw new Error("nothing waits");
  const steered = life.runtime.steer(lives.id, { turnId, text: "more" });
  expect(session.stopItem(ItemId.parse("a"))).toBe(true);
  expect(session.stopItem(ItemId.parse("a"))).toBe(false);
  expect(session.stopItem(ItemId.parse("b"))).toBe(true);
  await life.runtime.until(steered);
  await idle(life, lives);
  expect(life.written().filter((line) => line.startsWith("decided"))).toEqual([
    "decided a decline by person",
    "decided b decline by person",
  ]);
});

test("a person who stops a call in front of its hooks has closed its question themselves", async () => {
  const lives = await unanswered(asks, "kill");
  const life = await again(lives, null, { hooks: { preToolUse: [() => ({ type: "pass" })] } });
  const { session } = await life.runtime.manager.open(lives.id);
  expect(session.stopItem(ItemId.parse("a"))).toBe(true);
  await idle(life, lives);
  expect(life.written().slice(1, 3)).toEqual(["decided a decline by person", "outcome a aborted"]);
});

/** The sandbox holds; everything is asked about all the same. */
const held = {
  ...asks,
  settings: { policy: "always" },
  permissions: testPermissions({ sandboxState: () => Promise.resolve({ isEnforced: true, how: "a test" }) }),
} as const;

test("the sandbox does not hold any more: the question says so as it is put again, and its answer counts", async () => {
  const lives = await unanswered(held, "kill");
  const [requested] = lives.lines.flatMap((line) => (line.type === "cf_approval_requested" ? [line.payload] : []));
  expect(requested?.sandboxed).toBe(true);
  const life = await again(lives, "accept", { settings: { policy: "always" } });
  await idle(life, lives);
  const words = "The sandbox held when this was asked; now it would run without: a test has no sandbox.";
  expect(life.runtime.approvals.asked.map(({ requestId, warnings }) => [requestId, warnings])).toEqual([
    [requested?.requestId, [words]],
  ]);
  expect(life.tool.started).toEqual(["a"]);
});

test("the sandbox is given up between the question and its answer: the answer does not count, and it is asked anew", async () => {
  const lives = await unanswered(held, "kill");
  let isHeld = true;
  const permissions = testPermissions({
    sandboxState: () => Promise.resolve(isHeld ? { isEnforced: true, how: "a test" } : { isEnforced: false, reason: "gone" }),
  });
  for (const policy of ["always", "never"] as const) {
    isHeld = true;
    const answers: ApprovalDecision[] = ["accept", "decline"];
    const answer = (): ApprovalDecision | null => {
      isHeld = false;
      return answers.shift() ?? null;
    };
    const store = lives.store.crashedAt(lives.id, lives.store.bytes(lives.id).length);
    const life = await again({ ...lives, store }, null, { settings: { policy }, permissions, answer });
    await idle(life, lives);
    expect(life.written().slice(1, 6)).toEqual([
      "decided a cancel by policy",
      "asked a",
      "decided a decline by person",
      "outcome a denied",
      "output a: denied by the user: not allowed to run",
    ]);
    expect(life.runtime.approvals.asked.map(({ warnings }) => warnings)).toEqual([
      [],
      ["The sandbox held when this was asked; now it would run without: gone."],
    ]);
    expect(life.tool.started).toEqual([]);
  }
});

test("a question from a version that did not say how far it held back is put again with what holds now", () => {
  const asked = {
    requestId: RequestId.parse("r"),
    callId: ItemId.parse("a"),
    kind: "command",
    command: "c",
    cwd: "/project",
  } as const;
  const [none, full] = [
    { mode: "workspaceWrite", unconfined: "gone" },
    { mode: "workspaceWrite", unconfined: null },
  ] as const;
  expect(asPutNow(asked, none)).toEqual({ ...asked, sandboxed: false, warnings: ["It would run without the sandbox: gone."] });
  const unchanged = [asPutNow(asked, full), asPutNow({ ...asked, sandboxed: false }, none)];
  expect(unchanged).toEqual([asked, { ...asked, sandboxed: false }]);
  // What asks to leave the sandbox says so itself.
  const outside = { ...asked, outsideSandbox: true };
  expect(asPutNow(outside, none)).toBe(outside);
});

test("a patch that was asked about before the sandbox became read-only is put again with that", () => {
  const asked = {
    requestId: RequestId.parse("r"),
    callId: ItemId.parse("a"),
    kind: "fileChange" as const,
    changes: [],
    cwd: "/project",
  };
  const now = { mode: "readOnly", unconfined: null } as const;
  const words = "The sandbox is read-only by now; this would change files all the same.";
  expect(asPutNow({ ...asked, sandboxed: true }, now)).toEqual({ ...asked, sandboxed: false, warnings: [words] });
});
