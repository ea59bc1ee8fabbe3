import { describe, expect, test } from "vitest";
import type { ResponseItem } from "../../shared/protocol/response-item";
import { controllableTool } from "../support/controllable-tool";
import { FakeClock } from "../support/fake-clock";
import { gate } from "../support/gate";
import { MemoryRolloutStore } from "../support/memory-rollout-store";
import { call, calls, event, itemDone, says, streamed, wait, type Script, type ScriptStep } from "../support/scripted-client";
import { Scenario, scenario } from "../support/scenario";
import { TestRuntime, brief, countingIds } from "../support/test-session";

const HANGS: Script = { steps: [], end: { type: "hang" } };
const work = (afterMs: number) => controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs }) });
/** What the model reads of a mail. */
const delivered = (text: string, author = "other"): string => `user: <mail from="${author}">\n${text}\n</mail>`;
const thought: ResponseItem = { type: "reasoning", summary: [{ type: "summary_text", text: "Thinking." }] };

function turnsTold(thread: Scenario): number {
  return thread.events("turn/started").length;
}

/** The thread as the next start finds it after the app was killed behind the last line that reads so, or now. */
function killed(thread: Scenario, { after, scripts = [] }: { after?: string; scripts?: readonly Script[] } = {}): Scenario {
  const { store, clock } = thread.runtime;
  const lines = store.lines(thread.id);
  const briefs = thread.runtime.lines(thread.id).map(brief);
  const count = after === undefined ? lines.length : briefs.lastIndexOf(after) + 1;
  if (count === 0) throw new Error(`no line ${after} in ${briefs.join(" | ")}`);
  const bytes = lines.slice(0, count).reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
  const left = store.crashedAt(thread.id, bytes);
  const next = new Scenario(new TestRuntime({ clock, store: left, ids: countingIds("next"), scripts }), {
    id: thread.id,
    turnId: thread.turnId,
  });
  next.facts = { isReopened: true };
  return next;
}

/** Starts something that later tells how it went, and lets it run as far as it can. */
async function start(thread: Scenario, text: string): Promise<void> {
  await thread.start(text);
  await thread.advance(0);
}

describe("runtime.md §4 mail preempts the stream", () => {
  const behind: ScriptStep[] = [call("never", "work"), ...streamed(["Never said."])];

  test.each([
    { what: "a reasoning item", steps: [wait(10), itemDone(thought, "r")], kept: ["reasoning"] },
    {
      what: "a commentary message",
      steps: [wait(10), ...streamed(["Looking."], { phase: "commentary" })],
      kept: ["assistant: Looking."],
    },
  ])("§4 after $what: the response is left, what it would have said and called never appears", async ({ steps, kept }) => {
    for (const triggerTurn of [false, true]) {
      const tool = work(0);
      const thread = await scenario({ tools: [tool], scripts: [calls(...steps, ...behind), says("Done.")] });
      await thread.mail("look here", { triggerTurn });
      await thread.end();
      await thread.idle();
      expect(thread.requests()).toEqual([["user: go"], ["user: go", ...kept, delivered("look here")]]);
      expect(thread.lines().join("\n")).not.toMatch(/never|Never/);
      expect(tool.started).toEqual([]);
      // One report of tokens: the response that was left told none.
      expect(thread.lines().filter((line) => line === "token_count")).toHaveLength(1);
      expect(turnsTold(thread)).toBe(1);
    }
  });

  test("§4 mail that comes behind the last such item does not cut what streams", async () => {
    const thread = await scenario({
      scripts: [calls(itemDone(thought, "r"), wait(10), ...streamed(["One", " two."], { gapMs: 20 })), says("Done.")],
    });
    await thread.advance(15);
    await thread.mail("meanwhile");
    await thread.end();
    expect(thread.requests()).toHaveLength(1);
    expect(thread.lines()).toContain("assistant: One two.");
  });

  test("§4 a steer never preempts: reasoning, call, answer, output, and only then the steer", async () => {
    const thread = await scenario({
      tools: [work(10)],
      scripts: [calls(wait(10), itemDone(thought, "r"), call("a", "work"), ...streamed(["Working."])), says("Done.")],
    });
    await thread.steer("hurry");
    await thread.end();
    expect(thread.requests()[1]).toEqual([
      "user: go",
      "reasoning",
      "call a",
      "assistant: Working.",
      "output a: output of a",
      "user: hurry",
    ]);
  });

  test("§4 §5 tools that run when mail preempts run on; their outputs come in order before the mail", async () => {
    const tool = controllableTool({
      name: "work",
      behaviour: (id) => ({ type: "returns", afterMs: id === "slow" ? 5000 : 5 }),
    });
    const thread = await scenario({
      tools: [tool],
      scripts: [calls(call("slow", "work"), call("fast", "work"), wait(10), itemDone(thought, "r"), ...behind), says("Done.")],
    });
    await thread.mail("look here");
    await thread.end();
    expect(thread.requests()[1]).toEqual([
      "user: go",
      "call slow",
      "call fast",
      "reasoning",
      "output slow: output of slow",
      "output fast: output of fast",
      delivered("look here"),
    ]);
  });

  test("§4 each thought lets in what has come by then", async () => {
    const thinking = (gap: number): Script => calls(wait(gap), itemDone(thought, "r"), ...behind);
    const thread = await scenario({ tools: [work(0)], scripts: [thinking(10), thinking(10), says("Done.")] });
    await thread.mail("one");
    await thread.advance(10);
    await thread.mail("two");
    await thread.end();
    expect(thread.requests()[2]).toEqual(["user: go", "reasoning", delivered("one"), "reasoning", delivered("two")]);
  });
});

describe("runtime.md §4 §8 mail after a final answer", () => {
  /** An answer, and then time before the response is complete. */
  const answered = (options: Parameters<typeof streamed>[1] = {}, ...more: ScriptStep[]): Script =>
    calls(...streamed(["Answer."], options), wait(100), ...more);

  test.each([{ phase: "final_answer" as const }, {}])(
    "§4 mail that comes behind a final answer ($phase) waits for the next turn, and stands before its prompt",
    async (options) => {
      const thread = await scenario({ scripts: [answered(options), says("Done.")] });
      await thread.mail("afterwards");
      await thread.end();
      expect(thread.requests()).toHaveLength(1);
      expect(thread.lines().slice(-2)).toEqual(["token_count", "task_complete"]);
      await start(thread, "next");
      await thread.end();
      expect(thread.requests()[1]).toEqual(["user: go", "assistant: Answer.", delivered("afterwards"), "user: next"]);
    },
  );

  test("§4 queue-only mail that came before the final answer waits too", async () => {
    const thread = await scenario({ scripts: [calls(wait(10), ...streamed(["Answer."])), says("Done.")] });
    await thread.mail("before");
    await thread.end();
    expect(thread.requests()).toHaveLength(1);
    await start(thread, "next");
    await thread.end();
    expect(thread.requests()[1]?.slice(-2)).toEqual([delivered("before"), "user: next"]);
  });

  test("§4 behind commentary alone mail is delivered in the same turn", async () => {
    const thread = await scenario({ scripts: [answered({ phase: "commentary" }), says("Done.")] });
    await thread.mail("meanwhile");
    await thread.end();
    expect(thread.requests()[1]).toEqual(["user: go", "assistant: Answer.", delivered("meanwhile")]);
  });

  test("§4 blank text is no answer: mail is delivered in the same turn", async () => {
    const thread = await scenario({ scripts: [calls(wait(10), ...streamed([" \n"])), says("Done.")] });
    await thread.mail("meanwhile");
    await thread.end();
    expect(thread.requests()[1]?.at(-1)).toBe(delivered("meanwhile"));
  });

  test("§4 trigger mail that waited when the final answer came keeps the turn open (Codex lets it wait)", async () => {
    const thread = await scenario({ scripts: [calls(wait(10), ...streamed(["Answer."])), says("Done.")] });
    await thread.mail("note");
    await thread.mail("do this", { triggerTurn: true });
    await thread.end();
    await thread.idle();
    expect(thread.requests()[1]).toEqual(["user: go", "assistant: Answer.", delivered("note"), delivered("do this")]);
    expect(turnsTold(thread)).toBe(1);
  });

  test("§8 trigger mail that comes behind the final answer starts a turn of its own", async () => {
    const thread = await scenario({ scripts: [answered(), says("Done.")] });
    await thread.mail("note");
    await thread.mail("do this", { triggerTurn: true });
    await thread.idle();
    expect(thread.requests()[1]).toEqual(["user: go", "assistant: Answer.", delivered("note"), delivered("do this")]);
    expect(turnsTold(thread)).toBe(2);
  });

  test("§4 a steer that waited when the final answer came is not forgotten over it: steer first, then mail", async () => {
    const thread = await scenario({ scripts: [calls(wait(10), ...streamed(["Answer."])), says("Done.")] });
    await thread.mail("note");
    await thread.steer("and this");
    await thread.end();
    expect(thread.requests()[1]).toEqual(["user: go", "assistant: Answer.", "user: and this", delivered("note")]);
  });

  test("§4 a steer reopens delivery", async () => {
    const thread = await scenario({ scripts: [answered(), says("Done.")] });
    await thread.mail("note");
    await thread.steer("and this");
    await thread.end();
    expect(thread.requests()[1]).toEqual(["user: go", "assistant: Answer.", "user: and this", delivered("note")]);
  });

  test("§4 a tool call reopens delivery", async () => {
    const thread = await scenario({ tools: [work(5)], scripts: [answered({}, call("a", "work")), says("Done.")] });
    await thread.mail("note");
    await thread.end();
    expect(thread.requests()[1]).toEqual([
      "user: go",
      "assistant: Answer.",
      "call a",
      "output a: output of a",
      delivered("note"),
    ]);
  });

  test("§4 end_turn: false reopens delivery", async () => {
    const { steps } = answered();
    const thread = await scenario({ scripts: [{ steps, end: { type: "completed", endTurn: false } }, says("Done.")] });
    await thread.mail("note");
    await thread.end();
    expect(thread.requests()[1]).toEqual(["user: go", "assistant: Answer.", delivered("note")]);
  });

  test("§7 a stop hook that blocks reopens delivery: its prompt first, then the mail", async () => {
    const thread = await scenario({
      scripts: [answered(), says("Done.")],
      hooks: { stop: [(_call, time) => (time === 1 ? { type: "block", reason: "run the tests" } : { type: "pass" })] },
    });
    await thread.mail("note");
    await thread.end();
    expect(thread.requests()[1]).toEqual([
      "user: go",
      "assistant: Answer.",
      'user: <hook_prompt hook_run_id="stop:0">\nrun the tests\n</hook_prompt>',
      delivered("note"),
    ]);
  });

  test("§4 what was reopened closes again with the next final answer", async () => {
    const thread = await scenario({ tools: [work(5)], scripts: [calls(call("a", "work")), answered()] });
    await thread.advance(10);
    await thread.mail("late");
    await thread.end();
    expect(thread.requests()).toHaveLength(2);
    await start(thread, "next");
    await thread.end();
    expect(thread.requests()[2]?.slice(-2)).toEqual([delivered("late"), "user: next"]);
  });
});

describe("runtime.md §8 mail while nothing runs", () => {
  test("§8 trigger mail starts a turn, which is asked with it at once", async () => {
    const thread = await scenario({ scripts: [says("One."), says("Two.")] });
    await thread.end();
    const id = await thread.mail("do this", { triggerTurn: true, author: 'the "other" one' });
    await thread.idle();
    expect(thread.lines().slice(4)).toEqual([
      "cf_mail",
      "cf_input mail",
      "task_started",
      "turn_context",
      "cf_input_end sampled",
      'user: <mail from="the \\"other\\" one">\ndo this\n</mail>',
      "assistant: Two.",
      "agent_message",
      "token_count",
      "task_complete",
    ]);
    expect(thread.item(id)).toMatchObject({
      type: "mail",
      author: 'the "other" one',
      text: "do this",
      triggerTurn: true,
    });
  });

  test("§8 queue-only mail starts nothing; it stands before the next prompt (Codex asks with the prompt first)", async () => {
    const thread = await scenario({ scripts: [says("One."), says("Two.")] });
    await thread.end();
    await thread.mail("first");
    await thread.mail("second");
    await thread.advance(24 * 3_600_000);
    expect(turnsTold(thread)).toBe(1);
    await start(thread, "next");
    await thread.end();
    expect(thread.requests()[1]).toEqual(["user: go", "assistant: One.", delivered("first"), delivered("second"), "user: next"]);
    expect(thread.requests()).toHaveLength(2);
  });

  test("§8 trigger mail takes with it what waited already, in the order it came", async () => {
    const thread = await scenario({ scripts: [says("One."), says("Two.")] });
    await thread.end();
    await thread.mail("first");
    await thread.mail("second", { triggerTurn: true });
    await thread.idle();
    expect(thread.requests()[1]?.slice(2)).toEqual([delivered("first"), delivered("second")]);
  });

  test("§8 after a Stop trigger mail waits; the next prompt takes it along", async () => {
    const thread = await scenario({ scripts: [HANGS, says("Two.")] });
    await thread.mail("do this", { triggerTurn: true });
    await thread.interrupt();
    await thread.advance(24 * 3_600_000);
    expect(turnsTold(thread)).toBe(1);
    await start(thread, "next");
    await thread.end();
    expect(thread.requests()[1]?.slice(-2)).toEqual([delivered("do this"), "user: next"]);
    await thread.idle();
    expect(turnsTold(thread)).toBe(2);
  });

  test("§8 after a failure trigger mail waits", async () => {
    const thread = await scenario({ scripts: [{ steps: [wait(10)], end: { type: "rejected" } }, says("Two.")] });
    await thread.mail("do this", { triggerTurn: true });
    expect((await thread.end()).status).toBe("failed");
    await thread.advance(24 * 3_600_000);
    expect(turnsTold(thread)).toBe(1);
    await start(thread, "next");
    await thread.end();
  });

  test("§8 mail does not touch a paused queue, and the queue does not hold mail back", async () => {
    const thread = await scenario({ scripts: [HANGS, says("Two.")] });
    await thread.enqueue("later");
    await thread.interrupt();
    await thread.mail("do this", { triggerTurn: true });
    await thread.idle();
    expect(thread.requests()[1]?.at(-1)).toBe(delivered("do this"));
    expect(thread.requests()).toHaveLength(2);
    expect(await thread.queue()).toEqual({ texts: ["later"], paused: true });
  });

  test("§8 when a turn completes, the queue goes first and trigger mail comes along with it", async () => {
    const thread = await scenario({ scripts: [calls(...streamed(["Answer."]), wait(100)), says("Two.")] });
    await thread.enqueue("next");
    await thread.mail("do this", { triggerTurn: true });
    await thread.idle();
    expect(thread.requests()[1]?.slice(-2)).toEqual([delivered("do this"), "user: next"]);
    expect(turnsTold(thread)).toBe(2);
  });

  test("§8 trigger mail that comes while a completed turn is writing its end starts the next", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    const door = gate();
    store.gate = ({ lines }) => (lines.some((line) => line.includes("task_complete")) ? door.pass() : Promise.resolve());
    const thread = await scenario({ clock, store, scripts: [says("One."), says("Two.")] });
    await door.reached;
    const sent = thread.runtime.mail(thread.id, { text: "do this", triggerTurn: true });
    await thread.advance(0);
    door.open();
    await thread.runtime.until(sent);
    await thread.idle();
    expect(thread.requests()[1]).toEqual(["user: go", "assistant: One.", delivered("do this")]);
    expect(turnsTold(thread)).toBe(2);
  });

  test("§8 mail is on disk and synced before it is acknowledged, and the same client id is one mail", async () => {
    const clock = new FakeClock();
    const store = new MemoryRolloutStore(clock);
    const thread = await scenario({ clock, store, scripts: [says("One."), says("Two.")] });
    await thread.end();
    const door = gate();
    store.gate = ({ lines }) => (lines.some((line) => line.includes("cf_mail")) ? door.pass() : Promise.resolve());
    const ids: unknown[] = [];
    const both = [1, 2].map(() =>
      thread.runtime.mail(thread.id, { text: "note", clientId: "client-1" }).then((id) => ids.push(id)),
    );
    await door.reached;
    await thread.advance(1000);
    expect(ids).toEqual([]);
    door.open();
    await thread.runtime.until(Promise.all(both));
    expect(store.syncedBytes(thread.id)).toBe(store.bytes(thread.id).length);
    expect(new Set(ids).size).toBe(1);
    const next = killed(thread, { scripts: [says("Two.")] });
    expect(await next.mail("note", { clientId: "client-1" })).toBe(ids[0]);
    expect(next.lines().filter((line) => line === "cf_mail")).toHaveLength(1);
  });
});

describe("runtime.md §9 mail and waiting", () => {
  test("§9 a steer ends the first sleep, queue-only mail the second; neither is consumed by that", async () => {
    const thread = await scenario({
      scripts: [
        calls(call("s1", "clock.sleep", { seconds: 3600 })),
        calls(call("s2", "clock.sleep", { seconds: 3600 })),
        says("Done."),
      ],
    });
    await thread.advance(2000);
    await thread.steer("wake up");
    await thread.advance(3000);
    await thread.mail("ready");
    await thread.end();
    expect(thread.requests()[2]).toEqual([
      "user: go",
      "call s1",
      "output s1: Slept 2.0s of 3600s: new input arrived",
      "user: wake up",
      "call s2",
      "output s2: Slept 3.0s of 3600s: new input arrived",
      delivered("ready"),
    ]);
    expect(thread.toolItem("s2")).toMatchObject({ type: "sleep", status: "completed", outcome: "newInput", sleptMs: 3000 });
  });

  test("§9 mail that waits already means no sleep at all, also behind a final answer", async () => {
    const steps = [...streamed(["Waiting for it."]), wait(10), call("s", "clock.sleep", { seconds: 3600 })];
    const thread = await scenario({ scripts: [calls(...steps), says("Done.")] });
    await thread.mail("ready");
    await thread.end();
    expect(thread.requests()[1]?.slice(-2)).toEqual(["output s: Slept 0.0s of 3600s: new input arrived", delivered("ready")]);
  });
});

describe("runtime.md §10 mail and compaction", () => {
  const slowSum: Script = { steps: [wait(1000), ...streamed(["Sum."])], end: { type: "completed" } };

  test("§10 mail that comes while the window is compacted is not part of it and not lost; trigger mail starts a turn behind it", async () => {
    for (const triggerTurn of [false, true]) {
      const thread = await scenario({ scripts: [says("One."), slowSum, says("Two.")] });
      await thread.end();
      await thread.runtime.until(thread.runtime.manager.compact(thread.id));
      await thread.mail("meanwhile", { triggerTurn });
      await thread.idle();
      expect(thread.requests()[1]?.join("\n")).not.toContain("meanwhile");
      expect(turnsTold(thread)).toBe(triggerTurn ? 3 : 2);
      if (!triggerTurn) {
        await start(thread, "next");
        await thread.end();
      }
      expect(thread.requests()[2]?.filter((item) => item === delivered("meanwhile"))).toHaveLength(1);
      expect(thread.requests()[2]?.at(-1)).toBe(triggerTurn ? delivered("meanwhile") : "user: next");
    }
  });

  test("§10 mail that comes during a mid-turn compaction waits until the model's own work was taken up again", async () => {
    const thread = await scenario({
      tools: [work(0)],
      contextWindow: 1000,
      scripts: [
        { steps: [call("a", "work")], end: { type: "completed", usage: 950 } },
        slowSum,
        calls(call("b", "work")),
        says("Done."),
      ],
    });
    await thread.advance(10);
    await thread.mail("meanwhile");
    await thread.end();
    const [, , continued, after] = thread.requests();
    expect(continued?.at(-1)).toContain("Sum.");
    expect(continued?.join("\n")).not.toContain("meanwhile");
    expect(after?.slice(-3)).toEqual(["call b", "output b: output of b", delivered("meanwhile")]);
  });
});

describe("runtime.md §12 mail and crashes", () => {
  test("§12 mail survives; opening starts no turn for it, not even for trigger mail; the next prompt takes it along", async () => {
    const thread = await scenario({ scripts: [HANGS] });
    await thread.mail("do this", { triggerTurn: true });
    const next = killed(thread, { scripts: [says("Again.")] });
    await thread.interrupt();
    const before = next.runtime.store.bytes(next.id);
    await next.queue();
    await next.advance(24 * 3_600_000);
    expect(next.runtime.store.bytes(next.id)).toEqual(before);
    expect(next.requests()).toEqual([]);
    await start(next, "next");
    await next.end();
    await next.idle();
    expect(next.requests()).toEqual([["user: go", delivered("do this"), "user: next"]]);
  });

  test("§12 mail of which only the first line is on disk was not acknowledged and is not delivered", async () => {
    const thread = await scenario({ scripts: [says("One.")] });
    await thread.end();
    await thread.mail("torn");
    const next = killed(thread, { after: "cf_mail", scripts: [says("Again.")] });
    await start(next, "next");
    await next.end();
    expect(next.requests()[0]?.join("\n")).not.toContain("torn");
  });

  test("§12 killed between the mark of delivery and the words: they are said by the next start, once", async () => {
    const thread = await scenario({ scripts: [says("One."), says("Two.")] });
    await thread.end();
    await thread.mail("do this", { triggerTurn: true });
    await thread.idle();
    const next = killed(thread, { after: "cf_input_end sampled", scripts: [says("Again.")] });
    await start(next, "next");
    await next.end();
    expect(next.requests()).toEqual([["user: go", "assistant: One.", delivered("do this"), "user: next"]]);
  });
});

describe("runtime.md §8 mail and the person's hooks", () => {
  test("§8 userPromptSubmit hooks are not asked about mail", async () => {
    const thread = await scenario({
      scripts: [says("One."), says("Two.")],
      hooks: { userPromptSubmit: [() => ({ type: "pass" })] },
    });
    await thread.end();
    await thread.mail("do this", { triggerTurn: true });
    await thread.idle();
    expect(thread.runtime.hooks.calls).toEqual([{ event: "userPromptSubmit", prompt: "go" }]);
  });

  test("§7 a batch of a blocked steer and mail ends the turn; a blocked and an accepted steer go on", async () => {
    for (const second of ["mail", "steer"] as const) {
      const thread = await scenario({
        tools: [work(10)],
        scripts: [{ steps: [wait(10), ...streamed(["Answer."])], end: { type: "completed" } }, says("Done.")],
        hooks: {
          userPromptSubmit: [
            (hookCall) =>
              hookCall.event === "userPromptSubmit" && hookCall.prompt === "bad"
                ? { type: "block", reason: "not that" }
                : { type: "pass" },
          ],
        },
      });
      if (second === "mail") await thread.mail("note");
      else await thread.steer("good");
      await thread.steer("bad");
      await thread.end();
      expect(thread.requests()).toHaveLength(second === "mail" ? 1 : 2);
      expect(thread.lines()).toContain(second === "mail" ? delivered("note") : "user: good");
      expect(thread.requests().flat()).not.toContain("user: bad");
      expect(await thread.queue()).toEqual({ texts: ["bad"], paused: true });
    }
  });
});

test("§4 a streamed item that is still open when mail comes does not count as a thought", async () => {
  const open = [
    event({ type: "itemStarted", key: "c", id: "c", kind: "message", phase: "commentary" }),
    event({ type: "textDelta", key: "c", delta: "Look" }),
  ];
  const thread = await scenario({
    scripts: [
      calls(...open, wait(20), ...streamed(["Look at that."], { key: "c", phase: "commentary" }).slice(-1)),
      says("Done."),
    ],
  });
  await thread.advance(10);
  await thread.mail("meanwhile");
  expect(thread.requests()).toHaveLength(1);
  await thread.end();
  expect(thread.requests()[1]).toEqual(["user: go", "assistant: Look at that.", delivered("meanwhile")]);
});
