import { describe, expect, test } from "vitest";
import { streamed, type Script } from "../../support/scripted-client";
import { scenario } from "../../support/scenario";
import type { ScriptedHook } from "../../support/scripted-hooks";

const holdsSecrets: ScriptedHook = (call) =>
  call.event === "userPromptSubmit" && call.prompt.includes("secret") ? { type: "block", reason: "no" } : { type: "pass" };
const hooks = { userPromptSubmit: [holdsSecrets] };
const slow = (end: Script["end"]): Script => ({ steps: streamed(["One."], { gapMs: 1000 }), end });
const NEWS = 'user: <mail from="other">\nnews\n</mail>';

describe("runtime.md §8 mail that asks for a turn is answered although a hook holds back what the person said", () => {
  test("beside a steer", async () => {
    const thread = await scenario({ hooks, scripts: [slow({ type: "completed" })] });
    await thread.steer("a secret");
    await thread.mail("news", { triggerTurn: true });
    expect((await thread.end()).status).toBe("completed");
    expect(thread.requests()).toEqual([["user: go"], ["user: go", "assistant: One.", NEWS]]);
    expect(await thread.queue()).toEqual({ texts: ["a secret"], paused: true });
  });

  test("in front of the input that a turn begins with", async () => {
    const thread = await scenario({ hooks, scripts: [slow({ type: "hang" })] });
    await thread.mail("news", { triggerTurn: true });
    await thread.interrupt();
    await thread.start("a secret");
    expect((await thread.end()).status).toBe("completed");
    expect(thread.requests()).toHaveLength(2);
    expect(thread.requests()[1]?.at(-1)).toBe(NEWS);
    expect(await thread.queue()).toEqual({ texts: ["a secret"], paused: true });
  });
});
