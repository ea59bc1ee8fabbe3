// The promises of runtime.md §4, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const runtimeItems: readonly Requirement[] = [
  {
    id: "runtime-4-call-recorded-started",
    source: "runtime.md §4",
    contract: "A call is recorded, then started at once while the stream still arrives, then followed up.",
    tests: [
      {
        file: "test/scenarios/calls.test.ts",
        title:
          "runtime.md §4 an output item is done > §4 a call is recorded, then started at once while the stream still arrives, then followed up",
      },
    ],
  },
  {
    id: "runtime-4-call-reopens-mail",
    source: "runtime.md §4",
    contract: "A tool call opens the delivery of mail again.",
    tests: [
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title: "runtime.md §4 §8 mail after a final answer > §4 a tool call reopens delivery",
      },
      {
        file: "test/runtime/input/mailbox.test.ts",
        title:
          "runtime.md §4 when mail reaches the model > what makes the model go on opens it again; the next final answer closes it again",
      },
    ],
  },
  {
    id: "runtime-4-outputs-in-issue-order",
    source: "runtime.md §4",
    contract: "Outputs are recorded in issue order, whatever the order of their ends.",
    tests: [
      {
        file: "test/scenarios/calls.test.ts",
        title: "runtime.md §4 an output item is done > §4 outputs are recorded in issue order, whatever the order of their ends",
      },
    ],
  },
  {
    id: "runtime-4-throw-becomes-outcome",
    source: "runtime.md §4",
    contract: "A throw or rejection as a tool starts becomes its outcome on the spot, unobserved by nobody.",
    tests: [
      {
        file: "test/scenarios/calls.test.ts",
        title:
          "runtime.md §4 an output item is done > §4 a synchronous throw and a rejection become failed outcomes; the turn goes on",
      },
    ],
  },
  {
    id: "runtime-4-unroutable-answered",
    source: "runtime.md §4",
    contract:
      "A call that cannot be routed or parsed is recorded and answered in words under its own id, in order, and followed up.",
    tests: [
      {
        file: "test/scenarios/calls.test.ts",
        title:
          "runtime.md §4 an output item is done > §4 calls that cannot be routed or parsed are answered in words under their own ids, in order",
      },
    ],
  },
  {
    id: "runtime-4-custom-answered-in-kind",
    source: "runtime.md §4",
    contract: "A custom call is answered by an output of its own kind.",
    tests: [
      {
        file: "test/scenarios/calls.test.ts",
        title: "runtime.md §4 an output item is done > §4 a custom call is answered by an output of its own kind",
      },
    ],
  },
  {
    id: "runtime-4-final-answer-defers-mail",
    source: "runtime.md §4",
    contract: "Text that is not marked as commentary defers queue-only mail to the next turn.",
    tests: [
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title:
          "runtime.md §4 §8 mail after a final answer > §4 mail that comes behind a final answer ($phase) waits for the next turn, and stands before its prompt",
      },
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title: "runtime.md §4 §8 mail after a final answer > §4 queue-only mail that came before the final answer waits too",
      },
    ],
  },
  {
    id: "runtime-4-commentary-keeps-mail-open",
    source: "runtime.md §4",
    contract: "Commentary alone leaves mail deliverable in the same turn.",
    tests: [
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title: "runtime.md §4 §8 mail after a final answer > §4 behind commentary alone mail is delivered in the same turn",
      },
    ],
  },
  {
    id: "runtime-4-reasoning-no-follow-up",
    source: "runtime.md §4",
    contract: "Reasoning alone asks for no further step.",
    tests: [
      {
        file: "test/scenarios/reading.test.ts",
        title: "runtime.md §3 reading the stream > §3 reasoning alone never asks for follow-up",
      },
    ],
  },
  {
    id: "runtime-4-preempts",
    source: "runtime.md §4",
    contract: "Mail that waits when a thought or a commentary message is done ends the reading, and the model is asked again.",
    tests: [
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title:
          "runtime.md §4 mail preempts the stream > §4 after $what: the response is left, what it would have said and called never appears",
      },
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title: "runtime.md §4 mail preempts the stream > §4 each thought lets in what has come by then",
      },
    ],
  },
  {
    id: "runtime-4-preempts-only-when-done",
    source: "runtime.md §4",
    contract: "An item that still streams does not let mail in.",
    tests: [
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title: "§4 a streamed item that is still open when mail comes does not count as a thought",
      },
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title: "runtime.md §4 mail preempts the stream > §4 mail that comes behind the last such item does not cut what streams",
      },
    ],
  },
  {
    id: "runtime-4-steer-does-not-cut",
    source: "runtime.md §4",
    contract: "A person's steer does not cut the stream.",
    tests: [
      { file: "test/scenarios/input.test.ts", title: "runtime.md §8 input > §8 a steer does not cut the stream" },
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title:
          "runtime.md §4 mail preempts the stream > §4 a steer never preempts: reasoning, call, answer, output, and only then the steer",
      },
    ],
  },
  {
    id: "runtime-4-instant-steer-cuts",
    source: "runtime.md §4",
    contract: "With the setting instant a steer cuts the stream at once, and the partial text is kept as incomplete.",
    tests: [
      {
        file: "test/scenarios/steer.test.ts",
        title:
          'runtime.md §4 steer: "instant" > §4 the stream is cut at once; the partial text is kept as incomplete, and the model reads it before the steer',
      },
      {
        file: "test/scenarios/steer.test.ts",
        title: 'runtime.md §4 steer: "instant" > §4 before the first word too; nothing empty is kept',
      },
    ],
  },
  {
    id: "runtime-4-instant-only-steers",
    source: "runtime.md §4",
    contract: "Not even then do mail and entries of the queue cut the stream.",
    tests: [
      {
        file: "test/scenarios/steer.test.ts",
        title: 'runtime.md §4 steer: "instant" > §4 mail and entries of the queue do not cut the stream',
      },
    ],
  },
];
