// The promises of runtime.md §14, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const invariants: readonly Requirement[] = [
  {
    id: "I1",
    source: "runtime.md §14",
    contract: "An output comes only after its call.",
    tests: [
      {
        file: "test/properties/turn.test.ts",
        title: "runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})",
      },
      {
        file: "test/scenarios/calls.test.ts",
        title: "runtime.md §4 an output item is done > §4 outputs are recorded in issue order, whatever the order of their ends",
      },
    ],
  },
  {
    id: "I2",
    source: "runtime.md §14",
    contract: "When a turn has ended, every call of it has exactly one output.",
    tests: [
      {
        file: "test/properties/turn.test.ts",
        title: "runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})",
      },
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 an interrupt from every phase > §5 every call of the step gets its output, in issue order",
      },
    ],
  },
  {
    id: "I3",
    source: "runtime.md §14",
    contract: "Outputs of a step stand in the order of the calls.",
    tests: [
      {
        file: "test/properties/turn.test.ts",
        title: "runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})",
      },
      {
        file: "test/scenarios/calls.test.ts",
        title: "runtime.md §4 an output item is done > §4 outputs are recorded in issue order, whatever the order of their ends",
      },
    ],
  },
  {
    id: "I4",
    source: "runtime.md §14",
    contract: "No input stands between a call and its output.",
    tests: [
      {
        file: "test/properties/turn.test.ts",
        title: "runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})",
      },
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 no input between a call and its output, however many come",
      },
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title:
          "runtime.md §6 preToolUse hooks > §6 context comes behind the outputs of its step, in the order it was said, also from a hook that refuses (I4)",
      },
    ],
  },
  {
    id: "I5",
    source: "runtime.md §14",
    contract: "Lines only grow, and memory equals the file.",
    tests: [
      {
        file: "test/properties/turn.test.ts",
        title: "runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})",
      },
      {
        file: "test/scenarios/recording.test.ts",
        title:
          "runtime.md §2 recording > §2 a failed append ($what) fails the turn in words, and memory is not ahead of the file",
      },
      {
        file: "test/runtime/history/recorder.test.ts",
        title: "Recorder (runtime.md §2) > memory holds what the file holds: an unpaired surrogate is replaced in both",
      },
    ],
  },
  {
    id: "I6",
    source: "runtime.md §14",
    contract: "A call is on disk before its tool starts.",
    tests: [
      {
        file: "test/properties/turn.test.ts",
        title: "runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})",
      },
      {
        file: "test/scenarios/calls.test.ts",
        title: "runtime.md §4 an output item is done > §4 a call is on disk before its tool starts (I6)",
      },
    ],
  },
  {
    id: "I7",
    source: "runtime.md §14",
    contract: "Nothing of a turn stands behind its end line.",
    tests: [
      {
        file: "test/properties/turn.test.ts",
        title: "runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})",
      },
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 a turn that is writing its end takes no steer; a start then makes a new turn",
      },
    ],
  },
  {
    id: "I8",
    source: "runtime.md §14",
    contract: "Compaction splits no pair, and within a turn happens only if the model goes on.",
    tests: [
      {
        file: "test/properties/turn.test.ts",
        title: "runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})",
      },
      {
        file: "test/runtime/history/replacement-window.test.ts",
        title: "runtime.md §10 the new window > property: neither a call nor an output, ever, so that no pair is split",
      },
      {
        file: "test/runtime/turn/decide.test.ts",
        title:
          "runtime.md §7 what follows a step > over the limit, or a new context asked for, with nothing left to do: nothing is compacted",
      },
    ],
  },
  {
    id: "I9",
    source: "runtime.md §14",
    contract: "Every started item is completed exactly once.",
    tests: [
      {
        file: "test/properties/turn.test.ts",
        title: "runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})",
      },
      {
        file: "test/scenarios/time.test.ts",
        title: "runtime.md §9 every way out of a sleep > §9 %s: the item is completed once, and no timer, no listener is left",
      },
    ],
  },
  {
    id: "I10",
    source: "runtime.md §14",
    contract: "After a turn no timer, listener, process or run is left.",
    tests: [
      {
        file: "test/properties/turn.test.ts",
        title: "runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})",
      },
      { file: "test/adapters/tools/shell.test.ts", title: "where and how a command runs > and leaves no process" },
      {
        file: "test/adapters/hooks/command-hooks.test.ts",
        title: "nothing is left of a hook: no process, no open file, nothing on the disk",
      },
    ],
  },
  {
    id: "I11",
    source: "runtime.md §14",
    contract: "The live view equals the replayed one.",
    tests: [
      {
        file: "test/properties/turn.test.ts",
        title: "runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})",
      },
      {
        file: "test/scenarios/example-rollout.test.ts",
        title: "a whole rollout: an answer, calls of every end, a sleep, a steer, and an interrupt",
      },
    ],
  },
  {
    id: "I12",
    source: "runtime.md §14",
    contract: "A file cut at any byte opens, and continuing it closes it by appending.",
    tests: [
      {
        file: "test/properties/turn.test.ts",
        title: "runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})",
      },
      {
        file: "test/scenarios/resume.test.ts",
        title:
          "runtime.md §12 killed, then continued > §12 killed at every line of a busy turn, and in the middle of every line: it goes on by appending only",
      },
      {
        file: "test/properties/seeds.test.ts",
        title: "$name",
        row: "I12: a thread that was begun anew over a torn header and cut inside the second one has no header, and nothing of it was acknowledged",
      },
    ],
  },
  {
    id: "I13",
    source: "runtime.md §14",
    contract: "Every accepted input is sampled, queued or deleted, exactly once.",
    tests: [
      {
        file: "test/properties/turn.test.ts",
        title: "runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})",
      },
      {
        file: "test/scenarios/pending-input.test.ts",
        title:
          "bug report 51: what is sent at any moment is said to the model exactly once, or is seen in the queue > bug report 51: ${door} %s",
      },
      {
        file: "test/scenarios/doors-and-crashes.test.ts",
        title:
          "runtime.md §8 §12 everything that was accepted, and a crash at any line > §12 killed behind or within any line: what was acknowledged is in the queue, waits as mail or was said, and is said once in the end",
      },
    ],
  },
];
