// kill -9 in every phase of a turn, with a queue, mail and a steer that are accepted (runtime.md §12): opening changes and starts nothing, what
// was promised is there once, and continuing closes everything.
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

describe.skipIf(process.platform === "win32")("kill -9", () => {
  test.each(PHASES)("%s", async (name) => {
    const phase = phaseOf(name, tempFolder());
    const model = await startScriptedModel(playPhase(phase));
    const mark = createProcessMark();
    const place: Place = { home: tempFolder(), baseUrl: model.baseUrl, variables: mark.variable };
    writeFileSync(path.join(place.home, "settings.json"), JSON.stringify(phase.settings ?? {}));
    const program = await startHeadless(place);
    const threadId = await threadFor(phase, program);
    const expectedTurnId = await enter(phase, program, threadId);
    const input = [{ type: "text", text: "later" }];
    const doors: readonly [method: string, params: object][] = [
      ["thread/queue/add", { threadId, input, clientUserMessageId: "one" }],
      ["thread/queue/add", { threadId, input, clientUserMessageId: "two" }],
      ["thread/mail/send", { threadId, author: "bot", text: "hello", triggerTurn: false, clientId: "mail" }],
      // Behind its last answer a turn takes no more steers.
      ...(name.endsWith("afterTurn")
        ? []
        : [["turn/steer", { threadId, input, expectedTurnId, clientUserMessageId: "steer" }] satisfies [string, object]]),
    ];
    const replies = [];
    for (const [method, params] of doors) replies.push(await program.ask(method, params));
    await program.end("SIGKILL");
    const asked = model.requests.length;
    const [file = ""] = rolloutFiles(place.home);
    const before = readFileSync(file);

    writeFileSync(path.join(place.home, "settings.json"), "{}");
    const next = await startHeadless(place);
    const { queue, thread } = await next.ask("thread/resume", { threadId });
    const { data, paused } = queue as { data: { id: string }[]; paused: boolean };
    expect(thread).toMatchObject({ status: { type: phase.asksFirst === true ? "active" : "idle" } });
    expect(paused).toBe(true);
    expect(data.slice(-2).map(({ id }) => id)).toEqual(replies.slice(0, 2).map((reply) => reply["queuedSubmissionId"]));
    expect(readFileSync(file)).toEqual(before);

    for (const [at, [method, params]] of doors.entries()) expect(await next.ask(method, params)).toEqual(replies[at]);
    expect(model.requests).toHaveLength(asked);
    expect(await turnEnd(next, await startTurn(next, threadId, "finish"))).toBe("completed");
    const entries = await next.ask("thread/queue/list", { threadId });
    expect(entries).toMatchObject({ paused: true });
    expect(lineBreaches(linesOf(place.home, threadId), true)).toEqual([]);
    expect(readFileSync(file).subarray(0, before.length)).toEqual(before);
    expect(next.stderr).toBe("");
    if (process.platform === "linux") expect(mark.living().filter((pid) => pid !== next.pid)).toEqual([]);
    await model.close();
  });
});
