// What a thread was started with is shown the same by every program and from every source: live, from its file, in the list, after a restart (I11).
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Thread } from "../../shared/protocol/thread";
import { startHeadless, startTurn, turnEnd, type Place } from "../support/black-box";
import type { HeadlessProgram } from "../support/headless-program";
import { completed, created, message } from "../support/provider-events";
import { reply, startScriptedModel } from "../support/scripted-model";
import { tempFolder } from "../support/temp-folder";

const CHOICE = { model: "own-model", approvalPolicy: "never", sandbox: "readOnly", toolDispatch: "afterStream" } as const;

/** What the program says that the thread goes by: to somebody who opens it, and in its list. */
async function told(program: HeadlessProgram, threadId: string): Promise<object> {
  const { threads } = (await program.ask("thread/list", {})) as { threads: Thread[] };
  const opened = (await program.ask("thread/resume", { threadId }))["thread"] as Thread;
  const read = (await program.ask("thread/read", { threadId }))["thread"] as Thread;
  return [threads.find(({ id }) => id === threadId), opened, read].map((thread) => ({
    model: thread?.model,
    approvalPolicy: thread?.approvalPolicy,
    choice: thread?.choice,
  }));
}

test.each([
  ["with all choices of its own", CHOICE, { model: "own-model", approvalPolicy: "never", choice: CHOICE }],
  [
    "with a policy of its own",
    { approvalPolicy: "always" },
    { model: "m", approvalPolicy: "always", choice: { approvalPolicy: "always" } },
  ],
  ["without any", {}, { model: "m", approvalPolicy: "onRequest", choice: undefined }],
] as const)("protocol.md §2 a thread that was started %s", async (_name, choice, expected) => {
  const model = await startScriptedModel(() => reply(created(), message("Done."), completed()));
  const place: Place = { home: tempFolder(), baseUrl: model.baseUrl };
  const everywhere = [expected, expected, expected];
  const first = await startHeadless(place);
  const started = (await first.ask("thread/start", { cwd: tempFolder(), ...choice }))["thread"] as Thread;
  expect(started).toMatchObject(JSON.parse(JSON.stringify(expected)) as object);
  const threadId = started.id;
  expect(await turnEnd(first, await startTurn(first, threadId, "go"))).toBe("completed");
  expect(await told(first, threadId)).toEqual(everywhere);
  await first.end("SIGKILL");

  const next = await startHeadless(place);
  expect(await told(next, threadId)).toEqual(everywhere);
  writeFileSync(path.join(place.home, "settings.json"), JSON.stringify({ sandbox: "dangerFullAccess" }));
  expect(await turnEnd(next, await startTurn(next, threadId, "go on"))).toBe("completed");
  expect(await told(next, threadId)).toEqual(everywhere);
  expect(model.requests.map(({ body }) => body["model"])).toEqual([expected.model, expected.model]);
  await model.close();
});
