// A client that leaves in every phase of a turn: the turn's end is in the file, no process is left, and what was queued is there, paused, for the next
// start (runtime.md §12).
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { linesOf, startHeadless, startTurn, turnEnd, type Place } from "../support/black-box";
import { createProcessMark } from "../support/process-count";
import { rolloutFiles } from "../support/rollout-lines";
import { startScriptedModel } from "../support/scripted-model";
import { tempFolder } from "../support/temp-folder";
import { lineBreaches } from "../support/transcript-invariants";
import { PHASES, enter, phaseOf, playPhase, threadFor } from "./phases";

describe.skipIf(process.platform === "win32")("a client leaves", () => {
  test.each(PHASES)("%s", async (name) => {
    const phase = phaseOf(name, tempFolder());
    const model = await startScriptedModel(playPhase(phase));
    const mark = createProcessMark();
    const place: Place = { home: tempFolder(), baseUrl: model.baseUrl, variables: mark.variable };
    const settle = (settings: object): void => writeFileSync(path.join(place.home, "settings.json"), JSON.stringify(settings));
    settle(phase.settings ?? {});
    const program = await startHeadless(place);
    const threadId = await threadFor(phase, program);
    const turnId = await enter(phase, program, threadId);
    await program.ask("thread/queue/add", { threadId, input: [{ type: "text", text: "later" }] });
    expect(await program.closeInput()).toBe(0);
    expect(program.stderr).toBe("");
    // A question that is open stays so, and its turn with it: it is asked again.
    const isLeftOpen = phase.asksFirst === true;
    if (!isLeftOpen) expect(await turnEnd(program, turnId)).toBe("interrupted");
    expect(program.heard.some(({ method }) => method === "turn/completed" && isLeftOpen)).toBe(false);
    expect(lineBreaches(linesOf(place.home, threadId), !isLeftOpen)).toEqual([]);
    if (process.platform === "linux") expect(mark.living()).toEqual([]);

    settle({});
    const [file = ""] = rolloutFiles(place.home);
    const before = readFileSync(file);
    const next = await startHeadless(place);
    const { queue } = await next.ask("thread/resume", { threadId });
    const later = { input: [{ type: "text", text: "later" }] };
    expect(queue).toMatchObject({ data: phase.holdsInput === true ? [{}, later] : [later], paused: true });
    expect(readFileSync(file)).toEqual(before);
    expect(await turnEnd(next, await startTurn(next, threadId, "finish"))).toBe("completed");
    expect(lineBreaches(linesOf(place.home, threadId), true)).toEqual([]);
    await model.close();
  });
});
