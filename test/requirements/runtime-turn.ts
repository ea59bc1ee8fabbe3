// The promises of runtime.md §7, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const runtimeTurn: readonly Requirement[] = [
  {
    id: "runtime-7-input-before-anything",
    source: "runtime.md §7",
    contract: "A turn's input is recorded before anything that can fail.",
    tests: [
      {
        file: "test/scenarios/steer.test.ts",
        title:
          "runtime.md §7 §8 steers and what the model still owes > §7 the prompt of a turn whose compaction fails is on disk all the same (Codex loses it)",
      },
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 over the limit with nothing left to do: not now; the next turn's preamble does it, behind the recorded input",
      },
    ],
  },
  {
    id: "runtime-7-pre-turn-compaction",
    source: "runtime.md §7",
    contract: "A window over its limit is compacted in the preamble, behind the recorded input.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 over the limit with nothing left to do: not now; the next turn's preamble does it, behind the recorded input",
      },
    ],
  },
  {
    id: "runtime-7-own-input-first",
    source: "runtime.md §7",
    contract: "A turn that began with input takes no other before its first request.",
    tests: [
      {
        file: "test/scenarios/steer.test.ts",
        title:
          "runtime.md §7 §8 steers and what the model still owes > §7 a steer that comes before the first request is out waits for the answer to the prompt",
      },
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 a steer and a compaction > §7 a steer during the preamble's compaction waits until the turn's own input was answered",
      },
    ],
  },
  {
    id: "runtime-7-mail-turn-drains",
    source: "runtime.md §7",
    contract: "A turn that began without input takes what is pending with its first request.",
    tests: [
      {
        file: "test/scenarios/mail.test.ts",
        title: "runtime.md §8 mail while nothing runs > §8 trigger mail starts a turn, which is asked with it at once",
      },
      {
        file: "test/scenarios/mail.test.ts",
        title: "runtime.md §8 mail while nothing runs > §8 trigger mail takes with it what waited already, in the order it came",
      },
    ],
  },
  {
    id: "runtime-7-steers-then-mail",
    source: "runtime.md §7",
    contract: "Pending input is the turn's steers, then the mail that may be delivered.",
    tests: [
      {
        file: "test/runtime/input/input-queue.test.ts",
        title: "mail in a turn > is taken behind the steers, and waits on until its delivery is recorded",
      },
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title:
          "runtime.md §4 §8 mail after a final answer > §4 a steer that waited when the final answer came is not forgotten over it: steer first, then mail",
      },
    ],
  },
  {
    id: "runtime-7-failed-step-fails",
    source: "runtime.md §7",
    contract: "A failed step fails the turn, an aborted one interrupts it.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 one tail for every exit > §5 rejected: tools end first, then the turn fails with the provider's reason and what to do",
      },
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 an interrupt from every phase > §5 before the first event",
      },
    ],
  },
  {
    id: "runtime-7-follow-up",
    source: "runtime.md §7",
    contract: "A call, a mendable call error, an unfinished end or preemption asks for another step.",
    tests: [
      {
        file: "test/runtime/turn/decide.test.ts",
        title:
          "runtime.md §7 what follows a step > hooks $stopHooks, follow-up $modelNeedsFollowUp, input $hasPendingInput, new context $wantsNewContext, over the limit $isOverLimit",
      },
      {
        file: "test/scenarios/calls.test.ts",
        title:
          "runtime.md §4 an output item is done > §4 calls that cannot be routed or parsed are answered in words under their own ids, in order",
      },
      {
        file: "test/scenarios/reading.test.ts",
        title: "runtime.md §3 reading the stream > §3 end_turn false asks for another step without a call",
      },
    ],
  },
  {
    id: "runtime-7-pending-asks",
    source: "runtime.md §7",
    contract: "Deliverable pending input alone asks for another step.",
    tests: [
      {
        file: "test/runtime/turn/decide.test.ts",
        title:
          "runtime.md §7 what follows a step > hooks $stopHooks, follow-up $modelNeedsFollowUp, input $hasPendingInput, new context $wantsNewContext, over the limit $isOverLimit",
      },
      {
        file: "test/scenarios/input.test.ts",
        title:
          "runtime.md §8 input > §8 a steer whose line is being written at the very moment of the decision keeps the turn going",
      },
    ],
  },
  {
    id: "runtime-7-mid-turn-compaction",
    source: "runtime.md §7",
    contract: "When more is needed and the limit is reached, the window is compacted within the turn.",
    tests: [
      {
        file: "test/runtime/turn/decide.test.ts",
        title:
          "runtime.md §7 what follows a step > hooks $stopHooks, follow-up $modelNeedsFollowUp, input $hasPendingInput, new context $wantsNewContext, over the limit $isOverLimit",
      },
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 mid-turn: drained first, one request without tools for the summary, then the model goes on in the same turn",
      },
    ],
  },
  {
    id: "runtime-7-mid-turn-failure",
    source: "runtime.md §7",
    contract: "A mid-turn compaction that fails, fails the turn.",
    tests: [
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title:
          "runtime.md §10 the compaction fails > §10 mid-turn: the turn fails with calls answered; the model is not asked again",
      },
    ],
  },
  {
    id: "runtime-7-mid-turn-steer",
    source: "runtime.md §7",
    contract: "After a mid-turn compaction a steer waits until the model's own work was taken up again.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title: "runtime.md §10 a steer and a compaction > §7 a steer waits until the model's own continuation has been sampled",
      },
      {
        file: "test/scenarios/steer.test.ts",
        title:
          "runtime.md §7 §8 steers and what the model still owes > §7 §10 after a mid-turn compaction a steer waits until the model's own work was taken up again",
      },
    ],
  },
  {
    id: "runtime-7-mid-turn-steer-alone",
    source: "runtime.md §7",
    contract: "When only the steer needs a follow-up, it stands right behind the summary.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 a steer and a compaction > §7 a steer that alone needs a follow-up stands right behind the summary and is not in the compaction's request",
      },
      {
        file: "test/scenarios/steer.test.ts",
        title:
          "runtime.md §7 §8 steers and what the model still owes > §7 §10 when only the steer needs a follow-up it stands right behind the summary",
      },
    ],
  },
  {
    id: "runtime-7-steer-never-in-pair",
    source: "runtime.md §7",
    contract: "A steer is never placed between a call and its output.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 no input between a call and its output, however many come",
      },
    ],
  },
];
