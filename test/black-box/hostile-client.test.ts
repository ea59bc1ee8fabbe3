// A client that floods, sends garbage and endless lines, or leaves in the middle (protocol.md §1).
import { describe, expect, test } from "vitest";
import { blackBoxBreaches, linesOf, startHeadless, startThread, startTurn, turnEnd } from "../support/black-box";
import { createProcessMark } from "../support/process-count";
import { call, completed, created, message, messageAdded, textDelta } from "../support/provider-events";
import { hang, reply, startScriptedModel, type Step } from "../support/scripted-model";
import { tempFolder } from "../support/temp-folder";
import { lineBreaches } from "../support/transcript-invariants";

const yes: Step = reply(created(), message("Yes."), completed());

describe("a client that has no manners", () => {
  test("a thousand requests at once: each is answered once, and the thread is whole", async () => {
    const model = await startScriptedModel(() => yes);
    const place = { home: tempFolder(), baseUrl: model.baseUrl };
    const program = await startHeadless(place);
    const threadId = await startThread(program, tempFolder());
    const methods = [
      "turn/start",
      "turn/steer",
      "turn/interrupt",
      "thread/read",
      "thread/resume",
      "thread/list",
      "clock/wake",
      "none",
    ];
    const rest = { expectedTurnId: "x", turnId: "x", itemId: "x" };
    for (let at = 0; at < 1000; at += 1) {
      const params = { threadId, input: [{ type: "text", text: `${at}` }], clientUserMessageId: `c${at % 40}`, ...rest };
      program.send({ id: `flood ${at}`, method: methods[at % methods.length], params });
    }
    const answers = () => program.heard.filter(({ id, method }) => String(id).startsWith("flood") && method === undefined);
    await program.hear(() => answers().length >= 1000);
    const replies = answers().map(({ id }) => id);
    expect(new Set(replies).size).toBe(1000);
    expect(replies).toHaveLength(1000);
    const accepted = program.heard.findLast(({ result }) => typeof result === "object" && result !== null && "turn" in result);
    await turnEnd(program, (accepted?.result as { turn: { id: string } }).turn.id);
    expect(await blackBoxBreaches(program, threadId, place)).toEqual([]);
    await model.close();
  });

  test("garbage, half lines and lines of megabytes are errors, and what comes between them is answered", async () => {
    const program = await startHeadless({ home: tempFolder(), baseUrl: "http://127.0.0.1:9/v1" });
    const garbage = [
      "nonsense",
      "{",
      "[]",
      "null",
      '{"id":{},"method":"x"}',
      "\u0000",
      "[".repeat(1_000_000),
      "x".repeat(10_000_000),
    ];
    for (const [at, line] of garbage.entries()) {
      program.write(`${line}\n{"id":"after ${at}","meth`);
      program.write('od":"settings/read"}\r\n');
      expect((await program.hear(({ id }) => id === `after ${at}`)).error).toBeUndefined();
    }
    const errors = program.heard.filter(({ id }) => id === "");
    expect(errors.map(({ error }) => error?.data?.kind)).toEqual(garbage.map(() => "invalidParams"));
    program.send({ id: "unknown", result: {} });
    expect(await program.closeInput()).toBe(0);
    expect(program.stderr).toBe("");
  });

  test("a prompt too long to be read again is refused, and nothing of it is accepted", async () => {
    const model = await startScriptedModel(() => yes);
    const place = { home: tempFolder(), baseUrl: model.baseUrl };
    const program = await startHeadless(place);
    const id = await startThread(program, tempFolder());
    // Six bytes each in the file.
    await expect(startTurn(program, id, "é".repeat(12_000_000))).rejects.toThrow(
      "storage: This is too long to be kept in a session",
    );
    expect(await turnEnd(program, await startTurn(program, id, "short"))).toBe("completed");
    expect(await blackBoxBreaches(program, id, place)).toEqual([]);
    await model.close();
  });
});

describe("a client that leaves in the middle", () => {
  const command = call("c", "shell", { command: "trap '' TERM; sleep 4715 & setsid sleep 4715" });
  test.each<[string, Step, string]>([
    ["of a command", reply(created(), command, completed()), "item/running"],
    ["of a sleep", reply(created(), call("c", "clock.sleep", { seconds: 60 }), completed()), "item/running"],
    ["of a message", reply(created(), messageAdded("m"), textDelta("m", "Half"), hang), "item/agentMessage/delta"],
    ["of the wait for a response", reply(hang), "turn/started"],
  ])("%s: the turn's end is in the file, no process is left, exit code 0", async (_name, step, heard) => {
    const model = await startScriptedModel([step]);
    const mark = createProcessMark();
    const place = { home: tempFolder(), baseUrl: model.baseUrl, variables: mark.variable };
    const program = await startHeadless(place);
    const id = await startThread(program, tempFolder());
    const turnId = await startTurn(program, id, "go");
    await program.hear(({ method }) => method === heard);
    program.send({
      id: 0,
      method: "turn/steer",
      params: { threadId: id, expectedTurnId: turnId, input: [{ type: "text", text: "more" }] },
    });
    expect(await program.closeInput()).toBe(0);
    expect(await turnEnd(program, turnId)).toBe("interrupted");
    expect(lineBreaches(linesOf(place.home, id), true)).toEqual([]);
    if (process.platform === "linux") expect(mark.living()).toEqual([]);
    await model.close();
  });
});
