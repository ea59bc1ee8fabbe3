// What Codex expects of itself in the area «abort», in our words, and the tests of ours that answer it.
import type { Requirement } from "./requirement";

export const codexAbort: readonly Requirement[] = [
  {
    id: "codex-abort-long-tool",
    source: "Codex, abort",
    contract: "Stopping a command that would run for a minute ends the turn as interrupted.",
    tests: [
      { file: "test/black-box/stopped-phases.test.ts", title: "Stop > %s", row: "in a command with a tree of processes" },
      { file: "test/e2e/stop.spec.ts", title: "Stop while a command runs: its processes are gone, its output so far stays" },
    ],
  },
  {
    id: "codex-abort-output-in-history",
    source: "Codex, abort",
    contract: "The next request holds the stopped call with an output that says so and how long it ran.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 an interrupt from every phase > §5 during a tool: its output says that the person stopped it, and after how long",
      },
    ],
  },
  {
    id: "codex-abort-marker",
    source: "Codex, abort",
    contract: "The next request holds a marker that the person stopped the turn.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 an interrupt from every phase > §5 during the stream: partial text is kept as incomplete, and the next prompt holds it, followed by the marker",
      },
    ],
  },
  {
    id: "codex-abort-marker-before-end",
    source: "Codex, abort",
    contract: "The marker stands before the end of the turn, and nothing behind that.",
    tests: [
      {
        file: "test/scenarios/steer.test.ts",
        title:
          "runtime.md §7 §8 steers and what the model still owes > §5 §8 Stop: the marker is in the file before the end, and the end before it is told",
      },
      {
        file: "test/properties/turn.test.ts",
        title: "runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})",
      },
    ],
  },
  {
    id: "codex-abort-before-anything",
    source: "Codex, abort",
    contract: "A turn that is stopped before its first request is told as started and interrupted.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 an interrupt from every phase > §5 before anything of the turn is written",
      },
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 an interrupt from every phase > §5 before the first event",
      },
    ],
  },
  {
    id: "codex-abort-keeps-input",
    source: "Codex, abort",
    contract: "Input that waited when a turn was stopped is still there.",
    differs: "Codex keeps it for an idle thread only; ours puts it at the front of the paused queue.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title:
          "runtime.md §8 input > §8 at an interrupt unsampled steers go to the front of the queue, in order, and are not sampled",
      },
    ],
  },
  {
    id: "codex-abort-end-flushed",
    source: "Codex, abort",
    contract: "The end of a turn is on disk when it is told, stopped or not.",
    tests: [
      {
        file: "test/scenarios/recording.test.ts",
        title:
          "runtime.md §2 recording > §2 barriers stand at the accepted input, at a call that changes the world, and at the end",
      },
      {
        file: "test/scenarios/steer.test.ts",
        title:
          "runtime.md §7 §8 steers and what the model still owes > §5 §8 Stop: the marker is in the file before the end, and the end before it is told",
      },
    ],
  },
  {
    id: "codex-abort-usage",
    source: "Codex, abort",
    contract: "Usage that was reported before the stop is recorded before the end.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 one tail for every exit > §5 usage is recorded before the abort is looked at",
      },
    ],
  },
  {
    id: "codex-abort-cleanup-awaited",
    source: "Codex, abort",
    contract: "A stopped command is given the time to clean up before its call returns.",
    tests: [{ file: "test/adapters/tools/shell-endings.test.ts", title: "abort > gives the command the time to clean up" }],
  },
  {
    id: "codex-abort-finished-stays",
    source: "Codex, abort",
    contract: "A call that had finished when the stop came stays completed.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 one tail for every exit > §5 a tool that had already finished when the interrupt came keeps its real result",
      },
    ],
  },
  {
    id: "codex-abort-only-aborted",
    source: "Codex, abort",
    contract: "A call that is stopped has the outcome aborted and no other.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 an interrupt from every phase > §5 every call of the step gets its output, in issue order",
      },
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the pipeline > §6 every call has exactly one terminal outcome",
      },
    ],
  },
  {
    id: "codex-abort-at-the-gate",
    source: "Codex, abort",
    contract: "A call that is stopped before it was let through never started.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 an interrupt from every phase > §5 while a call waits at the gate: it never starts",
      },
    ],
  },
  {
    id: "codex-abort-review",
    source: "Codex, abort",
    contract: "Stopping a review says so before the end.",
    notApplicable: "There are no reviews.",
  },
  {
    id: "codex-abort-user-shell",
    source: "Codex, abort",
    contract: "A command that the person runs beside the turn can be stopped and does not replace the turn.",
    notApplicable: "There is no such command.",
  },
];
