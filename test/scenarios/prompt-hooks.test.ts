import { describe, expect, test } from "vitest";
import { controllableTool } from "../support/controllable-tool";
import { call, calls, says, streamed, wait, type Script } from "../support/scripted-client";
import { scenario, type Scenario } from "../support/scenario";
import type { ScriptedAnswer, ScriptedHook } from "../support/scripted-hooks";

const PASS: ScriptedAnswer = { type: "pass" };
/** Holds back what speaks of a secret, hangs on what says so, and passes all else. */
const guard: ScriptedHook = (hookCall) => {
  if (hookCall.event !== "userPromptSubmit") return PASS;
  if (hookCall.prompt.includes("secret")) return { type: "block", reason: "no secrets" };
  return hookCall.prompt.includes("hang") ? { type: "hang" } : PASS;
};
const GUARDED = { hooks: { userPromptSubmit: [guard] } };
const MAIL = 'user: <mail from="other">\nnews\n</mail>';
const slowly = (text: string): Script => ({ steps: [...streamed([text]), wait(1000)], end: { type: "completed" } });
const work = () => controllableTool({ name: "work", behaviour: () => ({ type: "returns", afterMs: 1000 }) });

function asked(thread: Scenario): string[] {
  return thread.runtime.hooks.calls.flatMap((hookCall) => (hookCall.event === "userPromptSubmit" ? [hookCall.prompt] : []));
}

async function notices(thread: Scenario): Promise<string[]> {
  const { session } = await thread.runtime.manager.open(thread.id);
  return session.view.items.flatMap((item) => (item.type === "notice" ? [`${item.level} ${item.code}: ${item.text}`] : []));
}

const HELD = "warning hookBlocked: A hook held back your input: no secrets";

describe("userPromptSubmit hooks", () => {
  test("start, steer and queue are asked, each once, in their order; mail never is", async () => {
    const thread = await scenario({ ...GUARDED, scripts: [slowly("One.")] });
    await thread.steer("steered");
    await thread.enqueue("queued");
    await thread.mail("news");
    await thread.end();
    await thread.idle();
    expect(asked(thread)).toEqual(["go", "steered", "queued"]);
    expect(thread.requests().at(-1)).toContain(MAIL);
  });

  test("context stands before the prompt it is about", async () => {
    const thread = await scenario({
      hooks: { userPromptSubmit: [() => ({ ...PASS, context: "branch main" }), () => ({ ...PASS, context: "2 open files" })] },
    });
    await thread.end();
    expect(thread.requests()[0]).toEqual(["developer: branch main", "developer: 2 open files", "user: go"]);
  });

  test("a start is held back: the turn completes without asking the model; the input is at the front of the queue, which is paused; a notice says why", async () => {
    const thread = await scenario({ ...GUARDED });
    await thread.end();
    await thread.start("a secret", "client-1");
    expect(await thread.end()).toMatchObject({ status: "completed" });
    await thread.idle();
    expect(thread.requests()).toHaveLength(1);
    expect(await thread.queue()).toEqual({ texts: ["a secret"], paused: true });
    expect(await notices(thread)).toEqual([HELD]);
    const { session } = await thread.runtime.manager.open(thread.id);
    expect(session.queue.state.data).toMatchObject([{ clientUserMessageId: "client-1" }]);
    expect(JSON.stringify(session.transcriptItems)).not.toContain("secret");
  });

  test("what was held back can be changed and sent on: it is asked about again then", async () => {
    const thread = await scenario({ ...GUARDED });
    await thread.end();
    await thread.start("a secret");
    await thread.end();
    const { session } = await thread.runtime.manager.open(thread.id);
    const [entry] = session.queue.state.data;
    await thread.runtime.manager.changeQueue(thread.id, async ({ queue }) => {
      if (entry !== undefined) await queue.update(entry.id, [{ type: "text", text: "all open" }]);
    });
    await thread.runtime.until(thread.runtime.manager.changeQueue(thread.id, (open) => open.doors.resumeQueue()));
    await thread.idle();
    expect(asked(thread)).toEqual(["go", "a secret", "all open"]);
    expect(thread.requests().at(-1)?.at(-1)).toBe("user: all open");
    expect(await thread.queue()).toEqual({ texts: [], paused: false });
  });

  test("a held back start neither asks stop hooks nor runs after-turn hooks", async () => {
    const thread = await scenario({
      hooks: { userPromptSubmit: [() => ({ type: "block", reason: "no" })], stop: [() => PASS], afterTurn: [() => PASS] },
    });
    expect((await thread.end()).status).toBe("completed");
    expect(thread.runtime.hooks.calls).toEqual([{ event: "userPromptSubmit", prompt: "go" }]);
    expect(thread.requests()).toEqual([]);
  });

  test("context of what is held back is kept and reaches the model with the next prompt", async () => {
    const thread = await scenario({
      hooks: {
        userPromptSubmit: [
          (_hookCall, time) => (time === 2 ? { type: "block", reason: "no", context: "ask for a ticket" } : PASS),
        ],
      },
    });
    await thread.end();
    await thread.start("second");
    await thread.end();
    await thread.start("third");
    await thread.end();
    expect(thread.requests().at(-1)).toEqual(["user: go", "assistant: Done.", "developer: ask for a ticket", "user: third"]);
  });

  test("a queued one is held back: it is at the front again, the rest waits behind it", async () => {
    const thread = await scenario({ ...GUARDED, scripts: [slowly("One.")] });
    await thread.enqueue("a secret");
    await thread.enqueue("later");
    await thread.end();
    await thread.idle();
    expect(await thread.queue()).toEqual({ texts: ["a secret", "later"], paused: true });
    expect(await notices(thread)).toEqual([HELD]);
    expect(thread.requests()).toHaveLength(1);
  });

  test.each([
    ["the first", ["a secret", "steered"]],
    ["the last", ["steered", "a secret"]],
  ])("of two steers %s is held back: the other is sampled in the same turn", async (_name, texts) => {
    const thread = await scenario({ ...GUARDED, scripts: [slowly("One.")] });
    for (const text of texts) await thread.steer(text);
    expect((await thread.end()).status).toBe("completed");
    expect(thread.requests()).toEqual([["user: go"], ["user: go", "assistant: One.", "user: steered"]]);
    expect(await thread.queue()).toEqual({ texts: ["a secret"], paused: true });
    expect(thread.events("turn/started")).toHaveLength(1);
  });

  test("the only steer is held back behind a final answer: the turn ends", async () => {
    const thread = await scenario({ ...GUARDED, scripts: [slowly("One.")] });
    await thread.steer("a secret");
    expect((await thread.end()).status).toBe("completed");
    expect(thread.requests()).toHaveLength(1);
    expect(await thread.queue()).toEqual({ texts: ["a secret"], paused: true });
  });

  test("the only steer is held back behind a call: the model goes on all the same", async () => {
    const thread = await scenario({ ...GUARDED, tools: [work()], scripts: [calls(call("a", "work")), says("Done.")] });
    await thread.steer("a secret");
    await thread.end();
    expect(thread.requests()[1]).toEqual(["user: go", "call a", "output a: output of a"]);
    expect(await thread.queue()).toEqual({ texts: ["a secret"], paused: true });
  });

  test("mail beside a steer that is held back is recorded, and does not count as input of the person", async () => {
    const thread = await scenario({ ...GUARDED, scripts: [slowly("One.")] });
    await thread.steer("a secret");
    await thread.mail("news");
    expect((await thread.end()).status).toBe("completed");
    expect(thread.requests()).toHaveLength(1);
    await thread.start("next");
    await thread.end();
    expect(thread.requests()[1]).toEqual(["user: go", "assistant: One.", MAIL, "user: next"]);
  });

  const late: ScriptedHook = (hookCall, time) => {
    const answer = guard(hookCall, time);
    return answer.type === "block" ? { ...answer, afterMs: 500 } : answer;
  };

  test("§8 a steer that comes while a hook holds back the start is sampled in that turn", async () => {
    const thread = await scenario({ hooks: { userPromptSubmit: [late] } });
    await thread.end();
    await thread.start("a secret");
    await thread.advance(100);
    await thread.steer("steered");
    expect((await thread.end()).status).toBe("completed");
    await thread.idle();
    expect(thread.requests().at(-1)).toEqual(["user: go", "assistant: Done.", "user: steered"]);
    expect(await thread.queue()).toEqual({ texts: ["a secret"], paused: true });
  });

  test("§8 a steer that comes while a hook holds back another is sampled in that turn", async () => {
    const thread = await scenario({ hooks: { userPromptSubmit: [late] }, scripts: [slowly("One.")] });
    await thread.steer("a secret");
    await thread.advance(1100);
    await thread.steer("steered");
    expect((await thread.end()).status).toBe("completed");
    await thread.idle();
    expect(thread.requests().at(-1)).toEqual(["user: go", "assistant: One.", "user: steered"]);
    expect(await thread.queue()).toEqual({ texts: ["a secret"], paused: true });
  });

  test("I14 interrupted while it hangs on a start: back at the queue's front, paused", async () => {
    const thread = await scenario({ ...GUARDED });
    await thread.end();
    await thread.start("hang here");
    await thread.advance(100);
    expect(await thread.interrupt()).toMatchObject({ status: "interrupted", tookMs: 0 });
    expect(await thread.queue()).toEqual({ texts: ["hang here"], paused: true });
    expect(thread.runtime.hooks.running).toBe(0);
    expect(thread.requests()).toHaveLength(1);
  });

  test("I14 interrupted while it hangs on a steer: all that was not recorded is at the queue's front, in order; mail still waits", async () => {
    const thread = await scenario({ ...GUARDED, scripts: [slowly("One.")] });
    await thread.enqueue("later");
    await thread.steer("steered");
    await thread.steer("hang here");
    await thread.mail("news");
    await thread.advance(1100);
    expect(await thread.interrupt()).toMatchObject({ status: "interrupted", tookMs: 0 });
    expect(await thread.queue()).toEqual({ texts: ["steered", "hang here", "later"], paused: true });
    await thread.start("next");
    await thread.end();
    expect(thread.requests().at(-1)?.slice(-2)).toEqual([MAIL, "user: next"]);
  });

  test("I14 interrupted while it hangs on a queued one: it stays where it was", async () => {
    const thread = await scenario({ ...GUARDED, scripts: [slowly("One.")] });
    await thread.enqueue("hang here");
    await thread.enqueue("later");
    await thread.end();
    await thread.advance(100);
    const { session } = await thread.runtime.manager.open(thread.id);
    await thread.runtime.until(session.interrupt());
    expect(await thread.queue()).toEqual({ texts: ["hang here", "later"], paused: true });
    expect(thread.requests()).toHaveLength(1);
  });

  test("a hook that failed is said, and the prompt is sent", async () => {
    const thread = await scenario({ hooks: { userPromptSubmit: [() => ({ type: "warning", message: "broken" })] } });
    expect((await thread.end()).status).toBe("completed");
    expect(thread.requests()).toEqual([["user: go"]]);
    expect(await notices(thread)).toEqual(["warning hook: broken"]);
    expect(thread.events("warning")).toHaveLength(1);
  });
});
