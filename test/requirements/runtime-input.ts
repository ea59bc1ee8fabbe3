// The promises of runtime.md §8, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const runtimeInput: readonly Requirement[] = [
  {
    id: "runtime-8-steer-joins",
    source: "runtime.md §8",
    contract: "A steer joins the running turn at the next safe point.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 a steer joins at the next safe point: behind the output, before the next request",
      },
    ],
  },
  {
    id: "runtime-8-steer-wakes",
    source: "runtime.md §8",
    contract: "A steer wakes a sleeping tool.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 a steer wakes a sleep, and the model reads it right behind",
      },
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 new input ends the sleep at once; the remainder is not made up",
      },
    ],
  },
  {
    id: "runtime-8-steer-order",
    source: "runtime.md §8",
    contract: "Steers are sampled in the order they were given.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 two steers are sampled in the order they were given",
      },
    ],
  },
  {
    id: "runtime-8-steer-idle",
    source: "runtime.md §8",
    contract: "A steer while nothing runs is refused.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 a steer while idle is refused: no turn is running",
      },
    ],
  },
  {
    id: "runtime-8-steer-other-turn",
    source: "runtime.md §8",
    contract: "A steer for another turn is refused with the running one's id.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 a steer for another turn is refused with the running one's id",
      },
    ],
  },
  {
    id: "runtime-8-steer-then-start",
    source: "runtime.md §8",
    contract: "What was refused as a steer may start a turn under the same client id, and is one submission.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 the same client id as a steer and as a start is one submission",
      },
      {
        file: "test/renderer/state/doors.test.ts",
        title: "a refusal for the turn's sake leads to the next door, any other one stands (runtime.md §8)",
      },
    ],
  },
  {
    id: "runtime-8-queue-waits",
    source: "runtime.md §8",
    contract: "While a turn runs, queued input waits, in order, each for a turn of its own.",
    tests: [
      {
        file: "test/scenarios/queue.test.ts",
        title:
          "runtime.md §8 the queue: when it is sent > §8 while a turn runs, entries wait; each starts a turn of its own, in order, when the one before has completed",
      },
    ],
  },
  {
    id: "runtime-8-queue-idle",
    source: "runtime.md §8",
    contract: "In an idle thread queued input starts a turn.",
    tests: [
      {
        file: "test/scenarios/queue.test.ts",
        title:
          "runtime.md §8 the queue: when it is sent > §8 while nothing runs and nothing waits, an entry starts a turn at once, and its id is that of the item",
      },
    ],
  },
  {
    id: "runtime-8-queue-editable",
    source: "runtime.md §8",
    contract: "The queue can be added to, changed, deleted from and reordered in every state of the thread.",
    tests: [
      {
        file: "test/scenarios/queue-changes.test.ts",
        title:
          "runtime.md §8 the queue is changed in every state > §8 %s: add, update, delete, reorder; then it is sent as it then is",
      },
    ],
  },
  {
    id: "runtime-8-queue-no-steer",
    source: "runtime.md §8",
    contract: "A queued input joins no running turn and wakes no sleep.",
    tests: [
      {
        file: "test/scenarios/queue.test.ts",
        title:
          "runtime.md §8 the queue: when it is sent > §8 an entry is not a steer: it does not join the turn that runs, whatever that does",
      },
      {
        file: "test/scenarios/queue.test.ts",
        title: "runtime.md §8 the queue: when it is sent > §8 an entry does not wake a sleep",
      },
    ],
  },
  {
    id: "runtime-8-queue-goes-on",
    source: "runtime.md §8",
    contract: "One starts by itself when a turn has completed.",
    tests: [
      {
        file: "test/scenarios/queue.test.ts",
        title:
          "runtime.md §8 the queue: when it is sent > §8 while a turn runs, entries wait; each starts a turn of its own, in order, when the one before has completed",
      },
      {
        file: "test/scenarios/queue.test.ts",
        title: "runtime.md §8 the queue: when it is sent > §8 what waits while the window is compacted starts when that is done",
      },
    ],
  },
  {
    id: "runtime-8-queue-durable",
    source: "runtime.md §8",
    contract: "The queue outlives the program.",
    tests: [
      {
        file: "test/scenarios/queue.test.ts",
        title:
          "runtime.md §8 the queue: Stop, failure, crash > §12 after a crash the queue is there, in order and paused; opening starts nothing, resuming sends it",
      },
    ],
  },
  {
    id: "runtime-8-mail-phase",
    source: "runtime.md §8",
    contract: "Mail is delivered within a turn when its phase allows.",
    tests: [
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title: "runtime.md §4 §8 mail after a final answer > §4 behind commentary alone mail is delivered in the same turn",
      },
      {
        file: "test/runtime/input/mailbox.test.ts",
        title: "runtime.md §4 when mail reaches the model > after a final answer it waits for the next turn, whatever comes then",
      },
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title: "runtime.md §4 §8 mail after a final answer > §4 end_turn: false reopens delivery",
      },
    ],
  },
  {
    id: "runtime-8-mail-trigger",
    source: "runtime.md §8",
    contract: "Mail that asks for a turn starts one in an idle thread.",
    tests: [
      {
        file: "test/scenarios/mail.test.ts",
        title: "runtime.md §8 mail while nothing runs > §8 trigger mail starts a turn, which is asked with it at once",
      },
    ],
  },
  {
    id: "runtime-8-mail-waits",
    source: "runtime.md §8",
    contract: "Other mail starts nothing and stands before the next prompt.",
    tests: [
      {
        file: "test/scenarios/mail.test.ts",
        title:
          "runtime.md §8 mail while nothing runs > §8 queue-only mail starts nothing; it stands before the next prompt (Codex asks with the prompt first)",
      },
    ],
  },
  {
    id: "runtime-8-mail-trigger-left",
    source: "runtime.md §8",
    contract: "Trigger mail that is left when a turn has completed starts a turn of its own; behind an interrupt it waits.",
    tests: [
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title:
          "runtime.md §4 §8 mail after a final answer > §8 trigger mail that comes behind the final answer starts a turn of its own",
      },
      {
        file: "test/scenarios/mail.test.ts",
        title: "runtime.md §8 mail while nothing runs > §8 after a Stop trigger mail waits; the next prompt takes it along",
      },
      {
        file: "test/scenarios/stop-races.test.ts",
        title: "§8 trigger mail that was accepted before the turn was stopped waits, however much is done meanwhile",
      },
    ],
  },
];
