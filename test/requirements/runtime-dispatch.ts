// The promises of runtime.md §6, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const runtimeDispatch: readonly Requirement[] = [
  {
    id: "runtime-6-in-stream",
    source: "runtime.md §6",
    contract: "As a rule calls start while the stream still arrives.",
    tests: [
      {
        file: "test/scenarios/dispatch.test.ts",
        title:
          "runtime.md §6 dispatch afterStream > §6 what overlap buys: in-stream calls run while the response is still arriving",
      },
      {
        file: "test/scenarios/turn.test.ts",
        title:
          "runtime.md §2-§7: one turn in the file > calls start while the stream still arrives; outputs are recorded in issue order",
      },
    ],
  },
  {
    id: "runtime-6-after-stream",
    source: "runtime.md §6",
    contract: "With afterStream calls are recorded as they come and start, in order, once the response has completed.",
    tests: [
      {
        file: "test/scenarios/dispatch.test.ts",
        title:
          "runtime.md §6 dispatch afterStream > §6 calls are recorded as they come and start once the response is complete, in order",
      },
      {
        file: "test/scenarios/dispatch.test.ts",
        title: "runtime.md §6 dispatch afterStream > §6 the gate holds as ever: exclusive calls one behind the other",
      },
    ],
  },
  {
    id: "runtime-6-after-stream-cut",
    source: "runtime.md §6",
    contract: "If the response was cut, held calls are closed as not started and never run.",
    tests: [
      {
        file: "test/scenarios/dispatch.test.ts",
        title:
          "runtime.md §6 dispatch afterStream > §6 cut: held calls are closed as not started, never run, asked about or shown to hooks; the retry is told so",
      },
      {
        file: "test/scenarios/dispatch.test.ts",
        title: "runtime.md §6 dispatch afterStream > §6 a response that is %s: held calls are closed and the turn fails",
      },
    ],
  },
  {
    id: "runtime-6-after-stream-left",
    source: "runtime.md §6",
    contract: "The same if it was left for mail, for an instant steer, or by an interrupt.",
    tests: [
      {
        file: "test/scenarios/dispatch.test.ts",
        title:
          "runtime.md §6 dispatch afterStream > §4 preempted by mail behind a held call: closed as not started; the model is asked again with the mail",
      },
      {
        file: "test/scenarios/dispatch.test.ts",
        title:
          "runtime.md §6 dispatch afterStream > §4 cut by an instant steer behind a held call: closed as not started, the partial text stays, the steer follows",
      },
      {
        file: "test/scenarios/dispatch.test.ts",
        title: "runtime.md §6 dispatch afterStream > I14 interrupted while a call is held: closed as not started, at once",
      },
    ],
  },
  {
    id: "runtime-6-after-stream-per-thread",
    source: "runtime.md §6",
    contract: "The policy of a thread is what it asked for at its start, else that of the settings.",
    tests: [
      {
        file: "test/scenarios/dispatch.test.ts",
        title:
          "the dispatch of a thread > is what the thread asked for at its start, whatever the settings say, also when it is opened again",
      },
      {
        file: "test/scenarios/dispatch.test.ts",
        title: "the dispatch of a thread > and of another thread beside it that of the settings",
      },
    ],
  },
  {
    id: "runtime-6-bounded-output",
    source: "runtime.md §6",
    contract: "The model reads head and tail of a long output, cut on code points.",
    tests: [
      {
        file: "test/adapters/tools/shell-output.test.ts",
        title: "the output for the model > of more is head and tail, says how much is left out and which file holds all of it",
      },
      {
        file: "test/adapters/tools/bounded-output.test.ts",
        title:
          "properties of the kept ends > head and tail are a prefix and a suffix on code points, within the limit, and the omitted bytes are counted",
      },
      {
        file: "test/adapters/tools/shell-output.test.ts",
        title: "the output for the model > is cut beside an emoji, never in it",
      },
    ],
  },
  {
    id: "runtime-6-full-output-file",
    source: "runtime.md §6",
    contract: "The full text lies in a file that the output names.",
    tests: [
      {
        file: "test/adapters/tools/shell-output.test.ts",
        title: "the output for the model > of more is head and tail, says how much is left out and which file holds all of it",
      },
      {
        file: "test/adapters/tools/shell-output.test.ts",
        title: "the output for the model > keeps bytes that are not text for the file",
      },
    ],
  },
];
