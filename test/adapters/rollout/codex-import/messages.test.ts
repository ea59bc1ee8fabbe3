import { describe, expect, test } from "vitest";
import {
  answerItem,
  aborted,
  call,
  completed,
  event,
  item,
  line,
  output,
  shown,
  started,
  thought,
  told,
  userItem,
  userTold,
  prompt,
} from "./translated";

const answerTold = (message: string, more: object = {}) => event({ type: "agent_message", message, ...more });
const thoughtTold = (text: string) => event({ type: "agent_reasoning", text });
const completedItem = (of: object) => event({ type: "item_completed", turn_id: "turn", item: of });

const inParts = (...parts: readonly string[]) =>
  item({ type: "message", role: "assistant", content: parts.map((text) => ({ type: "output_text", text })) });

describe("one visible message although it stands in two lines", () => {
  test.each([
    ["item first", [userItem("Hello"), userTold("Hello")]],
    ["event first", [userTold("Hello"), userItem("Hello")]],
    ["item only", [userItem("Hello")]],
    ["event only", [userTold("Hello")]],
    [
      "turn item",
      [userItem("Hello"), completedItem({ type: "UserMessage", id: "item-1", content: [{ type: "text", text: "Hello" }] })],
    ],
    ["turn item only", [completedItem({ type: "UserMessage", id: "item-1", content: [{ type: "text", text: "Hello" }] })]],
  ])("a person's words: %s", (_name, records) => {
    expect(told([...records, answerItem("Hi")])).toEqual(["person: Hello", "agent: Hi"]);
    expect(told(records)).toEqual(["person: Hello"]);
    expect(prompt(records)).toMatchObject([{ role: "user", content: [{ type: "input_text", text: "Hello" }] }]);
  });

  test.each([
    ["item first", [answerItem("Hi"), answerTold("Hi")]],
    ["event first", [answerTold("Hi"), answerItem("Hi")]],
    ["event only", [answerTold("Hi")]],
    [
      "turn item first",
      [completedItem({ type: "AgentMessage", id: "item-2", content: [{ type: "Text", text: "Hi" }] }), answerItem("Hi")],
    ],
    ["a letter of one was lost", [answerTold("The roses are r\ufffd"), answerItem("The roses are red.")]],
    ["redacted by its owner", [answerTold("[MESSAGE len=196 sha=e9df1cc4]"), answerItem("[TEXT len=196 sha=e9df1cc4]")]],
  ])("the agent's words: %s", (_name, records) => {
    const items = shown([userItem("Hello"), userTold("Hello"), ...records]).items;
    expect(items.filter(({ type }) => type === "agentMessage")).toHaveLength(1);
  });

  test.each([
    ["event first", [thoughtTold("Hm"), thought("Hm")]],
    ["item first", [thought("Hm"), thoughtTold("Hm")]],
    ["event only", [thoughtTold("Hm")]],
    [
      "turn item first",
      [completedItem({ type: "Reasoning", id: "item-3", summary_text: ["Hm"], raw_content: [] }), thought("Hm")],
    ],
  ])("reasoning: %s", (_name, records) => {
    expect(told([userItem("Go"), userTold("Go"), ...records, call("c", { command: ["ls"] }), output("c", "")])).toEqual([
      "person: Go",
      "thought: Hm",
      "completed: ls",
    ]);
  });

  test("events ahead of their items, as 2025's files have them, are shown once and in order", () => {
    const records = [
      userItem("Go"),
      userTold("Go"),
      thoughtTold("First"),
      answerTold("Then"),
      event({ type: "token_count", info: null }),
      thought("First"),
      answerItem("Then"),
    ];
    expect(told(records)).toEqual(["person: Go", "thought: First", "agent: Then"]);
  });

  test.each([
    ["events first", [answerTold("One."), answerTold("Two."), inParts("One.", "Two.")]],
    ["item first", [inParts("One.", "Two."), answerTold("One."), answerTold("Two.")]],
    ["item between", [answerTold("One."), inParts("One.", "Two."), answerTold("Two.")]],
    ["one event", [answerTold("One.Two."), inParts("One.", "Two.")]],
  ])("an answer of several parts, told part by part: %s", (_name, records) => {
    expect(told([userItem("Go"), userTold("Go"), ...records])).toEqual(["person: Go", "agent: One.Two."]);
  });

  test("a finished item of an answer that was shown is the same answer, whatever damage made of its words", () => {
    const id = "msg_0000000000000000000000000001";
    const content = [{ type: "output_text", text: "All r\ufffd" }];
    const records = [
      item({ type: "message", role: "assistant", id, content }),
      completedItem({ type: "AgentMessage", id, content: [{ type: "Text", text: "All roses are red." }] }),
      answerItem("All r\ufffd"),
    ];
    expect(told([userItem("Go"), userTold("Go"), ...records])).toEqual([
      "person: Go",
      "agent: All r\ufffd",
      "agent: All r\ufffd",
    ]);
  });

  test("an event that says itself that a program wrote the words tells of no person", () => {
    const context = "<environment_context>\n<cwd>/p</cwd>\n</environment_context>";
    const records = [userItem(context), event({ type: "user_message", message: context, kind: "environment_context" })];
    expect(told([...records, userItem("Go"), userTold("Go")]).slice(-1)).toEqual(["person: Go"]);
    expect(shown([...records, userItem("Go"), userTold("Go")]).items.map(({ type }) => type)).toEqual(["context", "userMessage"]);
  });

  test("the same words said twice are two messages", () => {
    const twice = [userItem("ok"), userTold("ok"), answerItem("Done"), answerTold("Done")];
    expect(told([...twice, ...twice])).toEqual(["person: ok", "agent: Done", "person: ok", "agent: Done"]);
  });

  test("reasoning that is only told is not in the model's history, words that are only told are", () => {
    const records = [userTold("Go"), thoughtTold("Hm"), answerTold("Done")];
    expect(prompt(records)).toMatchObject([{ role: "user" }, { role: "assistant" }]);
  });
});

describe("what a program put around the person's words is context", () => {
  test.each([
    ["<environment_context>\n  <cwd>/x</cwd>\n</environment_context>", "environment"],
    ["<user_instructions>\nBe nice.\n</user_instructions>", "instructions"],
    ["# AGENTS.md instructions for /x\n\nBe nice.", "instructions"],
    ["<permissions instructions>\nAsk.\n</permissions instructions>", "permissions"],
    ["<skills_instructions>\nNone.\n</skills_instructions>", "skills"],
    ["<turn_aborted>\nStopped.\n</turn_aborted>", "turnAborted"],
    ["<user_shell_command>\nls\n</user_shell_command>", "shellCommand"],
    ["<collaboration_mode>plan</collaboration_mode>", "other"],
  ])("%s", (text, kind) => {
    const items = shown([userItem(text), userItem("Hello"), userTold("Hello")]).items;
    expect(items).toMatchObject([
      { type: "context", kind, text },
      { type: "userMessage", content: [{ type: "text", text: "Hello" }] },
    ]);
  });

  test("where the parts say what they are, that counts", () => {
    const kinds = (...content_item_kinds: string[]) => ({ internal_chat_message_metadata_passthrough: { content_item_kinds } });
    const records = [
      userItem("Filler.", kinds("environments.environment_context")),
      userItem("<cwd> is odd", kinds("user.text")),
    ];
    expect(told([...records, answerItem("Hi")])).toEqual(["context other: Filler.", "person: <cwd> is odd"].concat("agent: Hi"));
  });

  test("in a file whose events tell the person's words, an item without an event is context", () => {
    const developer = item({ type: "message", role: "developer", content: [{ type: "input_text", text: "Rules" }] });
    const records = [
      userItem("Filler"),
      developer,
      started(),
      userItem("Hello"),
      userTold("Hello"),
      userItem("More filler"),
      answerItem("Hi"),
    ];
    expect(told(records)).toEqual([
      "context other: Filler",
      "context other: Rules",
      "person: Hello",
      "context other: More filler",
      "agent: Hi",
    ]);
  });

  test("hook prompts stay what they are", () => {
    const text = '<hook_prompt hook_run_id="stop:0">\nRun the tests.\n</hook_prompt>';
    expect(shown([started(), userItem("Go"), userTold("Go"), userItem(text)]).items[1]).toMatchObject({
      type: "hookPrompt",
      fragments: ["Run the tests."],
    });
  });

  test("behind an editor's mark stand the person's words alone; the model is sent the whole", () => {
    const whole = "# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nMake it fast\n";
    const records = [userItem(whole), userTold(whole)];
    expect(told(records)).toEqual(["person: Make it fast"]);
    expect(prompt(records)).toMatchObject([{ content: [{ type: "input_text", text: whole }] }]);
  });
});

describe("images of a person's message", () => {
  const url = "data:image/png;base64,YWJj";

  test.each([
    [
      "string form, told a second time",
      [
        item({
          type: "message",
          role: "user",
          content: [
            { type: "input_text", text: "Look" },
            { type: "input_image", image_url: url },
          ],
        }),
        userTold("Look", { images: [url] }),
      ],
    ],
    [
      "object form",
      [
        item({
          type: "message",
          role: "user",
          content: [
            { type: "input_text", text: "Look" },
            { type: "input_image", image_url: { url } },
          ],
        }),
      ],
    ],
    [
      "a file of the machine beside the bytes",
      [
        userTold("Look", { local_images: ["/tmp/a.png"] }),
        item({
          type: "message",
          role: "user",
          content: [
            { type: "input_text", text: "<image name=[Image #1]>" },
            { type: "input_image", image_url: url },
            { type: "input_text", text: "</image>" },
            { type: "input_text", text: "Look" },
          ],
        }),
      ],
    ],
  ])("%s: once", (_name, records) => {
    expect(told(records)).toEqual([`person: Look [${url}]`]);
    expect(JSON.stringify(prompt(records)).split(url)).toHaveLength(2);
  });
});

describe("turns", () => {
  const statuses = (records: readonly object[]) => shown(records.map((one) => ({ ...one }))).turns.map(({ status }) => status);

  test("told by the file: completed, failed with its error, aborted for whatever reason", () => {
    expect(
      statuses([
        started("a"),
        completed(),
        started("b"),
        completed({ error: { message: "Broke." } }),
        started("c"),
        event({ type: "turn_aborted", reason: "budget" }),
      ]),
    ).toEqual(["completed", "failed", "interrupted"]);
    expect(shown([started("b"), completed({ error: { message: "Broke." } })]).turns[0]?.error).toEqual({
      code: "internal",
      message: "Broke.",
    });
  });

  test("what nothing ends is interrupted when the next begins or the file ends", () => {
    expect(statuses([started("a"), started("b")])).toEqual(["interrupted", "interrupted"]);
  });

  test("in a file that tells none, each message of a person's opens one and ends the one before", () => {
    const view = shown([userItem("One"), answerItem("1"), userItem("Two"), answerItem("2")]);
    expect(view.turns.map(({ id, status }) => [id, status])).toEqual([
      ["turn-at-0", "completed"],
      ["turn-at-200", "completed"],
    ]);
    expect(view.items.map(({ turnId }) => turnId)).toEqual(["turn-at-0", "turn-at-0", "turn-at-200", "turn-at-200"]);
  });

  test("what stands behind an abort is still of the aborted turn", () => {
    const records = [
      ...[
        userItem("One"),
        userTold("One"),
        thoughtTold("Hm"),
        aborted,
        thought("Hm"),
        call("c", { command: ["rm", "x"] }),
        output("c", "exec command rejected by user"),
      ],
      ...[userItem("Two"), userTold("Two"), answerItem("Fine")],
    ];
    const view = shown(records);
    expect(view.turns.map(({ status }) => status)).toEqual(["interrupted", "completed"]);
    expect(view.items.map((one) => [one.type, one.turnId])).toEqual([
      ["userMessage", "turn-at-0"],
      ["reasoning", "turn-at-0"],
      ["commandExecution", "turn-at-0"],
      ["userMessage", "turn-at-700"],
      ["agentMessage", "turn-at-700"],
    ]);
  });

  test("an event before its turn's start, whose item stands within, is of that turn", () => {
    const view = shown([userTold("Hello"), started("0197f000-0000-7000-8000-000000000001"), userItem("Hello"), completed()]);
    expect(view.items).toMatchObject([{ type: "userMessage", turnId: "0197f000-0000-7000-8000-000000000001" }]);
  });

  test("more words within a turn that the file tells are a steer", () => {
    const view = shown([started(), userItem("One"), userTold("One"), userItem("Two"), userTold("Two"), completed()]);
    expect(view.items).toMatchObject([{ via: "start" }, { via: "steer" }]);
  });

  test("the last words of a turn's end are shown where the turn has no others", () => {
    expect(told([started(), userTold("Hi"), completed({ last_agent_message: "Done" })])).toEqual(["person: Hi", "agent: Done"]);
    expect(told([started(), userTold("Hi"), answerItem("Done"), completed({ last_agent_message: "Done" })])).toEqual([
      "person: Hi",
      "agent: Done",
    ]);
  });

  test("turns taken back stay, with a notice", () => {
    const view = shown([userItem("One"), answerItem("1"), event({ type: "thread_rolled_back", num_turns: 2 })]);
    expect(view.items.at(-1)).toMatchObject({ type: "notice", code: "rolledBack", text: expect.stringContaining("2 turns") });
    expect(view.items).toHaveLength(3);
  });
});

test("a fork's copied history is shown as it is; its second header says nothing", () => {
  const meta = (id: string, cwd: string) =>
    line("session_meta", { id, timestamp: "x", cwd, originator: "codex", cli_version: "1", source: "cli" });
  const records = [
    meta("own", "/own"),
    meta("parent", "/parent"),
    userItem("Old"),
    answerItem("1"),
    userItem("New"),
    call("c", { command: ["ls"] }),
    output("c", ""),
  ];
  const view = shown(records);
  expect(view.items.map(({ type }) => type)).toEqual(["userMessage", "agentMessage", "userMessage", "commandExecution"]);
  expect(view.items[3]).toMatchObject({ cwd: "/own" });
});

test("what lies below the start of a sub-agent's own history is not shown", () => {
  const meta = line("session_meta", {
    id: "a",
    timestamp: "x",
    cwd: "/",
    originator: "codex",
    cli_version: "1",
    source: "cli",
    subagent_history_start_ordinal: 5,
  });
  const records = [
    { ...meta, ordinal: 3 },
    { ...userItem("Parent's"), ordinal: 4 },
    { ...userItem("Own"), ordinal: 5 },
  ];
  expect(told(records, "paginated")).toEqual(["person: Own"]);
});

test("an ordinal that makes no sense hides nothing in a thread that is nobody's", () => {
  expect(
    told(
      [
        { ...userItem("One"), ordinal: -4 },
        { ...answerItem("Two"), ordinal: -0.5 },
      ],
      "paginated",
    ),
  ).toEqual(["person: One", "agent: Two"]);
});
