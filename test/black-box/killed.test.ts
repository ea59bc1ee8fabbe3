// kill -9 at many places of a turn with parallel commands, a sleep, background processes and a steer (runtime.md §12).
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { linesOf, startHeadless, startThread, startTurn, turnEnd } from "../support/black-box";
import type { HeadlessProgram } from "../support/headless-program";
import { createProcessMark } from "../support/process-count";
import { call, completed, created, message } from "../support/provider-events";
import { rolloutFiles } from "../support/rollout-lines";
import { type RecordedRequest, type Step, reply, startScriptedModel } from "../support/scripted-model";
import { tempFolder } from "../support/temp-folder";
import { lineBreaches } from "../support/transcript-invariants";

/** The first step calls, the next one sleeps, every other speaks. */
function play({ input }: RecordedRequest): Step {
  const outputs = input.filter(({ type }) => type === "function_call_output").length;
  if (JSON.stringify(input.at(-1)).includes("finish") || outputs > 3) return reply(created(), message("Done."), completed());
  if (outputs > 0) return reply(created(), call("nap", "clock.sleep", { seconds: 30 }), completed());
  return reply(
    created(),
    message("Three at once.", { phase: "commentary" }),
    call("quick", "shell", { command: "echo quick" }),
    call("left", "shell", { command: "setsid sleep 4713 & echo left" }),
    call("unknown", "no_such_tool", {}),
    message("They run."),
    completed(),
  );
}

/** What the client was told and the file does not hold. */
function missing(program: HeadlessProgram, lines: ReturnType<typeof linesOf>): string[] {
  const has = (what: string): boolean => JSON.stringify(lines).includes(what);
  return program.heard.flatMap(({ method, params, result }) => {
    const item = params?.["item"] as { id: string; type: string; line?: number; outputLine?: number } | undefined;
    const { turnId } = (result ?? {}) as { turnId?: string };
    if (turnId !== undefined && !has('"via":"steer"')) return ["a steer was acknowledged"];
    if (item === undefined) return [];
    if (method === "item/completed" && (item.outputLine ?? item.line ?? Infinity) > lines.length) return [`${item.id} completed`];
    const isTool = item.type === "commandExecution" || item.type === "toolCall" || item.type === "sleep";
    return method === "item/started" && isTool && !has(`"call_id":"${item.id}"`) ? [`${item.id} started`] : [];
  });
}

describe("kill -9", () => {
  // How many messages the client has heard when the program dies: from the first event to the sleep with a steer in it.
  test.each([4, 7, 10, 12, 14, 16, 18, 20, 22, 24, 26, 30, 34, 38])("after message %i", async (heard) => {
    const model = await startScriptedModel(play);
    const mark = createProcessMark();
    const place = { home: tempFolder(), baseUrl: model.baseUrl, variables: mark.variable };
    const program = await startHeadless(place);
    const id = await startThread(program, tempFolder());
    const turnId = await startTurn(program, id, "go");
    const steer = { threadId: id, expectedTurnId: turnId, input: [{ type: "text", text: "and this" }] };
    if (heard > 20) program.send({ id: "steer", method: "turn/steer", params: steer });
    await program.hear(
      ({ method, params }) => program.heard.length >= heard || (method === "item/running" && "deadlineMs" in (params ?? {})),
    );
    await program.end("SIGKILL");
    const [file = ""] = rolloutFiles(place.home);
    const before = readFileSync(file);
    expect(missing(program, linesOf(place.home, id))).toEqual([]);

    const next = await startHeadless(place);
    await next.ask("thread/resume", { threadId: id });
    expect(readFileSync(file)).toEqual(before);
    expect(await turnEnd(next, await startTurn(next, id, "finish"))).toBe("completed");
    expect(lineBreaches(linesOf(place.home, id), true)).toEqual([]);
    expect(readFileSync(file).subarray(0, before.length)).toEqual(before);
    if (process.platform === "linux") expect(mark.living().filter((pid) => pid !== next.pid)).toEqual([]);
    await model.close();
  });
});
