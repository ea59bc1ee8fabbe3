// A question that is open when the program ends, however it ends: it is asked again, and its answer continues the same turn (runtime.md §12).
import { expect, onTestFinished, test } from "vitest";
import type { ThreadId } from "../../shared/protocol/ids";
import type { ApprovalDecision } from "../../shared/protocol/turn-item";
import { controllableTool, type ControllableTool } from "../support/controllable-tool";
import type { FakeClock } from "../support/fake-clock";
import type { MemoryRolloutStore } from "../support/memory-rollout-store";
import { call, calls, says, type Script } from "../support/scripted-client";
import { TestRuntime, brief, countingIds, testPermissions, type TestOptions } from "../support/test-session";
import { threadBreaches } from "../support/thread-breaches";

const APP_STOPPED = "aborted: the app stopped before this call finished; effects may stand";

interface Lives {
  readonly id: ThreadId;
  readonly clock: FakeClock;
  readonly store: MemoryRolloutStore;
}

const asking = (name = "asks"): ControllableTool =>
  controllableTool({ name, asks: true, behaviour: () => ({ type: "returns", afterMs: 5 }) });
const working = (): ControllableTool =>
  controllableTool({ name: "work", behaviour: (id) => ({ type: "returns", afterMs: id === "quick" ? 1 : 60_000 }) });

/** A life in which the question is asked and nobody answers. */
async function unanswered(script: Script, { ending, ...options }: TestOptions & { ending: "quit" | "kill" }): Promise<Lives> {
  const runtime = new TestRuntime({ scripts: [script], tools: [asking(), working()], answer: () => null, ...options });
  const { id } = await runtime.startThread();
  await runtime.until(runtime.start(id, "go"));
  await runtime.clock.advance(100);
  if (ending === "quit") await runtime.until(runtime.manager.closeAll());
  return { id, clock: runtime.clock, store: runtime.store.crashedAt(id, runtime.store.bytes(id).length) };
}

interface SecondLife {
  readonly runtime: TestRuntime;
  readonly tool: ControllableTool;
  /** What the second life has written. */
  readonly written: () => string[];
}

/** The thread is looked at again; `answer` is what the person then says. */
async function again(
  { id, clock, store }: Lives,
  answer: ApprovalDecision | null,
  options: TestOptions = {},
): Promise<SecondLife> {
  const tool = asking();
  const runtime = new TestRuntime({
    scripts: [says("Done.")],
    clock,
    store,
    tools: [tool, working()],
    ids: countingIds("second"),
    answer: () => answer,
    ...options,
  });
  const before = runtime.lines(id).length;
  const { session } = await runtime.manager.open(id);
  const openBefore = session.view.items.filter((item) => "status" in item && item.status !== "completed").map((item) => item.id);
  session.putQuestions();
  onTestFinished(async () =>
    expect(
      await threadBreaches(runtime, id, {
        isReopened: true,
        openBefore: [...openBefore, ...session.view.items.flatMap((item) => (item.type === "approval" ? [item.id] : []))],
      }),
    ).toEqual([]),
  );
  return { runtime, tool, written: () => runtime.lines(id).slice(before).map(brief) };
}

test.each(["quit", "kill"] as const)("after a %s the answer continues the same turn", async (ending) => {
  const lives = await unanswered(calls(call("a", "asks")), { ending });
  const { runtime, tool, written } = await again(lives, "accept");
  await runtime.until((await runtime.manager.open(lives.id)).session.idle());
  expect(tool.started).toEqual(["a"]);
  expect(written()).toEqual([
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
