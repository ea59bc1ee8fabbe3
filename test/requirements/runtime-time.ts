// The promises of runtime.md §9, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const runtimeTime: readonly Requirement[] = [
  {
    id: "runtime-9-seconds",
    source: "runtime.md §9",
    contract: "A sleep lasts from 1 second to 12 hours and is slept in full.",
    tests: [
      { file: "test/scenarios/sleep.test.ts", title: "runtime.md §9 sleep > §9 %s seconds are slept in full" },
      { file: "test/shared/protocol/tool-arguments.test.ts", title: "runtime.md §9 arguments of clock.sleep > %s seconds" },
    ],
  },
  {
    id: "runtime-9-outside",
    source: "runtime.md §9",
    contract: "A number outside gets words of its own.",
    tests: [
      {
        file: "test/shared/protocol/tool-arguments.test.ts",
        title: "runtime.md §9 arguments of clock.sleep > %s seconds is a number outside: its own words",
      },
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 invalid arguments %j: no Sleep item, no timer, only the failed call",
      },
    ],
  },
  {
    id: "runtime-9-wrong-type",
    source: "runtime.md §9",
    contract: "Another type or an extra field is a parse error.",
    tests: [
      {
        file: "test/shared/protocol/tool-arguments.test.ts",
        title: "runtime.md §9 arguments of clock.sleep > %j is a parse error",
      },
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 invalid arguments %j: no Sleep item, no timer, only the failed call",
      },
    ],
  },
  {
    id: "runtime-9-invalid-no-item",
    source: "runtime.md §9",
    contract: "Invalid arguments make no sleep item and no timer, only a failed call.",
    tests: [
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 invalid arguments %j: no Sleep item, no timer, only the failed call",
      },
      {
        file: "test/runtime/history/call-item.test.ts",
        title: "the item that a call opens > a sleep is a sleep only with valid arguments",
      },
    ],
  },
  {
    id: "runtime-9-sequence",
    source: "runtime.md §9",
    contract: "Arguments, recorded call, gate, deadline, race, outcome and output follow each other in this order.",
    tests: [
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 elapsed: the whole sequence, from the recorded call to the output at the drain",
      },
    ],
  },
  {
    id: "runtime-9-deadline-recorded",
    source: "runtime.md §9",
    contract: "The absolute deadline is recorded before the sleep begins.",
    tests: [
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 the deadline is recorded before the sleep begins, and the thread shows that it sleeps",
      },
    ],
  },
  {
    id: "runtime-9-gate",
    source: "runtime.md §9",
    contract: "Two sleeps of a step go one behind the other.",
    tests: [
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 sleep is exclusive: two sleeps go one behind the other",
      },
    ],
  },
  {
    id: "runtime-9-outcome-elapsed",
    source: "runtime.md §9",
    contract: "A sleep that ran out says elapsed and how long it was.",
    tests: [
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 elapsed: the whole sequence, from the recorded call to the output at the drain",
      },
    ],
  },
  {
    id: "runtime-9-outcome-new-input",
    source: "runtime.md §9",
    contract: "New input ends it and the output says so.",
    tests: [
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 new input ends the sleep at once; the remainder is not made up",
      },
    ],
  },
  {
    id: "runtime-9-outcome-woken",
    source: "runtime.md §9",
    contract: "Wake now ends it and the output says so.",
    tests: [{ file: "test/scenarios/sleep.test.ts", title: "runtime.md §9 sleep > §9 Wake now" }],
  },
  {
    id: "runtime-9-outcome-interrupted",
    source: "runtime.md §9",
    contract: "An interrupt ends it, and it says interrupted also when it never began.",
    tests: [
      { file: "test/scenarios/sleep.test.ts", title: "runtime.md §9 sleep > §9 interrupted" },
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 interrupted while it waits at the gate: it never slept, and the item says interrupted",
      },
    ],
  },
  {
    id: "runtime-9-item-completed",
    source: "runtime.md §9",
    contract: "The sleep item is completed when its output is recorded, whatever way it ended.",
    tests: [
      {
        file: "test/scenarios/time.test.ts",
        title: "runtime.md §9 every way out of a sleep > §9 %s: the item is completed once, and no timer, no listener is left",
      },
    ],
  },
  {
    id: "runtime-9-not-consumed",
    source: "runtime.md §9",
    contract: "Waking consumes no input, and the rest is not made up.",
    tests: [
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 waking does not consume the input: the model reads it in the next request",
      },
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 new input ends the sleep at once; the remainder is not made up",
      },
    ],
  },
  {
    id: "runtime-9-already-waiting",
    source: "runtime.md §9",
    contract: "Activity that waits already means no sleep at all.",
    tests: [
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 activity that already waits means no sleep at all",
      },
      {
        file: "test/scenarios/mail.test.ts",
        title: "runtime.md §9 mail and waiting > §9 mail that waits already means no sleep at all, also behind a final answer",
      },
    ],
  },
  {
    id: "runtime-9-mail-wakes",
    source: "runtime.md §9",
    contract: "Mail of either kind ends a sleep.",
    tests: [
      {
        file: "test/scenarios/mail.test.ts",
        title:
          "runtime.md §9 mail and waiting > §9 a steer ends the first sleep, queue-only mail the second; neither is consumed by that",
      },
    ],
  },
  {
    id: "runtime-9-wall-clock",
    source: "runtime.md §9",
    contract: "The deadline is compared with the wall clock: a machine that slept over it wakes the sleep at once.",
    tests: [
      {
        file: "test/scenarios/sleep.test.ts",
        title:
          "runtime.md §9 sleep > §9 a clock that jumps over the deadline wakes the sleep at once, and it says how long that was",
      },
      {
        file: "test/adapters/system.test.ts",
        title: "the system clock > wakes an overdue wait within 30 s of the machine waking up",
      },
      {
        file: "test/adapters/system.test.ts",
        title:
          "the system clock > told that the machine woke up, it ends an overdue wait at once and leaves the others and no second timer",
      },
    ],
  },
  {
    id: "runtime-9-clock-back",
    source: "runtime.md §9",
    contract: "A clock that was set back does not end a sleep early.",
    tests: [
      { file: "test/adapters/system.test.ts", title: "the system clock > does not end early when the wall clock is set back" },
      {
        file: "test/scenarios/time.test.ts",
        title:
          "runtime.md §9 a clock that jumps (bug report 40) > bug report 40: backward: the recorded deadline holds, one wait is pending, not many",
      },
    ],
  },
  {
    id: "runtime-9-nothing-left",
    source: "runtime.md §9",
    contract: "Whatever way it ends, no timer and no listener is left.",
    tests: [
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 whatever way it ends, no timer and no listener is left",
      },
      {
        file: "test/adapters/system.test.ts",
        title: "the system clock > reaches a deadline and leaves no timer and no listener",
      },
    ],
  },
  {
    id: "runtime-9-current-time",
    source: "runtime.md §9",
    contract: "The current time is told in UTC and locally with the zone, without arguments.",
    tests: [
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 current_time > §9 current_time says UTC and local time with its zone, from the clock port",
      },
      { file: "test/scenarios/sleep.test.ts", title: "runtime.md §9 current_time > §9 current_time takes no arguments" },
    ],
  },
  {
    id: "runtime-9-clock-port",
    source: "runtime.md §9",
    contract: "The runtime asks the clock port only.",
    tests: [
      { file: "test/architecture/rules.test.ts", title: "names and habits > %s is refused: %s" },
      {
        file: "test/architecture/rules.test.ts",
        title: "R3: the runtime's own project knows no timer, process, buffer, console, fetch or document",
      },
    ],
  },
  {
    id: "runtime-9-reminder",
    source: "runtime.md §9",
    contract: "With the setting, the model is told the time before a request once the interval has passed.",
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
    id: "runtime-9-reminder-off",
    source: "runtime.md §9",
    contract: "Without the setting it is never told.",
    tests: [
      {
        file: "test/scenarios/time.test.ts",
        title: "runtime.md §9 the model is told the time > not at all when the setting is absent",
      },
    ],
  },
];
