import { describe, expect, test } from "vitest";
import type { PlacedLine } from "../../../../electron/adapters/rollout/codex-import/placed-line";
import { isCall, isOutput } from "../../../../shared/protocol/response-item";
import {
  aborted,
  answerItem,
  call,
  completed,
  event,
  item,
  line,
  output,
  prompt,
  shown,
  started,
  told,
  translate,
  userItem,
  userTold,
  type Written,
} from "./translated";

const asked = [started(), userItem("Go"), userTold("Go")];

function lastItem(...records: Written[]): unknown {
  return shown([...asked, ...records, completed()]).items.at(-1);
}

describe("a command's call and its output", () => {
  test.each<[string, unknown, object]>([
    [
      "2025's JSON",
      '{"output":"a\\n","metadata":{"exit_code":0,"duration_seconds":1.4}}',
      { status: "completed", aggregatedOutput: "a\n", exitCode: 0, durationMs: 1400 },
    ],
    [
      "2025's JSON of a failure",
      '{"output":"no","metadata":{"exit_code":2,"duration_seconds":0}}',
      { status: "failed", aggregatedOutput: "no", exitCode: 2 },
    ],
    [
      "unified exec",
      "Chunk ID: d4163d\nWall time: 1.5 seconds\nProcess exited with code 3\nOriginal token count: 84\nOutput:\nbad\n",
      { status: "failed", aggregatedOutput: "bad\n", exitCode: 3, durationMs: 1500 },
    ],
    [
      "unified exec that goes on",
      "Chunk ID: d4163d\nWall time: 10.0 seconds\nProcess running with session ID 7\nOutput:\nup\n",
      { status: "completed", aggregatedOutput: "up\n", durationMs: 10_000 },
    ],
    [
      "an exit code in front",
      "Exit code: 0\nWall time: 0.1 seconds\nOutput:\nok",
      { status: "completed", aggregatedOutput: "ok", exitCode: 0, durationMs: 100 },
    ],
    ["plain text", "just text", { status: "completed", aggregatedOutput: "just text" }],
    [
      "parts",
      [
        { type: "input_text", text: "a" },
        { type: "input_text", text: "b" },
      ],
      { status: "completed", aggregatedOutput: "a\nb" },
    ],
    ["one part", { type: "input_text", text: "a" }, { status: "completed", aggregatedOutput: "a" }],
    ["null", null, { status: "completed", aggregatedOutput: "" }],
    [
      "an abort",
      "Wall time: 0.7 seconds\naborted by user",
      { status: "aborted", aggregatedOutput: "aborted by user", durationMs: 700 },
    ],
    ["an abort of 2025", "aborted by user after 1.5s", { status: "aborted", durationMs: 1500 }],
    ["a refusal", "exec command rejected by user", { status: "denied" }],
    ["a failure to start", "failed in sandbox None with execution error: command timed out", { status: "failed" }],
  ])("%s", (_name, text, shownAs) => {
    expect(lastItem(call("c", { command: ["bash", "-lc", "ls"], workdir: "/w" }), output("c", text))).toMatchObject({
      type: "commandExecution",
      command: "ls",
      cwd: "/w",
      ...shownAs,
    });
  });

  test("how long it took is not told where the file rounds it to nothing", () => {
    const text = '{"output":"","metadata":{"exit_code":0,"duration_seconds":0.0}}';
    expect(lastItem(call("c", { command: ["ls"] }), output("c", text))).not.toHaveProperty("durationMs");
    const prefixed = "Exit code: 0\nWall time: 0.0 seconds\nOutput:\nok";
    expect(lastItem(call("c", { command: ["ls"] }), output("c", prefixed))).not.toHaveProperty("durationMs");
  });

  test("the model is sent the output as it stands in the file", () => {
    const text = "Exit code: 0\nWall time: 0.1 seconds\nOutput:\nok";
    expect(prompt([...asked, call("c", { command: ["ls"] }), output("c", text)])).toMatchObject([{}, {}, { output: text }]);
  });

  test("a local shell call is a command", () => {
    const records = [
      item({ type: "local_shell_call", call_id: "c", status: "completed", action: { type: "exec", command: ["ls", "-l"] } }),
      output("c", "x"),
    ];
    expect(lastItem(...records)).toMatchObject({ type: "commandExecution", command: "ls -l", aggregatedOutput: "x" });
  });

  test.each([
    [
      "exec_command_end",
      event({
        type: "exec_command_end",
        call_id: "c",
        command: ["bash", "-lc", "ls"],
        cwd: "/w",
        aggregated_output: "whole",
        exit_code: 1,
        duration: { secs: 2, nanos: 500_000_000 },
        status: "failed",
      }),
    ],
    [
      "CommandExecution",
      event({
        type: "item_completed",
        item: {
          type: "CommandExecution",
          id: "c",
          command: ["bash", "-lc", "ls"],
          cwd: "file:///w",
          aggregated_output: "whole",
          exit_code: 1,
          duration: { secs: 2, nanos: 500_000_000 },
          status: "failed",
        },
      }),
    ],
  ])("%s knows better than the output", (_name, record) => {
    const known = {
      type: "commandExecution",
      status: "failed",
      command: "ls",
      cwd: "/w",
      aggregatedOutput: "whole",
      exitCode: 1,
      durationMs: 2500,
    };
    expect(lastItem(call("c", { command: ["bash", "-lc", "ls"] }), record, output("c", "cut"))).toMatchObject(known);
    expect(lastItem(record)).toMatchObject(known);
    expect(shown([...asked, call("c", { command: ["ls"] }), output("c", "x"), record]).items).toHaveLength(2);
  });
});

describe("every call has exactly one output", () => {
  test("a call without one was aborted when the next turn begins or the file ends", () => {
    expect(told([userItem("One"), call("c", { command: ["ls"] }), userItem("Two"), call("d", { command: ["pwd"] })])).toEqual([
      "person: One",
      "aborted: ls",
      "person: Two",
      "aborted: pwd",
    ]);
  });

  test("an output behind the abort of its turn is its call's", () => {
    expect(told([...asked, call("c", { command: ["ls"] }), aborted, output("c", "late")])).toEqual([
      "person: Go",
      "completed: ls",
    ]);
  });

  test("a second output is left out and said; one without a call is shown by itself", () => {
    const records = [...asked, call("c", { command: ["ls"] }), output("c", "x"), output("c", "x"), output("ghost", "boo")];
    expect(told(records)).toEqual(["person: Go", "completed: ls", "notice duplicateOutput", "toolCall"]);
    expect(shown(records).items.at(-1)).toMatchObject({ tool: "unknown", status: "completed", output: "boo" });
  });

  test("a model's history: every output behind its call, none without one, each id once", () => {
    const records = [
      ...[
        userItem("One"),
        call("call_0", { command: ["a"] }),
        output("call_0", "1"),
        call("call_0", { command: ["b"] }),
        call("call_0", { command: ["c"] }),
      ],
      ...[
        output("call_0", "2"),
        output("call_0", "3"),
        output("ghost", "boo"),
        userItem("Two"),
        call("open", "{broken"),
        answerItem("Done"),
      ],
    ];
    const items = prompt(records);
    const calls = items.filter(isCall).map(({ call_id }) => call_id);
    const outputs = items.filter(isOutput).map(({ call_id }) => call_id);
    expect(new Set(calls).size).toBe(4);
    expect(outputs).toEqual(calls);
    for (const id of calls) expect(id).toMatch(/^[\w-]{1,64}$/);
    const views = shown(records).items;
    expect(new Set(views.map(({ id }) => id)).size).toBe(views.length);
  });

  test("a long random call id stays; one that could come twice becomes the place of its line", () => {
    const items = shown([
      ...asked,
      call("call_1mb2zpo3ma4hy4OjTDz9oNpC", {}, "look"),
      output("call_1mb2zpo3ma4hy4OjTDz9oNpC", ""),
      call("call_1mb2zpo3ma4hy4OjTDz9oNpC", {}, "look"),
    ]).items;
    expect(items.map(({ id }) => id)).toEqual(["at-100", "call_1mb2zpo3ma4hy4OjTDz9oNpC", "at-500"]);
  });
});

describe("patches", () => {
  const patch = "*** Begin Patch\n*** Add File: a.txt\n+one\n*** End Patch";
  const patched = [{ path: "a.txt", kind: "add", diff: "one" }];

  test.each([
    [
      "done",
      '{"output":"Success.","metadata":{"exit_code":0,"duration_seconds":0.1}}',
      { status: "completed", output: "Success.", durationMs: 100 },
    ],
    ["refused", "patch rejected by user", { status: "denied" }],
  ])("%s, by its call", (_name, text, shownAs) => {
    const made = item({ type: "custom_tool_call", call_id: "c", name: "apply_patch", input: patch });
    const ended = item({ type: "custom_tool_call_output", call_id: "c", output: text });
    expect(lastItem(made, ended)).toMatchObject({ type: "fileChange", changes: patched, ...shownAs });
  });

  test.each([
    [
      "patch_apply_end",
      event({
        type: "patch_apply_end",
        call_id: "c",
        success: true,
        stdout: "Done.",
        stderr: "",
        changes: {
          "/w/a.txt": { add: { content: "one" } },
          "/w/b.txt": { type: "update", unified_diff: "@@", move_path: "/w/c.txt" },
        },
      }),
    ],
    [
      "FileChange",
      event({
        type: "item_completed",
        item: {
          type: "FileChange",
          id: "c",
          status: "completed",
          stdout: "Done.",
          stderr: "",
          changes: {
            "/w/a.txt": { type: "add", content: "one" },
            "/w/b.txt": { type: "update", unified_diff: "@@", move_path: "/w/c.txt" },
          },
        },
      }),
    ],
  ])("%s tells every file, with a call and without", (_name, record) => {
    const changes = [
      { path: "/w/a.txt", kind: "add", diff: "one" },
      { path: "/w/b.txt", kind: "update", diff: "@@", movePath: "/w/c.txt" },
    ];
    const done = { type: "fileChange", status: "completed", output: "Done.", changes };
    expect(lastItem(record)).toMatchObject(done);
    expect(lastItem(call("c", { cmd: "odd" }, "exec_command"), record, output("c", "for the model"))).toMatchObject(done);
  });
});

describe("other tools", () => {
  test.each([
    [
      "mcp_tool_call_end",
      event({
        type: "mcp_tool_call_end",
        call_id: "c",
        invocation: { server: "files", tool: "read", arguments: { a: 1 } },
        duration: { secs: 1, nanos: 0 },
        result: { Ok: { content: [{ type: "text", text: "x" }] } },
      }),
    ],
    [
      "McpToolCall",
      event({
        type: "item_completed",
        item: {
          type: "McpToolCall",
          id: "c",
          server: "files",
          tool: "read",
          arguments: { a: 1 },
          duration: { secs: 1, nanos: 0 },
          result: { content: [{ type: "text", text: "x" }] },
          status: "completed",
        },
      }),
    ],
  ])("%s", (_name, record) => {
    const known = { type: "mcpToolCall", server: "files", tool: "read", status: "completed", output: "x", durationMs: 1000 };
    expect(lastItem(record)).toMatchObject({ ...known, arguments: '{"a":1}' });
    expect(lastItem(call("c", { a: 1 }, "mcp__files__read"), record, output("c", "Wall time: 1\n…"))).toMatchObject(known);
  });

  test("an MCP server's error is a failure", () => {
    const record = event({
      type: "mcp_tool_call_end",
      call_id: "c",
      invocation: { server: "s", tool: "t", arguments: {} },
      result: { Err: "gone" },
    });
    expect(lastItem(record)).toMatchObject({ type: "mcpToolCall", status: "failed", output: "gone" });
  });

  test("a web search, told twice, is one", () => {
    const action = { type: "search", query: "q" };
    const records = [
      item({ type: "web_search_call", id: "ws", status: "completed", action }),
      event({ type: "web_search_end", call_id: "ws", query: "q", action }),
    ];
    const items = shown([...asked, ...records]).items;
    expect(items.slice(1)).toEqual([expect.objectContaining({ type: "webSearch", query: "q", action: "search" })]);
  });

  test("a made image, told twice, is one; one that is looked at is the call's", () => {
    const made = [
      item({ type: "image_generation_call", id: "ig", status: "completed", revised_prompt: "A cat", result: "YWJj" }),
      event({ type: "image_generation_end", call_id: "ig", revised_prompt: "A cat", result: "YWJj" }),
    ];
    const seen = [
      call("v", { path: "/a.png" }, "view_image"),
      event({ type: "view_image_tool_call", call_id: "v", path: "/a.png" }),
      output("v", "attached"),
    ];
    const finished = [
      call("w", { path: "/b c.png" }, "view_image"),
      event({ type: "item_completed", item: { type: "ImageView", id: "w", path: "file:///b%20c.png" } }),
      output("w", "attached"),
      event({ type: "item_completed", item: { type: "ImageView", id: "nobody", path: "file:///C:/d.png" } }),
    ];
    expect(shown([...asked, ...made, ...seen, ...finished]).items.slice(1)).toMatchObject([
      { type: "imageView", url: "data:image/png;base64,YWJj", prompt: "A cat" },
      { type: "imageView", path: "/a.png" },
      { type: "imageView", path: "/b c.png" },
      { type: "imageView", path: "C:/d.png" },
    ]);
  });

  test("plans: the call's steps, the item's words", () => {
    const records = [
      call("p", { plan: [{ step: "one", status: "completed" }] }, "update_plan"),
      output("p", "Plan updated"),
      event({ type: "item_completed", item: { type: "Plan", id: "i", text: "- one" } }),
    ];
    expect(shown([...asked, ...records]).items.slice(1)).toMatchObject([
      { type: "plan", steps: [{ text: "one", status: "completed" }] },
      { type: "plan", steps: [], explanation: "- one" },
    ]);
  });

  test("a sleep, with its call and without", () => {
    const slept = event({ type: "item_completed", item: { type: "Sleep", id: "s", duration_ms: 1500 } });
    const known = { type: "sleep", seconds: 1.5, sleptMs: 1500, status: "completed", outcome: "elapsed" };
    expect(lastItem(slept)).toMatchObject(known);
    expect(lastItem(call("s", { duration_ms: 1500 }, "sleep"), slept, output("s", "slept"))).toMatchObject(known);
    expect(shown([...asked, call("s", { seconds: 5 }, "clock.sleep"), output("s", "slept"), slept]).items).toHaveLength(2);
  });

  test.each([
    [
      "sub_agent_activity",
      event({ type: "sub_agent_activity", kind: "started", agent_thread_id: "t", agent_path: "/root/a" }),
      { activity: "started", threadId: "t", name: "/root/a" },
    ],
    [
      "collab_agent_spawn_end",
      event({ type: "collab_agent_spawn_end", new_thread_id: "t", new_agent_nickname: "Ada", prompt: "Go" }),
      { activity: "agent_spawn", threadId: "t", name: "Ada", text: "Go" },
    ],
    [
      "agent_message",
      item({ type: "agent_message", author: "/root", content: [{ type: "input_text", text: "Hi" }] }),
      { activity: "message", name: "/root", text: "Hi" },
    ],
    [
      "inter_agent_communication",
      line("inter_agent_communication", { author: "/root", content: "Hi" }),
      { activity: "message", name: "/root", text: "Hi" },
    ],
  ])("%s is about another agent", (_name, record, shownAs) => {
    expect(lastItem(record)).toMatchObject({ type: "subAgent", ...shownAs });
  });

  test.each([
    ["entered_review_mode", { user_facing_hint: "changes" }, "reviewStarted"],
    ["exited_review_mode", { review_output: { overall_explanation: "fine" } }, "reviewEnded"],
    ["error", { message: "Broke." }, "programError"],
    ["undo_completed", { success: true }, "undo"],
  ])("%s is a notice", (type, more, code) => {
    expect(lastItem(event({ type, ...more }))).toMatchObject({ type: "notice", code });
  });
});

describe("compactions", () => {
  const compacted = (payload: object) => line("compacted", payload);
  const toldTwice = event({ type: "context_compacted" });

  test("a line and its event are one, its summary without what was put in front for the model", () => {
    const lead =
      "Another language model started to solve this problem and produced a summary of its thinking process. Use it to assist with your own analysis:\n";
    const records = [
      ...asked,
      compacted({ message: `${lead}The sum.` }),
      toldTwice,
      event({ type: "item_completed", item: { type: "ContextCompaction", id: "x" } }),
    ];
    expect(shown(records.slice(0, 5)).items.slice(1)).toEqual([
      expect.objectContaining({ type: "contextCompaction", summary: "The sum.", status: "completed" }),
    ]);
  });

  test("the window that it left is the model's; kinds that are not known are left out of it, not the line", () => {
    const replacement_history = [
      {
        type: "message",
        role: "user",
        content: [
          { type: "input_text", text: "Go" },
          { type: "input_image", image_url: { url: "data:x" } },
        ],
      },
      { type: "compaction", encrypted_content: "sealed" },
      { type: "hologram" },
    ];
    expect(prompt([...asked, compacted({ message: "", replacement_history }), answerItem("Next")])).toEqual([
      {
        type: "message",
        role: "user",
        content: [
          { type: "input_text", text: "Go" },
          { type: "input_image", image_url: "data:x" },
        ],
      },
      expect.objectContaining({ role: "assistant" }),
    ]);
  });

  test("without a window all that was said before stays the model's", () => {
    expect(prompt([...asked, compacted({ message: "The sum." }), answerItem("Next")])).toHaveLength(2);
  });
});

test("a name is the thread's, counts of tokens are counted, markers say nothing", () => {
  const usage = { input_tokens: 1, cached_input_tokens: 2, output_tokens: 3 };
  const view = shown([
    ...asked,
    event({ type: "thread_name_updated", thread_name: "Fork" }),
    event({ type: "token_count", info: { total_token_usage: usage, last_token_usage: usage }, rate_limits: {} }),
    ...["world_state", "token_usage_record", "retained_context", "security_risk_score"].map((type) => line(type, {})),
    item({ type: "ghost_snapshot", ghost_commit: {} }),
    event({ type: "thread_settings_applied", thread_settings: {} }),
  ]);
  expect(view.items).toHaveLength(1);
  expect(view.tokens?.total).toEqual({
    inputTokens: 1,
    cachedInputTokens: 2,
    outputTokens: 3,
    reasoningOutputTokens: 0,
    totalTokens: 4,
  });
});

test("lines that nobody knows are kept as they stand", () => {
  expect(
    shown([...asked, line("hologram", { a: 1 }), item({ type: "hologram_call" }), event({ type: "hologram_end" })]).items.slice(
      1,
    ),
  ).toMatchObject([
    { type: "raw", lineType: "hologram", json: expect.stringContaining('"a":1') },
    { type: "raw", lineType: "response_item/hologram_call" },
    { type: "raw", lineType: "event_msg/hologram_end" },
  ]);
});

describe("calls that never get an output", () => {
  const many = Array.from({ length: 200 }, (_, index) => call(`c${index}`, { command: "ls" }));

  test("the oldest of too many is closed as aborted before the next one begins", () => {
    const lines = translate([...asked, ...many]);
    const isClosed = ({ entry }: PlacedLine): boolean => entry.type === "response_item" && isOutput(entry.payload);
    const lastCall = lines.findLastIndex(({ entry }) => entry.type === "response_item" && isCall(entry.payload));
    expect(lines.slice(0, lastCall).filter(isClosed)).toHaveLength(200 - 128);
    expect(lines.filter(isClosed)).toHaveLength(200);
  });

  test("an output that comes after its call was given up is shown as that of a call nobody knows", () => {
    const { items } = shown([...asked, ...many, output("c0", "late"), output("c199", "in time"), completed()]);
    expect(items.filter(({ type }) => type === "commandExecution")).toHaveLength(200);
    expect(items.at(-1)).toMatchObject({ type: "toolCall", tool: "unknown", output: "late" });
    expect(items.at(-2)).toMatchObject({ status: "completed", aggregatedOutput: "in time" });
  });
});
