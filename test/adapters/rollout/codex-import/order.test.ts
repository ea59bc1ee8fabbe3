// What is given out keeps the order of the file: nothing overtakes a message that still waits for its second line.
import fc from "fast-check";
import { expect, test } from "vitest";
import { isOutput } from "../../../../shared/protocol/response-item";
import { LineTranslator } from "../../../../electron/adapters/rollout/codex-import/line-translator";
import type { PlacedLine } from "../../../../electron/adapters/rollout/codex-import/placed-line";
import {
  answerItem,
  call,
  event,
  item,
  output,
  recordAt,
  shown,
  started,
  thought,
  translate,
  userItem,
  type Written,
} from "./translated";

const answerTold = (message: string) => event({ type: "agent_message", message });
const thoughtTold = (text: string) => event({ type: "agent_reasoning", text });
const ran = (id: string) => event({ type: "exec_command_end", call_id: id, command: ["ls"], exit_code: 0, stdout: "x" });
const developer = (text: string) => item({ type: "message", role: "developer", content: [{ type: "input_text", text }] });

/** Not those that close a call of before, nor those about turns: they may come while words wait. */
function isBeginning({ entry }: PlacedLine): boolean {
  if (entry.type === "response_item") return !isOutput(entry.payload);
  return entry.type === "cf_item" || entry.type === "cf_notice" || entry.type === "unknown";
}

function beginnings(records: readonly Written[]): number[] {
  return translate(records)
    .filter(isBeginning)
    .map(({ offset }) => offset);
}

test.each<[string, Written]>([
  ["an output whose call is not known", output("nobody", "orphan")],
  ["a run whose call is not known", ran("nobody")],
  ["a compaction that only an event tells", event({ type: "context_compacted" })],
  ["a context message", developer("rules")],
])("%s stands behind words that only an event tells", (_name, record) => {
  const offsets = beginnings([started(), answerTold("first"), userItem("No event"), record]);
  expect(offsets).toEqual([100, 200, 300]);
  expect(beginnings([started(), answerTold("first"), record])).toEqual([100, 200]);
});

test("context in front of a turn belongs to that turn, also behind one without an end; context within a turn to that", () => {
  const person = (text: string) => [userItem(text), event({ type: "user_message", message: text })];
  const { items } = shown([
    developer("first"),
    started("one-00000000000000000001"),
    ...person("1"),
    developer("within"),
    answerItem("Yes."),
    developer("last of one"),
    event({ type: "task_complete", turn_id: "one-00000000000000000001" }),
    developer("second"),
    started("two-00000000000000000002"),
    ...person("2"),
    call("c", { command: "ls" }),
    output("c", "x"),
    developer("third"),
    started("three-000000000000000003"),
    ...person("3"),
    answerItem("No."),
  ]);
  const found = items.map((each) => [each.type === "context" ? each.text : each.type, each.turnId.split("-")[0]]);
  expect(found).toEqual([
    ["first", "one"],
    ["userMessage", "one"],
    ["within", "one"],
    ["agentMessage", "one"],
    ["last of one", "one"],
    ["second", "two"],
    ["userMessage", "two"],
    ["commandExecution", "two"],
    ["third", "three"],
    ["userMessage", "three"],
    ["agentMessage", "three"],
  ]);
});

test("the notice of a second output stands behind words that wait", () => {
  const records = [started(), call("c", { command: "ls" }), output("c", "a"), answerTold("first"), output("c", "b")];
  expect(shown(records).items.map(({ type }) => type)).toEqual(["commandExecution", "agentMessage", "notice"]);
});

test("words that one line tells and another has not yet are still shown once, whatever stands between them", () => {
  const records = [started(), answerTold("a"), thoughtTold("t"), developer("rules"), answerItem("a"), thought("t")];
  expect(shown(records).items.map(({ type }) => type)).toEqual(["context", "agentMessage", "reasoning"]);
});

test("what waits is bounded: the oldest words are given out when too many wait", () => {
  const records = [started(), ...Array.from({ length: 400 }, (_, index) => answerTold(`answer ${index}`))];
  const translator = new LineTranslator({ era: "wrapped" });
  const given = records.flatMap((record, index) => translator.apply(recordAt(record, index)));
  expect(translator.state.held.length).toBeLessThanOrEqual(256);
  const offsets = [...given, ...translator.end()].filter(isBeginning).map(({ offset }) => offset);
  expect(offsets).toEqual(records.slice(1).map((_, index) => (index + 1) * 100));
});

test("whatever stands in a file, items begin in its order", () => {
  const words = fc.constantFrom("a", "b", "c");
  const record = fc.oneof(
    words.map(answerTold),
    words.map((text) => answerItem(text)),
    words.map(thoughtTold),
    words.map(thought),
    words.map(developer),
    words.map((id) => call(id, { command: "ls" })),
    words.map((id) => output(id, "of it")),
    words.map(ran),
    fc.constantFrom(event({ type: "warning", message: "w" }), event({ type: "context_compacted" }), { type: "odd", payload: {} }),
    fc.constant({ damage: "notJson" } as const),
  );
  fc.assert(
    fc.property(fc.array(record, { maxLength: 14 }), (records) => {
      const offsets = beginnings([started(), ...records]);
      expect(offsets).toEqual([...offsets].sort((one, other) => one - other));
    }),
    { numRuns: 400 },
  );
});
