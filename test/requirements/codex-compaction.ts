// What Codex expects of itself in the area «compaction», in our words, and the tests of ours that answer it.
import type { Requirement } from "./requirement";

export const codexCompaction: readonly Requirement[] = [
  {
    id: "codex-compact-manual",
    source: "Codex, compaction",
    contract: "A compaction by hand asks with the prompt last, and the next request holds the summary and no answers.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 manual: a turn of its own, with the item, and the next turn starts from the summary",
      },
    ],
  },
  {
    id: "codex-compact-manual-prompt",
    source: "Codex, compaction",
    contract: "The prompt can be one's own.",
    notApplicable: "The prompt is not a setting.",
  },
  {
    id: "codex-compact-tokens",
    source: "Codex, compaction",
    contract: "Its own usage is reported first, then the estimate of the new window.",
    tests: [
      {
        file: "test/runtime/turn/compact.test.ts",
        title: "one compaction > is one item, told as begun and recorded as ended, with the whole new window",
      },
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 manual: a turn of its own, with the item, and the next turn starts from the summary",
      },
    ],
  },
  {
    id: "codex-compact-item",
    source: "Codex, compaction",
    contract: "It is one item with one id, begun and ended, by hand and by itself.",
    tests: [
      {
        file: "test/runtime/turn/compact.test.ts",
        title: "one compaction > is one item, told as begun and recorded as ended, with the whole new window",
      },
      {
        file: "test/scenarios/compaction-window.test.ts",
        title:
          "runtime.md §10 what the new window holds > bug report 68: the item is told as completed only once the new window is on disk",
      },
    ],
  },
  {
    id: "codex-compact-several",
    source: "Codex, compaction",
    contract: "Three in one turn: seven requests, and each is shown the summary before.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 several compactions in one turn: seven requests, each compaction is shown the summary before",
      },
    ],
  },
  {
    id: "codex-compact-after-resume",
    source: "Codex, compaction",
    contract: "A thread that is opened over its limit is compacted at the next prompt, not before.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 a thread opened over its limit is compacted at the next prompt, not when it is opened",
      },
    ],
  },
  {
    id: "codex-compact-model-switch",
    source: "Codex, compaction",
    contract: "A smaller model, another kind of model or one that is gone: who compacts.",
    differs: "Codex lets the previous model compact; in ours the model of the turn does.",
    tests: [
      {
        file: "test/scenarios/compaction-window.test.ts",
        title:
          "runtime.md §10 what the new window holds > §10 the model of the turn compacts, by the limit of its own turn, also right after it was changed",
      },
    ],
  },
  {
    id: "codex-compact-rollout",
    source: "Codex, compaction",
    contract: "Each turn has one line of its context, compaction or not.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 over the limit with nothing left to do: not now; the next turn's preamble does it, behind the recorded input",
      },
    ],
  },
  {
    id: "codex-compact-context-error",
    source: "Codex, compaction",
    contract: "A compaction that does not fit is asked again without its oldest.",
    differs: "Codex leaves out one item at a time; ours an eighth of the tokens, pairs together, so that few requests do.",
    tests: [
      {
        file: "test/runtime/turn/compact.test.ts",
        title: "runtime.md §10 a request for a summary that does not fit > loses an eighth of its tokens, oldest first",
      },
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title:
          "runtime.md §10 the compaction's request does not fit > bug report 65: oldest items go first, a call with its output, never the prompt; then it is tried again",
      },
    ],
  },
  {
    id: "codex-compact-other-error",
    source: "Codex, compaction",
    contract: "One that fails otherwise is tried again and then told.",
    tests: [
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title: "runtime.md §10 the compaction fails > §10 cut beyond the budget: failed, item and turn say so once",
      },
    ],
  },
  {
    id: "codex-compact-twice",
    source: "Codex, compaction",
    contract: "Done twice by hand, the person's latest words are kept.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 manual twice: the second is shown the first summary and keeps the person's words only",
      },
    ],
  },
  {
    id: "codex-compact-interleaved",
    source: "Codex, compaction",
    contract: "Between turns it begins and ends no turn but its own.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 over the limit with nothing left to do: not now; the next turn's preamble does it, behind the recorded input",
      },
      {
        file: "test/properties/turn.test.ts",
        title: "runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})",
      },
    ],
  },
  {
    id: "codex-compact-mid-turn-shape",
    source: "Codex, compaction",
    contract: "Within a turn its request holds call and output, and the continuation ends with the summary.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 mid-turn: drained first, one request without tools for the summary, then the model goes on in the same turn",
      },
    ],
  },
  {
    id: "codex-compact-limit-clamped",
    source: "Codex, compaction",
    contract: "A limit that is set higher than the window is taken as the window's.",
    tests: [
      {
        file: "test/runtime/turn/window-limit.test.ts",
        title: "runtime.md §10 the limit of the window > %s",
        row: "the smaller of both: the window, with its reserve",
      },
    ],
  },
  {
    id: "codex-compact-prefix-budget",
    source: "Codex, compaction",
    contract: "The limit counts only what follows a fixed prefix.",
    notApplicable: "The limit counts the whole window.",
  },
  {
    id: "codex-compact-encrypted",
    source: "Codex, compaction",
    contract: "Sealed reasoning counts.",
    tests: [
      { file: "test/runtime/history/token-estimate.test.ts", title: "items > %s" },
      {
        file: "test/runtime/history/window-tokens.test.ts",
        title: "runtime.md §10 how full the window is > reasoning is the model's own, and its report covers it",
      },
    ],
  },
  {
    id: "codex-compact-pre-turn-input",
    source: "Codex, compaction",
    contract: "The incoming input, pictures too, stands only behind the summary.",
    tests: [
      {
        file: "test/scenarios/compaction-window.test.ts",
        title:
          "runtime.md §10 what the new window holds > bug report 67: pictures do not stay in the window; that there was one is said; the incoming one stays as it is",
      },
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 over the limit with nothing left to do: not now; the next turn's preamble does it, behind the recorded input",
      },
    ],
  },
  {
    id: "codex-compact-pre-turn-fails",
    source: "Codex, compaction",
    contract: "If it does not fit, the turn fails and asks nothing.",
    tests: [
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title:
          "runtime.md §10 the compaction's request does not fit > §10 not even the prompt alone fits: it ends, in words, with nothing changed",
      },
    ],
  },
  {
    id: "codex-compact-nothing-said",
    source: "Codex, compaction",
    contract: "By hand in an empty thread it still asks once.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 manual in a thread without anything said still asks once and ends",
      },
    ],
  },
  {
    id: "codex-compact-instructions",
    source: "Codex, compaction",
    contract: "The instructions of the thread's start hold through compaction.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 mid-turn: drained first, one request without tools for the summary, then the model goes on in the same turn",
      },
    ],
  },
  {
    id: "codex-compact-resume",
    source: "Codex, compaction",
    contract: "A thread that is opened after one sends what the live one would have sent.",
    tests: [
      {
        file: "test/scenarios/compaction-window.test.ts",
        title:
          "runtime.md §10 what the new window holds > §12 a thread opened again after a compaction sends what the live one would have sent",
      },
    ],
  },
];
