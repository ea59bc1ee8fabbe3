// What Codex expects of itself in the area «pending input», in our words, and the tests of ours that answer it.
import type { Requirement } from "./requirement";

export const codexSubmission: readonly Requirement[] = [
  {
    id: "codex-pending-concurrent",
    source: "Codex, pending input",
    contract: "Of two submissions at once one starts the turn.",
    differs: "Codex makes the other a steer; ours refuses it, and the client chooses its door.",
    tests: [
      {
        file: "test/scenarios/steer.test.ts",
        title:
          "runtime.md §7 §8 steers and what the model still owes > §8 two starts at the same moment in an idle thread: one turn begins, the other is refused",
      },
      {
        file: "test/renderer/state/doors.test.ts",
        title: "a refusal for the turn's sake leads to the next door, any other one stands (runtime.md §8)",
      },
    ],
  },
  {
    id: "codex-pending-turn-matches",
    source: "Codex, pending input",
    contract: "A steer must name the running turn.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 a steer for another turn is refused with the running one's id",
      },
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 a steer while idle is refused: no turn is running",
      },
    ],
  },
  {
    id: "codex-pending-start-rejects",
    source: "Codex, pending input",
    contract: "A start while a turn runs is refused and injects nothing.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 a start while a turn runs is refused; the server never chooses steer or queue",
      },
    ],
  },
  {
    id: "codex-pending-start-with-trigger-mail",
    source: "Codex, pending input",
    contract: "A start beside trigger mail that waits.",
    differs: "Codex refuses the start; ours begins a turn that takes the mail along, before the prompt.",
    tests: [
      {
        file: "test/scenarios/mail.test.ts",
        title: "runtime.md §8 mail while nothing runs > §8 after a Stop trigger mail waits; the next prompt takes it along",
      },
    ],
  },
  {
    id: "codex-pending-not-steerable",
    source: "Codex, pending input",
    contract: "A turn of another kind takes no steer.",
    differs: "Codex refuses a steer into a compaction by hand; ours accepts it and samples it behind the summary.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 a steer and a compaction > §8 a steer into a manual compaction is sampled in a turn of its own, behind the summary (bug report 61)",
      },
    ],
  },
  {
    id: "codex-pending-leftover-at-end",
    source: "Codex, pending input",
    contract: "Input that is left when a turn ends is not lost.",
    differs: "Codex records it into the turn that ends; ours puts it at the front of the queue.",
    tests: [
      {
        file: "test/scenarios/steer.test.ts",
        title:
          "runtime.md §7 §8 steers and what the model still owes > §7 a steer that comes while a stop hook says stop goes to the front of the queue, and is sent next",
      },
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 a turn that is writing its end takes no steer; a start then makes a new turn",
      },
    ],
  },
  {
    id: "codex-pending-subscribe",
    source: "Codex, pending input",
    contract: "Whoever asks for activity hears of what waits already and of what comes.",
    tests: [
      {
        file: "test/runtime/input/input-queue.test.ts",
        title: "InputQueue > activity resolves for input that waits already, and consumes nothing",
      },
      {
        file: "test/runtime/input/input-queue.test.ts",
        title: "InputQueue > activity resolves for input that comes, for all who wait",
      },
      {
        file: "test/runtime/input/input-queue.test.ts",
        title: "mail in a turn > that waits already is activity, deferred or not: no sleep at all",
      },
    ],
  },
  {
    id: "codex-pending-modes",
    source: "Codex, pending input",
    contract: "Submissions may change mode, schema or settings of the turn.",
    notApplicable: "Submissions carry input only.",
  },
  {
    id: "codex-pending-recover",
    source: "Codex, pending input",
    contract: "A turn whose id is known can be taken up again.",
    differs: "Codex goes on with the same turn; ours closes it and starts another.",
    tests: [
      {
        file: "test/scenarios/resume.test.ts",
        title:
          "runtime.md §12 killed, then continued > §12 after the turn's opening: the turn is closed as stopped with the app, without a marker for the model",
      },
    ],
  },
  {
    id: "codex-pending-item-lifecycle",
    source: "Codex, pending input",
    contract: "A person's words are one item with one id from start to end.",
    tests: [
      { file: "test/scenarios/turn.test.ts", title: "runtime.md §2-§7: one turn in the file > a plain answer" },
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 a steer shows as the person's, with how it came and its client id",
      },
    ],
  },
  {
    id: "codex-pending-item-ids",
    source: "Codex, pending input",
    contract: "Words and thoughts without an id have one on start and end.",
    tests: [
      { file: "test/runtime/turn/streaming-items.test.ts", title: "StreamingItems > a missing, empty or used id is replaced" },
      {
        file: "test/scenarios/reading.test.ts",
        title:
          "runtime.md §3 reading the stream > §3 the first id seen of a streamed item is canonical, and it is one item on screen",
      },
    ],
  },
  {
    id: "codex-pending-plan-mode",
    source: "Codex, pending input",
    contract: "In plan mode a proposed plan is cut out of the text.",
    notApplicable: "There is no plan mode.",
  },
];
