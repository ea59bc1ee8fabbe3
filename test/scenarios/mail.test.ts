import { describe, expect, test } from "vitest";
import { worker } from "../support/compaction";
import { FakeClock } from "../support/fake-clock";
import { gate } from "../support/gate";
import { delivered, start, turnsTold } from "../support/mail";
import { HANGS } from "../support/queue";
import { call, calls, says, streamed, wait, type Script } from "../support/scripted-client";
import { MemoryRolloutStore } from "../support/memory-rollout-store";
import { Scenario, scenario } from "../support/scenario";
import { TestRuntime, brief, countingIds } from "../support/test-session";

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
      tools: [worker(0)],
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
        tools: [worker(10)],
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
