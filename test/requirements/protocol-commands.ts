// The promises of protocol.md §2, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const protocolCommands: readonly Requirement[] = [
  {
    id: "protocol-2-queue-add",
    source: "protocol.md §2",
    contract: "thread/queue/add puts input at the end, or starts a turn, and replies with its id.",
    tests: [
      {
        file: "test/ipc/queue-commands.test.ts",
        title: "protocol.md §2 the queue's commands > add, list, update, reorder, delete: each reply, and the list after it",
      },
      {
        file: "test/ipc/queue-commands.test.ts",
        title:
          "protocol.md §2 the queue's commands > add in an idle thread starts a turn; resume ends the pause and starts the first entry",
      },
    ],
  },
  {
    id: "protocol-2-queue-list",
    source: "protocol.md §2",
    contract: "thread/queue/list gives entries in order and whether they are paused.",
    tests: [
      {
        file: "test/ipc/queue-commands.test.ts",
        title: "protocol.md §2 the queue's commands > add, list, update, reorder, delete: each reply, and the list after it",
      },
    ],
  },
  {
    id: "protocol-2-queue-update",
    source: "protocol.md §2",
    contract: "thread/queue/update gives an entry other words in its place.",
    tests: [
      {
        file: "test/ipc/queue-commands.test.ts",
        title: "protocol.md §2 the queue's commands > add, list, update, reorder, delete: each reply, and the list after it",
      },
      {
        file: "test/runtime/history/input-projection.test.ts",
        title: "the queue: every change of it > update: other words in the same place, and these are what will be said",
      },
    ],
  },
  {
    id: "protocol-2-queue-delete",
    source: "protocol.md §2",
    contract: "thread/queue/delete takes an entry away.",
    tests: [
      {
        file: "test/ipc/queue-commands.test.ts",
        title: "protocol.md §2 the queue's commands > add, list, update, reorder, delete: each reply, and the list after it",
      },
    ],
  },
  {
    id: "protocol-2-queue-reorder",
    source: "protocol.md §2",
    contract: "thread/queue/reorder puts those that are named first, the others behind them.",
    tests: [
      {
        file: "test/ipc/queue-commands.test.ts",
        title: "protocol.md §2 the queue's commands > add, list, update, reorder, delete: each reply, and the list after it",
      },
      {
        file: "test/runtime/history/input-projection.test.ts",
        title: "the queue: every change of it > reorder: those that are named come first, the others behind them as they were",
      },
    ],
  },
  {
    id: "protocol-2-queue-resume",
    source: "protocol.md §2",
    contract: "thread/queue/resume ends the pause and starts the next.",
    tests: [
      {
        file: "test/ipc/queue-commands.test.ts",
        title:
          "protocol.md §2 the queue's commands > add in an idle thread starts a turn; resume ends the pause and starts the first entry",
      },
      {
        file: "test/runtime/input/follow-up-queue.test.ts",
        title: "next, pause and resume > a second pause, and a resume of what is not paused, write nothing",
      },
    ],
  },
  {
    id: "protocol-2-queue-refusals",
    source: "protocol.md §2",
    contract: "What is not in the queue is refused in words.",
    tests: [
      {
        file: "test/ipc/queue-commands.test.ts",
        title: "protocol.md §2 the queue's commands > what is not in the queue is refused in words",
      },
    ],
  },
  {
    id: "protocol-2-queue-read-only",
    source: "protocol.md §2",
    contract: "A read-only program and a locked thread refuse each change and show the queue.",
    tests: [
      {
        file: "test/ipc/queue-commands.test.ts",
        title:
          "refusals of the new commands > a program that was started read-only refuses every change, and reads the queue and the window",
      },
      {
        file: "test/ipc/queue-commands.test.ts",
        title:
          "refusals of the new commands > a thread that another process writes can be read, and each change is refused with whose it is",
      },
    ],
  },
  {
    id: "protocol-2-mail-send",
    source: "protocol.md §2",
    contract: "thread/mail/send replies with the mail's id, which is its item's.",
    tests: [
      {
        file: "test/ipc/queue-commands.test.ts",
        title:
          "protocol.md §2 mail, compaction and the window > thread/mail/send answers with the mail's id, which is that of its item",
      },
    ],
  },
  {
    id: "protocol-2-compact-start",
    source: "protocol.md §2",
    contract: "thread/compact/start replies with a turn of its own, and is refused while one runs.",
    tests: [
      {
        file: "test/ipc/queue-commands.test.ts",
        title:
          "protocol.md §2 mail, compaction and the window > thread/compact/start answers with a turn of its own; while a turn runs it is refused",
      },
    ],
  },
  {
    id: "protocol-2-window-read",
    source: "protocol.md §2",
    contract: "thread/window/read shows what the model would be sent, entry by entry, and changes nothing.",
    tests: [
      {
        file: "test/ipc/queue-commands.test.ts",
        title:
          "protocol.md §2 mail, compaction and the window > thread/window/read shows what the model would be sent, and changes nothing",
      },
      {
        file: "test/scenarios/compaction-window.test.ts",
        title:
          "runtime.md §10 what the new window holds > thread/window/read: what the model would be sent, entry by entry, with where the number comes from",
      },
      {
        file: "test/runtime/history/model-window.test.ts",
        title: "what the model sees now > every kind of entry in order, with all it says; only what a person said is a person's",
      },
    ],
  },
  {
    id: "protocol-2-turn-start",
    source: "protocol.md §2",
    contract: "turn/start while one runs is refused as turnMismatch; the server chooses no other door.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 a start while a turn runs is refused; the server never chooses steer or queue",
      },
    ],
  },
  {
    id: "protocol-2-turn-steer",
    source: "protocol.md §2",
    contract: "turn/steer while idle is refused as noActiveTurn.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 a steer while idle is refused: no turn is running",
      },
      { file: "test/ipc/agent-server.test.ts", title: "protocol.md §1 errors > §1 the kinds of refusals" },
    ],
  },
  {
    id: "protocol-2-wake",
    source: "protocol.md §2",
    contract: "clock/wake ends a sleep as woken, and is refused for what does not sleep.",
    tests: [
      { file: "test/ipc/command-router.test.ts", title: "turns > clock/wake ends a sleep" },
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 Wake now for what does not sleep is refused, before, behind and beside",
      },
    ],
  },
  {
    id: "protocol-2-client-ids",
    source: "protocol.md §2",
    contract: "A second submission with the same client id gets the first reply and has no other effect.",
    tests: [
      {
        file: "test/ipc/queue-commands.test.ts",
        title: "protocol.md §2 the queue's commands > the same client id twice is one entry, with the first reply",
      },
      {
        file: "test/ipc/queue-commands.test.ts",
        title:
          "protocol.md §2 the queue's commands > a client id that was used for the queue or for mail names no turn: start and steer say so",
      },
      {
        file: "test/ipc/command-router.test.ts",
        title: "turns > turn/start with a known client id answers with the turn as it is now",
      },
    ],
  },
  {
    id: "protocol-2-params-checked",
    source: "protocol.md §2",
    contract: "Params are validated, and an error says which and why.",
    tests: [
      { file: "test/ipc/queue-commands.test.ts", title: "refusals of the new commands > %s %j says which parameter and why" },
      { file: "test/ipc/rpc-error.test.ts", title: "what is wrong with params is said path by path" },
    ],
  },
  {
    id: "protocol-2-fixtures",
    source: "protocol.md §2",
    contract: "Each command has an example that its schema takes whole.",
    tests: [
      { file: "test/shared/protocol/wire-shapes.test.ts", title: "commands > each has its fixture" },
      { file: "test/shared/protocol/wire-shapes.test.ts", title: "commands > %s" },
    ],
  },
  {
    id: "protocol-2-resume-read-whole",
    source: "protocol.md §2",
    contract: "thread/resume and thread/read carry the queue and how full the window is.",
    tests: [
      {
        file: "test/ipc/command-router.test.ts",
        title: "threads > thread/resume and thread/read say how full the window is, as the client was told it last",
      },
      {
        file: "test/ipc/queue-commands.test.ts",
        title: "two clients of one thread > both are told each change of the queue, and the other one at once",
      },
    ],
  },
  {
    id: "protocol-2-errors-closed",
    source: "protocol.md §2",
    contract: "A turn's error has a code of a closed list, with what to do and when to come back.",
    tests: [
      {
        file: "test/adapters/model/error-mapping.test.ts",
        title: "error-mapping: by code (runtime.md §11) > %s is %s, in the stream and with a status",
      },
      {
        file: "test/adapters/model/error-mapping.test.ts",
        title: "error-mapping: what is said > gives advice as a wait and as an instant, the words before the headers",
      },
    ],
  },
];
