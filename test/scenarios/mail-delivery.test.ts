import { describe, expect, test } from "vitest";
import type { ResponseItem } from "../../shared/protocol/response-item";
import { worker } from "../support/compaction";
import { controllableTool } from "../support/controllable-tool";
import { delivered, start, turnsTold } from "../support/mail";
import { call, calls, event, itemDone, says, streamed, wait, type Script, type ScriptStep } from "../support/scripted-client";
import { scenario } from "../support/scenario";

const thought: ResponseItem = { type: "reasoning", summary: [{ type: "summary_text", text: "Thinking." }] };

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
      const tool = worker(0);
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
      tools: [worker(10)],
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

  test("§4 a thought lets mail in even behind a final answer of the same response", async () => {
    const steps = [...streamed(["Answer."]), wait(20), itemDone(thought, "r"), ...behind];
    const thread = await scenario({ tools: [worker(0)], scripts: [calls(...steps), says("Done.")] });
    await thread.advance(10);
    await thread.mail("look here");
    await thread.end();
    expect(thread.requests()[1]).toEqual(["user: go", "assistant: Answer.", "reasoning", delivered("look here")]);
    expect(thread.lines().join("\n")).not.toMatch(/never|Never/);
  });

  test("§4 each thought lets in what has come by then", async () => {
    const thinking = (gap: number): Script => calls(wait(gap), itemDone(thought, "r"), ...behind);
    const thread = await scenario({ tools: [worker(0)], scripts: [thinking(10), thinking(10), says("Done.")] });
    await thread.mail("one");
    await thread.advance(10);
    await thread.mail("two");
    await thread.end();
    expect(thread.requests()[2]).toEqual(["user: go", "reasoning", delivered("one"), "reasoning", delivered("two")]);
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
    const thread = await scenario({ tools: [worker(5)], scripts: [answered({}, call("a", "work")), says("Done.")] });
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
    const thread = await scenario({ tools: [worker(5)], scripts: [calls(call("a", "work")), answered()] });
    await thread.advance(10);
    await thread.mail("late");
    await thread.end();
    expect(thread.requests()).toHaveLength(2);
    await start(thread, "next");
    await thread.end();
    expect(thread.requests()[2]?.slice(-2)).toEqual([delivered("late"), "user: next"]);
  });
});
