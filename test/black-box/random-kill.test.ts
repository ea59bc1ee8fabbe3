// kill -9 while a client sends whatever comes to its mind, again and again on one thread (runtime.md §12): what was promised under a client's id is
// promised still, nothing begins because a thread is opened, and in the end everything is closed.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { linesOf, startHeadless, startThread, startTurn, stopAll, turnEnd, type Place } from "../support/black-box";
import type { HeadlessProgram } from "../support/headless-program";
import { rolloutFiles } from "../support/rollout-lines";
import { startScriptedModel } from "../support/scripted-model";
import { tempFolder } from "../support/temp-folder";
import { lineBreaches } from "../support/transcript-invariants";
import { RandomClient, promised, randomOf, randomServer, type Random } from "./random-client";

const LIVES = 4;

/** Sends commands until it has heard so much, then kills the program: some are answered, some carried out, some never read. */
async function liveAndDie(program: HeadlessProgram, client: RandomClient, random: Random): Promise<void> {
  const until = program.heard.length + 10 + Math.floor(random() * 120);
  while (program.heard.length < until) {
    const id = client.send();
    if (random() < 0.5) await program.hear((message) => message.id === id && message.method === undefined);
  }
  await program.end("SIGKILL");
}

test.each([11, 12, 13])("seed %i", async (seed) => {
  const random = randomOf(seed);
  const server = randomServer(random);
  const model = await startScriptedModel(server.play);
  const place: Place = { home: tempFolder(), baseUrl: model.baseUrl };
  let program = await startHeadless(place);
  const threadId = await startThread(program, tempFolder());
  await startTurn(program, threadId, "begin");
  for (let life = 0; life < LIVES; life += 1) {
    const client = new RandomClient(program, { threadId, random, prefix: `l${life}-` });
    await liveAndDie(program, client, random);
    const [file = ""] = rolloutFiles(place.home);
    const before = readFileSync(file);
    expect(client.unkept(before.toString())).toEqual([]);
    program = await startHeadless(place);
    const { thread, queue } = await program.ask("thread/resume", { threadId });
    expect(thread).toMatchObject({ status: { type: "idle" }, readOnly: false });
    expect(queue).toMatchObject({ paused: (queue as { data: unknown[] }).data.length > 0 });
    const asked = model.requests.length;
    for (const { method, params, reply } of client.promises())
      expect(promised(await program.ask(method, params)), JSON.stringify({ method, params })).toBe(promised(reply));
    expect(readFileSync(file)).toEqual(before);
    expect(model.requests).toHaveLength(asked);
  }
  server.calm();
  expect(await turnEnd(program, await startTurn(program, threadId, "finish"))).toBe("completed");
  await stopAll(program, threadId);
  expect(lineBreaches(linesOf(place.home, threadId), true)).toEqual([]);
  expect(program.stderr).toBe("");
  await model.close();
});
