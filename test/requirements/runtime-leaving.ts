// The promises of runtime.md §5, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const runtimeLeaving: readonly Requirement[] = [
  {
    id: "runtime-5-one-tail",
    source: "runtime.md §5",
    contract: "However a stream is left, the same tail follows: close, drain, usage, then the abort.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 one tail for every exit > §5 completed: close, drain, usage, follow up",
      },
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 one tail for every exit > §5 cut: the same tail, then a retry that starts after the drain, with call and output in its prompt",
      },
    ],
  },
  {
    id: "runtime-5-partial-incomplete",
    source: "runtime.md §5",
    contract:
      "Partial text at an interrupt is kept as an incomplete message, which the next prompt holds, followed by the marker.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 an interrupt from every phase > §5 during the stream: partial text is kept as incomplete, and the next prompt holds it, followed by the marker",
      },
    ],
  },
  {
    id: "runtime-5-partial-superseded",
    source: "runtime.md §5",
    contract: "Of a failed attempt only a superseded note stays, which is never in a prompt.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 one tail for every exit > §5 partial text of a failed attempt stays as superseded and is never in a prompt",
      },
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 one tail for every exit > §5 reasoning of a failed attempt is superseded as reasoning",
      },
    ],
  },
  {
    id: "runtime-5-drain-in-order",
    source: "runtime.md §5",
    contract: "The drain awaits runs in issue order and records each output as it is reached.",
    tests: [
      { file: "test/runtime/turn/in-flight.test.ts", title: "drain records in issue order, each output as it is reached" },
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 one tail for every exit > §5 the outcome is written at once, the output at the drain",
      },
    ],
  },
  {
    id: "runtime-5-usage-before-abort",
    source: "runtime.md §5",
    contract: "Usage is recorded before the abort is looked at.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 one tail for every exit > §5 usage is recorded before the abort is looked at",
      },
    ],
  },
  {
    id: "runtime-5-abort-wins",
    source: "runtime.md §5",
    contract: "An aborted turn ends as interrupted whatever else happened, without a retry.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 an interrupt from every phase > §5 during the drain of a rejected attempt: aborted wins over failed",
      },
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 an interrupt from every phase > §5 during the drain of a cut attempt: interrupted, no retry",
      },
    ],
  },
  {
    id: "runtime-5-terminal-fails",
    source: "runtime.md §5",
    contract: "A terminal end fails the turn once its tools have ended.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 one tail for every exit > §5 rejected: tools end first, then the turn fails with the provider's reason and what to do",
      },
    ],
  },
  {
    id: "runtime-5-broken-keeps-tools",
    source: "runtime.md §5",
    contract: "A broken stream cancels no tool.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 one tail for every exit > §5 a broken stream does not cancel tools",
      },
      {
        file: "test/scenarios/time.test.ts",
        title:
          "runtime.md §9 every way out of a sleep > §9 a stream that is cut behind it cancels nothing: it is slept to its end, then the retry begins",
      },
    ],
  },
  {
    id: "runtime-5-retry-after-drain",
    source: "runtime.md §5",
    contract: "A retry starts after the drain, and its prompt holds recorded calls and outputs.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 one tail for every exit > §5 cut: the same tail, then a retry that starts after the drain, with call and output in its prompt",
      },
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 one tail for every exit > §5 whole items of a failed attempt stay and are in the next prompt",
      },
    ],
  },
  {
    id: "runtime-5-nothing-twice",
    source: "runtime.md §5",
    contract: "Nothing that was recorded runs twice, wherever the stream was cut.",
    tests: [
      {
        file: "test/black-box/cut-stream.test.ts",
        title: "each tool runs once, wherever the stream is cut; the retry holds the pairs and asks only for what is missing",
      },
      {
        file: "test/scenarios/dispatch.test.ts",
        title: "runtime.md §6 dispatch afterStream > §6 the call that the retry makes again is another one, and runs once",
      },
    ],
  },
  {
    id: "runtime-5-finished-keeps-result",
    source: "runtime.md §5",
    contract: "A tool that had finished when the interrupt came keeps its real result.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 one tail for every exit > §5 a tool that had already finished when the interrupt came keeps its real result",
      },
      {
        file: "test/runtime/async/signal-race.test.ts",
        title: "raceWithGrace > work that had finished before the abort keeps its value",
      },
    ],
  },
  {
    id: "runtime-5-aborted-words",
    source: "runtime.md §5",
    contract: "An interrupted tool's output says who stopped it and after how long.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 an interrupt from every phase > §5 during a tool: its output says that the person stopped it, and after how long",
      },
      { file: "test/adapters/tools/shell-endings.test.ts", title: "abort > ends the command, and the output so far is kept" },
    ],
  },
  {
    id: "runtime-5-effects-words",
    source: "runtime.md §5",
    contract: "Only of a tool that may have changed something does it say that effects may stand.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 one tail for every exit > §5 effects are not spoken of for a tool that has none",
      },
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 an interrupt from every phase > §5 during a tool: its output says that the person stopped it, and after how long",
      },
    ],
  },
  {
    id: "runtime-5-detached-after-grace",
    source: "runtime.md §5",
    contract: "A run that ignores the abort is left alone after its grace, and what it returns later is dropped.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 one tail for every exit > §5 a tool that ignores the abort is detached after its grace, and its late result is dropped",
      },
      {
        file: "test/runtime/async/signal-race.test.ts",
        title: "raceWithGrace > work that ignores the abort is given up when the grace is over",
      },
    ],
  },
  {
    id: "runtime-5-grace-lengths",
    source: "runtime.md §5",
    contract: "The grace is 100 ms, for a tree of processes two seconds.",
    tests: [
      {
        file: "test/adapters/tools/shell.test.ts",
        title: "preparing a command > is declared as parallel, changing the world, with two seconds of grace and a schema",
      },
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 one tail for every exit > §5 a tool that ignores the abort is detached after its grace, and its late result is dropped",
      },
    ],
  },
  {
    id: "runtime-5-outcome-at-once",
    source: "runtime.md §5",
    contract: "A run's outcome is written at once, before its output is recorded.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 one tail for every exit > §5 the outcome is written at once, the output at the drain",
      },
    ],
  },
  {
    id: "runtime-5-outcome-after-crash",
    source: "runtime.md §5",
    contract: "After a crash in between, the call is closed with that outcome.",
    tests: [
      {
        file: "test/runtime/history/resume.test.ts",
        title:
          "runtime.md §12 what continuing appends first > an open call with an outcome: the outcome's words, and no second outcome",
      },
      {
        file: "test/scenarios/resume.test.ts",
        title:
          "runtime.md §12 killed, then continued > §12 a run whose outcome is on disk keeps it; an open question is closed by policy",
      },
    ],
  },
  {
    id: "runtime-5-marker",
    source: "runtime.md §5",
    contract: "An interrupted turn records one marker for the model before its end line, which the screen does not show.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 an interrupt from every phase > §5 the marker is for the model: the screen folds it away as context and shows no message of it",
      },
      {
        file: "test/scenarios/steer.test.ts",
        title:
          "runtime.md §7 §8 steers and what the model still owes > §5 §8 Stop: the marker is in the file before the end, and the end before it is told",
      },
    ],
  },
  {
    id: "runtime-5-no-marker-otherwise",
    source: "runtime.md §5",
    contract: "Failed turns record none, nor do turns that the app did not live to end.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 an interrupt from every phase > §5 a failed turn records no marker",
      },
      {
        file: "test/scenarios/app-stop.test.ts",
        title: "protocol.md §7: stopped with the app > a run and partial text; no marker that somebody meant it",
      },
    ],
  },
];
