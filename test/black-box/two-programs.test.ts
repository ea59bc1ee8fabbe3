// Two programs on one home: one writes, the other reads what is there and is refused (protocol.md §1, runtime.md §12).
import { expect, test } from "vitest";
import { linesOf, startHeadless, startThread, startTurn, turnEnd, turnOf } from "../support/black-box";
import type { HeadlessProgram } from "../support/headless-program";
import { call, completed, created, message } from "../support/provider-events";
import { hang, reply, startScriptedModel } from "../support/scripted-model";
import { tempFolder } from "../support/temp-folder";
import { lineBreaches } from "../support/transcript-invariants";

test("one writes; the other sees each of its turns, is refused, and writes at once when the first was killed", async () => {
  const model = await startScriptedModel(({ input }) =>
    JSON.stringify(input.at(-1)).includes("wait")
      ? reply(created(), call("c", "shell", { command: "sleep 4714" }), completed())
      : reply(created(), message("Yes."), completed()),
  );
  const place = { home: tempFolder(), baseUrl: model.baseUrl };
  const first = await startHeadless(place);
  const second = await startHeadless(place);
  const id = await startThread(first, tempFolder());
  const turn = async (program: HeadlessProgram, text: string) => turnEnd(program, await startTurn(program, id, text));
  const seen = async (program: HeadlessProgram) => {
    const { readOnly, page } = await program.ask("thread/resume", { threadId: id });
    const { items } = page as { items: { type: string }[] };
    return { readOnly, items: items.filter(({ type }) => type !== "context").length };
  };
  await turn(first, "one");
  expect(await seen(second)).toEqual({ readOnly: true, items: 2 });
  await expect(startTurn(second, id, "mine")).rejects.toThrow("lockedByOther");
  await turn(first, "two");
  expect(await seen(second)).toEqual({ readOnly: true, items: 4 });
  await startTurn(first, id, "wait");
  await first.hear(({ method }) => method === "item/running");
  expect(await seen(second)).toEqual({ readOnly: true, items: 6 });
  await first.end("SIGKILL");
  expect(await seen(second)).toEqual({ readOnly: false, items: 6 });
  expect(await turn(second, "three")).toBe("completed");
  expect(await seen(second)).toEqual({ readOnly: false, items: 8 });
  expect(lineBreaches(linesOf(place.home, id), true)).toEqual([]);
  await model.close();
});

test("while one holds the lock the other reads the queue and may change nothing; then it finds the queue paused and sends it on", async () => {
  const model = await startScriptedModel(({ input }) =>
    JSON.stringify(input.at(-1)).includes("hang") ? reply(hang) : reply(created(), message("Yes."), completed()),
  );
  const place = { home: tempFolder(), baseUrl: model.baseUrl };
  const first = await startHeadless(place);
  const second = await startHeadless(place);
  const threadId = await startThread(first, tempFolder());
  await startTurn(first, threadId, "hang");
  const input = [{ type: "text", text: "later" }];
  const { queuedSubmissionId } = await first.ask("thread/queue/add", { threadId, input, clientUserMessageId: "one" });
  const mail = { threadId, author: "bot", text: "hello", triggerTurn: true };
  const refused: readonly [method: string, params: object][] = [
    ["thread/queue/add", { threadId, input }],
    ["thread/queue/update", { threadId, queuedSubmissionId, input }],
    ["thread/queue/delete", { threadId, queuedSubmissionId }],
    ["thread/queue/reorder", { threadId, queuedSubmissionIds: [queuedSubmissionId] }],
    ["thread/queue/resume", { threadId }],
    ["thread/mail/send", mail],
    ["turn/start", { threadId, input }],
  ];
  for (const [method, params] of refused) await expect(second.ask(method, params), method).rejects.toThrow(/^lockedByOther:/);
  const entry = { id: queuedSubmissionId, input, clientUserMessageId: "one" };
  expect(await second.ask("thread/queue/list", { threadId })).toMatchObject({ data: [entry] });
  expect(await second.ask("thread/queue/add", { threadId, input, clientUserMessageId: "one" })).toEqual({ queuedSubmissionId });
  const before = linesOf(place.home, threadId);
  expect(before.filter(({ type }) => type === "cf_queue")).toHaveLength(1);

  await first.end("SIGKILL");
  expect(await second.ask("thread/queue/list", { threadId })).toEqual({ data: [entry], paused: true });
  await second.ask("thread/resume", { threadId });
  await second.ask("thread/queue/resume", { threadId });
  // The one that was killed is closed first.
  const ends = () => second.heard.filter(({ method }) => method === "turn/completed").map((end) => turnOf(end)?.status);
  await second.hear(() => ends().length === 2);
  expect(ends()).toEqual(["interrupted", "completed"]);
  expect(linesOf(place.home, threadId).slice(0, before.length)).toEqual(before);
  expect(lineBreaches(linesOf(place.home, threadId), true)).toEqual([]);
  await model.close();
});

test("rules that both add at the same moment are all kept", async () => {
  const place = { home: tempFolder(), baseUrl: "http://127.0.0.1:9/v1" };
  const programs = [await startHeadless(place), await startHeadless(place)];
  const numbers = Array.from({ length: 12 }, (_, n) => n);
  const patterns = programs.map((_, of) => numbers.map((n) => `program-${of} target-${n}`));
  const adding = programs.flatMap((program, of) =>
    (patterns[of] ?? []).map((pattern) => program.ask("rule/add", { folder: "/project", effect: "allow", pattern })),
  );
  await Promise.all(adding);
  const { rules } = (await programs[0]?.ask("rule/list", {})) as { rules: { pattern: string }[] };
  expect(rules.map(({ pattern }) => pattern).toSorted()).toEqual(patterns.flat().toSorted());
});
