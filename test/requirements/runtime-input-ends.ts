// The promises of runtime.md §8, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const runtimeInputEnds: readonly Requirement[] = [
  {
    id: "runtime-8-disk-before-reply",
    source: "runtime.md §8",
    contract: "Accepted input is on disk before it is acknowledged.",
    tests: [
      {
        file: "test/scenarios/recording.test.ts",
        title: "runtime.md §2 recording > §2 a steer is a barrier of its own: it is on disk before it is acknowledged",
      },
      {
        file: "test/ipc/queue-commands.test.ts",
        title: "protocol.md §1 order: the new submissions > §1 what is acknowledged is on disk: nothing is replied before",
      },
      {
        file: "test/scenarios/queue-changes.test.ts",
        title: "runtime.md §8 the queue: changes > §8 an entry is on disk and synced before it is acknowledged",
      },
    ],
  },
  {
    id: "runtime-8-refused-input-is-none",
    source: "runtime.md §8",
    contract: "Input that could not be written is refused and nowhere.",
    tests: [
      {
        file: "test/scenarios/recording.test.ts",
        title:
          "runtime.md §2 recording > §2 an input that cannot be written is refused, and the same client id may be sent again",
      },
      {
        file: "test/scenarios/queue-changes.test.ts",
        title: "runtime.md §8 the queue: changes > §8 an entry that cannot be written is refused, and is not in the queue",
      },
      {
        file: "test/runtime/input/submissions.test.ts",
        title:
          "runtime.md §8 the same client id twice is accepted once > one that failed may be tried again under the same id; whoever asked meanwhile is refused too",
      },
    ],
  },
  {
    id: "runtime-8-item-at-safe-point",
    source: "runtime.md §8",
    contract: "Its item is recorded later, at the safe point, with how it came and its client's id.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 a steer shows as the person's, with how it came and its client id",
      },
    ],
  },
  {
    id: "runtime-8-client-id-once",
    source: "runtime.md §8",
    contract: "The same client id is accepted once and gets the first reply, also when sent twice at once.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 the same client id twice is accepted once, and gets the first reply",
      },
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 the same client id twice at once is accepted once",
      },
      {
        file: "test/runtime/input/submissions.test.ts",
        title:
          "runtime.md §8 the same client id twice is accepted once > the second one gets the first one's reply, even while that is still being written",
      },
    ],
  },
  {
    id: "runtime-8-client-id-every-door",
    source: "runtime.md §8",
    contract: "It is one submission over every door.",
    tests: [
      {
        file: "test/scenarios/queue-changes.test.ts",
        title:
          "runtime.md §8 the queue: changes > §8 a client id is one submission over every door: steer, queue, mail and start",
      },
      {
        file: "test/scenarios/mail.test.ts",
        title:
          "runtime.md §8 mail while nothing runs > §8 mail is on disk and synced before it is acknowledged, and the same client id is one mail",
      },
    ],
  },
  {
    id: "runtime-8-client-id-restart",
    source: "runtime.md §8",
    contract: "It is known after the app was started anew.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title:
          "runtime.md §8 input > §8 the same client id is known after the app was started anew, also when it is sent twice at once",
      },
      {
        file: "test/scenarios/queue-changes.test.ts",
        title:
          "runtime.md §8 the queue: changes > §8 the same client id twice, at once or later, is one entry, also after the app was started anew",
      },
    ],
  },
  {
    id: "runtime-8-ends-sampled",
    source: "runtime.md §8",
    contract: "Accepted input that was sampled is said to the model exactly once.",
    tests: [
      {
        file: "test/scenarios/pending-input.test.ts",
        title:
          "bug report 51: what is sent at any moment is said to the model exactly once, or is seen in the queue > bug report 51: ${door} %s",
      },
      {
        file: "test/scenarios/doors-and-crashes.test.ts",
        title: "runtime.md §8 §12 everything that was accepted, and a crash at any line > §8 without a crash each is said once",
      },
    ],
  },
  {
    id: "runtime-8-ends-returned",
    source: "runtime.md §8",
    contract: "Input that was not sampled when its turn ended is at the queue's front, in order.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title:
          "runtime.md §8 input > §8 at an interrupt unsampled steers go to the front of the queue, in order, and are not sampled",
      },
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 at a failure unsampled steers go to the queue, which is paused",
      },
      {
        file: "test/runtime/history/input-projection.test.ts",
        title: "input for a turn > several that come back keep their order",
      },
    ],
  },
  {
    id: "runtime-8-ends-deleted",
    source: "runtime.md §8",
    contract: "Deleted input ends as deleted and is never sent.",
    tests: [
      {
        file: "test/scenarios/queue-changes.test.ts",
        title: "runtime.md §8 the queue: changes > §8 a deleted entry ends as deleted and is never sent",
      },
      {
        file: "test/scenarios/queue-changes.test.ts",
        title:
          "runtime.md §8 the queue: changes > §8 an entry that is deleted in the moment in which it would be sent is deleted or sent, never both",
      },
    ],
  },
  {
    id: "runtime-8-interrupt-pauses",
    source: "runtime.md §8",
    contract: "An interrupt pauses the queue: nothing is lost, nothing is sent.",
    tests: [
      {
        file: "test/scenarios/queue.test.ts",
        title:
          "runtime.md §8 the queue: Stop, failure, crash > bug report 53: Stop pauses: nothing is lost, and nothing is sent until the person acts",
      },
      {
        file: "test/scenarios/queue.test.ts",
        title:
          "runtime.md §8 the queue: Stop, failure, crash > bug report 52: one Stop with three entries: all stay, in order, together",
      },
    ],
  },
  {
    id: "runtime-8-failure-pauses",
    source: "runtime.md §8",
    contract: "A turn that fails pauses it too.",
    tests: [
      {
        file: "test/scenarios/queue.test.ts",
        title: "runtime.md §8 the queue: Stop, failure, crash > §8 a failed turn pauses the queue, and nothing is sent by itself",
      },
      {
        file: "test/scenarios/queue.test.ts",
        title: "runtime.md §8 the queue: when it is sent > §8 a compaction that fails or is stopped pauses the queue",
      },
    ],
  },
  {
    id: "runtime-8-empty-never-paused",
    source: "runtime.md §8",
    contract: "An empty queue is never paused.",
    tests: [
      {
        file: "test/scenarios/queue.test.ts",
        title:
          "runtime.md §8 the queue: Stop, failure, crash > §8 an empty queue is never paused: after a Stop, what is put into it is sent at once",
      },
      {
        file: "test/scenarios/queue.test.ts",
        title:
          "runtime.md §8 the queue: Stop, failure, crash > §8 a queue whose last entry was deleted while it was paused is not paused any more",
      },
    ],
  },
  {
    id: "runtime-8-resume-goes-on",
    source: "runtime.md §8",
    contract: "Resuming sends the next one, at once or when the running turn has completed.",
    tests: [
      {
        file: "test/ipc/queue-commands.test.ts",
        title:
          "protocol.md §2 the queue's commands > add in an idle thread starts a turn; resume ends the pause and starts the first entry",
      },
      {
        file: "test/scenarios/queue.test.ts",
        title: "runtime.md §8 the queue: Stop, failure, crash > §8 resumed while a turn runs, it goes on when that has completed",
      },
    ],
  },
  {
    id: "runtime-8-no-lost-wake-up",
    source: "runtime.md §8",
    contract: "Looking for input and asking to be told of it is one step, so that no wake-up is lost.",
    tests: [
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 no wake-up is lost when the input is being written as the sleep begins",
      },
      {
        file: "test/runtime/input/input-queue.test.ts",
        title: "InputQueue > activity resolves for input that waits already, and consumes nothing",
      },
    ],
  },
];
