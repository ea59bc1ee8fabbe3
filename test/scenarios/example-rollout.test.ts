import { expect, test } from "vitest";
import { controllableTool } from "../support/controllable-tool";
import { fixture } from "../support/json-files";
import { call, calls, itemDone, says, streamed } from "../support/scripted-client";
import { scenario } from "../support/scenario";

// The whole file of a small session, byte for byte: what a reader of ours, or Codex, finds. Same ids and times give the same bytes.
test("a whole rollout: an answer, calls of every end, a sleep, a steer, and an interrupt", async () => {
  const tools = [
    controllableTool({ name: "look", behaviour: () => ({ type: "returns", afterMs: 250, output: "3 files" }) }),
    controllableTool({ name: "change", changesWorld: true, asks: true, behaviour: () => ({ type: "returns", afterMs: 40 }) }),
  ];
  const reasoning = itemDone({ type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Looking first" }] }, "r");
  const thread = await scenario({
    tools,
    scripts: [
      calls(
        reasoning,
        ...streamed(["I look."], { id: "msg_1", phase: "commentary" }),
        call("call_1", "look", { path: "." }),
        call("call_2", "change"),
      ),
      calls(call("call_3", "clock.sleep", { seconds: 60 }), call("call_4", "unknown")),
      {
        steps: streamed(["Schön: 3 files \u2028 ", "and 😀"], { id: "msg_2", phase: "final_answer" }),
        end: { type: "completed" },
      },
      { steps: streamed(["Half an ans"], { id: "msg_3", gapMs: 10 }).slice(0, -1), end: { type: "hang" } },
      says("never"),
    ],
  });
  await thread.advance(1000);
  await thread.steer("hurry up", "client-2");
  await thread.end();
  await thread.start("once more");
  await thread.advance(100);
  await thread.interrupt();
  const file = thread.runtime.store.bytes(thread.id).toString("utf8");
  await expect(file).toMatchFileSnapshot(fixture("protocol", "rollout.jsonl"));
});
