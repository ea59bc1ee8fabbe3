// The program ends in the middle of a turn: what it writes must not say that a person stopped it.
import { describe, expect, test } from "vitest";
import { controllableTool } from "../support/controllable-tool";
import { call, calls, streamed } from "../support/scripted-client";
import { TestRuntime, brief } from "../support/test-session";
import { lineBreaches } from "../support/transcript-invariants";

const APP_STOPPED = "aborted: the app stopped before this call finished; effects may stand";

async function stopped(runtime: TestRuntime, untilMs: number, { isOver } = { isOver: true }): Promise<string[]> {
  const { id } = await runtime.startThread();
  await runtime.until(runtime.start(id, "go"));
  await runtime.clock.advance(untilMs);
  await runtime.until(runtime.manager.closeAll());
  const lines = runtime.lines(id);
  expect(lineBreaches(lines, isOver)).toEqual([]);
  return lines.map(brief).slice(7);
}

describe("protocol.md §7: stopped with the app", () => {
  test("a run and partial text; no marker that somebody meant it", async () => {
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 60_000 }) });
    const script = calls(call("a", "work"), ...streamed(["Half", " a", " sentence"], { gapMs: 1000 }));
    const runtime = new TestRuntime({ scripts: [script], tools: [tool] });
    const lines = await stopped(runtime, 1500);
    expect(lines).toContain("assistant incomplete: Half");
    expect(lines).toContain("outcome a aborted");
    expect(lines.slice(-2)).toEqual([`output a: ${APP_STOPPED}`, "turn_aborted"]);
    expect(runtime.events.findLast((event) => event.method === "turn/completed")).toMatchObject({
      params: { turn: { status: "interrupted", stoppedWithApp: true } },
    });
  });

  test("a sleep", async () => {
    const runtime = new TestRuntime({ scripts: [calls(call("s", "clock.sleep", { seconds: 60 }))] });
    expect((await stopped(runtime, 1500)).slice(-4)).toEqual([
      `output s: ${APP_STOPPED}`,
      "item_completed",
      "token_count",
      "turn_aborted",
    ]);
    expect(runtime.events.findLast((event) => event.method === "item/completed")).toMatchObject({
      params: { item: { type: "sleep", status: "aborted", outcome: "appStopped", sleptMs: 1500 } },
    });
  });

  test("an open question is left open, to be asked again, and so is its turn; what ran beside it says how it ended", async () => {
    const asks = controllableTool({ name: "asks", asks: true, behaviour: () => ({ type: "returns", afterMs: 1 }) });
    const work = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 60_000 }) });
    const script = calls(call("w", "work"), call("a", "asks"));
    const runtime = new TestRuntime({ scripts: [script], tools: [asks, work], answer: () => null });
    expect(await stopped(runtime, 10, { isOver: false })).toEqual([
      "call w",
      "running w",
      "call a",
      "asked a",
      "outcome w aborted",
    ]);
    expect(asks.started).toEqual([]);
  });

  test("Stop comes first: it stays the person's doing", async () => {
    const tool = controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 60_000 }) });
    const runtime = new TestRuntime({ scripts: [calls(call("a", "work"))], tools: [tool] });
    const session = await runtime.startThread();
    await runtime.until(runtime.start(session.id, "go"));
    await runtime.clock.advance(500);
    await runtime.until(Promise.all([session.interrupt(), runtime.manager.closeAll()]));
    expect(runtime.lines(session.id).map(brief).slice(-3)).toEqual([
      "token_count",
      expect.stringContaining("user: <turn_aborted>"),
      "turn_aborted",
    ]);
  });
});
