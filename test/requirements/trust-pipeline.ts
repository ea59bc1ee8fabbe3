// The stages of a call and what holds them back (issue 5 part 1), each promise with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const trustPipeline: readonly Requirement[] = [
  {
    id: "trust-stages",
    source: "issue 5 part 1",
    contract: "lookup, schema, pre, guard, approval, gate, run, post: each once, in this order.",
    tests: [
      {
        file: "test/runtime/tools/tool-pipeline.test.ts",
        title: "runtime.md §6 the stages of a call > each once, in this order: arguments, pre, guard, approval, run, post",
      },
      {
        file: "test/scenarios/tools.test.ts",
        title:
          "runtime.md §6 the pipeline > §6 lookup, arguments, approval, gate, run: each once, in this order, all in the rollout",
      },
    ],
  },
  {
    id: "trust-guard-type",
    source: "issue 5 part 1",
    contract: "A guard refuses or abstains: to allow cannot be said in its type.",
    tests: [
      {
        file: "test/properties/permissions.property.test.ts",
        title: "runtime.md §6: a guard says why it refuses, or nothing; to allow cannot be said",
      },
      {
        file: "test/runtime/tools/tool-pipeline.test.ts",
        title: "runtime.md §6 the stages of a call > %s refuses: denied by policy with the reason, nobody is asked, nothing runs",
      },
    ],
  },
  {
    id: "trust-monotone",
    source: "issue 5 part 1",
    contract: "One guard, hook, rule or plugin more never turns a refused call into one that runs.",
    tests: [
      {
        file: "test/properties/permissions.property.test.ts",
        title: "runtime.md §6: of ${RUNS} cases (seed ${SEED}) no further restriction lets a refused call run, or be asked about",
      },
      {
        file: "test/properties/permissions.property.test.ts",
        title: "runtime.md §6: of ${RUNS} cases (seed ${SEED}) a rule that denies makes nothing easier",
      },
      {
        file: "test/properties/approvals.property.test.ts",
        title:
          "runtime.md §6: guards, hooks and deny rules are monotone: in ${RUNS} random calls (seed ${SEED}) one more of them lets nothing run that did not",
      },
    ],
  },
  {
    id: "trust-hooks-no-permission",
    source: "issue 5 part 1",
    contract: "A hook's permission is none, and what it rewrites is guarded and asked about as it will run.",
    tests: [
      {
        file: "test/runtime/tools/tool-pipeline.test.ts",
        title: "runtime.md §6 the stages of a call > hooks cannot allow: with every hook passing, what has to be asked is asked",
      },
      {
        file: "test/runtime/tools/tool-pipeline.test.ts",
        title:
          "runtime.md §6 the stages of a call > what a hook rewrites is checked, guarded and asked about, not what the model wrote",
      },
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title: "runtime.md §6 preToolUse hooks > §6 guards are monotone: what one hook refuses no other makes good by rewriting",
      },
    ],
  },
  {
    id: "trust-broken-judge",
    source: "issue 5 part 1",
    contract: "What judges and breaks lets nothing run.",
    tests: [
      {
        file: "test/runtime/tools/tool-pipeline.test.ts",
        title:
          "runtime.md §6 the stages of a call > what cannot be judged does not run: the command's reader, the rules, the sandbox throw",
      },
      { file: "test/runtime/tools/decide-approval.test.ts", title: "rules > under %s, when the rules cannot be read: %s" },
    ],
  },
  {
    id: "trust-denied-output",
    source: "issue 5 part 1",
    contract: "A denied call has its output and says who denied it.",
    tests: [
      {
        file: "test/runtime/tools/tool-pipeline.test.ts",
        title: "runtime.md §6 the stages of a call > the answer %s: denied, and nothing runs",
      },
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the pipeline > §6 a decline is the call's output; the turn goes on",
      },
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title:
          "runtime.md §6 preToolUse hooks > §6 one refuses: nothing has happened, nobody was asked, the model reads why, and the turn goes on",
      },
    ],
  },
  {
    id: "trust-denied-card",
    source: "issue 5 part 1",
    contract: "It has its card, with who denied it and why.",
    tests: [
      {
        file: "test/renderer/output.spec.ts",
        title: "what was found, looked at and planned can be read; a denied call says by whom and why",
      },
      { file: "test/renderer/text/permission-words.test.ts", title: "who decided: %j" },
      { file: "test/e2e/approval.spec.ts", title: "N denies it: nothing runs, the model is told, the turn goes on" },
      { file: "test/renderer/file-change.spec.ts", title: "a change that was denied is not told as made" },
    ],
  },
  {
    id: "trust-random-calls",
    source: "issue 5 part 1",
    contract: "Whatever is planned, nothing runs without its accepted answer on disk.",
    tests: [
      {
        file: "test/properties/approvals.property.test.ts",
        title:
          "runtime.md §6, §12: of ${RUNS / 20} random plans with questions (seed ${SEED}) nothing runs without its accepted answer on disk",
      },
    ],
  },
];
