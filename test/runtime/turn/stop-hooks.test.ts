import { describe, expect, test } from "vitest";
import type { HookAnswer, HookVerdict } from "../../../electron/runtime/ports/hooks";
import { askStopHooks, decideStop } from "../../../electron/runtime/turn/stop-hooks";
import { FakeClock } from "../../support/fake-clock";
import { ScriptedHooks, type ScriptedHook } from "../../support/scripted-hooks";
import { testTurn } from "../../support/turn-scope";

function answers(...verdicts: HookVerdict[]): HookAnswer[] {
  return verdicts.map((verdict, index) => ({ hookId: `stop:${index}`, verdict, context: null }));
}

const PASS = { type: "pass" } as const;
const WARNING = { type: "warning", message: "it crashed" } as const;
const STOP = { type: "stop", reason: "enough" } as const;
const block = (reason: string) => ({ type: "block", reason }) as const;

describe("runtime.md §7 what the stop hooks come to", () => {
  test.each<[string, HookVerdict[]]>([
    ["no hook", []],
    ["all pass", [PASS, PASS]],
    ["one that failed", [WARNING, PASS]],
  ])("%s: the turn may end", (_name, verdicts) => {
    expect(decideStop(answers(...verdicts))).toEqual({ type: "passed" });
  });

  test.each<[string, HookVerdict[]]>([
    ["alone", [STOP]],
    ["without a reason", [{ type: "stop", reason: null }]],
    ["behind one that blocks", [block("a"), STOP]],
    ["in front of one that blocks", [STOP, block("a")]],
    ["among the others", [PASS, WARNING, STOP, block("a")]],
  ])("stop %s wins", (_name, verdicts) => {
    expect(decideStop(answers(...verdicts))).toEqual({ type: "stopped" });
  });

  test("those that block are heard in the order in which they are declared", () => {
    expect(decideStop(answers(block("first"), PASS, WARNING, block("second")))).toEqual({
      type: "blocked",
      fragments: [
        { hookId: "stop:0", text: "first" },
        { hookId: "stop:3", text: "second" },
      ],
    });
  });
});

describe("asking them", () => {
  function asked(...stop: ScriptedHook[]) {
    const clock = new FakeClock();
    const hooks = new ScriptedHooks(clock, { stop });
    const test = testTurn({ clock, hooks });
    const end = askStopHooks(test.turn, { isAgain: true, lastAgentMessage: "Done." });
    return { ...test, hooks, end };
  }

  test("they are told whether they have made this turn go on before, and what was said last", async () => {
    const { hooks, end, turn } = asked(() => PASS);
    expect(await end).toEqual({ type: "passed" });
    expect(hooks.calls).toEqual([{ event: "stop", stopHookActive: true, lastAssistantMessage: "Done." }]);
    expect(hooks.places).toEqual([turn.hookPlace]);
  });

  test("without any nobody is asked", async () => {
    const { hooks, end, lines } = asked();
    expect(await end).toEqual({ type: "passed" });
    expect([hooks.calls, lines]).toEqual([[], []]);
  });

  test("one that failed is a warning that stays, and the others count", async () => {
    const { end, lines, events } = asked(
      () => WARNING,
      () => block("more"),
    );
    expect(await end).toMatchObject({ type: "blocked", fragments: [{ hookId: "stop:1", text: "more" }] });
    expect(lines).toEqual([{ type: "cf_notice", payload: { level: "warning", code: "hook", text: "it crashed" } }]);
    expect(events).toEqual([{ method: "warning", params: { message: "it crashed" } }]);
  });

  test("of hooks that Stop has ended nothing is said", async () => {
    const { end, lines, events, stop, hooks } = asked(
      () => WARNING,
      () => ({ type: "hang" }),
    );
    stop.abort();
    await end;
    expect([lines, events, hooks.running]).toEqual([[], [], 0]);
  });
});
