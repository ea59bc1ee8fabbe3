// The promises of runtime.md §6, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const runtimeTools: readonly Requirement[] = [
  {
    id: "runtime-6-stage-order",
    source: "runtime.md §6",
    contract: "The stages of a call come once each, in their order.",
    tests: [
      {
        file: "test/scenarios/tools.test.ts",
        title:
          "runtime.md §6 the pipeline > §6 lookup, arguments, approval, gate, run: each once, in this order, all in the rollout",
      },
    ],
  },
  {
    id: "runtime-6-refused-early",
    source: "runtime.md §6",
    contract: "What cannot be parsed or found is neither shown to hooks nor asked about.",
    tests: [
      { file: "test/scenarios/tools.test.ts", title: "runtime.md §6 the pipeline > §6 what cannot be parsed is not asked" },
      { file: "test/scenarios/tool-hooks.test.ts", title: "runtime.md §6 preToolUse hooks > §6 %s: no hook is asked" },
    ],
  },
  {
    id: "runtime-6-pre-refuses",
    source: "runtime.md §6",
    contract: "A hook before a call may refuse it: nothing runs, and the model reads why.",
    tests: [
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title:
          "runtime.md §6 preToolUse hooks > §6 one refuses: nothing has happened, nobody was asked, the model reads why, and the turn goes on",
      },
    ],
  },
  {
    id: "runtime-6-pre-rewrites",
    source: "runtime.md §6",
    contract:
      "A hook before a call may rewrite its arguments, which are checked as the model's are; the call stays as it was written.",
    tests: [
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title:
          "runtime.md §6 preToolUse hooks > §6 one rewrites the arguments: the hook saw those of the model, the tool those of the hook, the call stays as it was written",
      },
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title: "runtime.md §6 preToolUse hooks > §6 arguments that a hook wrote (%j) are checked like the model's",
      },
    ],
  },
  {
    id: "runtime-6-pre-rewrites-last",
    source: "runtime.md §6",
    contract: "Of two hooks that rewrite, the one declared last holds.",
    tests: [
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title: "runtime.md §6 preToolUse hooks > §6 what two hooks rewrite: the one declared last holds",
      },
    ],
  },
  {
    id: "runtime-6-no-allow",
    source: "runtime.md §6",
    contract: "A hook's permission is no permission: what has to be asked is asked all the same.",
    tests: [{ file: "test/adapters/hooks/hook-answer.test.ts", title: "preToolUse > allow permits nothing more than a pass" }],
  },
  {
    id: "runtime-6-monotone",
    source: "runtime.md §6",
    contract: "What one stage refused, no later one makes good.",
    tests: [
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title: "runtime.md §6 preToolUse hooks > §6 guards are monotone: what one hook refuses no other makes good by rewriting",
      },
      { file: "test/runtime/tools/run-hooks.test.ts", title: "why hooks refuse > %s" },
    ],
  },
  {
    id: "runtime-6-approval",
    source: "runtime.md §6",
    contract: "What needs an approval is asked before the gate, and holds back only its own call.",
    tests: [
      { file: "test/scenarios/tools.test.ts", title: "runtime.md §6 the pipeline > §6 an approval holds back only its own call" },
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the gate > §6 an approval is asked before the gate, so a question does not hold the gate",
      },
    ],
  },
  {
    id: "runtime-6-declined",
    source: "runtime.md §6",
    contract: "A declined call still gets its output, and the turn goes on.",
    tests: [
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the pipeline > §6 a decline is the call's output; the turn goes on",
      },
    ],
  },
  {
    id: "runtime-6-post-replaces",
    source: "runtime.md §6",
    contract: "A hook behind a call may replace what the model reads, and undoes nothing.",
    tests: [
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title:
          "runtime.md §6 postToolUse hooks > §6 one replaces what the model reads; it saw what really came; what was done stays done",
      },
    ],
  },
  {
    id: "runtime-6-post-only-of-runs",
    source: "runtime.md §6",
    contract: "It is asked about completed runs only.",
    tests: [
      { file: "test/scenarios/tool-hooks.test.ts", title: "runtime.md §6 postToolUse hooks > §6 not for a call that %s" },
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title: "runtime.md §6 postToolUse hooks > §6 not for a call that was denied, by a person or a hook",
      },
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title: "runtime.md §6 postToolUse hooks > §6 not for a call that was aborted",
      },
    ],
  },
  {
    id: "runtime-6-list-fits",
    source: "runtime.md §6",
    contract: "Without a list of tools, as for a summary, none is offered.",
    tests: [
      {
        file: "test/adapters/model/request-mapping.test.ts",
        title:
          "request-mapping > offers tools all at once and by choice, and says nothing of tools when there are none, as in a compaction",
      },
    ],
  },
  {
    id: "runtime-6-not-in-list",
    source: "runtime.md §6",
    contract: "A call to a tool that the step did not offer is refused in words.",
    tests: [
      {
        file: "test/scenarios/calls.test.ts",
        title:
          "runtime.md §4 an output item is done > §4 calls that cannot be routed or parsed are answered in words under their own ids, in order",
      },
    ],
  },
  {
    id: "runtime-6-enforced-here",
    source: "runtime.md §6",
    contract: "Names, types and limits are enforced when a call comes, whatever its schema said.",
    tests: [
      { file: "test/shared/protocol/tool-arguments.test.ts", title: "checkArguments > %# refuses %j in words" },
      { file: "test/shared/protocol/tool-arguments.test.ts", title: "the model is told the same as is checked" },
    ],
  },
  {
    id: "runtime-6-gate-shared",
    source: "runtime.md §6",
    contract: "Tools that declare it run beside each other; all others run alone.",
    tests: [
      { file: "test/scenarios/tools.test.ts", title: "runtime.md §6 the gate > §6 parallel tools share the gate" },
      { file: "test/runtime/async/ordered-lock.test.ts", title: "OrderedLock > a writer is alone" },
    ],
  },
  {
    id: "runtime-6-gate-fair",
    source: "runtime.md §6",
    contract: "The gate is fair: calls enter in the order they were issued, nobody is overtaken and nobody is forgotten.",
    tests: [
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title:
          "runtime.md §6 preToolUse hooks > §6 calls enter the gate in the order they were issued, however long a hook thinks about the first",
      },
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the gate > §6 an approval is asked before the gate, so a question does not hold the gate",
      },
      {
        file: "test/scenarios/tools.test.ts",
        title:
          "runtime.md §6 the gate > §6 an exclusive tool waits for those before it and holds back those behind it: fair order",
      },
      {
        file: "test/runtime/async/ordered-lock.test.ts",
        title: "OrderedLock > property: never a writer beside anybody, first come first served, and nobody is forgotten",
      },
    ],
  },
  {
    id: "runtime-6-gate-given-back",
    source: "runtime.md §6",
    contract: "A run that fails or is stopped gives the gate back.",
    tests: [
      { file: "test/scenarios/tools.test.ts", title: "runtime.md §6 the gate > §6 a run that fails gives the gate back" },
      {
        file: "test/runtime/async/ordered-lock.test.ts",
        title: "OrderedLock > an aborted waiter gets false and lets those behind it through",
      },
    ],
  },
  {
    id: "runtime-6-nested",
    source: "runtime.md §6",
    contract: "Calls from code have a gate of their own and see only what is exposed to them.",
    notApplicable: "Code mode comes with a later issue; nothing can nest a call.",
  },
  {
    id: "runtime-6-one-outcome",
    source: "runtime.md §6",
    contract: "Every call has exactly one terminal outcome.",
    tests: [
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the pipeline > §6 every call has exactly one terminal outcome",
      },
      {
        file: "test/properties/turn.test.ts",
        title: "runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})",
      },
    ],
  },
];
