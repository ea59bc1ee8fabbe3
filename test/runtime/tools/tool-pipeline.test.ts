// Every stage of a call by itself, and their order (runtime.md §6): what it lets through, what it ends, and what is then in the file.
import { describe, expect, test } from "vitest";
import type { ApprovalSubject } from "../../../shared/protocol/approval";
import type { CallItem } from "../../../shared/protocol/response-item";
import type { ApprovalPolicy, SandboxMode } from "../../../shared/protocol/thread";
import type { ApprovalDecision } from "../../../shared/protocol/turn-item";
import type { HookAnswer, HookCall, Hooks } from "../../../electron/runtime/ports/hooks";
import type { Permissions } from "../../../electron/runtime/ports/permissions";
import type { Prepared, RunContext, RunResult, Tool } from "../../../electron/runtime/ports/tool";
import { runCall } from "../../../electron/runtime/tools/tool-pipeline";
import { ToolRegistry } from "../../../electron/runtime/tools/tool-registry";
import { createStep } from "../../../electron/runtime/turn/step-context";
import { stamped } from "../../support/lines";
import { ScriptedApprovals, brief, testPermissions } from "../../support/test-session";
import { testTurn, type TestTurn } from "../../support/turn-scope";

interface World {
  readonly permissions?: Partial<Permissions>;
  readonly hooks?: Partial<Record<HookCall["event"], Partial<HookAnswer>>>;
  readonly answer?: ApprovalDecision;
  readonly policy?: ApprovalPolicy;
  readonly mode?: SandboxMode;
  readonly subject?: (args: unknown) => ApprovalSubject | null;
  readonly prepare?: Tool["prepare"];
  readonly freeText?: boolean;
  readonly run?: (context: RunContext, signal: AbortSignal) => Promise<RunResult>;
}

interface Played extends TestTurn {
  /** What was asked of the outside, in order. */
  readonly stages: string[];
  readonly approvals: ScriptedApprovals;
  readonly play: (call: CallItem) => Promise<string[]>;
}

const commandOf = (args: unknown): ApprovalSubject => ({ kind: "command", command: JSON.stringify(args), cwd: "/project" });
const CALL: CallItem = { type: "function_call", call_id: "a", name: "tool", arguments: '{"x":1}' };

function world(parts: World = {}): Played {
  const stages: string[] = [];
  const approvals = new ScriptedApprovals();
  approvals.answer = () => {
    stages.push("approval");
    return parts.answer ?? "accept";
  };
  const permissions = testPermissions({
    guards: [
      (facts) => {
        stages.push(`guard ${facts.toolName}`);
        return Promise.resolve(null);
      },
      ...(parts.permissions?.guards ?? []),
    ],
  });
  const prepare = (args: unknown): Prepared => {
    stages.push(`arguments ${JSON.stringify(args)}`);
    const subject = (parts.subject ?? commandOf)(args);
    const run = (context: RunContext, signal: AbortSignal): Promise<RunResult> => {
      stages.push("run");
      return parts.run?.(context, signal) ?? Promise.resolve({ status: "completed", output: "done" });
    };
    return { ok: true, run: { notes: [], subject, lastsMs: null, run } };
  };
  const tool: Tool = {
    spec: {
      name: "tool",
      description: "",
      parameters: {},
      ...(parts.freeText === true ? { freeText: { argument: "input", grammar: "start: /.*/" } } : {}),
    },
    gate: "parallel",
    changesWorld: true,
    graceMs: 100,
    prepare: parts.prepare ?? prepare,
  };
  const hooks: Hooks = {
    has: (event) => parts.hooks?.[event] !== undefined,
    run: async ({ event }) => {
      stages.push(event);
      return [{ hookId: "hook", verdict: { type: "pass" }, context: null, ...parts.hooks?.[event] }];
    },
  };
  const turn = testTurn({
    tools: new ToolRegistry([tool]),
    permissions: { ...permissions, ...parts.permissions, guards: permissions.guards },
    approvals,
    hooks,
    policy: parts.policy ?? "onRequest",
    sandbox: { mode: parts.mode ?? "workspaceWrite", hasNetwork: false },
  });
  const play = async (call: CallItem): Promise<string[]> => {
    const step = createStep(turn.turn);
    await runCall({ call, asked: null }, step.pipeline, turn.turn.signal);
    return turn.lines.map((line) => brief(stamped(line)));
  };
  return { ...turn, stages, approvals, play };
}

const outcomeOf = ({ lines }: TestTurn): unknown => lines.find(({ type }) => type === "cf_outcome")?.payload;

describe("runtime.md §6 the stages of a call", () => {
  test("each once, in this order: arguments, pre, guard, approval, run, post", async () => {
    const played = world({ hooks: { preToolUse: {}, postToolUse: {} } });
    expect(await played.play(CALL)).toEqual(["asked a", "decided a accept by person", "running a", "outcome a completed"]);
    expect(played.stages).toEqual(['arguments {"x":1}', "preToolUse", "guard tool", "approval", "run", "postToolUse"]);
  });

  test("what a hook rewrites is checked, guarded and asked about, not what the model wrote", async () => {
    const played = world({ hooks: { preToolUse: { rewrittenInput: { x: 2 } } } });
    await played.play(CALL);
    expect(played.stages).toEqual(['arguments {"x":1}', "preToolUse", 'arguments {"x":2}', "guard tool", "approval", "run"]);
    expect(played.approvals.asked).toMatchObject([{ command: '{"x":2}' }]);
  });

  test.each<[string, CallItem, World, string]>([
    ["lookup: no such tool", { ...CALL, name: "other" }, {}, "unsupported call: other"],
    [
      "lookup: free text for a tool that takes none",
      { type: "custom_tool_call", call_id: "a", name: "tool", input: "x" },
      {},
      "unsupported call: tool",
    ],
    ["arguments: no JSON", { ...CALL, arguments: "{" }, {}, "failed to parse function arguments: not valid JSON"],
    [
      "arguments: refused by the tool",
      CALL,
      { prepare: () => ({ ok: false, detail: "x is missing" }) },
      "failed to parse function arguments: x is missing",
    ],
    [
      "arguments: refused by the tool in its own words",
      CALL,
      { prepare: () => ({ ok: false, detail: "not a patch", verbatim: true }) },
      "not a patch",
    ],
  ])("%s: failed, and no later stage is met", async (_name, call, parts, output) => {
    const played = world(parts);
    expect(await played.play(call)).toEqual(["outcome a failed"]);
    expect(outcomeOf(played)).toMatchObject({ output });
    expect(played.stages).toEqual([]);
  });

  test.each<[string, World, string, readonly string[]]>([
    ["pre", { hooks: { preToolUse: { verdict: { type: "block", reason: "no" } } } }, "no", ["preToolUse"]],
    ["a guard", { permissions: { guards: [() => Promise.resolve("out of bounds")] } }, "out of bounds", ["guard tool"]],
    [
      "the first guard in order",
      { permissions: { guards: [() => Promise.resolve("one"), () => Promise.resolve("two")] } },
      "one",
      ["guard tool"],
    ],
    ["a guard that rejects", { permissions: { guards: [() => Promise.reject(new Error("broken"))] } }, "broken", ["guard tool"]],
    [
      "a guard that throws",
      {
        permissions: {
          guards: [
            () => {
              throw new Error("broken");
            },
          ],
        },
      },
      "broken",
      ["guard tool"],
    ],
    [
      "a deny rule",
      {
        permissions: { rulesFor: (folder) => Promise.resolve([{ folder, effect: "deny", pattern: '{"x":1}' }]) },
      },
      'the rule “deny {"x":1} in /project”',
      ["guard tool"],
    ],
    [
      "the read-only sandbox where nobody is asked",
      {
        policy: "never",
        mode: "readOnly",
        subject: () => ({ kind: "fileChange", changes: [{ path: "a", kind: "add", diff: "" }], cwd: "/project" }),
      },
      "the sandbox is read-only, and nobody is asked",
      ["guard tool"],
    ],
  ])("%s refuses: denied by policy with the reason, nobody is asked, nothing runs", async (_name, parts, reason, stages) => {
    const played = world(parts);
    expect(await played.play(CALL)).toEqual(["outcome a denied"]);
    expect(outcomeOf(played)).toMatchObject({ output: `denied by policy: ${reason}` });
    expect(played.stages).toEqual(['arguments {"x":1}', ...stages]);
  });

  test.each<[ApprovalDecision, string[], string]>([
    ["decline", ["asked a", "decided a decline by person", "outcome a denied"], "denied by the user: not allowed to run"],
    ["cancel", ["asked a", "decided a cancel by person", "outcome a denied"], "denied by the user: the turn was stopped"],
  ])("the answer %s: denied, and nothing runs", async (answer, lines, output) => {
    const played = world({ answer });
    expect(await played.play(CALL)).toEqual(lines);
    expect(outcomeOf(played)).toMatchObject({ output });
    expect(played.stages).not.toContain("run");
    expect(played.stop.signal.aborted).toBe(answer === "cancel");
  });

  test("a question of the model that the person leaves unanswered is said as that", async () => {
    const questions = [{ id: "q", question: "Which?" }];
    const played = world({ answer: "decline", subject: () => ({ kind: "userInput", questions }) });
    await played.play(CALL);
    expect(outcomeOf(played)).toMatchObject({ status: "denied", output: "denied by the user: left unanswered" });
  });

  test("what cannot be judged does not run: the command's reader, the rules, the sandbox throw", async () => {
    const broken = (): never => {
      throw new Error("broken");
    };
    for (const permissions of [{ readCommand: broken }, { sandboxState: () => Promise.reject(new Error("broken")) }]) {
      const played = world({ permissions });
      expect(await played.play(CALL)).toEqual(["outcome a failed"]);
      expect(outcomeOf(played)).toMatchObject({ output: "internal error: broken" });
      expect(played.stages).not.toContain("run");
    }
    // Which commands are denied nobody knows then: it is asked, with words.
    const played = world({ permissions: { rulesFor: () => Promise.reject(new Error("broken")) } });
    await played.play(CALL);
    expect(played.approvals.asked).toMatchObject([
      { warnings: ["The rules for commands could not be read, so none of them is in force."] },
    ]);
  });

  test("what changes nothing and asks nothing goes through without a question, but not past the guards", async () => {
    const played = world({ subject: () => null, policy: "always" });
    expect(await played.play(CALL)).toEqual(["running a", "outcome a completed"]);
    expect(played.stages).toEqual(['arguments {"x":1}', "guard tool", "run"]);
  });

  test("hooks cannot allow: with every hook passing, what has to be asked is asked", async () => {
    const played = world({ hooks: { preToolUse: { verdict: { type: "pass" } } }, answer: "decline" });
    expect(await played.play(CALL)).toContain("outcome a denied");
  });

  test("free text is the one argument of a tool that takes it; a function call of it is taken, too", async () => {
    const asText = world({ freeText: true });
    await asText.play({ type: "custom_tool_call", call_id: "a", name: "tool", input: "*** Begin\n{" });
    expect(asText.stages[0]).toBe('arguments {"input":"*** Begin\\n{"}');
    const asFunction = world({ freeText: true });
    await asFunction.play({ ...CALL, arguments: '{"input":"x"}' });
    expect([asText.stages.at(-1), asFunction.stages.at(-1), asFunction.stages[0]]).toEqual([
      "run",
      "run",
      'arguments {"input":"x"}',
    ]);
  });

  test("post is met after a run that went well alone", async () => {
    const hooks = { postToolUse: {} };
    const failed = world({ hooks, run: () => Promise.resolve({ status: "failed", output: "no" }) });
    await failed.play(CALL);
    expect(failed.stages.at(-1)).toBe("run");
    const refused = world({ hooks: { postToolUse: { verdict: { type: "block", reason: "read this" } } } });
    await refused.play(CALL);
    expect(outcomeOf(refused)).toMatchObject({ status: "completed", output: "read this" });
  });

  test("the run hears how far it is confined, whether a person has let it out, and the answers to its questions", async () => {
    const heard: unknown[] = [];
    const run = ({ sandbox, answers }: RunContext): Promise<RunResult> => {
      heard.push([sandbox, answers]);
      return Promise.resolve({ status: "completed", output: "" });
    };
    await world({ run }).play(CALL);
    await world({ run, subject: () => ({ kind: "command", command: "x", cwd: "/project", outsideSandbox: true }) }).play(CALL);
    const mode = { mode: "workspaceWrite", hasNetwork: false };
    expect(heard).toEqual([
      [{ ...mode, outside: false }, null],
      [{ ...mode, outside: true }, null],
    ]);
  });
});
