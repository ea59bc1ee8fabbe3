// What Codex expects of itself in the area «compaction», in our words, and the tests of ours that answer it.
import type { Requirement } from "./requirement";

export const codexCompactionEnds: readonly Requirement[] = [
  {
    id: "codex-compact-mail-during",
    source: "Codex, compaction",
    contract: "Mail that comes during it is no part of it and not lost.",
    tests: [
      {
        file: "test/scenarios/mail.test.ts",
        title:
          "runtime.md §10 mail and compaction > §10 mail that comes while the window is compacted is not part of it and not lost; trigger mail starts a turn behind it",
      },
    ],
  },
  {
    id: "codex-compact-retries",
    source: "Codex, compaction",
    contract: "It has the budget of any step, and what a failed attempt said is not in the summary.",
    tests: [
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title:
          "runtime.md §10 the compaction fails > §10 cut: tried again with the step's budget and told as n of max; what the cut attempt said is not in the summary",
      },
    ],
  },
  {
    id: "codex-compact-limit-advice",
    source: "Codex, compaction",
    contract: "Limits and advice are dealt with as in any step.",
    differs: "Codex takes its own 200 ms whatever a header says; ours waits as advised.",
    tests: [
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title: "runtime.md §10 the compaction fails > §10 no connection and an advised wait are waited for as in any step",
      },
    ],
  },
  {
    id: "codex-compact-overload",
    source: "Codex, compaction",
    contract: "An overloaded server is tried again, then it fails.",
    tests: [
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title: "runtime.md §10 the compaction fails > §10 no connection and an advised wait are waited for as in any step",
      },
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title: "runtime.md §10 the compaction fails > §10 cut beyond the budget: failed, item and turn say so once",
      },
    ],
  },
  {
    id: "codex-compact-extra-items",
    source: "Codex, compaction",
    contract: "Items beside the summary are left alone.",
    tests: [
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title: "runtime.md §10 the compaction fails > §10 a call beside a summary is left alone",
      },
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title:
          "runtime.md §10 the compaction fails > §10 of several messages the last is the summary: what it said before was no part of it",
      },
    ],
  },
  {
    id: "codex-compact-failure-stops",
    source: "Codex, compaction",
    contract: "One that fails by itself ends the turn without another request.",
    tests: [
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title:
          "runtime.md §10 the compaction fails > §10 mid-turn: the turn fails with calls answered; the model is not asked again",
      },
    ],
  },
  {
    id: "codex-compact-manual-failure",
    source: "Codex, compaction",
    contract: "One that fails by hand is told as the turn's error.",
    tests: [
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title: "runtime.md §10 the compaction fails > §10 manual: the turn fails; the next one is as if nothing had been",
      },
    ],
  },
  {
    id: "codex-compact-newest-first",
    source: "Codex, compaction",
    contract: "The person's words are kept within the budget, the longest cut.",
    tests: [
      {
        file: "test/runtime/history/replacement-window.test.ts",
        title: "runtime.md §10 newest first within 20 000 tokens > the newest alone is cut when it is too long by itself",
      },
      {
        file: "test/runtime/history/replacement-window.test.ts",
        title:
          "runtime.md §10 newest first within 20 000 tokens > the oldest that fits in part is cut in its middle; older ones are left out",
      },
    ],
  },
  {
    id: "codex-compact-context-above",
    source: "Codex, compaction",
    contract: "Context goes above the last words of the person, the summary last.",
    differs:
      "Codex puts its first context back into the window; ours gives the instructions with each request and keeps the summary last.",
    tests: [
      {
        file: "test/runtime/history/replacement-window.test.ts",
        title: "runtime.md §10 the new window > the person's words in their order, then the summary, which nobody has said",
      },
      {
        file: "test/scenarios/compaction-window.test.ts",
        title:
          "runtime.md §10 what the new window holds > §10 the person's words and the summary; no answers, thoughts, calls, outputs, mail, hook prompts or markers",
      },
    ],
  },
  {
    id: "codex-compact-empty-summary",
    source: "Codex, compaction",
    contract: "Without a summary of its own.",
    differs: "Codex takes an older answer for the summary; ours fails.",
    tests: [
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title: "runtime.md §10 the compaction fails > §13 %s is an error, and no earlier answer is taken for it",
      },
    ],
  },
  {
    id: "codex-compact-new-context",
    source: "Codex, compaction",
    contract: "The model asks for a new window and goes on in the same turn.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §7 new_context: the window is made anew in the same turn, below any limit, and the request is used up",
      },
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > bug report 70: a new window without the old one still holds the person's request, and every call was answered before",
      },
    ],
  },
  {
    id: "codex-compact-new-context-reset",
    source: "Codex, compaction",
    contract: "The triggering call and its output are gone from the continuation.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §7 new_context: the window is made anew in the same turn, below any limit, and the request is used up",
      },
    ],
  },
  {
    id: "codex-compact-hooks",
    source: "Codex, compaction",
    contract: "Hooks around a compaction, and of a session's start.",
    notApplicable: "There are no such hooks.",
  },
  {
    id: "codex-compact-remaining",
    source: "Codex, compaction",
    contract: "The model is told how much room is left, and reminded.",
    notApplicable: "The model is told no budget.",
  },
  {
    id: "codex-compact-rollout-budget",
    source: "Codex, compaction",
    contract: "A budget of the whole session.",
    notApplicable: "There is no such budget.",
  },
  {
    id: "codex-compact-remote",
    source: "Codex, compaction",
    contract: "The server compacts: its replies, trims and retries.",
    notApplicable: "There is no remote compaction.",
  },
  {
    id: "codex-compact-fork",
    source: "Codex, compaction",
    contract: "A fork and a rollback keep the compacted view.",
    notApplicable: "Forks come with a later issue; there is no rollback.",
  },
  {
    id: "codex-compact-window-ids",
    source: "Codex, compaction",
    contract: "Each window has an id and knows the one before.",
    notApplicable: "Windows have no ids: their lines stand in order.",
  },
  {
    id: "codex-compact-calls-normalised",
    source: "Codex, compaction",
    contract: "A prompt never holds half a pair, whatever the file holds.",
    tests: [
      {
        file: "test/runtime/history/prompt.test.ts",
        title: "prompt normalisation > property: whatever is on disk, every call has exactly one output behind it",
      },
      { file: "test/runtime/history/prompt.test.ts", title: "prompt normalisation > an output without a call is left out" },
    ],
  },
  {
    id: "codex-compact-remove-first",
    source: "Codex, compaction",
    contract: "What is left out of a request goes in pairs.",
    tests: [
      {
        file: "test/runtime/turn/compact.test.ts",
        title:
          "runtime.md §10 a request for a summary that does not fit > a call and its output go together, however far apart they stand",
      },
    ],
  },
  {
    id: "codex-compact-realtime",
    source: "Codex, compaction",
    contract: "Realtime voice states itself anew.",
    notApplicable: "There is no voice.",
  },
];
