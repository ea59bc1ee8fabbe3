import { describe, expect, test } from "vitest";
import type { Tool } from "../../electron/runtime/ports/tool";
import { outputText, type ResponseItem } from "../../shared/protocol/response-item";
import { call, calls, says } from "../support/scripted-client";
import { modelRequests, scenario } from "../support/scenario";
import { TestRuntime, countingIds } from "../support/test-session";

const URL = "data:image/png;base64,QUJD";

/** Shows a picture beside its words. */
const view: Tool = {
  spec: { name: "view_image", description: "a tool under test", parameters: { type: "object" } },
  gate: "parallel",
  changesWorld: false,
  graceMs: 100,
  prepare: () => ({
    ok: true,
    run: {
      notes: [],
      subject: null,
      lastsMs: null,
      run: () => Promise.resolve({ status: "completed", output: "/a.png: 1 × 1", images: [URL] }),
    },
  }),
};

const PARTS = [
  { type: "input_text", text: "/a.png: 1 × 1" },
  { type: "input_image", image_url: URL },
];

function outputs(items: readonly ResponseItem[]): unknown[] {
  return items.flatMap((item) => (item.type === "function_call_output" ? [item.output] : []));
}

describe("issue 5 part 6 pictures in an output", () => {
  test("the model reads words and picture; the outcome's line, people and searches have the words", async () => {
    const look = calls(call("v", "view_image", { path: "/a.png" }));
    const thread = await scenario({ tools: [view], scripts: [look, says("A dot.")] });
    await thread.end();
    const lines = thread.runtime.lines(thread.id);
    expect(outputs(lines.flatMap((line) => (line.type === "response_item" ? [line.payload] : [])))).toEqual([PARTS]);
    expect(outputs(modelRequests(thread.runtime).at(-1)?.input ?? [])).toEqual([PARTS]);
    const outcome = lines.find((line) => line.type === "cf_outcome");
    expect(outcome?.payload).toMatchObject({ callId: "v", status: "completed", output: "/a.png: 1 × 1" });
    expect(JSON.stringify(outcome)).not.toContain("base64");
    const { session } = await thread.runtime.manager.open(thread.id);
    expect(session.view.items.find(({ id }) => id === "v")).toMatchObject({ type: "imageView", path: "/a.png" });
    expect(session.window.items.find(({ kind }) => kind === "output")).toMatchObject({ text: "/a.png: 1 × 1\n[picture]" });
  });

  test("what a hook puts in the place of the words takes the picture's place too", async () => {
    const thread = await scenario({
      tools: [view],
      hooks: { postToolUse: [() => ({ type: "block", reason: "not for the model" })] },
      scripts: [calls(call("v", "view_image", { path: "/a.png" })), says("Well.")],
    });
    await thread.end();
    expect(outputs(modelRequests(thread.runtime).at(-1)?.input ?? [])).toEqual(["not for the model"]);
  });

  test("§12 a crash between outcome and output leaves the words", async () => {
    const thread = await scenario({
      tools: [view],
      scripts: [calls(call("v", "view_image", { path: "/a.png" })), says("A dot.")],
    });
    await thread.end();
    const { store } = thread.runtime;
    const texts = store.lines(thread.id);
    const kept = texts.findIndex((line) => line.includes('"cf_outcome"')) + 1;
    const bytes = texts.slice(0, kept).reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    const next = new TestRuntime({
      clock: thread.runtime.clock,
      store: store.crashedAt(thread.id, bytes),
      ids: countingIds("next"),
      tools: [view],
      scripts: [says("Again.")],
    });
    await next.turn(thread.id, "go on");
    const items = next.lines(thread.id).flatMap((line) => (line.type === "response_item" ? [line.payload] : []));
    expect(outputs(items)).toEqual(["/a.png: 1 × 1"]);
  });
});

test("an output's words are those of its parts, line by line, without its pictures", () => {
  expect(outputText("as it is")).toBe("as it is");
  expect(
    outputText([
      { type: "input_text", text: "one" },
      { type: "input_image", image_url: URL },
      { type: "input_text", text: "two" },
    ]),
  ).toBe("one\ntwo");
});
