// Random answers of the model: calls, words, thoughts and pauses in any order, and every way in which a response may end.
import fc from "fast-check";
import type { ResponseItem } from "../../shared/protocol/response-item";
import {
  call,
  event,
  itemDone,
  message,
  streamed,
  wait,
  type Script,
  type ScriptEnd,
  type ScriptStep,
} from "../support/scripted-client";

export const TOOLS = ["shared", "alone", "asks"] as const;

export const fewMs = fc.integer({ min: 0, max: 40 });
// Ids of local servers repeat; names can be wrong; text can be odd.
const callId = fc.constantFrom("call_0", "call_1", "call_2", "call_3");
const text = fc.oneof(fc.constantFrom("", "Hello", "x\u2028y", "\ud800", "😀 ok"), fc.string({ maxLength: 12 }));
const phase = fc.constantFrom(undefined, undefined, "commentary" as const, "final_answer" as const);
const args = fc.constantFrom(
  "{}",
  "",
  "{",
  "null",
  '{"seconds":1}',
  '{"seconds":2.5}',
  '{"seconds":0}',
  '{"seconds":60,"x":1}',
  '{"seconds":40000}',
  '"text"',
);
const OWN_ARGUMENTS = new Set(["unknown", "clock.sleep", "clock_sleep", "clock_current_time", "new_context"]);

const callStep: fc.Arbitrary<ScriptStep[]> = fc
  .record({
    id: callId,
    name: fc.constantFrom(...TOOLS, ...TOOLS, "clock.sleep", "clock_sleep", "clock_current_time", "new_context", "unknown"),
    args,
  })
  .map(({ id, name, args: words }) => [call(id, name, OWN_ARGUMENTS.has(name) || words === "{" ? words : "{}")]);
const newContext: fc.Arbitrary<ScriptStep[]> = callId.map((id) => [call(id, "new_context", "{}")]);
const sleep: fc.Arbitrary<ScriptStep[]> = fc
  .record({ id: callId, seconds: fc.constantFrom(1, 2, 40_000) })
  .map(({ id, seconds }) => [call(id, "clock.sleep", { seconds })]);
const customCall: fc.Arbitrary<ScriptStep[]> = callId.map((id) => [
  itemDone({ type: "custom_tool_call", call_id: id, name: "apply", input: "x" }),
]);
const messageSteps: fc.Arbitrary<ScriptStep[]> = fc
  .record({
    pieces: fc.array(text, { maxLength: 4 }),
    key: fc.constantFrom("m", "n"),
    id: fc.constantFrom(undefined, "msg_0", "msg_1"),
    phase,
    gapMs: fewMs,
  })
  .map(({ pieces, key, id, phase: words, gapMs }) =>
    streamed(pieces, { key, gapMs, ...(id === undefined ? {} : { id }), ...(words === undefined ? {} : { phase: words }) }),
  );
const halfMessage: fc.Arbitrary<ScriptStep[]> = fc
  .record({ piece: text, key: fc.constantFrom("m", "h"), phase })
  .map(({ piece, key, phase: words }) => [
    event({ type: "itemStarted", key, id: null, kind: "message", phase: words ?? null }),
    event({ type: "textDelta", key, delta: piece }),
  ]);
const doneOnly: fc.Arbitrary<ScriptStep[]> = fc
  .record({ words: text, phase })
  .map(({ words, phase: kind }) => [itemDone(message(words, kind === undefined ? {} : { phase: kind }), "d")]);
const reasoning: fc.Arbitrary<ScriptStep[]> = fc
  .record({ words: text, isDone: fc.boolean(), isSealed: fc.boolean(), id: fc.constantFrom("rs_0", "rs_1") })
  .map(({ words, isDone, isSealed, id }) => {
    const item: ResponseItem = {
      type: "reasoning",
      id,
      summary: words === "" ? [] : [{ type: "summary_text", text: words }],
      ...(isSealed ? { encrypted_content: "c2VhbGVk" } : {}),
    };
    return [
      event({ type: "itemStarted", key: "r", id, kind: "reasoning", phase: null }),
      event({ type: "summaryDelta", key: "r", summaryIndex: 0, delta: words }),
      ...(isDone ? [itemDone(item, "r")] : []),
    ];
  });
const pause: fc.Arbitrary<ScriptStep[]> = fewMs.map((length) => [wait(length)]);
const longPause: fc.Arbitrary<ScriptStep[]> = fc.constantFrom(300, 1500).map((length) => [wait(length)]);

// Totals around the limits of the plans, so that windows become full here and there.
const usage = fc.constantFrom(true, true, true, false, 160, 320, 2000);
const refusal = fc.constantFrom<ScriptEnd>(
  { type: "rejected" },
  { type: "rejected", error: { code: "contextWindowExceeded", message: "too long" } },
  { type: "rejected", error: { code: "maxOutputTokens", message: "incomplete" } },
  { type: "limited", advisedMs: 70_000 },
  { type: "limited", advisedMs: 500 },
  { type: "limited", advisedMs: null, code: "overloaded" },
  { type: "reasoningRefused" },
  { type: "noConnection" },
  { type: "hang" },
);
const end: fc.Arbitrary<ScriptEnd> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ type: fc.constant("completed" as const), endTurn: fc.constantFrom(true, true, false), usage }),
  },
  { weight: 3, arbitrary: fc.constant<ScriptEnd>({ type: "cut" }) },
  { weight: 3, arbitrary: refusal },
);

export const script: fc.Arbitrary<Script> = fc.record({
  steps: fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: callStep },
        { weight: 1, arbitrary: customCall },
        { weight: 1, arbitrary: newContext },
        { weight: 1, arbitrary: sleep },
        { weight: 3, arbitrary: messageSteps },
        { weight: 1, arbitrary: halfMessage },
        { weight: 1, arbitrary: doneOnly },
        { weight: 2, arbitrary: reasoning },
        { weight: 3, arbitrary: pause },
        { weight: 1, arbitrary: longPause },
      ),
      { maxLength: 6 },
    )
    .map((groups) => groups.flat()),
  end,
});

/** An answer to a compaction request: mostly a summary, now and then nothing, a call, a refusal or a pause. */
export const summary: fc.Arbitrary<Script> = fc.record({
  steps: fc.oneof(
    { weight: 4, arbitrary: fewMs.map((gapMs) => streamed(["A sum", "mary."], { gapMs })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<ScriptStep[]>([], [itemDone(message(" "))], [call("call_0", "shared")], [wait(1500)]),
    },
    { weight: 1, arbitrary: fc.constant([...streamed(["Before."]), call("call_1", "alone"), wait(30)]) },
  ),
  end,
});
