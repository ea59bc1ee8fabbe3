import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineTranslator } from "../../../../electron/adapters/rollout/codex-import/line-translator";
import { envelopeOf } from "../../../../electron/adapters/rollout/reading/envelope";
import { parseLine } from "../../../../shared/protocol/rollout-line";
import {
  SIZE,
  STAMP,
  answerItem,
  call,
  completed,
  event,
  line,
  output,
  recordAt,
  shown,
  started,
  told,
  translate,
  userItem,
  userTold,
  viewOf,
  type Written,
} from "./translated";

const ownText = readFileSync("test/fixtures/protocol/rollout.jsonl", "utf8").trimEnd().split("\n");
const own = ownText.map((text) => JSON.parse(text) as Readonly<Record<string, unknown>>);

describe("files of our own", () => {
  test("lines pass as they are, each named by where it begins", () => {
    const lines = translate(own, "own");
    expect(lines.map(({ entry }) => entry)).toEqual(ownText.map(parseLine));
    expect(lines.map(({ place, offset }) => [place, offset])).toEqual(
      own.map((_line, index) => [{ line: index + 1, key: `at-${index * SIZE}` }, index * SIZE]),
    );
  });

  test("a line of our own that does not parse is kept raw", () => {
    expect(shown([line("cf_hologram", { a: 1 })], "own").items).toMatchObject([{ type: "raw", lineType: "cf_hologram" }]);
  });

  test("what Codex appended shows the person's words too, and what we wrote behind it is ours again", () => {
    const appended: Written[] = [
      line("session_meta", { id: "t", timestamp: STAMP, cwd: "/", originator: "codex", cli_version: "1", source: "cli" }),
      line("thread_settings_applied_line", {}),
      event({ type: "task_started", turn_id: "0197f000-0000-7000-8000-0000000000aa", root_turn_id: "x" }),
      line("world_state", {}),
      userItem("From Codex"),
      userTold("From Codex"),
      call("c", { cmd: "ls" }, "exec_command"),
      output("c", "Process exited with code 0\nOutput:\nx"),
      answerItem("Done"),
      event({ type: "agent_message", message: "Done" }),
      completed(),
    ];
    const before = told(own, "own");
    const behind = line("cf_notice", { level: "info", code: "ours", text: "Again ours." });
    expect(told([...own, ...appended, behind], "own").slice(before.length)).toEqual([
      "raw",
      "person: From Codex",
      "completed: ls",
      "agent: Done",
      "notice ours",
    ]);
  });
});

describe("eras before the envelope", () => {
  const bare = [
    { id: "b", timestamp: STAMP, instructions: null },
    { record_type: "state" },
    {
      type: "message",
      id: null,
      role: "user",
      content: [{ type: "input_text", text: "<environment_context>\n  <cwd>/w</cwd>\n</environment_context>" }],
    },
    { type: "message", id: null, role: "user", content: [{ type: "input_text", text: "Hello" }] },
    { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Hm" }], content: null },
    { type: "function_call", id: "fc_1", name: "shell", arguments: '{"command":["ls"]}', call_id: "call_1" },
    {
      type: "function_call_output",
      call_id: "call_1",
      output: '{"output":"a\\n","metadata":{"exit_code":0,"duration_seconds":0.1}}',
    },
    { type: "message", id: null, role: "assistant", content: [{ type: "output_text", text: "Done" }] },
  ];

  test.each(["bare", "single"] as const)("%s: turns, words, commands and the folder they ran in", (era) => {
    const view = shown(bare, era);
    expect(view.turns).toMatchObject([{ status: "completed" }]);
    expect(view.items.map(({ type }) => type)).toEqual([
      "context",
      "userMessage",
      "reasoning",
      "commandExecution",
      "agentMessage",
    ]);
    expect(view.items[3]).toMatchObject({
      command: "ls",
      cwd: "/w",
      aggregatedOutput: "a\n",
      exitCode: 0,
      recordedAtMs: Date.parse(STAMP),
    });
  });
});

describe("damage", () => {
  test("a line that cannot be read is a notice at its place", () => {
    const items = shown([userTold("Hello"), { damage: "notJson" }, answerItem("Hi")]).items;
    expect(items).toMatchObject([
      { type: "userMessage" },
      { type: "notice", code: "damagedLine", line: 2 },
      { type: "agentMessage" },
    ]);
  });

  test("zeros between records are a loss, zeros at the end are none", () => {
    expect(told([userItem("Hello"), { damage: "nulBytes" }, answerItem("Hi"), { damage: "nulBytes" }])).toEqual([
      "person: Hello",
      "notice damagedLine",
      "agent: Hi",
    ]);
  });

  test("what waits for its twin keeps its place before the damage, whether lines are counted or not", () => {
    const records: Written[] = [
      started(),
      userTold("Hello"),
      { damage: "glued" },
      line("hologram", {}),
      answerItem("Hi"),
      completed(),
    ];
    const translator = new LineTranslator({ era: "wrapped" });
    const uncounted = records.flatMap((record, index) => {
      const { place, ...rest } = recordAt(record, index);
      return translator.apply({ ...rest, place: { ...place, line: null } });
    });
    const kinds = ["userMessage", "notice", "raw", "agentMessage"];
    expect(shown(records).items.map(({ type }) => type)).toEqual(kinds);
    expect(viewOf([...uncounted, ...translator.end()]).items.map(({ type }) => type)).toEqual(kinds);
  });
});

describe("a turn whose end the file does not tell", () => {
  const at = (minute: number, record: Written): Written => ({ ...record, timestamp: `2026-01-02T03:0${minute}:00.000Z` });
  const spans = (records: readonly Written[]) =>
    shown(records).turns.map(({ status, stoppedWithApp, startedAtMs, completedAtMs = Number.NaN }) => ({
      status,
      ...(stoppedWithApp === undefined ? {} : { stoppedWithApp }),
      minutes: (completedAtMs - startedAtMs) / 60_000,
    }));

  test("ended when the model was heard last, not when the next one began", () => {
    const records = [at(0, userItem("Hello")), at(1, answerItem("Hi")), at(7, userItem("More")), at(9, userItem("And"))];
    expect(spans(records)).toEqual([
      { status: "completed", minutes: 1 },
      { status: "completed", minutes: 0 },
      { status: "completed", minutes: 0 },
    ]);
    expect(shown(records).turns.filter((turn) => "endLine" in turn)).toEqual([]);
  });

  test("and was told to have begun: its program did not live to end it", () => {
    const records = [at(0, started()), at(1, userItem("Hello")), at(2, answerItem("Hi")), at(7, started("next"))];
    expect(spans(records)).toMatchObject([
      { status: "interrupted", stoppedWithApp: true, minutes: 2 },
      { status: "interrupted", stoppedWithApp: true },
    ]);
  });
});

const anything: fc.Arbitrary<Written> = fc.oneof(
  fc.constantFrom<Written>(
    started(),
    completed({ last_agent_message: "End" }),
    event({ type: "turn_aborted", reason: "interrupted" }),
    userItem("Hello"),
    userTold("Hello"),
    userItem("<environment_context/>"),
    answerItem("Hi"),
    event({ type: "agent_message", message: "Hi" }),
    event({ type: "agent_reasoning", text: "Hm" }),
    call("c", { command: ["ls"] }),
    output("c", "x"),
    event({ type: "exec_command_end", call_id: "c", aggregated_output: "x" }),
    line("compacted", { message: "Sum", replacement_history: [] }),
    event({ type: "context_compacted" }),
    line("hologram", {}),
    { damage: "notJson" },
    { damage: "nulBytes" },
  ),
  fc.record({
    timestamp: fc.constant(STAMP),
    type: fc.constantFrom("response_item", "event_msg", "compacted", "session_meta"),
    payload: fc.jsonValue(),
  }),
  fc
    .tuple(
      fc.constantFrom("message", "function_call", "function_call_output", "item_completed", "patch_apply_end", "token_count"),
      fc.dictionary(fc.constantFrom("id", "call_id", "role", "content", "output", "item", "changes", "info"), fc.jsonValue()),
    )
    .map(([type, more]) => line("response_item", { ...more, type }) as Written),
);

describe("properties", () => {
  test("property: whatever stands in a file, nothing throws, ids are unique, nothing runs at the end, and every line is one of ours", () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 30 }), (records) => {
        const lines = translate(records);
        const { items, turns } = viewOf(lines);
        expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
        expect(items.filter((one) => "status" in one && (one.status === "inProgress" || one.status === "returned"))).toEqual([]);
        expect(turns.filter(({ status }) => status === "inProgress")).toEqual([]);
        for (const { entry } of lines)
          if (entry.type !== "unknown") expect(parseLine(JSON.stringify(entry))).toMatchObject({ type: entry.type });
      }),
      { numRuns: 300 },
    );
  });

  test("property: going on from a state that was kept as JSON gives the same lines", () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 20 }), fc.nat(20), (records, at) => {
        let translator = new LineTranslator({ era: "wrapped" });
        const lines = records.flatMap((record, index) => {
          if (index === at)
            translator = new LineTranslator({
              era: "wrapped",
              state: JSON.parse(JSON.stringify(translator.state)) as LineTranslator["state"],
            });
          return translator.apply(recordAt(record, index));
        });
        expect([...lines, ...translator.end()]).toEqual(translate(records));
      }),
      { numRuns: 200 },
    );
  });
});

test("the state stays small, however much went before", () => {
  const translator = new LineTranslator({ era: "wrapped" });
  for (let index = 0; index < 2000; index += 4) {
    for (const [behind, record] of [
      userItem(`Ask ${index}`),
      userTold(`Ask ${index}`),
      call(`call_${"x".repeat(20)}${index}`, {}),
      output(`call_${"x".repeat(20)}${index}`, "long ".repeat(1000)),
    ].entries())
      translator.apply(recordAt(record, index + behind));
  }
  expect(JSON.stringify(translator.state).length).toBeLessThan(4000);
  expect(translator.isSettled).toBe(true);
});

test("an envelope's payload of any type is looked at without a throw", () => {
  for (const payload of [null, 1, "text", [], true]) {
    const record = { timestamp: STAMP, type: "event_msg", payload };
    expect(
      new LineTranslator({ era: "wrapped" }).apply({ place: { offset: 0, length: 1, line: 1 }, record, ...envelopeOf(record) }),
    ).toHaveLength(1);
  }
});
