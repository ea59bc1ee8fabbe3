// The promises of runtime.md §12, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const runtimeResume: readonly Requirement[] = [
  {
    id: "runtime-12-open-changes-nothing",
    source: "runtime.md §12",
    contract: "Opening a file neither changes it nor starts anything.",
    tests: [
      {
        file: "test/scenarios/resume.test.ts",
        title: "runtime.md §12 opening > §12 opening a file changes nothing and starts nothing",
      },
      {
        file: "test/scenarios/mail.test.ts",
        title:
          "runtime.md §12 mail and crashes > §12 mail survives; opening starts no turn for it, not even for trigger mail; the next prompt takes it along",
      },
    ],
  },
  {
    id: "runtime-12-second-read-only",
    source: "runtime.md §12",
    contract: "A second process opens it read-only.",
    tests: [
      {
        file: "test/scenarios/resume.test.ts",
        title:
          "runtime.md §12 other processes > §12 locked by another process: it opens read-only, and a start is refused with lockedByOther",
      },
      {
        file: "test/black-box/two-programs.test.ts",
        title: "one writes; the other sees each of its turns, is refused, and writes at once when the first was killed",
      },
    ],
  },
  {
    id: "runtime-12-lock-of-the-dead",
    source: "runtime.md §12",
    contract: "The lock of a process that is gone holds nobody up.",
    tests: [
      { file: "test/adapters/rollout/lock.test.ts", title: "the writer lock > is free at once after kill -9 of its owner" },
    ],
  },
  {
    id: "runtime-12-torn-line",
    source: "runtime.md §12",
    contract: "A torn last line is closed by a newline and reported, never deleted.",
    tests: [
      {
        file: "test/scenarios/resume.test.ts",
        title: "runtime.md §12 killed, then continued > §12 a torn last line is reported, closed by a newline and never deleted",
      },
      {
        file: "test/adapters/rollout/line-reader.test.ts",
        title: "LineReader > a torn last line is a line if it parses, else it is reported",
      },
    ],
  },
  {
    id: "runtime-12-open-calls-closed",
    source: "runtime.md §12",
    contract: "Open calls get the fixed words as their outputs, in issue order.",
    tests: [
      {
        file: "test/runtime/history/resume.test.ts",
        title:
          "runtime.md §12 what continuing appends first > an open call without an outcome: the fixed words, as outcome and as output",
      },
      {
        file: "test/scenarios/resume.test.ts",
        title: "runtime.md §12 killed, then continued > §12 while calls run: each gets its output, in issue order",
      },
    ],
  },
  {
    id: "runtime-12-turn-closed",
    source: "runtime.md §12",
    contract: "The unfinished turn is closed as interrupted, without a marker that somebody meant it.",
    tests: [
      {
        file: "test/scenarios/resume.test.ts",
        title:
          "runtime.md §12 killed, then continued > §12 after the turn's opening: the turn is closed as stopped with the app, without a marker for the model",
      },
    ],
  },
  {
    id: "runtime-12-questions-closed",
    source: "runtime.md §12",
    contract: "Where something else is written first, open questions are closed by policy.",
    tests: [
      {
        file: "test/runtime/history/resume.test.ts",
        title:
          "runtime.md §12 what continuing appends first > open questions are answered by policy, calls closed, accepted input goes to the queue, the turn ends last",
      },
      {
        file: "test/e2e/open-questions.spec.ts",
        title: "saying something else instead withdraws the question and closes the turn",
      },
    ],
  },
  {
    id: "runtime-12-queue-paused",
    source: "runtime.md §12",
    contract: "The queue comes back in order, and paused.",
    tests: [
      {
        file: "test/runtime/history/resume.test.ts",
        title: "runtime.md §12 what waited comes back, paused > the queue is shown paused at once, and continuing says so first",
      },
      {
        file: "test/scenarios/queue.test.ts",
        title:
          "runtime.md §8 the queue: Stop, failure, crash > §12 after a crash the queue is there, in order and paused; opening starts nothing, resuming sends it",
      },
    ],
  },
  {
    id: "runtime-12-input-not-lost",
    source: "runtime.md §12",
    contract: "Accepted input that was not sampled goes to the front of the queue.",
    tests: [
      {
        file: "test/scenarios/resume.test.ts",
        title:
          "runtime.md §12 killed, then continued > §12 after the accepted input, before the turn: it goes to the queue, which is paused",
      },
      {
        file: "test/runtime/history/resume.test.ts",
        title:
          "runtime.md §12 what waited comes back, paused > input of a turn that never began goes in front of what was queued, in its order",
      },
    ],
  },
  {
    id: "runtime-12-mail-not-lost",
    source: "runtime.md §12",
    contract: "Accepted mail waits on.",
    tests: [
      {
        file: "test/runtime/history/resume.test.ts",
        title: "runtime.md §12 what waited comes back, paused > mail waits on, and starts nothing",
      },
      {
        file: "test/scenarios/mail.test.ts",
        title:
          "runtime.md §12 mail and crashes > §12 mail survives; opening starts no turn for it, not even for trigger mail; the next prompt takes it along",
      },
    ],
  },
  {
    id: "runtime-12-kill-anywhere",
    source: "runtime.md §12",
    contract: "A kill at any byte loses nothing that was acknowledged.",
    tests: [
      {
        file: "test/scenarios/doors-and-crashes.test.ts",
        title:
          "runtime.md §8 §12 everything that was accepted, and a crash at any line > §12 killed behind or within any line: what was acknowledged is in the queue, waits as mail or was said, and is said once in the end",
      },
      {
        file: "test/adapters/rollout/jsonl-store.test.ts",
        title:
          "the JSONL store on disk > kill -9 of the writer loses nothing that was acknowledged, and the next start goes on at once",
      },
      { file: "test/black-box/killed.test.ts", title: "kill -9 > after message %i" },
    ],
  },
  {
    id: "runtime-12-app-end",
    source: "runtime.md §12",
    contract: "An app that ends in order closes every turn in the file first.",
    tests: [
      {
        file: "test/scenarios/app-stop.test.ts",
        title: "protocol.md §7: stopped with the app > a run and partial text; no marker that somebody meant it",
      },
      {
        file: "test/runtime/session-manager.test.ts",
        title: "starting and closing > closeAll interrupts every turn, and every end is on disk",
      },
    ],
  },
  {
    id: "runtime-12-kill-compaction",
    source: "runtime.md §12",
    contract: "Killed around a compaction, the window is the old one or the new one.",
    tests: [
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title:
          "runtime.md §12 killed around a compaction > §12 in its record, within and between its lines: the window is the old one or the new one, and goes on",
      },
    ],
  },
  {
    id: "runtime-12-changed-by-others",
    source: "runtime.md §12",
    contract: "What another process wrote since is read again before anything is appended.",
    tests: [
      {
        file: "test/scenarios/resume.test.ts",
        title:
          "runtime.md §12 other processes > §12 changed by another process since it was read: read again once, and continued behind what is there now",
      },
    ],
  },
];
