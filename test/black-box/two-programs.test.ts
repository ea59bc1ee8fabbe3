// Two programs on one home: one writes, the other reads what is there and is refused (protocol.md §1, runtime.md §12).
import { expect, test } from "vitest";
import { linesOf, startHeadless, startThread, startTurn, turnEnd } from "../support/black-box";
import type { HeadlessProgram } from "../support/headless-program";
import { call, completed, created, message } from "../support/provider-events";
import { reply, startScriptedModel } from "../support/scripted-model";
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
    return { readOnly, items: (page as { items: unknown[] }).items.length };
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
