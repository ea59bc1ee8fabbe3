// Whatever is added to what may refuse never lets a command run that did not before (runtime.md §6); that a guard cannot allow is a type.
import fc from "fast-check";
import { expect, expectTypeOf, test } from "vitest";
import { createCommandReader } from "../../electron/adapters/permissions/read-command";
import { mayFit, surelyFits } from "../../electron/runtime/tools/command-pattern";
import { judgeByRules } from "../../electron/runtime/tools/command-rules";
import { type ApprovalFacts, decideApproval, grantsOf } from "../../electron/runtime/tools/decide-approval";
import type { Guard } from "../../electron/runtime/ports/guard";
import type { ApprovalSubject } from "../../shared/protocol/approval";
import type { CommandRule } from "../../shared/protocol/permission";
import { ApprovalPolicy, SandboxMode } from "../../shared/protocol/thread";
import { randomCommand, seededRandom } from "../support/random-commands";

const RUNS = Number(process.env["PROPERTY_RUNS"] ?? 2000);
const SEED = Number(process.env["PROPERTY_SEED"] ?? 1_114_113);
const read = createCommandReader("/bin/bash");

const command = fc.oneof(
  fc.constantFrom("git status", "git push", "/bin/rm x", "git status && rm x", "env rm x", "$x", "python x.py", "ls > f", "# no"),
  fc.constantFrom("cd /a && git status", "cd /a; git push", "(cd /a; rm x); ls", "cd $x; rm x", "pushd /a && ls"),
  fc.integer().map((seed) => randomCommand(seededRandom(seed))),
);
const pattern = fc
  .array(fc.constantFrom("git", "status", "push", "rm", "x", "canary", "a", "ls", "echo", "*", "*", "--j=k"), {
    minLength: 1,
    maxLength: 4,
  })
  .map((words) => words.join(" "));
const ruleOf = (...effects: CommandRule["effect"][]): fc.Arbitrary<CommandRule> =>
  fc.record({ folder: fc.constant("/project"), effect: fc.constantFrom(...effects), pattern });

const facts: fc.Arbitrary<ApprovalFacts> = fc
  .record({
    command,
    kind: fc.constantFrom<ApprovalSubject["kind"]>("command", "command", "command", "fileChange", "userInput"),
    isOutside: fc.boolean(),
    policy: fc.constantFrom(...ApprovalPolicy.options),
    mode: fc.constantFrom(...SandboxMode.options),
    holds: fc.boolean(),
    there: fc.array(ruleOf("allow", "deny"), { maxLength: 2 }),
    rules: fc.option(fc.array(ruleOf("allow", "allow", "deny"), { maxLength: 3 })),
    isGranted: fc.boolean(),
  })
  .map(({ isOutside, policy, mode, holds, rules, there, isGranted, ...given }): ApprovalFacts => {
    const subject = subjectOf(given, isOutside);
    const unconfined = holds && mode !== "dangerFullAccess" ? null : "it does not hold";
    return {
      subject,
      policy,
      mode,
      unconfined,
      reading: subject.kind === "command" ? read(subject.command) : null,
      rules,
      rulesElsewhere: new Map([
        ["/a", there],
        [null, there.filter(({ effect }) => effect === "deny")],
      ]),
      grants: new Set(isGranted ? grantsOf({ subject, mode, unconfined }) : []),
    };
  });

interface Asked {
  readonly command: string;
  readonly kind: ApprovalSubject["kind"];
}

function subjectOf({ command: text, kind }: Asked, isOutside: boolean): ApprovalSubject {
  const cwd = "/project";
  switch (kind) {
    case "command":
      return { kind, command: text, cwd, ...(isOutside ? { outsideSandbox: true } : {}) };
    case "fileChange":
      return { kind, cwd, changes: [{ path: "a", kind: "add", diff: "" }] };
    case "userInput":
      return { kind, questions: [{ id: "q", question: "Which?" }] };
  }
}

type Restrict = (given: ApprovalFacts) => ApprovalFacts;

const restriction: fc.Arbitrary<Restrict> = fc.oneof(
  ruleOf("deny").map((rule): Restrict => (given) => ({ ...given, rules: given.rules === null ? null : [rule, ...given.rules] })),
  ruleOf("deny").map((rule): Restrict => (given) => {
    const rulesElsewhere = new Map([...given.rulesElsewhere].map(([way, rules]) => [way, [rule, ...rules]]));
    return { ...given, rulesElsewhere };
  }),
  fc.constantFrom<Restrict>(
    (given) => ({ ...given, rules: given.rules === null ? null : given.rules.filter(({ effect }) => effect === "deny") }),
    (given) => ({ ...given, grants: new Set() }),
    (given) => ({ ...given, mode: given.mode === "dangerFullAccess" ? "workspaceWrite" : "readOnly" }),
    (given) => ({ ...given, unconfined: given.unconfined ?? "it does not hold" }),
  ),
);

const RANK = { refuse: 0, ask: 1, run: 2 } as const;

test(`runtime.md §6: of ${RUNS} cases (seed ${SEED}) no further restriction lets a refused call run, or be asked about`, () => {
  fc.assert(
    fc.property(facts, fc.array(restriction, { minLength: 1, maxLength: 3 }), (given, restrictions) => {
      const before = decideApproval(given);
      const after = decideApproval(restrictions.reduce((sofar, restrict) => restrict(sofar), given));
      if (before.type === "refuse") expect(after.type).toBe("refuse");
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

test(`runtime.md §6: of ${RUNS} cases (seed ${SEED}) a rule that denies makes nothing easier`, () => {
  fc.assert(
    fc.property(facts, ruleOf("deny"), (given, rule) => {
      const rules = given.rules === null ? null : [...given.rules, rule];
      expect(RANK[decideApproval({ ...given, rules }).type]).toBeLessThanOrEqual(RANK[decideApproval(given).type]);
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

test(`bug report 149: of ${RUNS} cases (seed ${SEED}) what one pattern both allows and denies is denied, in either order`, () => {
  fc.assert(
    fc.property(command, pattern, (text, both) => {
      const reading = read(text);
      const allow: CommandRule = { folder: "/project", effect: "allow", pattern: both };
      const deny: CommandRule = { ...allow, effect: "deny" };
      for (const { words } of reading.segments) if (surelyFits(both, words)) expect(mayFit(both, words)).toBe(true);
      if (judgeByRules(reading, [allow]).type !== "allowed") return;
      expect(judgeByRules(reading, [allow, deny]).type).toBe("denied");
      expect(judgeByRules(reading, [deny, allow]).type).toBe("denied");
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

test("runtime.md §6: a guard says why it refuses, or nothing; to allow cannot be said", () => {
  expectTypeOf<Awaited<ReturnType<Guard>>>().toEqualTypeOf<string | null>();
});
