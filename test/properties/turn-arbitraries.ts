// Random turns: what the model sends, how tools behave, what the person does and when, and where the disk fails.
import fc from "fast-check";
import type { ResponseItem } from "../../shared/protocol/response-item";
import type { ApprovalDecision } from "../../shared/protocol/turn-item";
import type { Behaviour } from "../support/controllable-tool";
import { call, event, itemDone, message, streamed, wait, type Script, type ScriptStep } from "../support/scripted-client";

export const TOOLS = ["shared", "alone", "asks"] as const;

/** Things the person does, at times counted from the start of the run. */
export type Act =
  | { readonly type: "start"; readonly atMs: number; readonly clientId: string | null }
  | { readonly type: "steer"; readonly atMs: number; readonly clientId: string | null }
  | { readonly type: "interrupt"; readonly atMs: number }
  | { readonly type: "wake"; readonly atMs: number };

export interface Plan {
  readonly scripts: readonly Script[];
  readonly behaviours: readonly Behaviour[];
  readonly answers: readonly (ApprovalDecision | null)[];
  readonly acts: readonly Act[];
  /** Milliseconds that an append takes, by its number, round and round. */
  readonly appendMs: readonly number[];
  /** The nth append fails after so many bytes. */
  readonly fault: { readonly n: number; readonly keptBytes: number } | null;
  readonly maxRetries: number;
  /** Where the file is cut afterwards, as a share of its length. */
  readonly crashAt: number;
}

const ms = fc.integer({ min: 0, max: 3000 });
const fewMs = fc.integer({ min: 0, max: 40 });
// Ids of local servers repeat; names can be wrong; text can be odd.
const callId = fc.constantFrom("call_0", "call_1", "call_2", "call_3");
const text = fc.oneof(fc.constantFrom("", "Hello", "x\u2028y", "\ud800", "😀 ok"), fc.string({ maxLength: 12 }));
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

const callStep: fc.Arbitrary<ScriptStep[]> = fc
  .record({ id: callId, name: fc.constantFrom(...TOOLS, "clock.sleep", "clock_sleep", "clock_current_time", "unknown"), args })
  .map(({ id, name, args: text }) => [
    call(id, name, name === "unknown" || name.startsWith("clock") ? text : text === "{" ? "{" : "{}"),
  ]);
const customCall: fc.Arbitrary<ScriptStep[]> = callId.map((id) => [
  itemDone({ type: "custom_tool_call", call_id: id, name: "apply", input: "x" }),
]);
const messageSteps: fc.Arbitrary<ScriptStep[]> = fc
  .record({
    pieces: fc.array(text, { maxLength: 4 }),
    key: fc.constantFrom("m", "n"),
    id: fc.constantFrom(undefined, "msg_0", "msg_1"),
    gapMs: fewMs,
  })
  .map(({ pieces, key, id, gapMs }) => streamed(pieces, { key, gapMs, ...(id === undefined ? {} : { id }) }));
const halfMessage: fc.Arbitrary<ScriptStep[]> = fc
  .record({ piece: text, key: fc.constantFrom("m", "h") })
  .map(({ piece, key }) => [
    event({ type: "itemStarted", key, id: null, kind: "message", phase: null }),
    event({ type: "textDelta", key, delta: piece }),
  ]);
const doneOnly: fc.Arbitrary<ScriptStep[]> = text.map((words) => [itemDone(message(words), "d")]);
const reasoning: fc.Arbitrary<ScriptStep[]> = fc
  .record({ words: text, isDone: fc.boolean(), id: fc.constantFrom("rs_0", "rs_1") })
  .map(({ words, isDone, id }) => {
    const item: ResponseItem = { type: "reasoning", id, summary: words === "" ? [] : [{ type: "summary_text", text: words }] };
    return [
      event({ type: "itemStarted", key: "r", id, kind: "reasoning", phase: null }),
      event({ type: "summaryDelta", key: "r", summaryIndex: 0, delta: words }),
      ...(isDone ? [itemDone(item, "r")] : []),
    ];
  });
const pause: fc.Arbitrary<ScriptStep[]> = fewMs.map((length) => [wait(length)]);

const script: fc.Arbitrary<Script> = fc.record({
  steps: fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: callStep },
        { weight: 1, arbitrary: customCall },
        { weight: 3, arbitrary: messageSteps },
        { weight: 1, arbitrary: halfMessage },
        { weight: 1, arbitrary: doneOnly },
        { weight: 2, arbitrary: reasoning },
        { weight: 3, arbitrary: pause },
      ),
      { maxLength: 7 },
    )
    .map((groups) => groups.flat()),
  end: fc.oneof(
    { weight: 8, arbitrary: fc.record({ type: fc.constant("completed" as const), endTurn: fc.boolean(), usage: fc.boolean() }) },
    { weight: 3, arbitrary: fc.constant({ type: "cut" } as const) },
    { weight: 1, arbitrary: fc.constant({ type: "noConnection" } as const) },
    { weight: 1, arbitrary: fc.constant({ type: "rejected" } as const) },
    { weight: 1, arbitrary: fc.constant({ type: "hang" } as const) },
  ),
});

const behaviour: fc.Arbitrary<Behaviour> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("returns" as const), afterMs: ms }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("rejects" as const), afterMs: fewMs }) },
  { weight: 1, arbitrary: fc.constant({ type: "throwsAtOnce" } as const) },
  { weight: 1, arbitrary: fc.constant({ type: "ignoresAbort" } as const) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("untilAbort" as const), afterMs: fewMs }) },
);

const clientId = fc.constantFrom(null, null, "one", "two");
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant("start" as const), atMs: ms, clientId }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("steer" as const), atMs: ms, clientId }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("interrupt" as const), atMs: ms }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("wake" as const), atMs: ms }) },
);

export const plan: fc.Arbitrary<Plan> = fc.record({
  scripts: fc.array(script, { maxLength: 6 }),
  behaviours: fc.array(behaviour, { minLength: 1, maxLength: 6 }),
  answers: fc.array(fc.constantFrom<ApprovalDecision | null>("accept", "acceptForSession", "decline", "cancel", null), {
    minLength: 1,
    maxLength: 4,
  }),
  acts: fc.array(act, { maxLength: 6 }),
  appendMs: fc.array(fc.constantFrom(0, 0, 1, 7, 30), { minLength: 1, maxLength: 5 }),
  fault: fc.option(fc.record({ n: fc.integer({ min: 1, max: 25 }), keptBytes: fc.integer({ min: 0, max: 400 }) }), { freq: 4 }),
  maxRetries: fc.integer({ min: 0, max: 3 }),
  crashAt: fc.double({ min: 0, max: 1, noNaN: true }),
});
