// What Codex expects of itself in the area «pending input», in our words, and the tests of ours that answer it.
import type { Requirement } from "./requirement";

export const codexPendingInput: readonly Requirement[] = [
  {
    id: "codex-pending-idle-first",
    source: "Codex, pending input",
    contract: "Input in an idle thread is in the first request, with its client's id.",
    tests: [
      { file: "test/scenarios/turn.test.ts", title: "runtime.md §2-§7: one turn in the file > a plain answer" },
      {
        file: "test/ipc/command-router.test.ts",
        title: "turns > turn/start with a known client id answers with the turn as it is now",
      },
    ],
  },
  {
    id: "codex-pending-idle-mail",
    source: "Codex, pending input",
    contract: "Mail that waited is in the first request with the input.",
    differs: "Codex puts the input before the mail; ours records the waiting mail before the prompt.",
    tests: [
      {
        file: "test/scenarios/mail.test.ts",
        title:
          "runtime.md §8 mail while nothing runs > §8 queue-only mail starts nothing; it stands before the next prompt (Codex asks with the prompt first)",
      },
    ],
  },
  {
    id: "codex-pending-mail-wakes-root",
    source: "Codex, pending input",
    contract: "Queue-only mail wakes a thread that sleeps durably.",
    differs:
      "Codex lets queue-only mail start a turn there; in ours a sleep is within a turn, and idle queue-only mail starts nothing.",
    tests: [
      {
        file: "test/scenarios/mail.test.ts",
        title:
          "runtime.md §9 mail and waiting > §9 a steer ends the first sleep, queue-only mail the second; neither is consumed by that",
      },
      {
        file: "test/scenarios/mail.test.ts",
        title:
          "runtime.md §8 mail while nothing runs > §8 queue-only mail starts nothing; it stands before the next prompt (Codex asks with the prompt first)",
      },
    ],
  },
  {
    id: "codex-pending-any-ends-sleep",
    source: "Codex, pending input",
    contract: "A steer ends one sleep, queue-only mail the next, each with its item begun and completed.",
    tests: [
      {
        file: "test/scenarios/mail.test.ts",
        title:
          "runtime.md §9 mail and waiting > §9 a steer ends the first sleep, queue-only mail the second; neither is consumed by that",
      },
    ],
  },
  {
    id: "codex-pending-during-deltas",
    source: "Codex, pending input",
    contract: "A steer during the text is in the second request.",
    tests: [{ file: "test/scenarios/input.test.ts", title: "runtime.md §8 input > §8 a steer does not cut the stream" }],
  },
  {
    id: "codex-pending-preempt-reasoning",
    source: "Codex, pending input",
    contract:
      "Mail behind a thought cuts the response; the rest of it never appears, and the next request ends with thought and mail.",
    tests: [
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title:
          "runtime.md §4 mail preempts the stream > §4 after $what: the response is left, what it would have said and called never appears",
        row: "a reasoning item",
      },
    ],
  },
  {
    id: "codex-pending-preempt-commentary",
    source: "Codex, pending input",
    contract: "The same behind commentary.",
    tests: [
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title:
          "runtime.md §4 mail preempts the stream > §4 after $what: the response is left, what it would have said and called never appears",
        row: "a commentary message",
      },
    ],
  },
  {
    id: "codex-pending-final-answer",
    source: "Codex, pending input",
    contract: "Behind a final answer queue-only mail makes no request, and stands before the next prompt.",
    tests: [
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title:
          "runtime.md §4 §8 mail after a final answer > §4 mail that comes behind a final answer ($phase) waits for the next turn, and stands before its prompt",
      },
    ],
  },
  {
    id: "codex-pending-reopened",
    source: "Codex, pending input",
    contract: "Something that is injected behind a final answer makes a second request that holds it.",
    tests: [
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title: "runtime.md §4 §8 mail after a final answer > §4 a steer reopens delivery",
      },
      {
        file: "test/scenarios/hooks.test.ts",
        title:
          "runtime.md §7 stop hooks > §7 one blocks twice in a turn: three requests, flag false, true, true, one turn, both prompts in the file and on screen",
      },
    ],
  },
  {
    id: "codex-pending-no-preempt",
    source: "Codex, pending input",
    contract: "A steer never cuts: thought, call, answer and output stand before it.",
    tests: [
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title:
          "runtime.md §4 mail preempts the stream > §4 a steer never preempts: reasoning, call, answer, output, and only then the steer",
      },
    ],
  },
  {
    id: "codex-pending-after-compaction",
    source: "Codex, pending input",
    contract: "Behind a mid-turn compaction a steer waits for the model's own continuation.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title: "runtime.md §10 a steer and a compaction > §7 a steer waits until the model's own continuation has been sampled",
      },
    ],
  },
  {
    id: "codex-pending-only-steer",
    source: "Codex, pending input",
    contract: "When only the steer needs it, it is not in the compaction's request and right behind the summary.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 a steer and a compaction > §7 a steer that alone needs a follow-up stands right behind the summary and is not in the compaction's request",
      },
    ],
  },
  {
    id: "codex-pending-output-alone",
    source: "Codex, pending input",
    contract: "When an output alone fills the window, a waiting steer is in the request behind the continuation.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 a steer and a compaction > §7 also when the output of a tool is what reached the limit, and when the steer came during the compaction",
      },
      {
        file: "test/scenarios/steer.test.ts",
        title:
          "runtime.md §7 §8 steers and what the model still owes > §7 §10 an output alone that fills the window: compaction, the model's own work, and only then the steer",
      },
    ],
  },
];
