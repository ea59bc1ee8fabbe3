// Stop at many places of a turn (I14): it ends, nothing is left, the next turn works, and the thread is whole.
import { expect, test } from "vitest";
import { blackBoxBreaches, startHeadless, startThread, startTurn, turnEnd } from "../support/black-box";
import { createProcessMark } from "../support/process-count";
import { call, completed, created, message, reasoning } from "../support/provider-events";
import { reply, replyWith, startScriptedModel } from "../support/scripted-model";
import { tempFolder } from "../support/temp-folder";

test("Stop after any number of messages", async () => {
  let steps = 0;
  const model = await startScriptedModel(({ input }) => {
    steps += 1;
    if (JSON.stringify(input.at(-1)).includes("finish")) return reply(created(), message("Done."), completed());
    return replyWith(
      { bytesPerWrite: 150 },
      created(),
      reasoning("What now?"),
      message("Three at once."),
      call(`a${steps}`, "shell", { command: "sleep 4716" }),
      call(`b${steps}`, "shell", { command: "trap '' TERM; setsid sleep 4716 & echo left" }),
      call(`c${steps}`, "clock.sleep", { seconds: 60 }),
      completed(),
    );
  });
  const mark = createProcessMark();
  const place = { home: tempFolder(), baseUrl: model.baseUrl, variables: mark.variable };
  const program = await startHeadless(place);
  const threadId = await startThread(program, tempFolder());
  for (let after = 1; after <= 25; after += 1) {
    const before = program.heard.length;
    const turnId = await startTurn(program, threadId, `${after}`);
    // The commands keep their turn open; the sleep waits for them, so its card is the last that comes.
    const isLast = (item: unknown): boolean => (item as { id?: string } | undefined)?.id === `c${steps}`;
    await program.hear(({ params }) => program.heard.length >= before + after || isLast(params?.["item"]));
    await program.ask("turn/interrupt", { threadId, turnId });
    expect(await turnEnd(program, turnId)).toBe("interrupted");
    // What the program tries of the sandbox, once, is not the turn's and may still be under way; the answer waits for it.
    await program.ask("settings/read", {});
    if (process.platform === "linux") expect(mark.living()).toEqual([program.pid]);
    expect(await turnEnd(program, await startTurn(program, threadId, "finish"))).toBe("completed");
  }
  expect(await blackBoxBreaches(program, threadId, place)).toEqual([]);
  await model.close();
}, 60_000);
