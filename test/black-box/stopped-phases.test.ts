// Stop in every phase of a turn (I14), as another program sees it: the turn ends in time, no process is left, the queue is paused, and the next
// request is one that a strict server takes.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { eventsOf, linesOf, startHeadless, startThread, startTurn, turnEnd, type Place } from "../support/black-box";
import type { HeadlessProgram } from "../support/headless-program";
import { createProcessMark } from "../support/process-count";
import { startScriptedModel, type RecordedRequest, type Step } from "../support/scripted-model";
import { tempFolder } from "../support/temp-folder";
import { eventBreaches, lineBreaches } from "../support/transcript-invariants";
import { PHASES, enter, phaseOf, playPhase, threadFor, type Phase } from "./phases";

/** Stops a turn in the phase; how long that took, in milliseconds. */
async function stopIn(phase: Phase, program: HeadlessProgram, threadId: string): Promise<number> {
  const turnId = await enter(phase, program, threadId);
  await program.ask("thread/queue/add", { threadId, input: [{ type: "text", text: "later" }] });
  const fromMs = performance.now();
  await program.ask("turn/interrupt", { threadId, turnId });
  const tookMs = performance.now() - fromMs;
  expect(await turnEnd(program, turnId)).toBe("interrupted");
  return tookMs;
}

describe.skipIf(process.platform === "win32")("Stop", () => {
  test.each(PHASES)(
    "%s",
    async (name) => {
      let play: (request: RecordedRequest) => Step | undefined = () => undefined;
      const model = await startScriptedModel((request) => play(request));
      const mark = createProcessMark();
      const place: Place = { home: tempFolder(), baseUrl: model.baseUrl, variables: mark.variable };
      const settle = (settings: object): void => writeFileSync(path.join(place.home, "settings.json"), JSON.stringify(settings));
      const program = await startHeadless(place);
      const took: number[] = [];
      const limitMs = phaseOf(name, tempFolder()).hasProcesses ? 2000 : 200;
      // A busy machine may be late once; it is not late each time.
      while (took.length < 3 && Math.min(...took) >= limitMs) {
        const phase = phaseOf(name, tempFolder());
        play = playPhase(phase);
        settle(phase.settings ?? {});
        const threadId = await threadFor(phase, program);
        took.push(await stopIn(phase, program, threadId));
        if (process.platform === "linux") expect(mark.living()).toEqual([program.pid]);
        const { data, paused } = await program.ask("thread/queue/list", { threadId });
        expect([(data as unknown[]).length, paused]).toEqual([phase.holdsInput === true ? 2 : 1, true]);
        settle({});
        expect(await turnEnd(program, await startTurn(program, threadId, "finish"))).toBe("completed");
        // The entry that was paused is sent behind this turn.
        expect(lineBreaches(linesOf(place.home, threadId), false)).toEqual([]);
        expect(eventBreaches(eventsOf(program, threadId))).toEqual([]);
      }
      expect(Math.min(...took)).toBeLessThan(limitMs);
      expect(program.stderr).toBe("");
      await model.close();
    },
    60_000,
  );

  test("in the wait for the network", async () => {
    const gone = await startScriptedModel([]);
    await gone.close();
    const place: Place = { home: tempFolder(), baseUrl: gone.baseUrl };
    const program = await startHeadless(place);
    const threadId = await startThread(program, tempFolder());
    const isThere: Phase["isThere"] = () =>
      program.hear(({ method, params }) => method === "error" && JSON.stringify(params).includes('"network"'));
    expect(await stopIn({ steps: [], isThere }, program, threadId)).toBeLessThan(200);
    expect(lineBreaches(linesOf(place.home, threadId), true)).toEqual([]);
  });
});
