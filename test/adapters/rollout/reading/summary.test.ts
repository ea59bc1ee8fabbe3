// A rollout in numbers: what a person would see is counted once, in however many lines it stands.
import { describe, expect, it } from "vitest";
import { type RolloutSummary, summarize } from "../../../../electron/adapters/rollout/reading/summary";
import { answered, called, eras, linesOf, meta, opened, said, single, wrapped, written } from "./rollout-fixtures";

async function summaryOf(text: string, name = "some.jsonl"): Promise<RolloutSummary> {
  const source = await opened(written(name, text));
  try {
    return await summarize(source);
  } finally {
    await source.close();
  }
}

const event = (type: string, more: object = {}): string => wrapped("event_msg", { type, ...more });
const item = (payload: object): string => wrapped("response_item", payload);
const finished = (type: string, text: string): string =>
  event("item_completed", { item: { type, id: "x", content: [{ type: "text", text }] } });
const userEvent = (message: string): string => event("user_message", { message });
const agentEvent = (message: string): string => event("agent_message", { message });

async function messages(lines: readonly string[], head = meta()): Promise<[number, number]> {
  const { userMessages, assistantMessages } = await summaryOf(linesOf([wrapped("session_meta", head), ...lines]));
  return [userMessages, assistantMessages];
}

describe("summarize", () => {
  it("counts a file with an envelope", async () => {
    expect(await summaryOf(linesOf(eras.wrapped))).toEqual({
      era: "wrapped",
      records: {
        "event_msg/agent_message": 1,
        "event_msg/task_complete": 1,
        "event_msg/task_started": 1,
        "event_msg/user_message": 1,
        "response_item/function_call": 1,
        "response_item/function_call_output": 1,
        "response_item/message:assistant": 1,
        "response_item/message:user": 2,
        "response_item/reasoning": 1,
        session_meta: 1,
      },
      damaged: 0,
      userMessages: 1,
      assistantMessages: 1,
      calls: 1,
      openCalls: 0,
      orphanOutputs: 0,
      compactions: 0,
      turns: { started: 1, completed: 1, aborted: 0 },
      repairs: [],
    });
  });

  it("counts bare lines under names of their own", async () => {
    expect(await summaryOf(linesOf(eras.bare))).toMatchObject({
      era: "bare",
      records: { "(bare header)": 1, "(state marker)": 1, "bare/message:user": 2, "bare/function_call": 1, "bare/reasoning": 1 },
      userMessages: 1,
      assistantMessages: 1,
      turns: { started: 0, completed: 0, aborted: 0 },
    });
  });

  it("counts the single JSON of 2025", async () => {
    expect(await summaryOf(single, "rollout-2025-04-02-x.json")).toMatchObject({
      era: "single",
      records: { "(bare header)": 1, "bare/message:user": 1, "bare/message:assistant": 1 },
      userMessages: 1,
      assistantMessages: 1,
    });
  });

  it("damage is counted by lines and told in words, and so is what the source lacks", async () => {
    const bad = linesOf([...eras.wrapped.slice(0, 3), "Error: disk", ...eras.wrapped.slice(3)]);
    expect(await summaryOf(`${bad}{"half":`)).toMatchObject({
      damaged: 2,
      userMessages: 1,
      repairs: [
        "line 4 is damaged (11 bytes) and was left out",
        "line 13, the last one, is cut off after 8 bytes and was left out",
      ],
    });
    const own = wrapped("session_meta", meta({ history_base: { thread_id: "gone", end_ordinal_exclusive: 3 } }), 0, 3);
    expect((await summaryOf(linesOf([own]))).repairs).toEqual([
      "This session continues gone, which was not found; what came before is missing.",
    ]);
  });

  it("a call without output is open, an output without call an orphan, a second output neither", async () => {
    const lines = [item(called("a")), item(called("b")), item(answered("a")), item(answered("a")), item(answered("x"))];
    const custom = [
      { type: "custom_tool_call", call_id: "c" },
      { type: "local_shell_call", call_id: null },
      { type: "web_search_call" },
    ];
    expect(await summaryOf(linesOf([...lines, ...custom.map(item)]))).toMatchObject({ calls: 4, openCalls: 2, orphanOutputs: 1 });
  });

  it("counts compactions and the starts and ends of turns", async () => {
    const lines = [
      event("task_started"),
      wrapped("compacted", { message: "" }),
      event("turn_aborted"),
      event("task_started"),
      event("task_complete"),
    ];
    expect(await summaryOf(linesOf(lines))).toMatchObject({ compactions: 1, turns: { started: 2, completed: 1, aborted: 1 } });
  });

  describe("messages", () => {
    const cases: readonly (readonly [string, readonly string[], readonly [number, number]])[] = [
      [
        "an item and an event of the same text are one",
        [item(said("user", "a")), userEvent("a"), agentEvent("b"), item(said("assistant", "b"))],
        [1, 1],
      ],
      ["the event may come first", [userEvent("a"), event("task_started"), item(said("user", "a"))], [1, 0]],
      ["messages that are events alone", [userEvent("a"), agentEvent("b"), agentEvent("c")], [1, 2]],
      ["messages that are items alone", [item(said("user", "a")), item(said("assistant", "b")), item(said("user", "c"))], [2, 1]],
      [
        "finished items and their items",
        [item(said("user", "a")), finished("UserMessage", "a"), finished("AgentMessage", "b"), item(said("assistant", "b"))],
        [1, 1],
      ],
      ["finished items alone are none", [finished("UserMessage", "a"), finished("AgentMessage", "b")], [0, 0]],
      ["what is said twice is two", [userEvent("a"), agentEvent("b"), userEvent("a"), agentEvent("b")], [2, 2]],
      [
        "a program's context is nobody's message",
        [item(said("user", "<environment_context>x</environment_context>")), item(said("developer", "rules"))],
        [0, 0],
      ],
      [
        "an item that no event tells of, beside one that has it, is context",
        [item(said("user", "[REDACTED_TEXT len=9]")), item(said("user", "a")), userEvent("a")],
        [1, 0],
      ],
      [
        "texts blanked out by their owner are paired by what is left",
        [agentEvent("[REDACTED_MESSAGE len=3 sha=ab]"), item(said("assistant", "[REDACTED_TEXT len=3 sha=ab]"))],
        [0, 1],
      ],
      [
        "the person's words after the mark of an editor",
        [item(said("user", "# Context\n## My request for Codex:\na")), userEvent("a")],
        [1, 0],
      ],
      [
        "text that stands in task_complete alone is no message",
        [userEvent("a"), event("task_complete", { last_agent_message: "b" })],
        [1, 0],
      ],
    ];

    it.each(cases)("%s", async (_, lines, expected) => {
      expect(await messages(lines)).toEqual(expected);
    });

    it("what an event tells a person said counts, whatever it looks like; what only an item holds does not, once events tell", async () => {
      const odd = ["<cwd> is what?", "# Context from my IDE setup:\n\n## My request for Codex:\n"];
      expect(await messages(odd.flatMap((words) => [item(said("user", words)), userEvent(words), agentEvent(words)]))).toEqual([
        2, 2,
      ]);
      const later = [
        item(said("user", "first")),
        agentEvent("a"),
        userEvent("one"),
        item(called("c")),
        item(said("user", "<new>x</new>")),
      ];
      expect(await messages([...later, item(called("d"))])).toEqual([2, 1]);
      expect(await messages([event("user_message", { message: "<environment_context>", kind: "environment_context" })])).toEqual([
        0, 0,
      ]);
      expect(await messages([item(said("user", "one ")), finished("UserMessage", "One!"), item(called("c"))])).toEqual([1, 0]);
    });

    it("an answer whose two lines were given different words is one; an event of its own is another", async () => {
      expect(await messages([userEvent("one"), agentEvent("two\u2028three"), item(said("assistant", "four"))])).toEqual([1, 1]);
      const lines = [userEvent("one"), agentEvent("two"), item(said("assistant", "two")), agentEvent("three")];
      expect(await messages(lines)).toEqual([1, 2]);
    });

    it("of our own files what was accepted and sampled counts, not what waits, not mail", async () => {
      const input = (inputId: string, via: string): string =>
        wrapped("cf_input", { inputId, via, input: [{ type: "text", text: inputId }] });
      const lines = [input("a", "start"), item({ ...said("user", "a"), id: "a" }), userEvent("a"), input("q", "queue")];
      const mail = [event("task_complete"), input("m", "mail"), item({ ...said("user", "m"), id: "m" })];
      expect(await messages([...lines, ...mail], meta({ originator: "counterfoil" }))).toEqual([1, 0]);
    });
  });
});
