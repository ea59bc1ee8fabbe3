// Random plans. Times overlap on purpose: most things happen while something else is being written, asked or waited for.
import fc from "fast-check";
import type { ApprovalDecision } from "../../shared/protocol/turn-item";
import type { Behaviour } from "../support/controllable-tool";
import type { Act, HookPlan, Life, Plan, PlannedAnswer } from "./plan";
import { fewMs, script, summary } from "./script-arbitraries";

// Within the first answers, or while a tool or a wait goes on.
const ms = fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 3000 }));

const behaviour: fc.Arbitrary<Behaviour> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("returns" as const), afterMs: ms }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("rejects" as const), afterMs: fewMs }) },
  { weight: 1, arbitrary: fc.constant({ type: "throwsAtOnce" } as const) },
  { weight: 1, arbitrary: fc.constant({ type: "ignoresAbort" } as const) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("untilAbort" as const), afterMs: fewMs }) },
);

const clientId = fc.constantFrom(null, null, null, "one", "two", "three");
const entry = fc.integer({ min: -1, max: 3 });
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({ type: fc.constantFrom("start", "steer", "steer", "enqueue", "enqueue"), atMs: ms, clientId }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("mail" as const), atMs: ms, clientId, triggerTurn: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constantFrom("interrupt", "interrupt", "interrupt", "resume", "resume", "stopCall", "wake", "compact", "window"),
      atMs: ms,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom("update", "delete", "reorder"), atMs: ms, entry }) },
);

const answerOf = (...types: PlannedAnswer["type"][]): fc.Arbitrary<PlannedAnswer> =>
  fc.record({
    type: fc.constantFrom(...types),
    context: fc.boolean(),
    rewrite: fc.constantFrom(null, null, null, '{"seconds":1}', "{}", "3"),
    afterMs: fc.oneof(fc.constant(0), fewMs),
  });
const hooksOf = (answer: fc.Arbitrary<PlannedAnswer>): fc.Arbitrary<PlannedAnswer[][]> =>
  fc.array(fc.array(answer, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 });
const mixed = hooksOf(answerOf("pass", "pass", "pass", "block", "block", "stop", "warning", "hang"));
// What stands before every turn lets most of them through.
const mostlyPassing = hooksOf(answerOf("pass", "pass", "pass", "pass", "pass", "pass", "block", "stop", "warning", "hang"));
const hooks: fc.Arbitrary<HookPlan> = fc.oneof(
  fc.constant({}),
  fc.record(
    { userPromptSubmit: mostlyPassing, preToolUse: mostlyPassing, postToolUse: mixed, stop: mixed, afterTurn: mostlyPassing },
    { requiredKeys: [] },
  ),
);

const share = fc.double({ min: 0, max: 1, noNaN: true });
const life: fc.Arbitrary<Life> = fc.record({
  looksFirst: fc.boolean(),
  isUnanswered: fc.constant(false),
  scripts: fc.array(script, { minLength: 1, maxLength: 5 }),
  summaries: fc.array(summary, { maxLength: 3 }),
  acts: fc.array(act, { maxLength: 7 }),
  stopAtMs: fc.option(ms, { freq: 4 }),
  fault: fc.option(fc.record({ n: fc.integer({ min: 1, max: 25 }), keptBytes: fc.integer({ min: 0, max: 600 }) }), { freq: 5 }),
  cutAt: fc.oneof(share, share, fc.constant(1)),
});

export const plan: fc.Arbitrary<Plan> = fc.record({
  lives: fc.array(life, { minLength: 1, maxLength: 2 }),
  behaviours: fc.array(behaviour, { minLength: 1, maxLength: 6 }),
  answers: fc.array(fc.constantFrom<ApprovalDecision | null>("accept", "acceptForSession", "decline", "cancel", null), {
    minLength: 1,
    maxLength: 4,
  }),
  hooks,
  guard: fc.array(fc.constantFrom("abstains", "abstains", "abstains", "abstains", "refuses", "breaks"), {
    minLength: 1,
    maxLength: 4,
  }),
  settings: fc.record({
    maxRetries: fc.integer({ min: 0, max: 2 }),
    contextWindow: fc.constantFrom(100_000, 100_000, null, 500),
    autoCompactTokenLimit: fc.constantFrom(null, null, null, 60, 150, 300, 300),
    dispatch: fc.constantFrom("inStream", "inStream", "afterStream"),
    steerMode: fc.constantFrom("safePoint", "instant"),
    reminderSeconds: fc.constantFrom(null, null, 0, 1),
    policy: fc.constantFrom("onRequest", "onRequest", "always", "never"),
    approvalTimeoutMs: fc.constantFrom(null, null, 20, 1000),
  }),
  appendMs: fc.array(fc.constantFrom(0, 0, 1, 7, 30), { minLength: 1, maxLength: 5 }),
});
