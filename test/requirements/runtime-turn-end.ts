// The promises of runtime.md §7, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const runtimeTurnEnd: readonly Requirement[] = [
  {
    id: "runtime-7-hooks-last",
    source: "runtime.md §7",
    contract: "Stop hooks are asked only when nothing more is needed.",
    tests: [
      {
        file: "test/scenarios/hooks.test.ts",
        title:
          "runtime.md §7 stop hooks > §7 they are asked only when nothing more is needed: not behind a call, not while a steer waits",
      },
      {
        file: "test/scenarios/steer.test.ts",
        title: "runtime.md §7 §8 steers and what the model still owes > §7 stop hooks are not asked while a steer waits",
      },
    ],
  },
  {
    id: "runtime-7-hook-block",
    source: "runtime.md §7",
    contract: "A block with words records the hook prompt and goes on with the same turn.",
    tests: [
      {
        file: "test/scenarios/hooks.test.ts",
        title:
          "runtime.md §7 stop hooks > §7 one blocks twice in a turn: three requests, flag false, true, true, one turn, both prompts in the file and on screen",
      },
    ],
  },
  {
    id: "runtime-7-hook-flag",
    source: "runtime.md §7",
    contract: "The hooks are told whether they made this turn go on before, and only of this turn.",
    tests: [
      {
        file: "test/scenarios/hooks.test.ts",
        title:
          "runtime.md §7 stop hooks > §7 one blocks twice in a turn: three requests, flag false, true, true, one turn, both prompts in the file and on screen",
      },
      { file: "test/scenarios/hooks.test.ts", title: "runtime.md §7 stop hooks > §7 the flag is of one turn" },
    ],
  },
  {
    id: "runtime-7-hook-reopens-mail",
    source: "runtime.md §7",
    contract: "A block opens the delivery of mail again, behind the prompt.",
    tests: [
      { file: "test/scenarios/hooks.test.ts", title: "runtime.md §7 stop hooks > §8 a block opens the mail again" },
      {
        file: "test/scenarios/mail-delivery.test.ts",
        title:
          "runtime.md §4 §8 mail after a final answer > §7 a stop hook that blocks reopens delivery: its prompt first, then the mail",
      },
    ],
  },
  {
    id: "runtime-7-hook-no-reason",
    source: "runtime.md §7",
    contract: "A block without words is a warning, and the turn goes on to its end.",
    tests: [
      {
        file: "test/scenarios/hooks.test.ts",
        title:
          "runtime.md §7 stop hooks > §7 a block without a reason (a failed hook) is a warning, and the turn ends, with its after-turn hook",
      },
      {
        file: "test/runtime/turn/stop-hooks.test.ts",
        title: "asking them > one that failed is a warning that stays, and the others count",
      },
    ],
  },
  {
    id: "runtime-7-hook-stop",
    source: "runtime.md §7",
    contract: "Stop ends the turn without the after-turn hook, and wins over every block.",
    tests: [
      {
        file: "test/scenarios/hooks.test.ts",
        title:
          "runtime.md §7 stop hooks > §7 any that says stop (the %s) wins over those that block; then no after-turn hook runs",
      },
      { file: "test/runtime/turn/stop-hooks.test.ts", title: "runtime.md §7 what the stop hooks come to > stop %s wins" },
    ],
  },
  {
    id: "runtime-7-hooks-all-run",
    source: "runtime.md §7",
    contract: "All hooks of an event are asked, and what they say keeps the order of declaration.",
    tests: [
      {
        file: "test/scenarios/hooks.test.ts",
        title:
          "runtime.md §7 stop hooks > §7 several: all are asked, whoever blocks is heard, in the order they are declared, in one message",
      },
      {
        file: "test/adapters/hooks/command-hooks.test.ts",
        title: "several hooks > run at once, and their answers keep the order of declaration",
      },
    ],
  },
  {
    id: "runtime-7-after-turn",
    source: "runtime.md §7",
    contract: "The after-turn hook runs once, last, with the last answer, and changes nothing.",
    tests: [
      {
        file: "test/scenarios/hooks.test.ts",
        title: "after-turn hooks > run once, last, with the last answer; what they answer changes nothing",
      },
    ],
  },
  {
    id: "runtime-7-after-turn-not",
    source: "runtime.md §7",
    contract: "A stopped or failed turn asks no stop hook and runs no after-turn hook.",
    tests: [
      {
        file: "test/scenarios/hooks.test.ts",
        title:
          "runtime.md §7 stop hooks > §7 a stopped or failed turn asks neither stop nor after-turn hooks, and a compaction by hand asks none",
      },
    ],
  },
  {
    id: "runtime-7-over-limit-idle",
    source: "runtime.md §7",
    contract: "Over the limit with nothing left to do, nothing is compacted.",
    tests: [
      {
        file: "test/runtime/turn/decide.test.ts",
        title:
          "runtime.md §7 what follows a step > over the limit, or a new context asked for, with nothing left to do: nothing is compacted",
      },
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §10 over the limit with nothing left to do: not now; the next turn's preamble does it, behind the recorded input",
      },
    ],
  },
  {
    id: "runtime-7-new-context-used",
    source: "runtime.md §7",
    contract: "A request for a new context is used up only when the model is asked again.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §7 new_context: the window is made anew in the same turn, below any limit, and the request is used up",
      },
      {
        file: "test/scenarios/compaction.test.ts",
        title:
          "runtime.md §10 when the window is compacted > §7 new_context is used up only when the model is asked again: not at the end of a turn whose retry needed nothing more",
      },
      {
        file: "test/runtime/turn/decide.test.ts",
        title:
          "runtime.md §7 what follows a step > over the limit, or a new context asked for, with nothing left to do: nothing is compacted",
      },
    ],
  },
  {
    id: "runtime-7-new-context-once",
    source: "runtime.md §7",
    contract: "A new context over the limit is one compaction.",
    tests: [
      {
        file: "test/scenarios/compaction.test.ts",
        title: "runtime.md §10 when the window is compacted > §7 new_context over the limit: one compaction, not two",
      },
    ],
  },
  {
    id: "runtime-7-late-input",
    source: "runtime.md §7",
    contract: "Input that comes while a turn finishes starts a new one, and is never recorded into a dead one.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 a turn that is writing its end takes no steer; a start then makes a new turn",
      },
      {
        file: "test/scenarios/steer.test.ts",
        title:
          "runtime.md §7 §8 steers and what the model still owes > §7 what comes while the after-turn hook runs is not recorded into the turn that ends",
      },
      {
        file: "test/scenarios/queue.test.ts",
        title:
          "runtime.md §8 the queue: when it is sent > §8 an entry that comes while a turn is writing its end is never recorded into it; it starts the next",
      },
    ],
  },
  {
    id: "runtime-7-decide-pure",
    source: "runtime.md §7",
    contract: "What follows a step is one pure decision over all combinations of the facts.",
    tests: [
      {
        file: "test/runtime/turn/decide.test.ts",
        title: "runtime.md §7 what follows a step > the table says something of each of the 48 combinations",
      },
      {
        file: "test/runtime/turn/decide.test.ts",
        title:
          "runtime.md §7 what follows a step > hooks $stopHooks, follow-up $modelNeedsFollowUp, input $hasPendingInput, new context $wantsNewContext, over the limit $isOverLimit",
      },
    ],
  },
];
