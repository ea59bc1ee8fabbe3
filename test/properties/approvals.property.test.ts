// Approvals under chance: whole turns with questions that meet answers, time, Stop, quits and crashes; and single calls, of which whatever is added to
// what may refuse never lets one run that did not before (runtime.md §6).
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ApprovalSubject } from "../../shared/protocol/approval";
import type { CommandRule } from "../../shared/protocol/permission";
import type { CallItem } from "../../shared/protocol/response-item";
import type { RolloutLine } from "../../shared/protocol/rollout-line";
import { ApprovalPolicy, SandboxMode } from "../../shared/protocol/thread";
import { ApprovalDecision } from "../../shared/protocol/turn-item";
import type { Guard } from "../../electron/runtime/ports/guard";
import type { HookAnswer, Hooks } from "../../electron/runtime/ports/hooks";
import type { Tool } from "../../electron/runtime/ports/tool";
import { grantsOf } from "../../electron/runtime/tools/decide-approval";
import { runCall } from "../../electron/runtime/tools/tool-pipeline";
import { ToolRegistry } from "../../electron/runtime/tools/tool-registry";
import { createStep } from "../../electron/runtime/turn/step-context";
import { stamped } from "../support/lines";
import { call, wait, type Script, type ScriptStep } from "../support/scripted-client";
import { ScriptedApprovals, testPermissions } from "../support/test-session";
import { testTurn } from "../support/turn-scope";
import { approvalBreaches } from "./approval-rules";
import type { Plan } from "./plan";
import { plan } from "./plan-arbitraries";
import { runPlan } from "./turn-run";

const RUNS = Number(process.env["PROPERTY_RUNS"] ?? 2000);
const SEED = Number(process.env["PROPERTY_SEED"] ?? 1_114_113);

const step: fc.Arbitrary<ScriptStep> = fc.oneof(
  fc.integer({ min: 0, max: 3 }).map((id) => call(`call_${id}`, "asks")),
  fc.constantFrom(call("call_4", "shared"), call("call_5", "alone"), wait(5)),
);
const script: fc.Arbitrary<Script> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  end: fc.constantFrom({ type: "completed" }, { type: "completed" }, { type: "cut" }),
});

const afterwards = fc.constantFrom({ cutAt: 1, stopAtMs: 60 }, { cutAt: 1, stopAtMs: 200 }, { cutAt: 0.97 }, {}, {});

/** Turns that ask; most first lives end while the question is open, and the later ones begin with looking at it. */
const askingPlan: fc.Arbitrary<Plan> = fc
  .tuple(
    plan,
    fc.array(script, { minLength: 1, maxLength: 3 }),
    fc.array(afterwards, { minLength: 3, maxLength: 3 }),
    fc.boolean(),
  )
  .map(([random, scripts, ends, hasHooks]) => ({
    ...random,
    hooks: hasHooks ? random.hooks : {},
    settings: { ...random.settings, policy: random.settings.policy === "never" ? ("always" as const) : random.settings.policy },
    lives: [...random.lives, ...random.lives].slice(0, 3).map((life, index) => ({
      ...life,
      scripts,
      ...ends[index],
      looksFirst: index > 0,
      isUnanswered: index === 0,
    })),
  }));

test(
  `runtime.md §6, §12: of ${RUNS / 20} random plans with questions (seed ${SEED}) nothing runs without its accepted answer on disk`,
  { timeout: 3_600_000 },
  async () => {
    let continued = 0;
    await fc.assert(
      fc.asyncProperty(askingPlan, async (random) => {
        let most = 0;
        const onLines = (lines: readonly RolloutLine[]): void => {
          most = Math.max(most, continuedTurns(lines));
        };
        expect(await runPlan(random, onLines)).toEqual([]);
        continued += most;
      }),
      { numRuns: RUNS / 20, seed: SEED },
    );
    expect(continued).toBeGreaterThan(RUNS / 400);
  },
);

/** Turns that a restart has cut and an answer has continued: they have a context of each life. */
function continuedTurns(lines: readonly RolloutLine[]): number {
  const contexts = lines.flatMap((line) => (line.type === "turn_context" ? [line.payload.turn_id] : []));
  return contexts.length - new Set(contexts).size;
}

type Verdict = HookAnswer["verdict"];

interface Facts {
  readonly command: string;
  readonly kind: "command" | "fileChange" | "userInput" | "none";
  readonly outsideSandbox: boolean;
  readonly policy: ApprovalPolicy;
  readonly mode: SandboxMode;
  readonly isEnforced: boolean;
  readonly isRunner: boolean;
  readonly isUnclear: boolean;
  readonly isGranted: boolean;
  readonly rules: readonly CommandRule[];
  readonly guards: readonly ("abstains" | "refuses" | "breaks")[];
  readonly hooks: readonly { readonly verdict: Verdict; readonly rewritten?: string }[];
  readonly answer: ApprovalDecision;
}

const word = fc.constantFrom("one", "two");
const verdict: fc.Arbitrary<Verdict> = fc.constantFrom<Verdict>(
  { type: "pass" },
  { type: "pass" },
  { type: "warning", message: "broke" },
  { type: "block", reason: "no" },
  { type: "stop", reason: null },
);
const guard = fc.constantFrom("abstains" as const, "abstains" as const, "refuses" as const, "breaks" as const);
const ruleOf = (effect: fc.Arbitrary<CommandRule["effect"]>): fc.Arbitrary<CommandRule> =>
  fc.record({ folder: fc.constant("/project"), effect, pattern: fc.constantFrom("one", "two", "*") });
const facts: fc.Arbitrary<Facts> = fc.record({
  command: word,
  kind: fc.constantFrom("command", "command", "command", "fileChange", "userInput", "none"),
  outsideSandbox: fc.boolean(),
  policy: fc.constantFrom(...ApprovalPolicy.options),
  mode: fc.constantFrom(...SandboxMode.options),
  isEnforced: fc.boolean(),
  isRunner: fc.boolean(),
  isUnclear: fc.boolean(),
  isGranted: fc.boolean(),
  rules: fc.array(ruleOf(fc.constantFrom("allow", "allow", "deny")), { maxLength: 2 }),
  guards: fc.array(guard, { maxLength: 1 }),
  hooks: fc.array(fc.record({ verdict }), { maxLength: 1 }),
  answer: fc.constantFrom(...ApprovalDecision.options),
});

/** Whether the call ran, with everything that the lines must show of it. */
async function ran(given: Facts): Promise<boolean> {
  let hasRun = false;
  const tool: Tool = {
    spec: { name: "tool", description: "", parameters: {} },
    gate: "parallel",
    changesWorld: true,
    graceMs: 100,
    prepare: (args) => ({
      ok: true,
      run: {
        notes: [],
        subject: subjectOf(given, String((args as { command: unknown }).command)),
        lastsMs: null,
        run: () => {
          hasRun = true;
          return Promise.resolve({ status: "completed", output: "" });
        },
      },
    }),
  };
  const approvals = new ScriptedApprovals();
  approvals.answer = () => given.answer;
  const subject = subjectOf(given, given.command);
  const isHeld = given.isEnforced && given.mode !== "dangerFullAccess";
  const { turn, lines } = testTurn({
    tools: new ToolRegistry([tool]),
    approvals,
    hooks: hooksOf(given),
    permissions: testPermissions({
      readCommand: (command) => {
        const segments = [{ words: [command], hasSideEffects: false, isRunner: given.isRunner }] as const;
        return given.isUnclear ? { type: "unclear", why: "it is odd", segments } : { type: "understood", segments };
      },
      rulesFor: () => Promise.resolve(given.rules),
      sandboxState: () =>
        Promise.resolve(given.isEnforced ? { isEnforced: true, how: "a wall" } : { isEnforced: false, reason: "none" }),
      guards: given.guards.map(guardOf),
    }),
    policy: given.policy,
    sandbox: { mode: given.mode, hasNetwork: false },
    grants: new Set(
      given.isGranted && subject !== null ? grantsOf({ subject, mode: given.mode, unconfined: isHeld ? null : "none" }) : [],
    ),
  });
  const args = JSON.stringify({ command: given.command });
  const asCall: CallItem = { type: "function_call", call_id: "a", name: "tool", arguments: args };
  const outcome = await runCall({ call: asCall, asked: null }, createStep(turn).pipeline, turn.signal);
  const written = lines.map(stamped);
  expect(approvalBreaches(written, new Set())).toEqual([]);
  const isAllowed = given.answer === "accept" || given.answer === "acceptForSession";
  if (approvals.asked.length > 0) expect(hasRun).toBe(isAllowed);
  expect(written.some(({ type }) => type === "cf_running")).toBe(hasRun);
  expect(outcome.status).toBe(hasRun ? "completed" : "denied");
  return hasRun;
}

function subjectOf({ kind, outsideSandbox }: Facts, command: string): ApprovalSubject | null {
  const cwd = "/project";
  switch (kind) {
    case "none":
      return null;
    case "command":
      return { kind, command, cwd, ...(outsideSandbox ? { outsideSandbox } : {}) };
    case "fileChange":
      return { kind, changes: [{ path: command, kind: "update", diff: "" }], cwd };
    case "userInput":
      return { kind, questions: [{ id: "q", question: "Which?" }] };
  }
}

function guardOf(says: Facts["guards"][number]): Guard {
  return () => {
    if (says === "breaks") throw new Error("broken");
    return Promise.resolve(says === "refuses" ? "no" : null);
  };
}

function hooksOf({ hooks }: Facts): Hooks {
  return {
    has: (event) => event === "preToolUse" && hooks.length > 0,
    run: () =>
      Promise.resolve(
        hooks.map(({ verdict: given, rewritten }, index) => ({
          hookId: `preToolUse:${index}`,
          verdict: given,
          context: null,
          ...(rewritten === undefined ? {} : { rewrittenInput: { command: rewritten } }),
        })),
      ),
  };
}

/** Something more that may refuse. */
type Added =
  | { readonly type: "guard"; readonly guard: Facts["guards"][number] }
  | { readonly type: "hook"; readonly hook: Facts["hooks"][number] }
  | { readonly type: "rule"; readonly rule: CommandRule };

const added: fc.Arbitrary<Added> = fc.oneof(
  fc.record({ type: fc.constant("guard" as const), guard }),
  fc.record({ type: fc.constant("hook" as const), hook: fc.record({ verdict, rewritten: word }, { requiredKeys: ["verdict"] }) }),
  fc.record({ type: fc.constant("rule" as const), rule: ruleOf(fc.constant("deny")) }),
);

function withAdded(given: Facts, more: Added): Facts {
  switch (more.type) {
    case "guard":
      return { ...given, guards: [...given.guards, more.guard] };
    case "hook":
      return { ...given, hooks: [...given.hooks, more.hook] };
    case "rule":
      return { ...given, rules: [...given.rules, more.rule] };
  }
}

test(
  `runtime.md §6: guards, hooks and deny rules are monotone: in ${RUNS} random calls (seed ${SEED}) one more of them lets nothing run that did not`,
  { timeout: 3_600_000 },
  async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(facts, added, async (given, more) => {
        // What a hook has rewritten is another call: it runs if that call would have.
        const command = more.type === "hook" ? (more.hook.rewritten ?? given.command) : given.command;
        const before = await ran({ ...given, command });
        const isGrantedOther = given.isGranted && command !== given.command;
        const after = await ran(withAdded(given, more));
        if (!before) refused += 1;
        if (!isGrantedOther) expect(after && !before).toBe(false);
      }),
      { numRuns: RUNS, seed: SEED },
    );
    expect(refused).toBeGreaterThan(RUNS / 10);
  },
);
