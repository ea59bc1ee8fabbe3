// The promises of protocol.md §3, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const protocolEvents: readonly Requirement[] = [
  {
    id: "protocol-3-status-flags",
    source: "protocol.md §3",
    contract: "The status says that a thread sleeps, waits for an answer or for the network.",
    tests: [
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 the deadline is recorded before the sleep begins, and the thread shows that it sleeps",
      },
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the pipeline > §6 Stop answers a waiting question; it is completed on screen and told as resolved",
      },
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 retry > §11 no connection: 5, 10, 20, 40, 60, 60 seconds, without budget, shown as waiting for the network",
      },
    ],
  },
  {
    id: "protocol-3-system-error",
    source: "protocol.md §3",
    contract: "A thread whose file could not be written is told as systemError until it is opened anew.",
    tests: [
      {
        file: "test/scenarios/recording.test.ts",
        title:
          "runtime.md §2 recording > §2 a failed append ($what) fails the turn in words, and memory is not ahead of the file",
      },
    ],
  },
  {
    id: "protocol-3-thread-and-turn",
    source: "protocol.md §3",
    contract: "A thread's start, and a turn's start and end with its times, status and error, are told.",
    tests: [
      {
        file: "test/ipc/command-router.test.ts",
        title:
          "threads > thread/start makes a thread in a folder, with its choice of model and policy, and subscribes its client",
      },
      { file: "test/runtime/history/item-projection.test.ts", title: "turns > a turn has its lines, times and end" },
      { file: "test/runtime/history/item-projection.test.ts", title: "turns > %s", row: "stopped with the app" },
    ],
  },
  {
    id: "protocol-3-deltas",
    source: "protocol.md §3",
    contract: "Text, summaries and a command's output are told as they grow.",
    tests: [
      { file: "test/shared/view/thread-view.test.ts", title: "deltas > text grows" },
      {
        file: "test/shared/view/thread-view.test.ts",
        title: "deltas > summary parts grow each by itself; a part that was skipped is empty",
      },
      { file: "test/shared/view/thread-view.test.ts", title: "deltas > command output grows to 1 MiB and no further" },
      { file: "test/adapters/tools/shell.test.ts", title: "live output comes while the command runs" },
    ],
  },
  {
    id: "protocol-3-network-error-event",
    source: "protocol.md §3",
    contract: "Entering the wait for the network sends one error that will be tried again.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 retry > §11 no connection: 5, 10, 20, 40, 60, 60 seconds, without budget, shown as waiting for the network",
      },
    ],
  },
  {
    id: "protocol-3-token-usage",
    source: "protocol.md §3",
    contract: "Token usage says total, last, the model's window and where the numbers come from.",
    tests: [
      {
        file: "test/runtime/turn/token-lines.test.ts",
        title: "runtime.md §10 token numbers say where they come from > reported: added to the thread's total",
      },
      {
        file: "test/runtime/history/item-projection.test.ts",
        title: "compaction > an estimate of the window says that it is one",
      },
      {
        file: "test/runtime/history/item-projection.test.ts",
        title: "turns > token counts are the provider's; a count without numbers says nothing",
      },
    ],
  },
  {
    id: "protocol-3-queue-changed",
    source: "protocol.md §3",
    contract: "thread/queue/changed carries the whole queue after every change.",
    tests: [
      {
        file: "test/scenarios/queue-changes.test.ts",
        title: "runtime.md §8 the queue: changes > §8 every change tells the whole queue",
      },
      {
        file: "test/runtime/history/item-projection.test.ts",
        title: "queue, mail and hooks > each change tells the whole queue; the input's own line tells nothing, its place does",
      },
    ],
  },
  {
    id: "protocol-3-running-returned",
    source: "protocol.md §3",
    contract: "item/running comes past approval and gate, item/returned when the run has ended, before its output is recorded.",
    tests: [
      { file: "test/runtime/history/item-projection.test.ts", title: "calls > recorded, running, returned, completed" },
      {
        file: "test/runtime/history/item-projection.test.ts",
        title: "calls > the order in which calls issued together ended; the next ones count from 1 again",
      },
    ],
  },
  {
    id: "protocol-3-superseded",
    source: "protocol.md §3",
    contract: "Partial text of a failed attempt is told as superseded.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 one tail for every exit > §5 partial text of a failed attempt stays as superseded and is never in a prompt",
      },
      { file: "test/runtime/history/item-projection.test.ts", title: "words > superseded text and reasoning say that they are" },
    ],
  },
  {
    id: "protocol-3-error-event",
    source: "protocol.md §3",
    contract: "A retry is told with its error, count and the time it comes.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 retry > §11 a cut stream is retried 5 times, 200 ms × 2ⁿ ± 10 %, each told as n of 5; then the turn fails with what to do",
      },
      {
        file: "test/scenarios/retry.test.ts",
        title: "runtime.md §11 rate limited and overloaded > §11 %s with advice: exactly that wait, told with its end and n of 5",
      },
    ],
  },
  {
    id: "protocol-3-warning-event",
    source: "protocol.md §3",
    contract: "A hook's failure is told as a warning and stays as a notice.",
    tests: [
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title: "runtime.md §6 preToolUse hooks > protocol.md §6 a hook that failed is a notice and an event; the call runs",
      },
      {
        file: "test/runtime/turn/stop-hooks.test.ts",
        title: "asking them > one that failed is a warning that stays, and the others count",
      },
    ],
  },
  {
    id: "protocol-3-resolved",
    source: "protocol.md §3",
    contract: "A question that was answered or withdrawn is told as resolved to all.",
    tests: [
      {
        file: "test/ipc/approval-desk.test.ts",
        title:
          "protocol.md §1 questions over the server > §1 repeated on resume with the same id; answered from any client; resolved to all",
      },
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the pipeline > §6 Stop answers a waiting question; it is completed on screen and told as resolved",
      },
    ],
  },
  {
    id: "protocol-3-completed-once",
    source: "protocol.md §3",
    contract: "Every started item is completed once, before its turn's end.",
    tests: [
      {
        file: "test/properties/turn.test.ts",
        title: "runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})",
      },
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 one tail for every exit > §5 completed: close, drain, usage, follow up",
      },
    ],
  },
  {
    id: "protocol-3-attempt-counts-retries",
    source: "protocol.md §3",
    contract: "The count is of retries, not of requests.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 retry > §11 a cut stream is retried 5 times, 200 ms × 2ⁿ ± 10 %, each told as n of 5; then the turn fails with what to do",
      },
    ],
  },
  {
    id: "protocol-3-event-fixtures",
    source: "protocol.md §3",
    contract: "Each event has an example that its schema takes whole.",
    tests: [
      { file: "test/shared/protocol/wire-shapes.test.ts", title: "notifications > each has its fixture" },
      { file: "test/shared/protocol/wire-shapes.test.ts", title: "notifications > %s" },
    ],
  },
];
