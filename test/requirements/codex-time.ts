// What Codex expects of itself in the area «sleep and time», in our words, and the tests of ours that answer it.
import type { Requirement } from "./requirement";

export const codexTime: readonly Requirement[] = [
  {
    id: "codex-sleep-completed",
    source: "Codex, sleep and time",
    contract: "A sleep of 12 hours is taken, and its output says that it was slept.",
    tests: [{ file: "test/scenarios/sleep.test.ts", title: "runtime.md §9 sleep > §9 %s seconds are slept in full" }],
  },
  {
    id: "codex-sleep-items",
    source: "Codex, sleep and time",
    contract: "A sleep is told as begun and completed.",
    tests: [
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 elapsed: the whole sequence, from the recorded call to the output at the drain",
      },
      {
        file: "test/scenarios/time.test.ts",
        title: "runtime.md §9 every way out of a sleep > §9 %s: the item is completed once, and no timer, no listener is left",
      },
    ],
  },
  {
    id: "codex-sleep-client-time",
    source: "Codex, sleep and time",
    contract: "Time that a client provides is asked for.",
    notApplicable: "Time comes from the clock of the machine alone.",
  },
  {
    id: "codex-time-each-turn",
    source: "Codex, sleep and time",
    contract: "The time that the model is told is that of the clock, not of the program's start.",
    tests: [
      {
        file: "test/scenarios/time.test.ts",
        title:
          "runtime.md §9 the model is told the time > behind the input, at the first request, and again once the interval has passed; those before stay",
      },
    ],
  },
  {
    id: "codex-time-interval",
    source: "Codex, sleep and time",
    contract: "Reminders keep their interval, and older ones stay where they are.",
    tests: [
      {
        file: "test/scenarios/time.test.ts",
        title:
          "runtime.md §9 the model is told the time > behind the input, at the first request, and again once the interval has passed; those before stay",
      },
      {
        file: "test/runtime/turn/time-reminder.test.ts",
        title:
          "the time before a request (setting clock.reminderSeconds) > at first, then once the interval has passed since the last one",
      },
    ],
  },
  {
    id: "codex-time-zero-backward",
    source: "Codex, sleep and time",
    contract: "With an interval of none one comes with each request, also when the clock was set back.",
    tests: [
      {
        file: "test/scenarios/time.test.ts",
        title: "runtime.md §9 the model is told the time > at every request with 0, also when the clock was set back",
      },
    ],
  },
  {
    id: "codex-time-after-user-or-output",
    source: "Codex, sleep and time",
    contract: "A continuation that the model asked for by itself gets none.",
    differs: "Codex can leave reminders out behind anything but input and outputs; ours asks the interval alone.",
    tests: [
      {
        file: "test/scenarios/time.test.ts",
        title: "runtime.md §9 the model is told the time > also between the steps of one turn, behind the outputs",
      },
    ],
  },
  {
    id: "codex-time-format",
    source: "Codex, sleep and time",
    contract: "A reminder says date, time and zone.",
    tests: [
      {
        file: "test/runtime/turn/time-reminder.test.ts",
        title: "the time before a request (setting clock.reminderSeconds) > says it in UTC and local, with the zone",
      },
    ],
  },
  {
    id: "codex-time-after-compaction",
    source: "Codex, sleep and time",
    contract: "A new window is told the time anew.",
    tests: [
      {
        file: "test/scenarios/time.test.ts",
        title:
          "runtime.md §9 the model is told the time > again after a compaction, within the interval too, behind the summary and the input; the compaction's request gets none",
      },
      {
        file: "test/runtime/turn/time-reminder.test.ts",
        title: "the time before a request (setting clock.reminderSeconds) > a new window holds none: it is due at once",
      },
    ],
  },
  {
    id: "codex-time-provider-fails",
    source: "Codex, sleep and time",
    contract: "A clock that fails stops the turn.",
    notApplicable: "The clock of the machine does not fail.",
  },
  {
    id: "codex-time-tool",
    source: "Codex, sleep and time",
    contract: "The tool tells the time as it is then.",
    tests: [
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 current_time > §9 current_time says UTC and local time with its zone, from the clock port",
      },
    ],
  },
];
