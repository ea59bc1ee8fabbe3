// The promises of runtime.md §11, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const runtimeRetry: readonly Requirement[] = [
  {
    id: "runtime-11-cut-budget",
    source: "runtime.md §11",
    contract: "A cut stream is tried again five times, 200 ms × 2ⁿ ± 10 % apart, and then fails with what to do.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 retry > §11 a cut stream is retried 5 times, 200 ms × 2ⁿ ± 10 %, each told as n of 5; then the turn fails with what to do",
      },
      {
        file: "test/runtime/turn/retry.test.ts",
        title: "runtime.md §11 cut, idle, 5xx, failed > after %i of the budget of 5: again after %i ms",
      },
    ],
  },
  {
    id: "runtime-11-same-for-5xx",
    source: "runtime.md §11",
    contract: "Silence, server errors and unexplained failures are no different.",
    tests: [
      {
        file: "test/adapters/model/responses-client.test.ts",
        title: "an attempt that breaks (runtime.md §3, §11) > status %i is StreamDisconnected",
      },
      {
        file: "test/adapters/model/responses-client.test.ts",
        title: "silence (runtime.md §3) > ends the attempt after what had come",
      },
      {
        file: "test/adapters/model/error-mapping.test.ts",
        title: "error-mapping: what is said > is asked again within the budget only as StreamDisconnected",
      },
    ],
  },
  {
    id: "runtime-11-budget-of-the-step",
    source: "runtime.md §11",
    contract: "The budget is the step's, and progress never gives it back.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title: "runtime.md §11 retry > §11 the budget is the step's and progress never resets it",
      },
      { file: "test/scenarios/retry.test.ts", title: "runtime.md §11 retry > §11 a new step has a new budget" },
    ],
  },
  {
    id: "runtime-11-counted",
    source: "runtime.md §11",
    contract: "Each retry is told as n of max before it is waited for.",
    tests: [
      {
        file: "test/runtime/turn/retry.test.ts",
        title: "repeating an attempt > each wait is told with its count and its end, and none is counted for the network",
      },
    ],
  },
  {
    id: "runtime-11-no-connection",
    source: "runtime.md §11",
    contract: "Without any connection it waits 5 to 60 seconds at a time, without the budget and without an end.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 retry > §11 no connection: 5, 10, 20, 40, 60, 60 seconds, without budget, shown as waiting for the network",
      },
      {
        file: "test/runtime/turn/retry.test.ts",
        title: "runtime.md §11 no connection > 5, 10, 20, 40, then 60 seconds each, without the budget and without an end",
      },
    ],
  },
  {
    id: "runtime-11-no-connection-shown",
    source: "runtime.md §11",
    contract: "That is shown as waiting for the network.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 retry > §11 no connection: 5, 10, 20, 40, 60, 60 seconds, without budget, shown as waiting for the network",
      },
    ],
  },
  {
    id: "runtime-11-no-connection-interrupt",
    source: "runtime.md §11",
    contract: "It ends at an interrupt.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title: "runtime.md §11 retry > §11 %s ends at once at an interrupt and leaves no timer",
        row: "the wait for the network",
      },
      { file: "test/black-box/stopped-phases.test.ts", title: "Stop > in the wait for the network" },
    ],
  },
  {
    id: "runtime-11-advised",
    source: "runtime.md §11",
    contract: "A limit with advice is waited for exactly that long, up to a minute, with its end told.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title: "runtime.md §11 rate limited and overloaded > §11 %s with advice: exactly that wait, told with its end and n of 5",
      },
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 rate limited and overloaded > §11 60 seconds are waited for; of 61 the turn fails at once, with the time to come back",
      },
    ],
  },
  {
    id: "runtime-11-advised-too-long",
    source: "runtime.md §11",
    contract: "Longer advice fails the turn at once with the time to come back.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 rate limited and overloaded > §11 60 seconds are waited for; of 61 the turn fails at once, with the time to come back",
      },
      {
        file: "test/runtime/turn/retry.test.ts",
        title: "runtime.md §11 429 and overloaded > longer advice than a minute ends the turn, with the time to come back",
      },
    ],
  },
  {
    id: "runtime-11-advised-budget",
    source: "runtime.md §11",
    contract: "Limits use the budget; when it is used, the turn fails with the time to come back.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 rate limited and overloaded > §11 it uses the budget, together with cuts; when that is used the turn fails with the time to come back",
      },
      {
        file: "test/runtime/turn/retry.test.ts",
        title:
          "runtime.md §11 429 and overloaded > the budget is used: the turn fails, with the time to come back if the server said one",
      },
    ],
  },
  {
    id: "runtime-11-sealed-once",
    source: "runtime.md §11",
    contract: "Sealed reasoning that is refused is left out of the copy and asked again, once.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 sealed reasoning that is refused > §11 once, at once and without a word: left out of the copy, kept on disk, left out of later steps and turns",
      },
      {
        file: "test/scenarios/retry.test.ts",
        title: "runtime.md §11 sealed reasoning that is refused > §11 twice in one step: the turn fails with what can be done",
      },
    ],
  },
  {
    id: "runtime-11-sealed-kept",
    source: "runtime.md §11",
    contract: "It stays on disk and is left out of later steps and turns.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 sealed reasoning that is refused > §11 once, at once and without a word: left out of the copy, kept on disk, left out of later steps and turns",
      },
      {
        file: "test/runtime/turn/refused-parts.test.ts",
        title:
          "runtime.md §11 reasoning that the server refused > what was refused is left out from then on, everything else stays, and so do the items themselves",
      },
    ],
  },
  {
    id: "runtime-11-terminal",
    source: "runtime.md §11",
    contract: "Refusals are terminal, classified, and say what the person can do.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title: "runtime.md §11 retry > §11 rejected ($code) is terminal, with what the person can do",
      },
      { file: "test/adapters/model/error-mapping.test.ts", title: "error-mapping: by status (runtime.md §11) > %i is %s" },
      {
        file: "test/adapters/model/error-mapping.test.ts",
        title: "error-mapping: what is said > says what was asked and what to do",
      },
    ],
  },
  {
    id: "runtime-11-window-full",
    source: "runtime.md §11",
    contract: "A window that the server refuses as too long is marked full, and the next turn compacts.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 a step that the server refuses as too long fails its turn and marks the window full; the next turn compacts first",
      },
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title:
          "runtime.md §10 the compaction's request does not fit > §10 a window that was refused as too long stays full after a compaction that failed, whatever its shorter request used",
      },
      {
        file: "test/runtime/history/window-tokens.test.ts",
        title: "a full window > the provider's refusal makes it full, without changing the count",
      },
    ],
  },
  {
    id: "runtime-11-incomplete",
    source: "runtime.md §11",
    contract: "A content filter and an output limit are terminal; whole items stay and their calls are answered.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 incomplete responses > §11 %s: whole items stay, calls are answered, half a text is struck through, the turn fails with words",
      },
    ],
  },
  {
    id: "runtime-11-waits-abortable",
    source: "runtime.md §11",
    contract: "Every wait ends at once at an abort and leaves no timer.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title: "runtime.md §11 retry > §11 %s ends at once at an interrupt and leaves no timer",
      },
      { file: "test/runtime/turn/retry.test.ts", title: "repeating an attempt > Stop ends the %s at once" },
    ],
  },
  {
    id: "runtime-11-partial-superseded",
    source: "runtime.md §11",
    contract: "Partial text of a failed attempt is marked superseded, and its recorded items stay.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 one tail for every exit > §5 partial text of a failed attempt stays as superseded and is never in a prompt",
      },
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 retry > §5 of a failed attempt neither its last words nor its wish to go on count; its recorded items stay",
      },
    ],
  },
];
