// A question outlives the program, however that ends: the next start asks it again under the same id, and the answer continues the turn (runtime.md §12).
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { linesOf, startHeadless, startTurn, turnEnd, type Place } from "../support/black-box";
import type { HeadlessProgram, HeardMessage } from "../support/headless-program";
import { call, completed, created, message } from "../support/provider-events";
import { reply, startScriptedModel } from "../support/scripted-model";
import { tempFolder } from "../support/temp-folder";
import { lineBreaches } from "../support/transcript-invariants";

const asked = (program: HeadlessProgram): Promise<HeardMessage> =>
  program.hear(({ method }) => method === "item/commandExecution/requestApproval");

test.each(["kill", "quit"])("after a %s", async (ending) => {
  const model = await startScriptedModel(({ input }) =>
    input.some(({ type }) => type === "function_call_output")
      ? reply(created(), message("Done."), completed())
      : reply(created(), call("c", "shell", { command: "touch made" }), completed()),
  );
  const place: Place = { home: tempFolder(), baseUrl: model.baseUrl };
  const cwd = tempFolder();
  const first = await startHeadless(place);
  const { thread } = await first.ask("thread/start", { cwd, approvalPolicy: "always" });
  const threadId = (thread as { id: string }).id;
  const turnId = await startTurn(first, threadId, "go");
  const question = await asked(first);
  if (ending === "kill") await first.end("SIGKILL");
  else expect(await first.closeInput()).toBe(0);
  const left = linesOf(place.home, threadId);
  expect(lineBreaches(left, false)).toEqual([]);

  const next = await startHeadless(place);
  const other = await startHeadless(place);
  const resumed = await next.ask("thread/resume", { threadId });
  expect(resumed["thread"]).toMatchObject({ status: { type: "active", flags: ["waitingOnApproval"] } });
  expect(await asked(next)).toEqual(question);
  expect(linesOf(place.home, threadId)).toEqual(left);
  next.send({ id: question.id ?? "", result: { decision: "accept" } });
  expect(await turnEnd(next, turnId)).toBe("completed");
  expect(existsSync(path.join(cwd, "made"))).toBe(true);
  expect(lineBreaches(linesOf(place.home, threadId), true)).toEqual([]);
  expect(next.heard.filter(({ method }) => method === "turn/started")).toEqual([]);
  // Where another program writes, nothing is asked.
  expect(await other.ask("thread/resume", { threadId })).toMatchObject({ readOnly: true });
  expect(other.heard.filter(({ method }) => method?.includes("requestApproval"))).toEqual([]);
  expect([next.stderr, other.stderr]).toEqual(["", ""]);
  await model.close();
});

test("after a restart the turn that waits takes a steer in, and a call of it can be stopped alone", async () => {
  const model = await startScriptedModel(({ input }) =>
    input.some(({ type }) => type === "function_call_output")
      ? reply(created(), message("Done."), completed())
      : reply(created(), call("c", "shell", { command: "touch made" }), completed()),
  );
  const place: Place = { home: tempFolder(), baseUrl: model.baseUrl };
  const first = await startHeadless(place);
  const cwd = tempFolder();
  const { thread } = await first.ask("thread/start", { cwd, approvalPolicy: "always" });
  const threadId = (thread as { id: string }).id;
  const turnId = await startTurn(first, threadId, "go");
  const question = await asked(first);
  await first.end("SIGKILL");

  const next = await startHeadless(place);
  await next.ask("thread/resume", { threadId });
  expect(await asked(next)).toEqual(question);
  const input = [{ type: "text", text: "and be quick" }];
  expect(await next.ask("turn/steer", { threadId, expectedTurnId: turnId, input })).toEqual({ turnId });
  await expect(next.ask("item/interrupt", { threadId, itemId: "other" })).rejects.toThrow("invalidParams");
  await next.ask("item/interrupt", { threadId, itemId: question.params?.["itemId"] });
  expect(await turnEnd(next, turnId)).toBe("completed");
  expect(existsSync(path.join(cwd, "made"))).toBe(false);
  const lines = linesOf(place.home, threadId);
  expect(lines.flatMap(({ type, payload }) => (type === "cf_approval_decided" ? [payload] : []))).toMatchObject([
    { decision: "decline", decidedBy: "person" },
  ]);
  expect(JSON.stringify(model.requests.at(-1)?.input)).toContain("and be quick");
  expect(lineBreaches(lines, true)).toEqual([]);
  await model.close();
});
