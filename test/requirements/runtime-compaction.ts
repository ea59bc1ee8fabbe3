// The promises of runtime.md §10, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const runtimeCompaction: readonly Requirement[] = [
  {
    id: "runtime-10-manual",
    source: "runtime.md §10",
    contract: "Compaction can be asked for by hand, and is a turn of its own.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 manual: a turn of its own, with the item, and the next turn starts from the summary",
      },
    ],
  },
  {
    id: "runtime-10-manual-busy",
    source: "runtime.md §10",
    contract: "While a turn runs it is refused.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 manual while a turn runs is refused; steers before and after it arrive verbatim and in order (bug report 59)",
      },
    ],
  },
  {
    id: "runtime-10-pre-turn",
    source: "runtime.md §10",
    contract: "It is done before the first step of a turn that begins over the limit, however it began.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 over the limit with nothing left to do: not now; the next turn's preamble does it, behind the recorded input",
      },
      {
        file: "test/scenarios/compaction.test.ts",
        title: "runtime.md §10 a steer and a compaction > §10 a turn that begins with a queued input compacts first, too",
      },
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 a steer and a compaction > §10 a turn that mail has started compacts first; the mail stands behind the summary",
      },
    ],
  },
  {
    id: "runtime-10-mid-turn",
    source: "runtime.md §10",
    contract: "It is done between two steps, also when an output alone reached the limit.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 mid-turn: drained first, one request without tools for the summary, then the model goes on in the same turn",
      },
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 the output of a tool alone may reach the limit (by estimate, on top of what was reported)",
      },
    ],
  },
  {
    id: "runtime-10-new-context",
    source: "runtime.md §10",
    contract: "The model itself may ask for it.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §7 new_context: the window is made anew in the same turn, below any limit, and the request is used up",
      },
    ],
  },
  {
    id: "runtime-10-one-item",
    source: "runtime.md §10",
    contract: "It is one item, begun and ended, also when it fails, then with its error.",
    tests: [
      {
        file: "test/runtime/turn/compact.test.ts",
        title: "one compaction > is one item, told as begun and recorded as ended, with the whole new window",
      },
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title: "runtime.md §10 the compaction fails > §10 cut beyond the budget: failed, item and turn say so once",
      },
    ],
  },
  {
    id: "runtime-10-reserve",
    source: "runtime.md §10",
    contract: "The limit keeps a reserve for the compaction's own request.",
    tests: [
      {
        file: "test/runtime/turn/window-limit.test.ts",
        title: "runtime.md §10 the limit of the window > %s",
        row: "a tenth of the model's window is kept for the compaction itself",
      },
      {
        file: "test/scenarios/compaction.test.ts",
        title: "runtime.md §10 when the window is compacted > §10 the limit keeps a reserve for the compaction: $name",
      },
    ],
  },
  {
    id: "runtime-10-overflow-drops-oldest",
    source: "runtime.md §10",
    contract: "If that request overflows, the oldest items go first, and it is tried again.",
    tests: [
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title:
          "runtime.md §10 the compaction's request does not fit > bug report 65: oldest items go first, a call with its output, never the prompt; then it is tried again",
      },
      {
        file: "test/runtime/turn/compact.test.ts",
        title: "one compaction > a request that overflows is tried again without its oldest items, until one fits",
      },
    ],
  },
  {
    id: "runtime-10-overflow-pairs",
    source: "runtime.md §10",
    contract: "A call and its output go together.",
    tests: [
      {
        file: "test/runtime/turn/compact.test.ts",
        title:
          "runtime.md §10 a request for a summary that does not fit > a call and its output go together, however far apart they stand",
      },
      {
        file: "test/runtime/turn/compact.test.ts",
        title:
          "runtime.md §10 a request for a summary that does not fit > property: never half a pair, always fewer, at least an eighth of the tokens, and nothing newer than needed",
      },
    ],
  },
  {
    id: "runtime-10-overflow-not-prompt",
    source: "runtime.md §10",
    contract: "The prompt itself is never dropped; when it alone does not fit, nothing is changed.",
    tests: [
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title:
          "runtime.md §10 the compaction's request does not fit > §10 not even the prompt alone fits: it ends, in words, with nothing changed",
      },
      {
        file: "test/runtime/turn/compact.test.ts",
        title: "one compaction > when even the bare prompt overflows, it fails and the transcript stays as it was",
      },
    ],
  },
  {
    id: "runtime-10-empty-fails",
    source: "runtime.md §10",
    contract: "An empty summary is a failure.",
    tests: [
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title: "runtime.md §10 the compaction fails > §13 %s is an error, and no earlier answer is taken for it",
      },
      {
        file: "test/runtime/turn/compact.test.ts",
        title: "one compaction > a summary of %s is a failure, and no older answer takes its place",
      },
    ],
  },
  {
    id: "runtime-10-abortable",
    source: "runtime.md §10",
    contract: "An abort ends it in any of its phases.",
    tests: [
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title: "runtime.md §10 a compaction is stopped > §10 %s: at once, nothing changed, the item says so",
      },
      {
        file: "test/runtime/turn/compact.test.ts",
        title: "one compaction > Stop ends it at any moment, and says that it was stopped",
      },
    ],
  },
  {
    id: "runtime-10-failed-leaves-transcript",
    source: "runtime.md §10",
    contract: "A failed or stopped one leaves the transcript as it was.",
    tests: [
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title: "runtime.md §10 the compaction fails > §10 manual: the turn fails; the next one is as if nothing had been",
      },
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title:
          "runtime.md §10 a compaction is stopped > §10 a manual one: nothing changed, and the next turn goes on from the window as it was",
      },
    ],
  },
];
