import { describe, expect, test } from "vitest";
import { call, calls, says, streamed } from "../support/scripted-client";
import { controllableTool } from "../support/controllable-tool";
import { TestRuntime, brief } from "../support/test-session";

describe("runtime.md §2-§7: one turn in the file", () => {
  test("a plain answer", async () => {
    const runtime = new TestRuntime({ scripts: [says("Hello.")] });
    const { id } = await runtime.startThread();
    await runtime.turn(id, "hi");
    expect(runtime.lines(id).map(brief)).toEqual([
      "session_meta",
      "cf_input start",
      "task_started",
      "turn_context",
      "cf_input_end sampled",
      "user: hi",
      "user_message",
      "assistant: Hello.",
      "agent_message",
      "token_count",
      "task_complete",
    ]);
  });

  test("calls start while the stream still arrives; outputs are recorded in issue order", async () => {
    const behaviour = (id: string) => ({ type: "returns", afterMs: id === "a" ? 300 : 100 }) as const;
    const tool = controllableTool({ name: "work", behaviour });
    const runtime = new TestRuntime({
      scripts: [
        calls(call("a", "work"), call("b", "work"), ...streamed(["Meanwhile", " text."], { gapMs: 1000 })),
        says("Done."),
      ],
      tools: [tool],
    });
    const { id } = await runtime.startThread();
    await runtime.turn(id, "go");
    expect(runtime.lines(id).map(brief).slice(7)).toEqual([
      "call a",
      "running a",
      "call b",
      "running b",
      "outcome b completed",
      "outcome a completed",
      "assistant: Meanwhile text.",
      "agent_message",
      "output a: output of a",
      "output b: output of b",
      "token_count",
      "assistant: Done.",
      "agent_message",
      "token_count",
      "task_complete",
    ]);
  });
});
