// The promises of runtime.md §2, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const runtimeRecording: readonly Requirement[] = [
  {
    id: "runtime-2-append-first",
    source: "runtime.md §2",
    contract: "A record is in the file before it is in memory.",
    tests: [
      {
        file: "test/scenarios/recording.test.ts",
        title: "runtime.md §2 recording > §2 the file first: while an append waits, neither memory nor the screen has the item",
      },
    ],
  },
  {
    id: "runtime-2-memory-second",
    source: "runtime.md §2",
    contract: "An item is in memory before its event is told.",
    tests: [
      {
        file: "test/scenarios/recording.test.ts",
        title: "runtime.md §2 recording > §2 the event last: whoever hears of an item finds it in memory and in the file",
      },
    ],
  },
  {
    id: "runtime-2-one-write",
    source: "runtime.md §2",
    contract: "The lines of one record go out in one write.",
    tests: [
      {
        file: "test/scenarios/recording.test.ts",
        title: "runtime.md §2 recording > §2 one record is one write: an item and its twin go out together",
      },
      {
        file: "test/adapters/rollout/jsonl-store.test.ts",
        title: "the JSONL store on disk > lines go out in one write, and the rest of a short write follows",
      },
    ],
  },
  {
    id: "runtime-2-events-never-awaited",
    source: "runtime.md §2",
    contract: "Telling events never holds up a record, nor can a client's slowness.",
    tests: [
      {
        file: "test/ipc/line-writer.test.ts",
        title: "LineWriter > while the reader is slow nothing more is handed to it, and nothing is lost",
      },
      { file: "test/ipc/event-batcher.test.ts", title: "the first event goes out at once, but after the current task" },
    ],
  },
  {
    id: "runtime-2-append-failure-fails-turn",
    source: "runtime.md §2",
    contract: "An append that fails ends the turn as failed, in words, and memory never runs ahead of the file.",
    tests: [
      {
        file: "test/scenarios/recording.test.ts",
        title:
          "runtime.md §2 recording > §2 a failed append ($what) fails the turn in words, and memory is not ahead of the file",
      },
      {
        file: "test/runtime/history/recorder.test.ts",
        title: "Recorder (runtime.md §2) > after a failed append nothing is recorded any more, and everybody gets the same error",
      },
    ],
  },
  {
    id: "runtime-2-append-failure-cleans-up",
    source: "runtime.md §2",
    contract: "Whatever a turn had started has ended when its storage failure is told.",
    tests: [
      {
        file: "test/scenarios/recording.test.ts",
        title:
          "runtime.md §2 recording > §2 whatever the turn started has ended when its failure is told, also when partial text could not be closed",
      },
    ],
  },
  {
    id: "runtime-2-barrier-input",
    source: "runtime.md §2",
    contract: "Accepted input is synced to the disk.",
    tests: [
      {
        file: "test/scenarios/recording.test.ts",
        title:
          "runtime.md §2 recording > §2 barriers stand at the accepted input, at a call that changes the world, and at the end",
      },
      {
        file: "test/scenarios/recording.test.ts",
        title: "runtime.md §2 recording > §2 a steer is a barrier of its own: it is on disk before it is acknowledged",
      },
      {
        file: "test/scenarios/queue-changes.test.ts",
        title: "runtime.md §8 the queue: changes > §8 an entry is on disk and synced before it is acknowledged",
      },
      {
        file: "test/scenarios/mail.test.ts",
        title:
          "runtime.md §8 mail while nothing runs > §8 mail is on disk and synced before it is acknowledged, and the same client id is one mail",
      },
    ],
  },
  {
    id: "runtime-2-barrier-call",
    source: "runtime.md §2",
    contract: "A call whose tool can change the world is synced before that tool starts.",
    tests: [
      {
        file: "test/scenarios/recording.test.ts",
        title:
          "runtime.md §2 recording > §2 barriers stand at the accepted input, at a call that changes the world, and at the end",
      },
    ],
  },
  {
    id: "runtime-2-barrier-end",
    source: "runtime.md §2",
    contract: "The end of a turn is synced.",
    tests: [
      {
        file: "test/scenarios/recording.test.ts",
        title:
          "runtime.md §2 recording > §2 barriers stand at the accepted input, at a call that changes the world, and at the end",
      },
    ],
  },
  {
    id: "runtime-2-barrier-compaction",
    source: "runtime.md §2",
    contract: "A compaction is synced, and told as completed only then.",
    tests: [
      {
        file: "test/scenarios/compaction-window.test.ts",
        title:
          "runtime.md §10 what the new window holds > bug report 68: the item is told as completed only once the new window is on disk",
      },
    ],
  },
  {
    id: "runtime-2-serial-queue",
    source: "runtime.md §2",
    contract: "Records of one thread are written one behind the other.",
    tests: [
      {
        file: "test/scenarios/recording.test.ts",
        title: "runtime.md §2 recording > §2 one serial queue: of two things that happen at once, one is written after the other",
      },
    ],
  },
  {
    id: "runtime-2-newline-first",
    source: "runtime.md §2",
    contract: "A file that does not end in a newline gets one before anything is appended.",
    tests: [
      {
        file: "test/scenarios/resume.test.ts",
        title: "runtime.md §12 killed, then continued > §12 a torn last line is reported, closed by a newline and never deleted",
      },
    ],
  },
  {
    id: "runtime-2-facts-same-writer",
    source: "runtime.md §2",
    contract: "Facts that are no items go through the same writer, and nothing is written twice.",
    tests: [
      {
        file: "test/scenarios/recording.test.ts",
        title: "runtime.md §2 recording > §2 nothing is written twice: the opening lines stand once",
      },
      {
        file: "test/scenarios/example-rollout.test.ts",
        title: "a whole rollout: an answer, calls of every end, a sleep, a steer, and an interrupt",
      },
    ],
  },
  {
    id: "runtime-2-unreadable-refused",
    source: "runtime.md §2",
    contract: "What no reader would take back is refused instead of written.",
    tests: [
      {
        file: "test/scenarios/recording.test.ts",
        title:
          "runtime.md §2 recording > §2 an item of the model that no reader would take ends the turn in words, and its calls have their outputs",
      },
      {
        file: "test/scenarios/recording.test.ts",
        title: "runtime.md §2 recording > §2 a steer that no reader would take is refused, and the turn goes on",
      },
      {
        file: "test/runtime/history/recorder.test.ts",
        title:
          "Recorder (runtime.md §2) > a line too long to be read again is refused, and what is shorter is recorded all the same",
      },
    ],
  },
];
