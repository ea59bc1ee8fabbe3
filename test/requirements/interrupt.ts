// The promises of runtime.md §14, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const interrupt: readonly Requirement[] = [
  {
    id: "I14-headers",
    source: "runtime.md §14",
    contract: "An interrupt ends a turn before its headers.",
    tests: [
      { file: "test/black-box/stopped-phases.test.ts", title: "Stop > %s", row: "before the headers" },
      {
        file: "test/adapters/model/responses-client.test.ts",
        title: "an abort (runtime.md §14 I14) > before the headers ends at once and closes the connection",
      },
    ],
  },
  {
    id: "I14-after-headers",
    source: "runtime.md §14",
    contract: "An interrupt ends a turn behind its headers.",
    tests: [{ file: "test/black-box/stopped-phases.test.ts", title: "Stop > %s", row: "behind the headers" }],
  },
  {
    id: "I14-body",
    source: "runtime.md §14",
    contract: "An interrupt ends a turn in its text.",
    tests: [
      { file: "test/black-box/stopped-phases.test.ts", title: "Stop > %s", row: "in the text" },
      {
        file: "test/adapters/model/responses-client.test.ts",
        title: "an abort (runtime.md §14 I14) > in silence ends at once and closes the connection",
      },
    ],
  },
  {
    id: "I14-tool",
    source: "runtime.md §14",
    contract: "An interrupt ends a turn in a tool, with its tree of processes.",
    tests: [
      { file: "test/black-box/stopped-phases.test.ts", title: "Stop > %s", row: "in a command with a tree of processes" },
      {
        file: "test/adapters/tools/shell-endings.test.ts",
        title: "abort > ends a tree that ignores SIGTERM and has left its group",
      },
    ],
  },
  {
    id: "I14-approval",
    source: "runtime.md §14",
    contract: "An interrupt ends a turn that waits for an approval.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 an interrupt from every phase > §5 during an approval: the question is answered, the tool never starts",
      },
      { file: "test/e2e/stop.spec.ts", title: "Stop while an approval waits" },
    ],
  },
  {
    id: "I14-sleep",
    source: "runtime.md §14",
    contract: "An interrupt ends a turn that sleeps.",
    tests: [
      { file: "test/black-box/stopped-phases.test.ts", title: "Stop > %s", row: "in a sleep while the stream goes on" },
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 an interrupt from every phase > §5 during a sleep",
      },
    ],
  },
  {
    id: "I14-gate",
    source: "runtime.md §14",
    contract: "An interrupt ends a turn whose call waits at the gate.",
    tests: [
      { file: "test/black-box/stopped-phases.test.ts", title: "Stop > %s", row: "while a call waits for the one before" },
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 an interrupt from every phase > §5 while a call waits at the gate: it never starts",
      },
    ],
  },
  {
    id: "I14-back-off",
    source: "runtime.md §14",
    contract: "An interrupt ends a turn that waits for its next try.",
    tests: [
      { file: "test/black-box/stopped-phases.test.ts", title: "Stop > %s", row: "in the back-off" },
      { file: "test/black-box/stopped-phases.test.ts", title: "Stop > %s", row: "in the wait that a limit asks for" },
    ],
  },
  {
    id: "I14-drain",
    source: "runtime.md §14",
    contract: "An interrupt ends a turn in the drain.",
    tests: [
      { file: "test/black-box/stopped-phases.test.ts", title: "Stop > %s", row: "in the drain of a sleep" },
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 an interrupt from every phase > §5 during the drain of a cut attempt: interrupted, no retry",
      },
    ],
  },
  {
    id: "I14-compaction",
    source: "runtime.md §14",
    contract: "An interrupt ends a turn that is being compacted.",
    tests: [
      { file: "test/black-box/stopped-phases.test.ts", title: "Stop > %s", row: "in the text of a compaction" },
      { file: "test/black-box/stopped-phases.test.ts", title: "Stop > %s", row: "in a compaction before its headers" },
      { file: "test/black-box/stopped-phases.test.ts", title: "Stop > %s", row: "in a compaction that the model asked for" },
    ],
  },
  {
    id: "I14-hook",
    source: "runtime.md §14",
    contract: "An interrupt ends a turn whose hook hangs, with its processes.",
    tests: [
      {
        file: "test/scenarios/hooks.test.ts",
        title: "runtime.md §7 stop hooks > I14 an interrupt while a %s hook hangs ends the turn at once, and the hook",
      },
      {
        file: "test/scenarios/prompt-hooks.test.ts",
        title: "userPromptSubmit hooks > I14 interrupted while it hangs on a start: back at the queue's front, paused",
      },
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title:
          "runtime.md §6 preToolUse hooks > I14 one hangs and is interrupted: the call is closed as aborted, its tool never started",
      },
      {
        file: "test/adapters/hooks/hook-endings.test.ts",
        title: "an abort > ends all that run within 2 s, grandchildren too, and gives the answers so far",
      },
    ],
  },
];
