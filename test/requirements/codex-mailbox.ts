// What Codex expects of itself in the area «mailbox», in our words, and the tests of ours that answer it.
import type { Requirement } from "./requirement";

export const codexMailbox: readonly Requirement[] = [
  {
    id: "codex-mail-order",
    source: "Codex, mailbox",
    contract: "Mail is delivered in the order it came.",
    tests: [
      {
        file: "test/runtime/input/mailbox.test.ts",
        title: "runtime.md §4 when mail reaches the model > from the start, in the order it came",
      },
    ],
  },
  {
    id: "codex-mail-answer-boundary",
    source: "Codex, mailbox",
    contract: "Queue-only mail behind the answer waits for the next turn.",
    tests: [
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title:
          "runtime.md §4 §8 mail after a final answer > §4 mail that comes behind a final answer ($phase) waits for the next turn, and stands before its prompt",
      },
    ],
  },
  {
    id: "codex-mail-trigger-boundary",
    source: "Codex, mailbox",
    contract: "So does trigger mail.",
    differs:
      "Codex lets trigger mail that was there already wait as well; in ours it keeps the turn open, and what comes behind the answer starts a turn of its own.",
    tests: [
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title:
          "runtime.md §4 §8 mail after a final answer > §4 trigger mail that waited when the final answer came keeps the turn open (Codex lets it wait)",
      },
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title:
          "runtime.md §4 §8 mail after a final answer > §8 trigger mail that comes behind the final answer starts a turn of its own",
      },
    ],
  },
  {
    id: "codex-mail-steer-reopens",
    source: "Codex, mailbox",
    contract: "A steer opens delivery again: steer first, then mail.",
    tests: [
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title:
          "runtime.md §4 §8 mail after a final answer > §4 a steer that waited when the final answer came is not forgotten over it: steer first, then mail",
      },
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title: "runtime.md §4 §8 mail after a final answer > §4 a steer reopens delivery",
      },
    ],
  },
  {
    id: "codex-mail-stale-defer",
    source: "Codex, mailbox",
    contract: "A deferral does not undo what a steer has opened.",
    tests: [
      {
        file: "test/runtime/input/mailbox.test.ts",
        title: "runtime.md §4 when mail reaches the model > unless a steer was there already: the model goes on anyway",
      },
    ],
  },
  {
    id: "codex-mail-call-reopens",
    source: "Codex, mailbox",
    contract: "A call opens delivery again.",
    tests: [
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title: "runtime.md §4 §8 mail after a final answer > §4 a tool call reopens delivery",
      },
    ],
  },
  {
    id: "codex-mail-unknown-phase",
    source: "Codex, mailbox",
    contract: "Text without a phase defers mail.",
    tests: [
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title:
          "runtime.md §4 §8 mail after a final answer > §4 mail that comes behind a final answer ($phase) waits for the next turn, and stands before its prompt",
      },
    ],
  },
  {
    id: "codex-mail-commentary-open",
    source: "Codex, mailbox",
    contract: "Commentary leaves delivery open.",
    tests: [
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title: "runtime.md §4 §8 mail after a final answer > §4 behind commentary alone mail is delivered in the same turn",
      },
    ],
  },
  {
    id: "codex-mail-idle-after-trigger",
    source: "Codex, mailbox",
    contract: "A thread is idle only once trigger mail was dealt with.",
    tests: [
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title:
          "runtime.md §4 §8 mail after a final answer > §8 trigger mail that comes behind the final answer starts a turn of its own",
      },
      {
        file: "test/scenarios/mail.test.ts",
        title:
          "runtime.md §8 mail while nothing runs > §8 trigger mail that comes while a completed turn is writing its end starts the next",
      },
    ],
  },
  {
    id: "codex-mail-many-triggers",
    source: "Codex, mailbox",
    contract: "Several pieces of trigger mail start one turn.",
    tests: [
      {
        file: "test/scenarios/mail.test.ts",
        title: "runtime.md §8 mail while nothing runs > §8 trigger mail takes with it what waited already, in the order it came",
      },
    ],
  },
  {
    id: "codex-mail-agents",
    source: "Codex, mailbox",
    contract: "Agents that spawn, wait for and tell each other.",
    notApplicable: "There are no sub-agents; their mail comes through the same door.",
  },
];
