// Hundreds of commands in any order against a server that answers anyhow (protocol.md §1, runtime.md §8): each is answered once and keeps its promise,
// and the thread is whole.
import { expect, test } from "vitest";
import { blackBoxBreaches, startHeadless, startThread, startTurn, stopAll, turnEnd } from "../support/black-box";
import { startScriptedModel } from "../support/scripted-model";
import { tempFolder } from "../support/temp-folder";
import { RandomClient, randomOf, randomServer } from "./random-client";

test.each([1, 2, 3, 4])("a client that sends whatever comes to its mind, seed %i", async (seed) => {
  const random = randomOf(seed);
  const server = randomServer(random);
  const model = await startScriptedModel(server.play);
  const place = { home: tempFolder(), baseUrl: model.baseUrl };
  const program = await startHeadless(place);
  const threadId = await startThread(program, tempFolder());
  const client = new RandomClient(program, { threadId, random, prefix: "r" });
  await client.run(300);
  await stopAll(program, threadId);
  server.calm();
  expect(await turnEnd(program, await startTurn(program, threadId, "finish"))).toBe("completed");
  await stopAll(program, threadId);
  const kinds = new Set(program.heard.map(({ error }) => error?.data?.kind));
  expect(["internal", "storage", "lockedByOther"].filter((kind) => kinds.has(kind))).toEqual([]);
  expect(client.doubleReplies()).toEqual([]);
  expect(await blackBoxBreaches(program, threadId, place)).toEqual([]);
  await model.close();
});
