import { expect, test } from "vitest";
import { calls, itemDone, says } from "../support/scripted-client";
import { scenario } from "../support/scenario";

test("what the model sees now is what it would be sent: reasoning that the server refused is left out", async () => {
  const sealed = itemDone({
    type: "reasoning",
    id: "rs_1",
    summary: [{ type: "summary_text", text: "Hm" }],
    encrypted_content: "x",
  });
  const thread = await scenario({
    scripts: [
      { ...calls(sealed), end: { type: "completed", endTurn: false } },
      { steps: [], end: { type: "reasoningRefused" } },
      says("Done."),
    ],
  });
  await thread.end();
  const { session } = await thread.runtime.manager.open(thread.id);
  expect(session.transcriptItems.map(({ type }) => type)).toEqual(["message", "reasoning", "message"]);
  expect(thread.requests().at(-1)).toEqual(["user: go"]);
  expect(session.window.items.map(({ kind }) => kind)).toEqual(["instructions", "person", "assistant"]);
});
