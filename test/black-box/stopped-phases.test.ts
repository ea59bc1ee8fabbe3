// Stop in every phase of a turn (I14), as another program sees it: the turn ends in time, no process is left, the queue is paused, and the next
// request is one that a strict server takes.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { eventsOf, linesOf, startHeadless, startThread, startTurn, turnEnd, type Place } from "../support/black-box";
import { gate } from "../support/gate";
import type { HeadlessProgram } from "../support/headless-program";
import { createProcessMark } from "../support/process-count";
import { call, completed, created, message, messageAdded, textDelta } from "../support/provider-events";
import { asksForSummary, cut, hang, refusal, reply, replyWith, startScriptedModel, type Step } from "../support/scripted-model";
import { tempFolder } from "../support/temp-folder";
import { eventBreaches, lineBreaches } from "../support/transcript-invariants";

interface Phase {
  readonly settings?: object;
  /** What the model answers until it is asked to finish; of a list, the last one again and again. */
  readonly steps: readonly Step[];
  /** What it answers when it is asked for a summary. */
  readonly summary?: Step;
  /** The turn is a compaction that the person asks for. */
  readonly isCompaction?: boolean;
  /** Resolves once the turn is in the phase. */
  readonly isThere: (program: HeadlessProgram, turnId: string) => Promise<unknown>;
  /** Processes have to be ended: 2 s instead of 200 ms. */
  readonly hasProcesses?: boolean;
}

const yes: Step = reply(created(), message("Yes."), completed());
const TREE = "(trap '' TERM; setsid sleep 4717) & sleep 4717 & trap '' TERM; echo ready; sleep 4717; sleep 4717";
const of =
  (method: string, has = "") =>
  (program: HeadlessProgram, turnId: string) =>
    program.hear(
      (heard) => heard.method === method && heard.params?.["turnId"] === turnId && JSON.stringify(heard.params).includes(has),
    );

function phases(): Record<string, Phase> {
  const headers = gate();
  const text = gate();
  const summary = gate();
  const newContext = gate();
  return {
    "before the headers": { steps: [replyWith({ beforeHeaders: headers }, created())], isThere: () => headers.reached },
    "behind the headers": { steps: [reply(created(), text, hang)], isThere: () => text.reached },
    "in the text": {
      steps: [reply(created(), messageAdded("m"), textDelta("m", "Half"), hang)],
      isThere: of("item/agentMessage/delta"),
    },
    "in a sleep while the stream goes on": {
      steps: [reply(created(), call("s", "clock.sleep", { seconds: 3600 }), hang)],
      isThere: of("item/running"),
    },
    "in the drain of a sleep": {
      steps: [reply(created(), call("s", "clock.sleep", { seconds: 3600 }), completed())],
      isThere: of("item/running"),
    },
    "in a command with a tree of processes": {
      steps: [reply(created(), call("c", "shell", { command: TREE }), completed())],
      isThere: of("item/commandExecution/outputDelta", "ready"),
      hasProcesses: true,
    },
    "while a call waits for the one before": {
      steps: [reply(created(), call("c", "shell", { command: TREE }), call("s", "clock.sleep", { seconds: 3600 }), completed())],
      isThere: of("item/commandExecution/outputDelta", "ready"),
      hasProcesses: true,
    },
    "in the back-off": { steps: [refusal(500, "no"), reply(created(), messageAdded("m"), cut)], isThere: of("error") },
    "in the wait that a limit asks for": {
      steps: [refusal(429, { error: { message: "slow down" } }, { "retry-after": "30" })],
      isThere: of("error"),
    },
    "in a compaction before its headers": {
      steps: [yes],
      summary: replyWith({ beforeHeaders: summary }, created()),
      isCompaction: true,
      isThere: () => summary.reached,
    },
    "in the text of a compaction": {
      steps: [yes],
      summary: reply(created(), messageAdded("m"), textDelta("m", "What"), summary, hang),
      isCompaction: true,
      isThere: () => summary.reached,
    },
    "in the back-off of a compaction": {
      steps: [yes],
      summary: reply(created(), messageAdded("m"), cut),
      isCompaction: true,
      isThere: of("error"),
    },
    "in a compaction that the model asked for": {
      steps: [reply(created(), call("n", "new_context", {}), completed())],
      summary: reply(created(), messageAdded("m"), newContext, hang),
      isThere: () => newContext.reached,
    },
  };
}

/** A hook that never ends and has forked, and when it has. */
function hangingHook(event: string, folder: string): Phase {
  const fifo = path.join(folder, event);
  execFileSync("mkfifo", [fifo]);
  const command = `(trap '' TERM; setsid sleep 4718) & trap '' TERM; echo on > ${fifo}; sleep 4718; sleep 4718`;
  return {
    settings: { hooks: { [event]: [{ command }] } },
    steps: [reply(created(), call("l", "list_dir", { path: "." }), completed()), yes],
    isThere: () => readFile(fifo),
    hasProcesses: true,
  };
}

const HOOKS = ["userPromptSubmit", "preToolUse", "postToolUse", "stop", "afterTurn"];
const NAMES = [...Object.keys(phases()), ...HOOKS.map((event) => `in a hanging hook: ${event}`)];

/** Stops a turn in the phase; how long that took, in milliseconds. */
async function stopIn(phase: Phase, program: HeadlessProgram, threadId: string): Promise<number> {
  if (phase.isCompaction) await turnEnd(program, await startTurn(program, threadId, "finish"));
  const turnId = phase.isCompaction
    ? ((await program.ask("thread/compact/start", { threadId }))["turn"] as { id: string }).id
    : await startTurn(program, threadId, "go");
  await phase.isThere(program, turnId);
  await program.ask("thread/queue/add", { threadId, input: [{ type: "text", text: "later" }] });
  const fromMs = performance.now();
  await program.ask("turn/interrupt", { threadId, turnId });
  const tookMs = performance.now() - fromMs;
  expect(await turnEnd(program, turnId)).toBe("interrupted");
  return tookMs;
}

describe.skipIf(process.platform === "win32")("Stop", () => {
  test.each(NAMES)(
    "%s",
    async (name) => {
      let play = (_isSummary: boolean): Step => yes;
      const model = await startScriptedModel((request) =>
        JSON.stringify(request.input.at(-1)).includes("finish") ? yes : play(asksForSummary(request)),
      );
      const mark = createProcessMark();
      const place: Place = { home: tempFolder(), baseUrl: model.baseUrl, variables: mark.variable };
      const settle = (settings: object): void => writeFileSync(path.join(place.home, "settings.json"), JSON.stringify(settings));
      const program = await startHeadless(place);
      const took: number[] = [];
      // A busy machine may be late once; it is not late each time.
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const event = HOOKS.find((hook) => name.endsWith(`: ${hook}`));
        const phase = event === undefined ? phases()[name] : hangingHook(event, tempFolder());
        if (phase === undefined) throw new Error(`no phase ${name}`);
        let step = -1;
        play = (isSummary) => {
          if (isSummary && phase.summary !== undefined) return phase.summary;
          step = Math.min(step + 1, phase.steps.length - 1);
          return phase.steps[step] ?? yes;
        };
        settle(phase.settings ?? {});
        const threadId = await startThread(program, tempFolder());
        took.push(await stopIn(phase, program, threadId));
        if (process.platform === "linux") expect(mark.living()).toEqual([program.pid]);
        const queue = (await program.ask("thread/queue/list", { threadId })) as { data: unknown[]; paused: boolean };
        expect([queue.data.length, queue.paused]).toEqual([1, true]);
        settle({});
        expect(await turnEnd(program, await startTurn(program, threadId, "finish"))).toBe("completed");
        expect(lineBreaches(linesOf(place.home, threadId), false)).toEqual([]);
        expect(eventBreaches(eventsOf(program, threadId))).toEqual([]);
      }
      if (process.env["SHOW"] !== undefined) console.log("TOOK", name, took.map(Math.round).join(" "));
      expect(Math.min(...took)).toBeLessThan(phases()[name]?.hasProcesses === true || name.includes("hook") ? 2000 : 200);
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
    const tookMs = await stopIn({ steps: [], isThere: of("error", '"network"') }, program, threadId);
    if (process.env["SHOW"] !== undefined) console.log("TOOK network", tookMs);
    expect(lineBreaches(linesOf(place.home, threadId), true)).toEqual([]);
  });
});
