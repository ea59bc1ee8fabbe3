// The promises of runtime.md §10, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const runtimeWindow: readonly Requirement[] = [
  {
    id: "runtime-10-one-line",
    source: "runtime.md §10",
    contract: "Its result is one line with summary and whole new window.",
    tests: [
      {
        file: "test/runtime/turn/compact.test.ts",
        title: "one compaction > is one item, told as begun and recorded as ended, with the whole new window",
      },
      {
        file: "test/shared/protocol/rollout-line.test.ts",
        title: "parseLine > a compaction of 2025 has no window, and one of another program no facts of ours",
      },
    ],
  },
  {
    id: "runtime-10-older-readable",
    source: "runtime.md §10",
    contract: "Older lines stay in the file and readable.",
    tests: [
      {
        file: "test/scenarios/compaction-window.test.ts",
        title:
          "runtime.md §10 what the new window holds > bug report 71: where an output was cut, its pointer is in what is summed up, and the file keeps every line",
      },
      {
        file: "test/e2e/compaction.spec.ts",
        title:
          "Compact now, on the demo: a boundary with numbers and a summary, another window, older turns readable, and it goes on",
      },
    ],
  },
  {
    id: "runtime-10-pairs-whole",
    source: "runtime.md §10",
    contract: "No pair of call and output is split.",
    tests: [
      {
        file: "test/runtime/history/replacement-window.test.ts",
        title: "runtime.md §10 the new window > property: neither a call nor an output, ever, so that no pair is split",
      },
    ],
  },
  {
    id: "runtime-10-newest-first",
    source: "runtime.md §10",
    contract: "Of the person's words the newest stay, within 20 000 tokens or half of the limit.",
    tests: [
      {
        file: "test/runtime/history/replacement-window.test.ts",
        title:
          "runtime.md §10 newest first within 20 000 tokens > the oldest that fits in part is cut in its middle; older ones are left out",
      },
      {
        file: "test/runtime/history/replacement-window.test.ts",
        title: "runtime.md §10 newest first within 20 000 tokens > a large limit leaves it at 20 000",
      },
      {
        file: "test/runtime/history/replacement-window.test.ts",
        title: "runtime.md §10 newest first within 20 000 tokens > of a small limit they take half",
      },
      {
        file: "test/scenarios/compaction-window.test.ts",
        title:
          "runtime.md §10 what the new window holds > §10 the newest words of the person, within half of the limit; the oldest that is kept is cut in its middle",
      },
    ],
  },
  {
    id: "runtime-10-summary-last",
    source: "runtime.md §10",
    contract: "The summary stands behind them.",
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
    id: "runtime-10-fresh-context",
    source: "runtime.md §10",
    contract: "Context is given anew with each request; old answers, thoughts, calls and markers are gone.",
    tests: [
      {
        file: "test/scenarios/compaction-window.test.ts",
        title:
          "runtime.md §10 what the new window holds > §10 the person's words and the summary; no answers, thoughts, calls, outputs, mail, hook prompts or markers",
      },
      {
        file: "test/scenarios/time.test.ts",
        title:
          "runtime.md §9 the model is told the time > again after a compaction, within the interval too, behind the summary and the input; the compaction's request gets none",
      },
    ],
  },
  {
    id: "runtime-10-own-input-verbatim",
    source: "runtime.md §10",
    contract: "Before a turn, that turn's input stands verbatim behind the summary.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 a steer and a compaction > §10 everything that the turn has brought before the compaction stands behind the summary: mail, a hook's context, the input",
      },
      {
        file: "test/runtime/history/replacement-window.test.ts",
        title: "runtime.md §10 the new window > what stays as it is stands behind the summary, whatever it is and however long",
      },
    ],
  },
  {
    id: "runtime-10-full-again",
    source: "runtime.md §10",
    contract: "A window that would be over its limit even then fails in words instead of going round for ever.",
    tests: [
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title:
          "runtime.md §10 the compaction's request does not fit > §10 a window that is still over the limit behind its summary fails the turn in words, and the transcript stays",
      },
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > bug report %s: five compactions in a row, each filled by the next step, end the turn in words",
      },
    ],
  },
  {
    id: "runtime-10-tokens-reported",
    source: "runtime.md §10",
    contract: "Numbers of the provider say that they are reported.",
    tests: [
      {
        file: "test/runtime/turn/token-lines.test.ts",
        title: "runtime.md §10 token numbers say where they come from > reported: added to the thread's total",
      },
      {
        file: "test/runtime/history/window-tokens.test.ts",
        title:
          "runtime.md §10 how full the window is > a report is the total of its own request, and covers the answer it came with",
      },
    ],
  },
  {
    id: "runtime-10-tokens-estimated",
    source: "runtime.md §10",
    contract: "Our own say that they are estimated.",
    tests: [
      {
        file: "test/runtime/turn/token-lines.test.ts",
        title: "runtime.md §10 token numbers say where they come from > estimated: what the window holds; nothing was used by it",
      },
      {
        file: "test/scenarios/reading.test.ts",
        title: "runtime.md §3 reading the stream > §3 §10 no usage in the response: the token line says that it is an estimate",
      },
      {
        file: "test/scenarios/compaction-window.test.ts",
        title:
          "runtime.md §10 what the new window holds > §10 a provider that reports nothing: the number is an estimate, says so, and still compacts in time",
      },
    ],
  },
  {
    id: "runtime-10-tokens-unknown",
    source: "runtime.md §10",
    contract: "Before anything is known nothing is said, and a report without numbers says nothing.",
    tests: [
      {
        file: "test/ipc/command-router.test.ts",
        title: "threads > thread/read shows what is in progress too, and does not subscribe",
      },
      {
        file: "test/runtime/history/item-projection.test.ts",
        title: "turns > token counts are the provider's; a count without numbers says nothing",
      },
    ],
  },
  {
    id: "runtime-10-tokens-on-top",
    source: "runtime.md §10",
    contract: "What was recorded since the last report comes on top of it.",
    tests: [
      {
        file: "test/runtime/history/window-tokens.test.ts",
        title: "runtime.md §10 how full the window is > outputs that were recorded between the answer and its report come on top",
      },
      {
        file: "test/runtime/history/window-tokens.test.ts",
        title: "runtime.md §10 how full the window is > the next report covers them",
      },
    ],
  },
];
