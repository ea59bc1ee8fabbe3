// The promises of runtime.md §13, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const runtimeDifferences: readonly Requirement[] = [
  {
    id: "runtime-13-calls-closed-on-disk",
    source: "runtime.md §13",
    contract: "Calls are closed on disk, where Codex mends only the copy that it sends.",
    tests: [
      {
        file: "test/scenarios/resume.test.ts",
        title: "runtime.md §12 killed, then continued > §12 the model's next request holds the closed calls in pairs",
      },
      {
        file: "test/properties/turn.test.ts",
        title: "runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})",
      },
    ],
  },
  {
    id: "runtime-13-partial-text-kept",
    source: "runtime.md §13",
    contract: "Partial text is kept, which Codex drops.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 an interrupt from every phase > §5 during the stream: partial text is kept as incomplete, and the next prompt holds it, followed by the marker",
      },
    ],
  },
  {
    id: "runtime-13-steers-kept",
    source: "runtime.md §13",
    contract: "Steers that were not sampled are kept, which Codex drops.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title:
          "runtime.md §8 input > §8 at an interrupt unsampled steers go to the front of the queue, in order, and are not sampled",
      },
    ],
  },
  {
    id: "runtime-13-sleep-item-closed",
    source: "runtime.md §13",
    contract: "The sleep item is completed on every way out, which Codex leaves open when it is stopped.",
    tests: [
      {
        file: "test/scenarios/time.test.ts",
        title: "runtime.md §9 every way out of a sleep > §9 %s: the item is completed once, and no timer, no listener is left",
      },
    ],
  },
  {
    id: "runtime-13-sleep-seconds",
    source: "runtime.md §13",
    contract: "A sleep is given in seconds, one at least; Codex takes milliseconds from one.",
    tests: [
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 invalid arguments %j: no Sleep item, no timer, only the failed call",
      },
      {
        file: "test/shared/protocol/tool-arguments.test.ts",
        title: "runtime.md §9 arguments of clock.sleep > %s seconds is a number outside: its own words",
      },
    ],
  },
  {
    id: "runtime-13-input-before-compaction",
    source: "runtime.md §13",
    contract: "Input is recorded before the compaction of its turn, which Codex can lose.",
    tests: [
      {
        file: "test/scenarios/steer.test.ts",
        title:
          "runtime.md §7 §8 steers and what the model still owes > §7 the prompt of a turn whose compaction fails is on disk all the same (Codex loses it)",
      },
    ],
  },
  {
    id: "runtime-13-abortable-waits",
    source: "runtime.md §13",
    contract: "Back-off and compaction can be stopped.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title: "runtime.md §11 retry > §11 %s ends at once at an interrupt and leaves no timer",
      },
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title: "runtime.md §10 a compaction is stopped > §10 %s: at once, nothing changed, the item says so",
      },
    ],
  },
  {
    id: "runtime-13-limits-retried",
    source: "runtime.md §13",
    contract: "Limits and overload are tried again, which are terminal in Codex.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title: "runtime.md §11 rate limited and overloaded > §11 %s with advice: exactly that wait, told with its end and n of 5",
        row: "rateLimited",
      },
      {
        file: "test/scenarios/retry.test.ts",
        title: "runtime.md §11 rate limited and overloaded > §11 %s with advice: exactly that wait, told with its end and n of 5",
        row: "overloaded",
      },
    ],
  },
  {
    id: "runtime-13-empty-summary",
    source: "runtime.md §13",
    contract: "An empty summary is an error, where Codex takes an older answer.",
    tests: [
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title: "runtime.md §10 the compaction fails > §13 %s is an error, and no earlier answer is taken for it",
      },
    ],
  },
  {
    id: "runtime-13-records-with-provenance",
    source: "runtime.md §13",
    contract: "Approvals and queue are records that say who decided and what was done.",
    tests: [
      {
        file: "test/scenarios/tools.test.ts",
        title:
          "runtime.md §6 the pipeline > §6 allow in this session: the same command in the same folder is not asked again, also in a later turn, and the rollout says why",
      },
      {
        file: "test/scenarios/queue-changes.test.ts",
        title: "runtime.md §8 the queue: changes > §8 every change tells the whole queue",
      },
      {
        file: "test/shared/protocol/wire-shapes.test.ts",
        title: "rollout lines > each has its fixture: the closed table of protocol.md §5 as this version has it",
      },
    ],
  },
  {
    id: "runtime-13-sequence-and-snapshot",
    source: "runtime.md §13",
    contract: "Events are numbered, and a snapshot shows what is in progress too.",
    tests: [
      {
        file: "test/ipc/agent-server.test.ts",
        title: "protocol.md §1 order > §1 every event of a thread is numbered, without a gap",
      },
      {
        file: "test/ipc/command-router.test.ts",
        title: "threads > thread/read shows what is in progress too, and does not subscribe",
      },
    ],
  },
  {
    id: "runtime-13-no-stale-error",
    source: "runtime.md §13",
    contract: "A recovered turn ends without a stale error.",
    tests: [
      { file: "test/scenarios/retry.test.ts", title: "runtime.md §11 retry > §11 a recovered turn ends without a stale error" },
    ],
  },
];
