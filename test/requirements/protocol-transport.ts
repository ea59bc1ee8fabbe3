// The promises of protocol.md §1, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const protocolTransport: readonly Requirement[] = [
  {
    id: "protocol-1-one-object-per-line",
    source: "protocol.md §1",
    contract: "Without a window one JSON object stands on each line, however its bytes arrive.",
    tests: [
      {
        file: "test/ipc/stdio-transport.test.ts",
        title: "protocol.md §1 headless > §1 one object per line, however the chunks are cut, also inside a character",
      },
    ],
  },
  {
    id: "protocol-1-members",
    source: "protocol.md §1",
    contract: "The members are those of JSON-RPC 2.0, whose version may be left out.",
    tests: [
      {
        file: "test/ipc/stdio-transport.test.ts",
        title: "protocol.md §1 headless > §1 a whole session over the wire: the commands of a script in one go",
      },
    ],
  },
  {
    id: "protocol-1-stdin-closed",
    source: "protocol.md §1",
    contract: "The end of its input ends the program in order, with what was asked answered.",
    tests: [
      {
        file: "test/ipc/stdio-transport.test.ts",
        title:
          "protocol.md §1 headless > §1 end of input: what was asked is answered, then stop, then what that causes, then the end",
      },
      {
        file: "test/black-box/hostile-client.test.ts",
        title: "a client that leaves in the middle > %s: the turn's end is in the file, no process is left, exit code 0",
      },
    ],
  },
  {
    id: "protocol-1-exec-exit-codes",
    source: "protocol.md §1",
    contract: "A turn in a terminal ends with 0 completed, 1 failed, 130 interrupted.",
    tests: [
      { file: "test/scripts/programs.test.ts", title: "exec > prints what happens and where the rollout lies; exit code 0" },
      { file: "test/scripts/programs.test.ts", title: "exec > a turn that fails ends with exit code 1 and says what to do" },
      {
        file: "test/scripts/programs.test.ts",
        title: "exec > an interrupt stops the turn: exit code 130, its end on disk, the command's processes gone",
      },
    ],
  },
  {
    id: "protocol-1-exec-declines",
    source: "protocol.md §1",
    contract: "Without a terminal what asks is declined, and with one it is asked.",
    tests: [
      { file: "test/ipc/terminal-approval.test.ts", title: "the answers %j: %s" },
      {
        file: "test/scripts/programs.test.ts",
        title: "exec > without a person at a terminal a command is declined by policy, and the turn goes on",
      },
    ],
  },
  {
    id: "protocol-1-batches",
    source: "protocol.md §1",
    contract: "Events reach the window in batches, the first at once.",
    tests: [
      { file: "test/ipc/event-batcher.test.ts", title: "the first event goes out at once, but after the current task" },
      { file: "test/ipc/event-batcher.test.ts", title: "batches go out at most once per interval, in order, with nothing lost" },
    ],
  },
  {
    id: "protocol-1-questions-again",
    source: "protocol.md §1",
    contract: "Open questions are asked again, with the same id, of every client that joins.",
    tests: [
      {
        file: "test/ipc/approval-desk.test.ts",
        title: "ApprovalDesk > who joins is asked the open questions of that thread again, with the same id",
      },
      {
        file: "test/ipc/approval-desk.test.ts",
        title:
          "protocol.md §1 questions over the server > §1 repeated on resume with the same id; answered from any client; resolved to all",
      },
    ],
  },
  {
    id: "protocol-1-sender",
    source: "protocol.md §1",
    contract: "Commands are taken from the page alone.",
    tests: [
      { file: "test/ipc/sender-guard.test.ts", title: "another frame is refused although its origin is ours" },
      {
        file: "test/ipc/electron-transport.test.ts",
        title: "a sender that is not the page is refused before its message is looked at",
      },
    ],
  },
  {
    id: "protocol-1-handshake",
    source: "protocol.md §1",
    contract: "Before the handshake every command fails; behind it they are served.",
    tests: [
      {
        file: "test/ipc/agent-server.test.ts",
        title: "protocol.md §1 the handshake > §1 earlier commands fail, initialize tells who answers, later ones are served",
      },
      {
        file: "test/ipc/agent-server.test.ts",
        title: "protocol.md §1 the handshake > §1 commands sent right behind initialize, as a script does, wait for it",
      },
    ],
  },
  {
    id: "protocol-1-reply-before-events",
    source: "protocol.md §1",
    contract: "A submission's reply comes after its line is on disk and before the events that it causes.",
    tests: [
      {
        file: "test/ipc/agent-server.test.ts",
        title: "protocol.md §1 order > §1 a submission's reply comes before everything it causes",
      },
      {
        file: "test/ipc/queue-commands.test.ts",
        title: "protocol.md §1 order: the new submissions > §1 a reply comes before everything that its command causes",
      },
      {
        file: "test/ipc/queue-commands.test.ts",
        title: "protocol.md §1 order: the new submissions > §1 what is acknowledged is on disk: nothing is replied before",
      },
    ],
  },
  {
    id: "protocol-1-reply-holds-nobody-else",
    source: "protocol.md §1",
    contract: "Holding events for one reply keeps no other client waiting.",
    tests: [
      {
        file: "test/ipc/agent-server.test.ts",
        title: "protocol.md §1 order > §1 what another client waits for is not held back",
      },
      { file: "test/ipc/event-hub.test.ts", title: "EventHub > one client's hold does not hold another's" },
    ],
  },
  {
    id: "protocol-1-interrupt-reply",
    source: "protocol.md §1",
    contract: "An interrupt replies once the turn has ended, just before that is told.",
    tests: [
      {
        file: "test/ipc/agent-server.test.ts",
        title:
          "protocol.md §1 order > §1 an interrupt replies once the turn has ended, just before that is told; what came earlier is not held back",
      },
    ],
  },
  {
    id: "protocol-1-numbered",
    source: "protocol.md §1",
    contract: "Every event of a thread is numbered, one higher each.",
    tests: [
      {
        file: "test/ipc/agent-server.test.ts",
        title: "protocol.md §1 order > §1 every event of a thread is numbered, without a gap",
      },
    ],
  },
  {
    id: "protocol-1-error-kinds",
    source: "protocol.md §1",
    contract: "Errors have one of a closed list of kinds, and no stack crosses.",
    tests: [
      { file: "test/ipc/agent-server.test.ts", title: "protocol.md §1 errors > §1 the kinds of refusals" },
      { file: "test/ipc/rpc-error.test.ts", title: "no reply holds a stack" },
    ],
  },
  {
    id: "protocol-1-unknown-command",
    source: "protocol.md §1",
    contract: "An unknown command is an error; an unknown event or line is kept.",
    tests: [
      {
        file: "test/ipc/agent-server.test.ts",
        title: "protocol.md §1 errors > §1 an unknown command is an error, never silence",
      },
      {
        file: "test/shared/protocol/wire-shapes.test.ts",
        title: "notifications > one of a kind that this version does not know is kept",
      },
      {
        file: "test/runtime/history/resume.test.ts",
        title: "reading a file > a line of a kind that this version does not know is shown raw and is not in the transcript",
      },
    ],
  },
  {
    id: "protocol-1-slow-reader",
    source: "protocol.md §1",
    contract: "A slow reader gets joined deltas and never misses an item.",
    tests: [
      {
        file: "test/ipc/line-writer.test.ts",
        title:
          "LineWriter > once very many wait, deltas of an item are joined under the later number; items never are, and no text is lost",
      },
      { file: "test/renderer/thread.spec.ts", title: "a gap in the sequence brings a snapshot, and events go on from there" },
    ],
  },
];
